//! What macros of other files are given in braces where items stand, `cfg_net! { macro_rules! … }`: mostly these put it
//! there as it is, so that macros in it are the file's own.

use super::{Node, Parser, Range, Source, Tree, field, find, items, text_of};

/// How deep such macros stand in each other, and how many bytes of a file are read anew in all.
const DEEPEST: u8 = 4;
const BYTES_LIMIT: usize = 1 << 20;

/// The trees of what stands in these braces, as far as macros are defined or called there.
pub fn blocks(source: &Source, tree: &Tree, parser: &mut Parser) -> Vec<Tree> {
    let (mut found, mut bytes) = (Vec::new(), 0);
    read(source, tree, parser, DEEPEST, &mut bytes, &mut found);
    found
}

fn read(source: &Source, tree: &Tree, parser: &mut Parser, depth: u8, bytes: &mut usize, found: &mut Vec<Tree>) {
    let (mut definitions, mut calls) = (Vec::new(), Vec::new());
    find(tree.root_node(), &mut definitions, &mut calls);
    let named = |definition: &Node| field(*definition, "name").map(|name| text_of(source, name));
    let own: Vec<&str> = definitions.iter().filter_map(named).collect();
    let is_own = |call: &Node| field(*call, "macro").is_some_and(|name| own.contains(&text_of(source, name)));
    for call in calls.into_iter().filter(|call| stands_for_items(*call) && !is_own(call)) {
        let Some(tokens) = items(call).into_iter().find(|it| it.kind() == "token_tree") else { continue };
        let (start, end) = (tokens.start_byte(), tokens.end_byte());
        let text = source.text.get(start..end).unwrap_or_default();
        let is_wanted = text.starts_with('{') && text.contains('!');
        *bytes += end - start;
        if !is_wanted || *bytes > BYTES_LIMIT {
            continue;
        }
        let (start_point, end_point) = (tokens.start_position(), tokens.end_position());
        let range = Range { start_byte: start, end_byte: end, start_point, end_point };
        let parsed = parser.set_included_ranges(&[range]).ok().and_then(|()| parser.parse(&source.text, None));
        let Some(tree) = parsed.filter(|tree| !tree.root_node().has_error()) else { continue };
        if depth > 0 {
            read(source, &tree, parser, depth - 1, bytes, found);
        }
        found.push(tree);
    }
}

/// Whether a call stands where items or members do: in a file, a module, a block of members, or in such braces.
fn stands_for_items(call: Node) -> bool {
    let parent = call.parent();
    let around = parent.filter(|it| it.kind() == "expression_statement").map_or(parent, |it| it.parent());
    around.is_none_or(|it| match it.kind() {
        "source_file" | "declaration_list" => true,
        "block" => it.parent().is_none_or(|it| {
            it.kind() == "source_file"
                || it.kind() == "expression_statement" && it.parent().is_none_or(|it| it.kind() == "source_file")
        }),
        _ => false,
    })
}

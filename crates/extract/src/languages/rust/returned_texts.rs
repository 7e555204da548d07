//! The path that a function gives back and does nothing else, `fn base() -> String { format!("/{API}/{VERSION}") }`: it is kept
//! as the text of a member of the function that is called `()`, in which `$0` is the first parameter.

use super::Walk;
use crate::text;
use crate::tree::items;
use crate::walk::Walker;
use facts::SymbolId;
use syntax::tree_sitter::Node;

/// What is longer is no path.
const LONGEST: usize = 120;
/// What such a text is called among a function's members.
const GIVEN_BACK: &str = "()";

impl Walk<'_, '_> {
    pub fn keep_returned_text(&mut self, symbol: SymbolId, body: Node) {
        let [only] = items(body)[..] else { return };
        let code = self.str(only).trim_start_matches('&');
        if code.len() > LONGEST || !(code.starts_with('"') || code.starts_with("format!")) {
            return;
        }
        let Some(mut text) = text::joined(code, false).filter(|it| it.contains('/')) else { return };
        let params = &self.b.graph.symbols[symbol as usize].params;
        let names = params.iter().map(|it| self.b.graph.name(it.name)).filter(|it| *it != "self");
        for (at, name) in names.enumerate() {
            text = text.replace(&format!("${{{name}}}"), &format!("${{${at}}}"));
        }
        let (name, text) = (self.b.name(GIVEN_BACK), self.b.name(&text));
        self.b.graph.member_texts.push((symbol, name, text));
    }
}

//! Settings of the environment that are read as elements of what holds them: `ENV["PORT"]`, `$_ENV['PORT'] ?? '80'`.

use crate::builder::{Builder, DEFAULT_LIMIT};
use crate::shapes;
use crate::tree::{end, field, start};
use facts::{Decorator, Setting, Shape};
use syntax::tree_sitter::Node;

/// Notes the element that a node reads of `holder`; `index` is a text or a variable that names it. One that is given
/// something is not read.
pub fn read(b: &mut Builder, holder: &str, index: Node, node: Node) {
    let is_given = |it: Node| it.kind().starts_with("assignment") && field(it, "left") == Some(node);
    if node.parent().is_some_and(is_given) {
        return;
    }
    let name = match shapes::constant(b, index) {
        Shape::Text(text) => b.graph.name(text).to_owned(),
        _ if matches!(index.kind(), "identifier" | "variable_name") => {
            let variable = b.source.slice(start(index), end(index)).trim_start_matches('$');
            format!("${{{variable}}}")
        }
        _ => return,
    };
    let default = stands_in(b, node, name.starts_with("${"));
    let (holder, name) = (b.name(holder), b.name(&name));
    let (caller, at) = (b.caller(), b.source.point(start(node)));
    b.graph.settings.push(Setting { caller, holder, name, at, default, required: false });
}

/// Notes the settings that a parameter's annotations name, as Spring's do: `@Value("${server.port:8080}") int port`.
pub fn injected(b: &mut Builder, decorators: &[Decorator], at: u32) {
    for decorator in decorators {
        let name = decorator.text.split('(').next().and_then(|it| it.rsplit('.').next());
        let given = decorator.given.iter().find_map(|it| match it.shape {
            Shape::Text(text) => Some(b.graph.name(text).replace("\\$", "$")),
            _ => None,
        });
        let Some(text) = given.filter(|_| name == Some("Value")) else { continue };
        let Some(inner) = text.strip_prefix("${").and_then(|it| it.strip_suffix('}')).filter(|it| !it.contains('$'))
        else {
            continue;
        };
        let (name, default) = inner.split_once(':').map_or((inner, None), |(name, text)| (name, Some(text.to_owned())));
        let (holder, name) = (b.name("Java"), b.name(name));
        let (caller, at, required) = (b.caller(), b.source.point(at), default.is_none());
        b.graph.settings.push(Setting { caller, holder, name, at, default, required });
    }
}

/// What stands behind a node in case that it is nothing: `a || "b"`, `a ?? 'b'`; empty where that is no literal. A name is
/// told where it may be what the function around is given.
fn stands_in(b: &mut Builder, node: Node, may_be_given: bool) -> Option<String> {
    let mut node = or_nothing(b, node);
    let is_either = |it: Node| {
        let operator = field(it, "operator").map_or("", |it| it.kind());
        matches!(operator, "||" | "or" | "??" | "?:" | "||=" | "??=")
    };
    let mut around = node.parent()?;
    // `ENV["A"] || ENV["B"] || "c"`: what stands in for both stands in for the last of them.
    while field(around, "right") == Some(node) && is_either(around) {
        node = around;
        around = node.parent()?;
    }
    if field(around, "left") != Some(node) || !is_either(around) {
        return None;
    }
    let right = field(around, "right")?;
    if may_be_given && matches!(right.kind(), "identifier" | "variable_name") {
        return Some(b.source.slice(start(right), end(right)).trim_start_matches('$').to_owned());
    }
    if !shapes::is_literal(right) {
        return Some(String::new());
    }
    Some(match shapes::constant(b, right) {
        Shape::Literal(text) if matches!(b.graph.name(text), "null" | "nil" | "NULL" | "Null") => return None,
        Shape::Text(text) | Shape::Literal(text) => b.graph.name(text).chars().take(DEFAULT_LIMIT).collect(),
        _ => String::new(),
    })
}

/// The last of the calls on a node that give nothing where there is nothing: `ENV["PORT"].presence`, `ENV["A"]&.strip`.
fn or_nothing<'t>(b: &Builder, node: Node<'t>) -> Node<'t> {
    let mut node = node;
    while let Some(call) = node.parent().filter(|it| it.kind() == "call" && field(*it, "receiver") == Some(node)) {
        let text = |it: Node| b.source.slice(start(it), end(it));
        let asks = field(call, "operator").is_some_and(|it| text(it) == "&.")
            || field(call, "method").is_some_and(|it| text(it) == "presence");
        if !asks {
            break;
        }
        node = call;
    }
    node
}

#[cfg(all(test, feature = "all"))]
mod tests {
    use crate::extract;

    fn read(path: &str, text: &str) -> Vec<String> {
        let graph = extract(path, text.as_bytes()).unwrap();
        let told = |it: &facts::Setting| match &it.default {
            Some(default) => format!("{} else {default}", graph.name(it.name)),
            None => graph.name(it.name).to_owned(),
        };
        graph.settings.iter().map(told).collect()
    }

    #[test]
    fn elements_of_the_environment_are_read_with_what_stands_behind_them() {
        let ruby = "a = ENV[\"HOST\"]\nb = ENV['PORT'] || '80'\nENV['SET'] = 'x'\nENV['KEPT'] ||= 'y'\ndef c(key, other)\n  ENV[key] || other\nend\nd = { 'X' => 1 }['X']\ne = ENV['E'].presence || 'f'\nk = ENV['K'] || ENV['L'] || '0'\nm = ENV['M'] || nil\ng = ENV['G']&.strip || 'h'\ni = ENV['I'].size || 'j'\n";
        let elements = [
            "HOST",
            "PORT else 80",
            "KEPT else y",
            "${key} else other",
            "E else f",
            "K else ",
            "L else 0",
            "M",
            "G else h",
            "I",
        ];
        assert_eq!(read("a.rb", ruby), elements);
        let php = "<?php $a = $_ENV['HOST']; $b = $_ENV[\"PORT\"] ?? '80'; $_ENV['SET'] = 1; $d = $e['X']; $f = $_ENV['F'] ?? null;\nfunction c($key, $other) { return $_ENV[$key] ?? $other; }";
        assert_eq!(read("a.php", php), ["HOST", "PORT else 80", "F", "${key} else other"]);
    }
}

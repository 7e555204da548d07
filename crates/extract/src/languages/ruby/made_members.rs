//! Members that a class's body has made of literal names: what hands a call on to another object, what other records it
//! has.

use super::{Walk, Walker, end, field, items, start, symbol_text};
use facts::nouns::{constant, singular};
use facts::*;
use syntax::tree_sitter::Node;

/// What a record has of others by the name of what it has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Has {
    One,
    Many,
}

/// The words by which libraries that keep records say so.
const ASSOCIATIONS: &[(&str, Has)] = &[
    ("belongs_to", Has::One),
    ("has_one", Has::One),
    ("has_many", Has::Many),
    ("has_and_belongs_to_many", Has::Many),
    ("embedded_in", Has::One),
    ("embeds_one", Has::One),
    ("embeds_many", Has::Many),
    ("many_to_one", Has::One),
    ("one_to_one", Has::One),
    ("one_to_many", Has::Many),
    ("many_to_many", Has::Many),
];

/// Whether a word says what a record has of others.
pub fn is_association(word: &str) -> bool {
    ASSOCIATIONS.iter().any(|(known, _)| *known == word)
}

impl Walk<'_, '_> {
    /// What stands behind a key among the arguments.
    pub(super) fn option<'t>(&self, arguments: &[Node<'t>], key: &str) -> Option<Node<'t>> {
        arguments.iter().filter(|it| it.kind() == "pair").find_map(|pair| {
            let name = field(*pair, "key")?;
            let named = symbol_text(name, self.str(name)).is_some_and(|text| text == key);
            field(*pair, "value").filter(|_| named)
        })
    }

    pub(super) fn literal_option<'t>(&'t self, arguments: &[Node<'t>], key: &str) -> Option<&'t str> {
        let value = self.option(arguments, key)?;
        symbol_text(value, self.str(value))
    }

    /// `has_many :comments`, `belongs_to :author, class_name: "User"`: a property of what is named so.
    pub fn association(&mut self, word: &str, owner: SymbolId, node: Node, arguments: &[Node]) {
        let Some((_, has)) = ASSOCIATIONS.iter().find(|(known, _)| *known == word) else { return };
        let Some(name) = arguments.first().copied() else { return };
        let Some(text) = symbol_text(name, self.str(name)) else { return };
        let symbol = self.accessor(text, name, node, owner);
        let options = &arguments[1..];
        let named = ["class_name", "class", "source_type"].iter().find_map(|key| self.literal_option(options, key));
        let open = ["polymorphic", "class_name", "class", "source_type"];
        let class = match named {
            Some(class) => Some(class.to_owned()),
            None if open.iter().any(|key| self.option(options, key).is_some()) => None,
            None => {
                let source = self.literal_option(options, "source").unwrap_or(text);
                Some(constant(&if *has == Has::Many { singular(source) } else { source.to_owned() }))
            }
        };
        let value = match class.filter(|class| class.starts_with(|c: char| c.is_ascii_uppercase() || c == ':')) {
            Some(class) => {
                let class_name = self.b.name(&class);
                match has {
                    Has::One => {
                        let ty = self.named_type(&class);
                        self.b.value(Value::Instance { ty })
                    }
                    Has::Many => {
                        let object = self.scopes.name(self.b, class_name, None);
                        self.all_of(object)
                    }
                }
            }
            None => self.unknown(),
        };
        self.b.symbol_mut(symbol).initial = vec![value];
    }

    /// All that there is of a class that keeps records.
    pub fn all_of(&mut self, class: ValueId) -> ValueId {
        let name = self.b.name("all");
        let callee = self.b.value(Value::Member { object: class, name });
        self.b.value(Value::Call { callee, arguments: Vec::new() })
    }

    /// `delegate :a, :b, to: :c`, `def_delegators :@c, :a, :b`, `def_delegator :c, :a, :b`: methods that ask another
    /// object for what they are asked.
    pub fn delegated(&mut self, word: &str, owner: SymbolId, node: Node, arguments: &[Node]) {
        let plain: Vec<Node> = arguments.iter().filter(|it| it.kind() != "pair").copied().collect();
        let text = |walk: &Self, node: Node| symbol_text(node, walk.str(node)).map(str::to_owned);
        match (word, &plain[..]) {
            ("delegate" | "instance_delegate", names) if self.option(arguments, "to").is_some() => {
                let to = self.literal_option(arguments, "to").map(str::to_owned);
                let prefix = self.option(arguments, "prefix").map(|it| match symbol_text(it, self.str(it)) {
                    Some(prefix) => Some(prefix.to_owned()),
                    None => to.clone().filter(|_| it.kind() == "true"),
                });
                let (Some(to), false) = (to, matches!(prefix, Some(None))) else { return };
                let prefix = prefix.flatten().map(|it| format!("{it}_")).unwrap_or_default();
                for &name in names {
                    if let Some(method) = text(self, name) {
                        self.handed_on(&format!("{prefix}{method}"), &method, name, &to, owner, node);
                    }
                }
            }
            // `delegate [:a, :b] => :c`
            ("delegate" | "instance_delegate", []) => {
                for pair in arguments.iter().filter(|it| it.kind() == "pair") {
                    let (Some(key), Some(to)) = (field(*pair, "key"), field(*pair, "value")) else { continue };
                    let Some(to) = text(self, to) else { continue };
                    let names = if key.kind() == "array" { items(key) } else { vec![key] };
                    for name in names {
                        if let Some(method) = text(self, name) {
                            self.handed_on(&method, &method, name, &to, owner, node);
                        }
                    }
                }
            }
            ("def_delegators" | "def_instance_delegators", [to, names @ ..]) => {
                let Some(to) = text(self, *to) else { return };
                for &name in names {
                    if let Some(method) = text(self, name) {
                        self.handed_on(&method, &method, name, &to, owner, node);
                    }
                }
            }
            ("def_delegator" | "def_instance_delegator", [to, name, rest @ ..]) => {
                let (Some(to), Some(method)) = (text(self, *to), text(self, *name)) else { return };
                let at = rest.first().copied().unwrap_or(*name);
                let Some(made) = text(self, at) else { return };
                self.handed_on(&made, &method, at, &to, owner, node);
            }
            _ => {}
        }
    }

    fn handed_on(&mut self, made: &str, method: &str, at: Node, to: &str, owner: SymbolId, node: Node) {
        let is_name =
            |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'@' || b == b'?');
        if !is_name(to) || made.is_empty() {
            return;
        }
        let (visibility, is_static) =
            self.owners.last().map_or((0, false), |owner| (owner.visibility, owner.singleton));
        let from = (end(at) - u32::from(self.str(at).ends_with(['"', '\'']))).saturating_sub(method.len() as u32);
        let symbol = self.b.symbol(SymbolKind::Method, made, from, (start(node), end(node)));
        self.b.sign(symbol, start(node), end(node));
        let this = match is_static {
            true => self.b.value(Value::Class { symbol: owner }),
            false => self.b.value(Value::This { owner: Some(owner) }),
        };
        let object = match to {
            "self" => this,
            "class" => self.b.value(Value::Class { symbol: owner }),
            _ => {
                let name = self.b.name(to);
                let callee = self.b.value(Value::Member { object: this, name });
                match to.starts_with('@') {
                    true => callee,
                    false => self.b.value(Value::Call { callee, arguments: Vec::new() }),
                }
            }
        };
        let name = self.b.name(method);
        let callee = self.b.value(Value::Member { object, name });
        let value = self.b.value(Value::Call { callee, arguments: Vec::new() });
        let made_name = self.b.name(made);
        let made = self.b.symbol_mut(symbol);
        // What it takes, the method says that it asks for.
        made.modifiers = Modifiers(visibility).with(Modifiers::STATIC, is_static).with(Modifiers::AMBIENT, true);
        made.exported = visibility == 0;
        self.b.returned(symbol, value);
        if let Some(owner) = self.owners.last_mut() {
            owner.methods.insert(made_name, symbol);
        }
        self.b.enter(symbol);
        self.push_call(CallKind::Call, at, (format!("{to}.{method}"), from), name, callee);
        self.b.leave();
        if let Some(call) = self.b.graph.calls.last_mut() {
            call.spread = true;
        }
    }
}

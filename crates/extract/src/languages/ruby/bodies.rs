//! What calls in a class's body declare: accessors, included modules, visibility, aliases, methods.

use super::made_members::is_association;
use super::{Walk, Walker, end, field, items, start, symbol_text};
use facts::*;
use syntax::tree_sitter::Node;

/// Calls whose blocks are run with the class as `self`.
const CLASS_BLOCKS: &[&str] = &["included", "extended", "prepended", "class_eval", "concern", "loop"];

impl Walk<'_, '_> {
    /// Whether a call stands in a block that runs in what includes the module: `included do … end`.
    fn is_for_includers(&self, node: Node) -> bool {
        std::iter::successors(node.parent(), |it| it.parent())
            .take_while(|it| !matches!(it.kind(), "module" | "class" | "method"))
            .any(|it| it.kind() == "call" && field(it, "method").is_some_and(|name| self.str(name) == "included"))
    }

    /// A call without a receiver that declares something. None: it is a call like any other.
    pub fn dsl(&mut self, node: Node, method: Node) -> Option<ValueId> {
        if let Some(value) = self.example(node, None, method) {
            return Some(value);
        }
        let text = self.str(method);
        let arguments = field(node, "arguments").map(items).unwrap_or_default();
        match text {
            "require" | "require_relative" | "load" | "autoload" => {
                self.required(text, node, &arguments);
                return None;
            }
            _ => {}
        }
        // In a block that is run as a class's body, too: `Foo.module_eval do … private def bar`.
        let is_before_method = !arguments.is_empty() && arguments.iter().all(|it| it.kind() == "method");
        if matches!(text, "private" | "protected") && is_before_method && self.methods.is_empty() {
            return Some(self.visible(node, method, text, &arguments));
        }
        if !self.methods.is_empty() || self.owners.is_empty() {
            return None;
        }
        let owner = self.owner()?;
        match text {
            "attr_reader" | "attr_writer" | "attr_accessor" | "attr" | "cattr_accessor" | "mattr_accessor"
            | "class_attribute" | "cattr_reader" | "mattr_reader" | "attribute" => {
                // What stands behind the name of an `attribute` is its type.
                let named = if text == "attribute" { arguments.len().min(1) } else { arguments.len() };
                for argument in &arguments[..named] {
                    match symbol_text(*argument, self.str(*argument)) {
                        Some(name) if text == "attr_writer" => {
                            self.accessor(&format!("{name}="), *argument, node, owner);
                        }
                        Some(name) => {
                            let symbol = self.accessor(name, *argument, node, owner);
                            // The class itself has it, too.
                            let both = text.starts_with(['c', 'm']);
                            let made = self.b.symbol_mut(symbol);
                            made.modifiers = made.modifiers.with(Modifiers::CLASS_METHOD, both);
                        }
                        None => {}
                    }
                }
            }
            "include" | "prepend" => {
                // What the class itself includes, it is extended with.
                let singleton = self.owners.last().is_some_and(|owner| owner.singleton);
                let relation = match text {
                    _ if singleton => Relation::Implements,
                    "prepend" if self.is_for_includers(node) => Relation::PrependsToOthers,
                    "prepend" => Relation::Prepends,
                    _ => Relation::Embeds,
                };
                // Of several the last is included first.
                for module in arguments.iter().rev().filter(|it| it.kind() != "self") {
                    self.base(owner, relation, *module);
                }
            }
            "extend" => {
                for module in arguments.iter().rev() {
                    match module.kind() {
                        "self" => self.owners.last_mut()?.extends_self = true,
                        _ => self.base(owner, Relation::Implements, *module),
                    }
                }
            }
            "private" | "protected" | "public" | "module_function" | "private_class_method" | "public_class_method" => {
                return Some(self.visible(node, method, text, &arguments));
            }
            "alias_method" => {
                if let [new, old] = arguments[..]
                    && let (Some(new_name), Some(old_name)) =
                        (symbol_text(new, self.str(new)), symbol_text(old, self.str(old)))
                {
                    self.aliased(new_name, new, old_name, node);
                }
            }
            "define_method" | "define_singleton_method" => {
                if let (Some(name), Some(block)) = (arguments.first(), field(node, "block"))
                    && let Some(text) = symbol_text(*name, self.str(*name))
                {
                    self.note_dsl(node, method);
                    self.defined_method(text, end(*name) - text.len() as u32, node, block);
                    return Some(self.unknown());
                }
            }
            // Active Record: what is found by it, the class itself is asked for.
            "scope"
                if let [name, block] = arguments[..]
                    && block.kind() == "lambda"
                    && let Some(text) = symbol_text(name, self.str(name)) =>
            {
                self.note_dsl(node, method);
                let singleton = self.owners.last_mut().map(|owner| std::mem::replace(&mut owner.singleton, true));
                let class = self.b.value(Value::Class { symbol: owner });
                let symbol = self.b.graph.symbols.len() as SymbolId;
                self.defined_method(text, end(name) - text.len() as u32, node, block);
                let all = self.all_of(class);
                self.b.symbol_mut(symbol).return_values = vec![all];
                if let (Some(owner), Some(before)) = (self.owners.last_mut(), singleton) {
                    owner.singleton = before;
                }
                return Some(self.unknown());
            }
            "class_methods" if let Some(block) = field(node, "block") => {
                self.note_dsl(node, method);
                self.of_including(block);
                return Some(self.unknown());
            }
            "delegate"
            | "instance_delegate"
            | "def_delegator"
            | "def_delegators"
            | "def_instance_delegator"
            | "def_instance_delegators" => {
                self.delegated(text, owner, node, &arguments);
                return None;
            }
            _ if is_association(text) => {
                self.association(text, owner, node, &arguments);
                if let (Some(name), Some(block)) = (arguments.first(), field(node, "block"))
                    && let Some(written) = symbol_text(*name, self.str(*name))
                    && field(block, "body").is_some_and(|body| items(body).iter().any(|it| it.kind() == "method"))
                {
                    self.note_dsl(node, method);
                    for argument in &arguments {
                        self.passed(*argument);
                    }
                    self.module_of_block(written, *name, node, block);
                    return Some(self.unknown());
                }
                let given = arguments.iter().copied().filter(|it| {
                    let key = field(*it, "key").map_or("", |key| self.str(key));
                    it.kind() == "pair" && (key.starts_with("before_") || key.starts_with("after_"))
                });
                self.named_methods(owner, &given.collect::<Vec<_>>());
                return None;
            }
            _ => {
                self.named_methods(owner, &arguments);
                if field(node, "block").is_some() && !CLASS_BLOCKS.contains(&text) {
                    return Some(self.instance_block(node, method));
                }
                return None;
            }
        }
        self.note_dsl(node, method);
        arguments.into_iter().for_each(|it| {
            self.passed(it);
        });
        Some(self.unknown())
    }

    /// What classes have themselves that include the module: `class_methods do … end`.
    fn of_including(&mut self, block: Node) {
        let Some(owner) = self.owners.last_mut() else { return };
        let before = (owner.singleton, owner.visibility);
        (owner.singleton, owner.visibility) = (true, 0);
        self.block_value(block, None);
        if let Some(owner) = self.owners.last_mut() {
            (owner.singleton, owner.visibility) = before;
        }
    }

    /// A call whose block runs on an instance.
    fn instance_block(&mut self, node: Node, method: Node) -> ValueId {
        let callee = self.note_dsl(node, method);
        let noted = self.noted();
        let arguments = field(node, "arguments").map(items).unwrap_or_default();
        let mut given: Vec<_> = arguments.into_iter().map(|it| self.passed(it)).collect();
        let name = self.name(method);
        self.methods.push(super::Method { name, is_static: false, params: 0, block: None, yields: Vec::new() });
        if let Some(block) = field(node, "block") {
            self.block(callee, block);
            given.push(self.block_value(block, Some(callee)));
        }
        self.methods.pop();
        self.gives_call(noted, node, callee, &given);
        self.unknown()
    }

    /// `before_action :find`: methods that are named for later.
    fn named_methods(&mut self, owner: SymbolId, arguments: &[Node]) {
        let listed = arguments.iter().flat_map(|it| if it.kind() == "array" { items(*it) } else { vec![*it] });
        for argument in listed {
            let value = if argument.kind() == "pair" { field(argument, "value") } else { Some(argument) };
            let Some(node) = value.filter(|it| it.kind() == "simple_symbol") else { continue };
            let Some(text) = symbol_text(node, self.str(node)) else { continue };
            let (name, object) = (self.b.name(text), self.b.value(Value::This { owner: Some(owner) }));
            let value = self.b.value(Value::Member { object, name });
            self.reference(value, name, start(node) + 1);
        }
    }

    pub fn note_dsl(&mut self, node: Node, method: Node) -> ValueId {
        let name = self.name(method);
        let callee = match self.this() {
            Some(object) => self.b.value(Value::Member { object, name }),
            None => self.b.value(Value::Name { name, scope: self.scopes.current(), binding: None }),
        };
        let text = self.str(method).to_owned();
        self.push_call(CallKind::Call, node, (text, start(method)), name, callee);
        callee
    }

    /// `private`, `private :a`, `private def a`
    fn visible(&mut self, node: Node, method: Node, word: &str, arguments: &[Node]) -> ValueId {
        self.note_dsl(node, method);
        let bits = bits_of(word);
        if arguments.is_empty() {
            if let Some(owner) = self.owners.last_mut() {
                owner.visibility = bits;
            }
            return self.unknown();
        }
        let listed: Vec<Node> =
            arguments.iter().flat_map(|it| if it.kind() == "array" { items(*it) } else { vec![*it] }).collect();
        for argument in listed {
            let symbols = self.b.graph.symbols.len() as SymbolId;
            let named = match symbol_text(argument, self.str(argument)) {
                Some(text) => {
                    let name = self.b.name(text);
                    self.owners.last().and_then(|owner| owner.methods.get(&name).copied())
                }
                None => {
                    self.node(argument);
                    (self.b.graph.symbols.len() as SymbolId > symbols).then_some(symbols)
                }
            };
            if let Some(symbol) = named {
                let made = self.b.symbol_mut(symbol);
                made.modifiers = made.modifiers.with(bits, true);
                made.exported = bits & (Modifiers::PRIVATE | Modifiers::PROTECTED) == 0;
            }
        }
        self.unknown()
    }

    /// A bare `private` among the statements of a class.
    pub fn bare_visibility(&mut self, node: Node) -> bool {
        let word = self.str(node);
        if !matches!(word, "private" | "protected" | "public" | "module_function") || !self.methods.is_empty() {
            return false;
        }
        let bits = bits_of(word);
        match self.owners.last_mut() {
            Some(owner) => owner.visibility = bits,
            None => return false,
        }
        self.note_dsl(node, node);
        true
    }

    /// `alias new old`
    pub fn aliased(&mut self, new: &str, at: Node, old: &str, node: Node) {
        let Some(owner) = self.owner() else { return };
        let is_static = self.owners.last().is_some_and(|owner| owner.singleton);
        let from = end(at) - new.len() as u32;
        let symbol = self.b.symbol(SymbolKind::Method, new, from, (start(node), end(node)));
        self.b.sign(symbol, start(node), end(node));
        let object = match is_static {
            true => self.b.value(Value::Class { symbol: owner }),
            false => self.b.value(Value::This { owner: Some(owner) }),
        };
        let name = self.b.name(old);
        let callee = self.b.value(Value::Member { object, name });
        let value = self.b.value(Value::Call { callee, arguments: Vec::new() });
        let made = self.b.symbol_mut(symbol);
        made.exported = true;
        // What it takes, the method under its other name says.
        made.modifiers = made.modifiers.with(Modifiers::STATIC, is_static).with(Modifiers::AMBIENT, true);
        self.b.returned(symbol, value);
        let at = self.b.source.point(from);
        self.b.graph.references.push(Reference {
            kind: ReferenceKind::Callback,
            caller: Some(symbol),
            value: callee,
            name,
            at,
        });
    }

    fn required(&mut self, word: &str, node: Node, arguments: &[Node]) {
        let path = if word == "autoload" { arguments.get(1) } else { arguments.first() };
        let Some(path) = path.filter(|it| it.kind() == "string") else { return };
        let Some(text) = symbol_text(*path, self.str(*path)) else { return };
        let specifier = match word {
            "require_relative" if !text.starts_with('.') => format!("./{text}"),
            _ => text.to_owned(),
        };
        let (line, local) = (self.line(node), self.b.name(""));
        let dynamic = !self.methods.is_empty();
        let names = vec![ImportedName { imported: Imported::Nothing, local, type_only: false }];
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic, line });
    }
}

fn bits_of(word: &str) -> u32 {
    match word {
        "private" | "private_class_method" => Modifiers::PRIVATE,
        "protected" => Modifiers::PROTECTED,
        "module_function" => Modifiers::CLASS_METHOD,
        _ => 0,
    }
}

//! Factories of tests, which make records by names of their own: `factory :author, class: "User"` and `build(:author)`.

use super::{Walk, Walker, field, symbol_text};
use facts::nouns::constant;
use facts::*;
use syntax::tree_sitter::Node;

/// What declares a factory, and what has it make something.
pub const FACTORY: &str = "factory";
const MAKERS: &[&str] = &[
    "build",
    "build_list",
    "build_pair",
    "build_stubbed",
    "build_stubbed_list",
    "build_stubbed_pair",
    "create",
    "create_list",
    "create_pair",
];
/// What these are called on, where that is no test.
const LIBRARIES: &[&str] = &["FactoryBot", "FactoryGirl"];

impl Walk<'_, '_> {
    /// Whether a call is one that has a factory make something.
    pub fn asks_factory(&self, call: Node) -> bool {
        let is_maker = field(call, "method").is_some_and(|it| MAKERS.contains(&self.str(it)));
        is_maker && field(call, "receiver").is_none_or(|it| LIBRARIES.contains(&self.str(it)))
    }

    /// The name of a factory among the arguments of what asks for it.
    pub fn factory_name(&mut self, argument: Node, value: ValueId) -> ValueId {
        // No argument that is given by name is called so.
        let name = self.b.name(self.str(argument));
        self.b.value(Value::Named { name, value })
    }

    /// What a factory makes: what the one around it or its parent does, or an instance of the class that it names, or is
    /// called like. None: that is computed.
    pub fn factory_makes(&mut self, arguments: &[Node]) -> Option<ValueId> {
        let own = symbol_text(*arguments.first()?, self.str(*arguments.first()?))?.to_owned();
        let parent = self.literal_option(arguments, "parent").map(str::to_owned);
        let (class, around) = (self.option(arguments, "class"), self.factories.last().cloned());
        self.factories.push(own.clone());
        if let Some(class) = class {
            let written = match symbol_text(class, self.str(class)) {
                Some(text) => Some(text.split('/').map(constant).collect::<Vec<_>>().join("::")),
                None => super::values::is_path(class).then(|| self.str(class).to_owned()),
            };
            return written.map(|it| self.instance_named(&it));
        }
        if let Some(parent) = parent.or(around) {
            let name = self.b.name("build");
            let callee = self.b.value(Value::Name { name, scope: self.scopes.current(), binding: None });
            let text = self.builtin(Builtin::String);
            let name = self.b.name(&format!(":{parent}"));
            let named = self.b.value(Value::Named { name, value: text });
            return Some(self.b.value(Value::Call { callee, arguments: vec![named] }));
        }
        Some(self.instance_named(&constant(&own)))
    }

    fn instance_named(&mut self, class: &str) -> ValueId {
        let ty = self.named_type(class);
        self.b.value(Value::Instance { ty })
    }
}

//! What `$this` is in the functions that Pest is given: an instance of the class that the file, or `Pest.php`, names,
//! with whatever the file's functions put on it.
//!
//! The classes are what bindings of the module are declared as: `$this` of the file itself, `$this in FOLDER` of all
//! files there.

use super::{Walk, Walker, field, items};
use facts::*;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::Node;

/// What a test case of functions is given on the way.
#[derive(Default)]
pub struct Cases {
    /// A test or a hook was met that is a function.
    are_there: bool,
    /// What holds the properties of `$this`, by name.
    properties: FxHashMap<NameId, BindingId>,
}

/// Functions that hand `$this` of another object to the function that they are given.
const REBINDING: &[&str] = &["bind", "bindTo", "call", "extend", "intercept", "macro", "pipe"];

impl Walk<'_, '_> {
    /// Whether tests that are functions stand around, or may.
    pub fn in_cases(&self) -> bool {
        self.cases.are_there && self.owner().is_none()
    }

    pub fn has_cases(&mut self) {
        self.cases.are_there = true;
    }

    /// `uses(A::class, B::class)->in('Feature')`, `pest()->extend(A::class)->use(B::class)->in('Feature')`
    pub fn cases_of(&mut self, node: Node, name: &str, arguments: Node) {
        if !self.b.graph.is_test || self.b.caller().is_some() {
            return;
        }
        let mut classes = if name == "uses" { items(arguments) } else { Vec::new() };
        let mut folders = vec![String::from("$this")];
        let mut call = node;
        while let Some(next) = call.parent().filter(|it| it.kind() == "member_call_expression") {
            let Some((name, given)) = field(next, "name").zip(field(next, "arguments")) else { return };
            match self.str(name) {
                "extend" | "extends" | "use" | "uses" => classes.extend(items(given)),
                "in" => {
                    let named = items(given).into_iter().filter_map(|it| self.case_folder(it.named_child(0)?));
                    folders = named.map(|folder| format!("$this in {folder}")).collect();
                }
                _ => {}
            }
            call = next;
        }
        let parts: Vec<TypeId> = classes.into_iter().filter_map(|it| self.class_given(it)).collect();
        let declared = match parts[..] {
            [] => return,
            [one] => one,
            _ => self.b.ty(Type::Intersection { parts }),
        };
        let line = self.line(node);
        for folder in folders {
            let name = self.b.name(&folder);
            let binding = self.b.binding(name, 0, BindingKind::Variable, line);
            self.b.binding_mut(binding).declared = Some(declared);
        }
    }

    /// `'Feature'`, `__DIR__`, `__DIR__.'/../Modules'`, from the file's folder.
    fn case_folder(&self, node: Node) -> Option<String> {
        match self.str(node) {
            "__DIR__" => Some(".".to_owned()),
            _ => self.literal_path(node),
        }
    }

    /// The type of an argument `A::class`.
    fn class_given(&mut self, argument: Node) -> Option<TypeId> {
        let constant = argument.named_child(0).filter(|it| it.kind() == "class_constant_access_expression")?;
        let [class, word] = items(constant)[..] else { return None };
        let is_class = self.str(word) == "class" && matches!(class.kind(), "name" | "qualified_name");
        is_class.then(|| self.type_name(self.str(class), Vec::new()))
    }

    /// Whether `$this` of a function is not that of the test around it, or may be none: another object is given to it,
    /// or it is kept for something else.
    pub fn is_rebound(&self, function: Node) -> bool {
        if !self.in_cases() {
            return false;
        }
        let mut around = std::iter::successors(function.parent(), Node::parent);
        let held =
            |it: &Node| matches!(it.kind(), "argument" | "array_creation_expression" | "array_element_initializer");
        let list = around.find(|it| !held(it)).filter(|it| it.kind() == "arguments");
        let Some(call) = list.and_then(|it| it.parent()) else { return true };
        field(call, "name").is_some_and(|name| REBINDING.contains(&self.str(name)))
    }

    /// What holds a property of the test's `$this`.
    pub fn case_property(&mut self, object: Node, name: Node) -> Option<BindingId> {
        let this = self.str(object) == "$this" && name.kind() == "name";
        if !this || !self.in_cases() {
            return None;
        }
        let this = self.name(object);
        if self.flow.get(this).is_some() {
            return None;
        }
        let name = self.name(name);
        if let Some(known) = self.cases.properties.get(&name) {
            return Some(*known);
        }
        let binding = self.b.binding(name, self.scopes.current(), BindingKind::Variable, self.line(object));
        self.cases.properties.insert(name, binding);
        Some(binding)
    }

    /// A property that the file's functions do not set is the class's.
    pub fn close_cases(&mut self) {
        let mut properties: Vec<_> = std::mem::take(&mut self.cases.properties).into_iter().collect();
        properties.retain(|(_, binding)| self.b.graph.bindings[*binding as usize].values.is_empty());
        properties.sort_unstable();
        for (name, binding) in properties {
            let object = self.b.value(Value::This { owner: None });
            let value = self.b.value(Value::Member { object, name });
            self.b.assign(binding, value);
        }
    }
}

//! Functions of classes that say for those that call them in their bodies who is asked before their methods:
//! `def self.open_to_all(**options) = skip_before_action(:sign_in, **options)`.

use crate::rows::Writer;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::Decl;
use facts::{Call, Modifiers, SymbolId, Value};
use rules::{Clause, Kind};

/// How a class's guards are marked that ask before its methods.
const BEFORE: &str = "BEFORE";

impl<'g> Writer<'_, 'g> {
    /// Whether what a call says holds of a class: it stands in the class's body, or is about guards and stands in a
    /// function of the class itself, which says it for those that call that.
    pub fn is_about_class(&self, call: &Call, clause: &Clause) -> bool {
        let Some(caller) = call.caller.map(|caller| &self.graph.symbols[caller as usize]) else { return false };
        let of_self = || match self.graph.values[call.callee as usize] {
            Value::Member { object, .. } => matches!(self.graph.values[object as usize], Value::Class { .. }),
            _ => true,
        };
        let is_macro = || caller.modifiers.has(Modifiers::STATIC) && of_self();
        caller.kind.is_type() || clause.kind == Some(Kind::Guard) && is_macro()
    }

    /// A function of a class that is called in a class's body: whom it has asked, that class has asked too.
    pub fn macro_called(&mut self, call: &'g Call, function: Decl, anchors: &Anchors<'_, 'g>) {
        let project = self.project;
        let is_type = |caller: &SymbolId| self.graph.symbols[*caller as usize].kind.is_type();
        let Some(class) = call.caller.filter(is_type) else { return };
        let is_macro = |it: &facts::Symbol| it.modifiers.has(Modifiers::STATIC);
        if !project.symbol(function).is_some_and(|(_, symbol)| is_macro(symbol)) {
            return;
        }
        let Some(clause) = project.rules.guarding_in_class(&self.graph.language) else { return };
        let reach = self.reach(Kind::Guard, &Site::of_call(self.graph, call), clause, anchors);
        let (class, function) = (self.id(class), project.symbol_id(function));
        self.register(&Registration {
            owner: Some(&class),
            method: Some(BEFORE),
            name: reach.as_deref(),
            mounted: Some(&function),
            ..self.registered_by(Kind::Guard.word(), call.caller, call.at.line)
        });
    }
}

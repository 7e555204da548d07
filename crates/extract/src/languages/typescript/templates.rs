//! Components: the symbol that a component's file exports, and the uses that its template makes of its script.

use super::component::{Expression as Part, Use};
use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::{Visit, walk};

/// Options of a component whose functions are its own members.
const MEMBERS: &[&str] = &["methods", "computed", "watch"];
/// What else the options of components hold, by which they are told.
const OPTIONS: &[&str] = &[
    "beforeDestroy",
    "beforeUnmount",
    "components",
    "computed",
    "created",
    "data",
    "destroyed",
    "mixins",
    "mounted",
    "props",
    "unmounted",
    "watch",
];
/// Those of a store.
const STORE_MEMBERS: &[&str] = &["actions", "getters"];

/// What is known of a component besides its program.
pub struct Template {
    parts: Vec<Part>,
    stores: bool,
    symbol: SymbolId,
    /// `this` of the component.
    this: ValueId,
    /// Names in the template that the script does not bind.
    open: Vec<ValueId>,
}

impl Template {
    pub fn new(parts: Vec<Part>, stores: bool) -> Self {
        Self { parts, stores, symbol: 0, this: 0, open: Vec::new() }
    }

    /// The part of the template that a byte stands in.
    pub fn part(&self, byte: u32) -> Option<&Part> {
        let before = self.parts.partition_point(|part| part.start <= byte);
        self.parts[..before].last().filter(|part| byte < part.end)
    }
}

impl<'a> Walk<'_, '_> {
    /// Makes the symbol of a component, named by its file.
    pub fn component(&mut self, template: Option<Template>) {
        let Some(mut template) = template else { return };
        let path = &self.b.graph.path;
        let file = path.rsplit('/').next().unwrap_or(path).to_owned();
        let name = file.split_once('.').map_or(file.as_str(), |(stem, _)| stem);
        let end = self.b.source.text.len() as u32;
        template.symbol = self.b.symbol(SymbolKind::Class, name, 0, (0, end));
        template.this = self.b.value(Value::This { owner: Some(template.symbol) });
        let made = self.b.symbol_mut(template.symbol);
        made.exported = true;
        made.modifiers = made.modifiers.with(Modifiers::DEFAULT, true);
        made.signature = file;
        self.template = Some(template);
    }

    /// The component is what its file exports by default; what stands at the top level is done by it.
    pub fn export_component(&mut self) {
        let Some(template) = self.template.take() else { return };
        let symbol = template.symbol;
        let default = self.b.name("default");
        self.b.graph.exports.retain(|export| export.name != default);
        let binding = self.b.binding(default, 0, BindingKind::Class, 1);
        self.b.binding_mut(binding).symbol = Some(symbol);
        self.export("default", Exported::Local(binding), false, 0);
        for call in &mut self.b.graph.calls {
            call.caller = call.caller.or(Some(symbol));
        }
        for reference in &mut self.b.graph.references {
            reference.caller = reference.caller.or(Some(symbol));
        }
        let graph = &mut self.b.graph;
        let members: rustc_hash::FxHashSet<NameId> =
            graph.symbols.iter().filter(|it| it.parent == Some(symbol)).map(|it| it.name).collect();
        for open in template.open {
            if let Value::Name { name, binding: None, .. } = graph.values[open as usize]
                && members.contains(&name)
            {
                graph.values[open as usize] = Value::Member { object: template.this, name };
            }
        }
    }

    /// What a name in the template is, where the script alone does not say.
    pub fn template_name(&mut self, id: &IdentifierReference<'a>, binding: Option<BindingId>) -> Option<ValueId> {
        let template = self.template.as_ref()?;
        let part = template.part(id.span.start);
        if part.is_some_and(|part| part.locals.iter().any(|local| local.as_str() == id.name.as_str())) {
            return Some(self.unknown(false));
        }
        if binding.is_some() {
            return None;
        }
        if let Some(store) = id.name.strip_prefix('$').filter(|_| template.stores)
            && self.scoping.get_root_binding(store.into()).is_some()
        {
            return Some(self.unknown(true));
        }
        if part.is_some() {
            let (name, scope) = (self.b.name(&id.name), self.scope_of(id));
            let value = self.b.value(Value::Name { name, scope, binding: None });
            self.template.as_mut()?.open.push(value);
            return Some(value);
        }
        None
    }

    /// A part of the template was walked: what it names is used.
    pub fn template_part(&mut self, it: &ExpressionStatement<'a>) {
        let Some(template) = &self.template else { return };
        let Some(part) = template.part(it.span.end.saturating_sub(1).max(it.span.start + 1) - 1) else { return };
        match part.usage {
            Use::Value => self.pass(&it.expression),
            Use::Element => {
                let (value, at) = match &it.expression {
                    Expression::Identifier(id) => (self.identifier(id), id.span.start),
                    Expression::StaticMemberExpression(m) => (self.value(&it.expression), m.property.span.start),
                    _ => return,
                };
                let (Value::Name { name, .. } | Value::Member { name, .. }) = self.b.graph.values[value as usize]
                else {
                    return;
                };
                let (at, caller) = (self.b.source.point(at), self.b.caller());
                self.b.graph.references.push(Reference { kind: ReferenceKind::Jsx, caller, value, name, at });
            }
        }
    }

    /// `export default { … }` and `export default defineComponent({ … })` of a component: what its functions are.
    /// False: it is none.
    pub fn options(&mut self, value: &Expression<'a>) -> bool {
        let Some(symbol) = self.template.as_ref().map(|it| it.symbol) else { return false };
        self.lead = Lead::default();
        match value.get_inner_expression() {
            Expression::ObjectExpression(_) => {
                self.b.enter(symbol);
                self.next_this = Some(symbol);
                self.visit_expression(value);
                self.b.leave();
            }
            Expression::CallExpression(call) => {
                let object = |it: &Argument<'a>| matches!(it, Argument::ObjectExpression(_));
                match call.arguments.iter().position(object) {
                    Some(at) => {
                        self.walk_options(symbol, at, call);
                        self.call(
                            CallKind::Call,
                            &call.callee,
                            &call.arguments,
                            call.type_arguments.as_deref(),
                            call.span,
                        );
                    }
                    None => walk::walk_expression(self, value),
                }
            }
            _ => self.visit_expression(value),
        }
        true
    }

    /// `methods: { … }` of a component, `actions: { … }` of a store: its functions are the component's or store's.
    pub fn is_members(&self, p: &ObjectProperty<'a>, this: Option<SymbolId>) -> bool {
        let component = self.template.as_ref().map(|it| it.symbol);
        let names = match this {
            Some(_) if this == component || this == self.options => MEMBERS,
            Some(_) if this == self.store => STORE_MEMBERS,
            _ => return false,
        };
        matches!(p.value, Expression::ObjectExpression(_))
            && p.key.static_name().is_some_and(|name| names.contains(&&*name))
    }
}

/// Whether an object literal lists what a component is made of, as mixins do: methods, and something else that only components
/// have.
pub fn is_options(object: &ObjectExpression) -> bool {
    let (mut methods, mut others) = (false, false);
    for property in &object.properties {
        let ObjectPropertyKind::ObjectProperty(p) = property else { continue };
        let Some(name) = p.key.static_name() else { continue };
        methods |= name == "methods" && matches!(p.value, Expression::ObjectExpression(_));
        others |= OPTIONS.contains(&&*name);
    }
    methods && others
}

/// Of `defineStore(…)` of a library of stores: where its options stand among its arguments.
pub fn defines_store(it: &CallExpression) -> Option<usize> {
    let Expression::Identifier(callee) = it.callee.get_inner_expression() else { return None };
    let is_options = |argument: &Argument| matches!(argument, Argument::ObjectExpression(_));
    if callee.name == "defineStore" { it.arguments.iter().position(is_options) } else { None }
}

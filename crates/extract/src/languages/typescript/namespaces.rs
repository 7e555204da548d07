//! Namespaces, and modules that a declaration speaks of.

use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::Visit;
use syntax::oxc::span::GetSpan;
use syntax::oxc::syntax::scope::ScopeId as OxcScope;

impl<'a> Walk<'_, '_> {
    /// `declare module "a" { … }`, `declare global { … }`: what is in it leaves the file.
    pub fn ambient_module(
        &mut self,
        symbol: SymbolId,
        head: u32,
        scope: Option<OxcScope>,
        body: Option<&TSModuleBlock<'a>>,
    ) {
        self.lead = Lead::default();
        self.sign(symbol, head);
        self.open(symbol, scope);
        let made = self.b.symbol_mut(symbol);
        made.exported = true;
        made.modifiers = made.modifiers.with(Modifiers::AMBIENT, true);
        let ambient = std::mem::replace(&mut self.ambient, true);
        // Exports in it are another module's.
        self.namespaces.push(BindingId::MAX);
        self.b.enter(symbol);
        if let Some(body) = body {
            self.visit_ts_module_block(body);
        }
        self.b.leave();
        self.namespaces.pop();
        self.ambient = ambient;
    }

    /// Blocks of one namespace are one symbol, as are a function, class or enum and a namespace that adds to it.
    pub fn namespace(&mut self, it: &TSNamespaceDeclaration<'a>) {
        let lead = self.lead;
        let binding = self.binding_of(&it.id, false);
        let known = binding.and_then(|at| self.b.graph.bindings[at as usize].symbol);
        let symbol = match known {
            Some(symbol) => {
                self.lead = Lead::default();
                symbol
            }
            None => {
                let symbol = self.declare(SymbolKind::Namespace, &it.id, it.span);
                self.sign(symbol, it.id.span.end);
                self.open(symbol, it.scope_id.get());
                symbol
            }
        };
        let binding = binding.unwrap_or(BindingId::MAX);
        if let Some(scope) = it.scope_id.get() {
            self.blocks.entry(binding).or_default().push(scope.index() as ScopeId);
            self.b.graph.scopes[scope.index()].symbol = Some(symbol);
        }
        let ambient = self.ambient;
        self.ambient |= it.declare;
        self.namespaces.push(binding);
        self.b.enter(symbol);
        match &it.body {
            TSNamespaceDeclarationBody::TSModuleBlock(body) => self.visit_ts_module_block(body),
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                // `namespace a.b`: the inner one is exported by being named so.
                self.lead = Lead { start: Some(inner.span().start), exported: lead.exported, default: false };
                self.namespace(inner);
            }
        }
        self.b.leave();
        self.namespaces.pop();
        self.ambient = ambient;
    }
}

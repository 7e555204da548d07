//! Routers that a struct of the repository embeds, or that answers for it: what is registered on the struct is registered
//! on that, `type Server struct { *gin.Engine }`, `s.GET("/items", list)`; what stands around the struct is asked before it.

use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::values::types::{Decl, Head};
use facts::{Modifiers, SymbolKind, ValueId};
use rules::{Clause, Part, Source};

/// The method by which a type serves requests itself.
const SERVES: &str = "ServeHTTP";

impl<'g> Writer<'_, 'g> {
    /// The router of an instance whose type serves requests itself, be it by that router alone: `signedIn(server)`.
    pub fn router_served_by(&mut self, value: ValueId) -> Option<String> {
        if !self.goes_by_types() {
            return None;
        }
        let ty = self.eval.value(self.file, value);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
        self.has_within(class, SERVES).then(|| self.router_within(value)).flatten()
    }

    /// The embedded field on which something is registered that names the struct alone.
    pub fn embedded_router(&mut self, site: &Site<'g>, clause: &Clause) -> Option<String> {
        let [Part { source: Source::Object, outer: false, members, .. }] = &clause.on.0[..] else { return None };
        // A declaration is called by nothing, and its file may hold no value.
        if site.router.is_some() || site.decorated.is_some() || !members.is_empty() || !self.goes_by_types() {
            return None;
        }
        let object = self.object(site.callee)?;
        let ty = self.eval.value(self.file, object);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
        let source = self.project.source(class.file)?;
        let mut routers = Vec::new();
        for id in source.children(class.symbol) {
            let symbol = &source.graph.symbols[id as usize];
            let is_embedded = symbol.kind == SymbolKind::Property && symbol.modifiers.has(Modifiers::EMBEDDED);
            let Some(declared) = symbol.declared.filter(|_| is_embedded) else { continue };
            let ty = self.eval.declared(class.file, declared, None);
            if self.is_of_routers(ty) {
                routers.push(Decl { file: class.file, symbol: id });
            }
        }
        match routers[..] {
            [one] => Some(self.project.symbol_id(one)),
            _ => None,
        }
    }
}

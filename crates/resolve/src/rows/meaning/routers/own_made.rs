//! Routers of the repository's own over those of frameworks: what one is made around, `NewRouter(e.Group("/api"))`,
//! and which of its methods only carry out what their calls are told by.

use super::registration::Registration;
use crate::rows::Writer;
use crate::rows::meaning::routing::roles::Role;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::Decl;
use facts::{Call, Shape, SymbolKind, ValueId};
use rules::Kind;

/// The name of the mount that says that a method of a type carries out what is told by its calls.
const CARRIES_OUT: &str = "carries out";

impl<'g> Writer<'_, 'g> {
    /// What is registered on an own router that a function makes hangs on the only router that the function is given.
    pub fn made_around(&mut self, call: &'g Call, function: Decl, anchors: &Anchors<'_, 'g>) {
        let Some(result) = call.result.filter(|_| self.goes_by_types() && !call.given.is_empty()) else { return };
        let is_method = self.project.symbol(function).is_none_or(|(_, symbol)| symbol.kind == SymbolKind::Method);
        if !is_method {
            self.hang_on_given(call, result, anchors);
        }
    }

    fn hang_on_given(&mut self, call: &'g Call, made: ValueId, anchors: &Anchors<'_, 'g>) {
        let mut routers = Vec::new();
        for given in &call.given {
            if let Shape::Value(value) = given.shape
                && self.is_any_router(value)
            {
                routers.push(value);
            }
        }
        let [router] = routers[..] else { return };
        if !self.is_of_own_routers(made) {
            return;
        }
        if let Some(owner) = self.anchor(router, anchors)
            && let Some(mounted) = self.result_anchor(made, anchors).filter(|it| *it != owner)
        {
            self.link(&owner, &mounted, call.caller, call.at.line);
        }
    }

    /// What a method that groups or asks hands on to a framework is told by the method's calls, which know of what.
    pub fn carries_out(&mut self, kind: Kind, site: &Site<'g>) {
        if !matches!(kind, Kind::Guard | Kind::Mount) || site.router.is_some() || !self.has_own_routers() {
            return;
        }
        let Some(method) = site.caller.filter(|it| self.graph.symbols[*it as usize].kind == SymbolKind::Method) else {
            return;
        };
        let role = self.role_of(Decl { file: self.file, symbol: method });
        let Some((Role::Guard | Role::With | Role::Group | Role::Parted, class)) = role else { return };
        let class = self.project.symbol_id(class);
        self.register(&Registration {
            name: Some(CARRIES_OUT),
            mounted: Some(&class),
            ..self.registered_by(Kind::Mount.word(), site.caller, site.at.line)
        });
    }
}

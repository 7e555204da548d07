//! What a name alone says of methods that override each other, and of what is called on something that is named like their
//! class.

use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::handed_params::is_untyped;
use crate::values::types::{Decl, FileId, Head};
use facts::{Modifiers, SymbolKind, Value, ValueId};

/// How many methods of one name are looked at.
const MAX_FAMILY: usize = 32;

impl Eval<'_> {
    /// The method that all others override.
    pub(super) fn overridden_by_others(&mut self, methods: &[Decl]) -> Option<Decl> {
        if methods.len() > MAX_FAMILY {
            return None;
        }
        let owners: Option<Vec<Decl>> = methods.iter().map(|&it| self.owner_of(it)).collect();
        let owners = owners?;
        let mut above: Option<Vec<Decl>> = None;
        for &owner in &owners {
            let mut bases = vec![owner];
            for &base in self.lineage(owner).iter() {
                if let Head::Instance(base, _) = *self.types.head(base) {
                    bases.push(base);
                }
            }
            match &mut above {
                Some(above) => above.retain(|it| bases.contains(it)),
                None => above = Some(bases.into_iter().filter(|it| owners.contains(it)).collect()),
            }
        }
        let of = above?;
        methods.iter().zip(&owners).find(|(_, owner)| of.contains(owner)).map(|(&method, _)| method)
    }

    /// The function that is called with another `this`: `f` of `f.call(x)`, `f.apply(x, xs)`.
    pub(super) fn called_with_this(
        &mut self,
        source: &Source,
        file: FileId,
        function: ValueId,
        name: Name,
        aliases: u8,
    ) -> Option<Verdict> {
        if !source.language.computed_types || !matches!(&*self.text(name), "call" | "apply") {
            return None;
        }
        let verdict = self.target(file, function, aliases);
        let is_function = |&it: &Decl| {
            let kind = self.project.symbol(it).map(|(_, symbol)| symbol.kind);
            matches!(kind, Some(SymbolKind::Function | SymbolKind::Method))
        };
        let told = matches!(verdict.resolution, Resolution::Exact | Resolution::Typed | Resolution::Unique);
        (told && !verdict.targets.is_empty() && verdict.targets.iter().all(is_function)).then_some(verdict)
    }

    fn owner_of(&self, method: Decl) -> Option<Decl> {
        let symbol = self.project.symbol(method)?.1.parent?;
        Some(Decl { file: method.file, symbol })
    }

    /// Whether a method is one of a type, or of what a function makes.
    pub(super) fn is_method_of_type(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(source, symbol)| {
            let of_type = |parent| match source.graph.symbols[parent as usize].kind {
                SymbolKind::Class | SymbolKind::Interface | SymbolKind::Struct => true,
                SymbolKind::Function => source.language.computed_types && !symbol.modifiers.has(Modifiers::OF_LITERAL),
                _ => false,
            };
            symbol.receiver.is_some() || symbol.parent.is_some_and(of_type)
        })
    }

    /// Where types are written nowhere, the one method of a name, of a class after which the receiver is named:
    /// `request.send()`, `this._request.send()`.
    pub(super) fn called_like_class(
        &mut self,
        source: &Source,
        file: FileId,
        receiver: ValueId,
        method: Name,
    ) -> Option<Verdict> {
        if !is_untyped(&source.graph) || self.project.is_std_name(source.language, method) {
            return None;
        }
        let (Value::Name { name, .. } | Value::Member { name, .. }) = source.graph.values[receiver as usize] else {
            return None;
        };
        let called = source.graph.name(name).trim_start_matches(['_', '$', '#']);
        let &[(at, symbol)] = self.project.listed(List::Method, method) else { return None };
        let decl = Decl { file: at, symbol };
        let class = self.owner_of(decl).filter(|_| self.is_method_of_type(decl))?;
        let (other, class) = self.project.symbol(class)?;
        let is_seen = is_untyped(&other.graph) && (!other.graph.is_test || source.graph.is_test || at == file);
        let class = other.graph.name(class.name);
        (is_seen && is_named_after(called, class)).then(|| Verdict::one(Resolution::Unique, decl))
    }
}

/// Whether a name ends in that of a class: `request`, `rawRequest`.
fn is_named_after(name: &str, class: &str) -> bool {
    let Some(before) = name.len().checked_sub(class.len()) else { return false };
    if before == 0 {
        return name.eq_ignore_ascii_case(class);
    }
    class.starts_with(|first: char| first.is_ascii_uppercase()) && name.ends_with(class)
}

#[cfg(test)]
mod tests {
    use super::is_named_after;

    #[test]
    fn names_end_in_the_class() {
        assert!(is_named_after("request", "Request") && is_named_after("rawRequest", "Request"));
        assert!(!is_named_after("interrequest", "Request") && !is_named_after("req", "Request"));
    }
}

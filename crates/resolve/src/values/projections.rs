//! Types that a type parameter's own type tells: `F::Output` of what is waited for or called, `I::Item` of what is
//! iterated, `T::Name` of what implements a trait of the repository that declares this type.

use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::computed::Written;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::{BindingKind, SymbolKind, Type, TypeId};

impl Eval<'_> {
    /// The type parameter of a written `T::Output`, `T::Item` or `T::Name`, and that name. None: it is another type.
    pub(super) fn projection<'s>(&mut self, source: &'s Source, file: FileId, ty: TypeId) -> Option<(Ty, &'s str)> {
        let Type::Name { path, root: Some(root), arguments, .. } = &source.graph.types[ty as usize] else {
            return None;
        };
        let [_, name] = path[..] else { return None };
        let name = source.graph.name(name);
        if !source.language.module_paths || !arguments.is_empty() {
            return None;
        }
        let Entity::Binding(at, binding) = self.project.path_binding(file, *root, Use::Type) else { return None };
        let is_param = self.source(at)?.graph.bindings[binding as usize].kind == BindingKind::TypeParam;
        let is_told = is_param && (matches!(name, "Output" | "Item") || self.declares_type(file, ty).is_some());
        is_told.then(|| (self.named(Entity::Binding(at, binding), &[]), name))
    }

    /// The trait of the repository that declares what a written `T::Name` leads to.
    fn declares_type(&self, file: FileId, ty: TypeId) -> Option<Decl> {
        let Entity::Symbol(decl) = self.project.path_type(file, ty) else { return None };
        let (source, symbol) = self.project.symbol(decl)?;
        let of = symbol.parent.filter(|_| symbol.kind == SymbolKind::TypeAlias)?;
        (source.graph.symbols[of as usize].kind == SymbolKind::Interface)
            .then_some(Decl { file: decl.file, symbol: of })
    }

    /// What such a type comes to where the block that implements the trait says it; else what the trait says of it.
    fn of_trait(&mut self, of: Ty, declared: Decl, at: Written, name: Name) -> Option<Ty> {
        let said = match self.types.head(of).clone() {
            Head::Instance(class, args) => self.type_by_block(of, (class, &args), declared, name),
            _ => None,
        };
        said.or_else(|| {
            let entity = self.project.path_type(at.file, at.ty);
            let said = self.named(entity, &[]);
            (!said.is_unknown()).then_some(said)
        })
    }

    /// What such a type comes to. None: it cannot be told.
    pub(super) fn projected(&mut self, source: &Source, at: Written) -> Option<Ty> {
        let (param, name) = self.projection(source, at.file, at.ty)?;
        let of = self.types.subst(param, at.env);
        if let Some(declared) = self.declares_type(at.file, at.ty) {
            let name = self.name(name);
            return self.of_trait(of, declared, at, name);
        }
        let is_waited = match *self.types.head(param) {
            Head::Param(decl, position) => {
                let bound = self.bound(decl, position);
                matches!(self.types.head(bound), Head::Std(Std::Promise, _))
            }
            _ => false,
        };
        let found = match (self.types.head(of).clone(), name) {
            (Head::Param(..) | Head::Unknown | Head::Dynamic | Head::External(_) | Head::Computed(..), _) => {
                return None;
            }
            (Head::Std(Std::Promise, args), "Output") => args.first().copied()?,
            (Head::Func(..) | Head::Closure(..) | Head::FuncType(..), "Output") => self.call(of, at.file, &[]),
            // What an asynchronous function gives is told as what waiting for it gives.
            (_, "Output") if is_waited => self.awaited_by_block(of).unwrap_or(of),
            (Head::Std(Std::Pointer, _) | Head::Instance(..), "Output") => self.awaited_by_block(of)?,
            (Head::Std(..) | Head::Tuple(_) | Head::Instance(..), "Item") => self.item(of, 1, source.language.map_item),
            _ => return None,
        };
        (!found.is_unknown()).then_some(found)
    }
}

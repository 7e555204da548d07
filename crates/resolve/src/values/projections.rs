//! Types that a type parameter's own type tells: `F::Output` of what is waited for or called, `I::Item` of what is iterated.

use crate::naming::entities::{Entity, Use};
use crate::project::source::Source;
use crate::values::computed::Written;
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
use facts::{BindingKind, Type, TypeId};

impl Eval<'_> {
    /// The type parameter of a written `T::Output` or `T::Item`, and that name. None: it is another type.
    pub(super) fn projection<'s>(&mut self, source: &'s Source, file: FileId, ty: TypeId) -> Option<(Ty, &'s str)> {
        let Type::Name { path, root: Some(root), arguments, .. } = &source.graph.types[ty as usize] else {
            return None;
        };
        let [_, name] = path[..] else { return None };
        let name = source.graph.name(name);
        if !source.language.module_paths || !arguments.is_empty() || !matches!(name, "Output" | "Item") {
            return None;
        }
        let Entity::Binding(at, binding) = self.project.path_binding(file, *root, Use::Type) else { return None };
        let is_param = self.source(at)?.graph.bindings[binding as usize].kind == BindingKind::TypeParam;
        is_param.then(|| (self.named(Entity::Binding(at, binding), &[]), name))
    }

    /// What such a type comes to. None: it cannot be told.
    pub(super) fn projected(&mut self, source: &Source, at: Written) -> Option<Ty> {
        let (param, name) = self.projection(source, at.file, at.ty)?;
        let of = self.types.subst(param, at.env);
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

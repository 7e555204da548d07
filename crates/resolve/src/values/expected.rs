//! What the place of an argument asks of it, where labels tell which parameter of which function it is given to.

use crate::languages::Arguments;
use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::source::Source;
use crate::standard::std_types;
use crate::targets::pairs::pairs;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Std, Ty};
use facts::{SymbolKind, TRAILING, Value, ValueId, WHOLE};

impl<'p> Eval<'p> {
    /// What is asked of an argument by the functions of a name that take a call's labels: the types of the parameters
    /// that it is given to. None where labels do not tell.
    pub(crate) fn labelled_param(
        &mut self,
        source: &'p Source,
        file: FileId,
        callee: ValueId,
        argument: u32,
    ) -> Option<Vec<Ty>> {
        if source.language.arguments != Arguments::Labelled {
            return None;
        }
        let arguments = self.arguments_of(file, callee)?.to_vec();
        let at = if argument == TRAILING { arguments.len().checked_sub(1)? } else { argument as usize };
        let callee_ty = self.callee(source, file, callee);
        let env = match *self.types.head(callee_ty) {
            Head::Func(_, env, _) => env,
            _ => Env::EMPTY,
        };
        let mut seen: Vec<Decl> = Vec::new();
        let mut types: Vec<Ty> = Vec::new();
        for target in self.called(file, callee).targets {
            for decl in self.of_one_name(source, file, target) {
                let Some((of, symbol)) = self.project.symbol(decl).filter(|_| !seen.contains(&decl)) else { continue };
                seen.push(decl);
                let defaults = self.overridden_defaults(decl).unwrap_or(symbol);
                let Some(pairs) = pairs(source, of, symbol, defaults, &arguments) else { continue };
                let Some(&(param, _)) = pairs.get(at) else { continue };
                let ty = self.param_type(decl, param as u32);
                let ty = self.types.subst(ty, env);
                if !ty.is_unknown() && !types.contains(&ty) {
                    types.push(ty);
                }
            }
        }
        (!types.is_empty()).then_some(types)
    }

    /// What a case of an enumeration holds at a position, where `case` names it as a member of the type of what is taken
    /// apart.
    pub(crate) fn held_by_case(
        &mut self,
        source: &'p Source,
        file: FileId,
        case: ValueId,
        position: u32,
    ) -> Option<Ty> {
        let Value::Member { object, name } = source.graph.values[case as usize] else { return None };
        let class = self.value(file, object);
        let text = source.graph.name(name);
        if let Head::Library(path, args) = self.types.head(class).clone()
            && &*self.text(path) == "Swift.Result"
        {
            return args.get(["success", "failure"].iter().position(|case| *case == text)?).copied();
        }
        let hits = self.reached(source, file, class, source.name(name), Use::Call);
        let (decl, env) = match hits[..] {
            [Hit::Declared(decl, env, _)] => (decl, env),
            [Hit::Named(Entity::Symbol(decl))] => (decl, Env::EMPTY),
            _ => return None,
        };
        let (_, symbol) = self.project.symbol(decl)?;
        if symbol.kind != SymbolKind::EnumMember {
            return None;
        }
        let ty = self.declared(decl.file, symbol.params.get(position as usize)?.declared?, symbol.parent);
        Some(self.types.subst(ty, env))
    }

    /// What a method of a standard type puts into a parameter of its own.
    pub(super) fn standard_out(&mut self, from: Ty, method: &str) -> Ty {
        match self.types.head(from).clone() {
            Head::Std(Std::Map, args) if method.starts_with("Try") => args.get(1).copied().unwrap_or(Ty::UNKNOWN),
            Head::Std(_, args) if method.starts_with("Try") => args.first().copied().unwrap_or(Ty::UNKNOWN),
            Head::Std(Std::List | Std::Set, args)
                if self.language.implied_members && std_types::swift::takes_element(method) =>
            {
                args.first().copied().unwrap_or(Ty::UNKNOWN)
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// Whether what a callee asks of its arguments is not known, though it gives back what lies outside.
    pub(crate) fn asks_unknown(&self, source: &Source, callee: Ty) -> bool {
        source.language.arguments == Arguments::Labelled && matches!(self.types.head(callee), Head::External(_))
    }

    /// The type of parameter `position` of what stands in the place of parameters of these types.
    pub(crate) fn handed(&mut self, params: Vec<Ty>, position: u32) -> Ty {
        let given = params.into_iter().map(|param| match position {
            WHOLE => param,
            _ => self.function_param(param, position),
        });
        let given: Vec<Ty> = given.collect();
        self.types.union(given)
    }
}

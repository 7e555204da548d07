//! The receiver's own type inside function types: `m(f: (it: this) => void)`.

use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, THIS, Ty, Types};
use facts::{Arena, SymbolId, Type, TypeId};

/// How deep the receiver's own type is looked for in a function type.
const MAX_DEPTH: u8 = 4;

impl Eval<'_> {
    /// A function type as written. `owner` is the type that it stands in.
    pub(crate) fn function_type(&mut self, source: &Source, file: FileId, ty: TypeId, owner: Option<SymbolId>) -> Ty {
        let env = match owner {
            Some(symbol) if is_named(&source.graph.types, ty, 0) => self.types.own_this(Decl { file, symbol }),
            _ => Env::EMPTY,
        };
        self.types.make(Head::FuncType(file, ty, env))
    }
}

impl Types {
    /// An environment in which the type's own `this` stands for itself until more is known.
    fn own_this(&mut self, decl: Decl) -> Env {
        let this = self.make(Head::Param(decl, THIS));
        self.make_env(vec![(decl, THIS, this)])
    }

    /// The one type of a file whose `this` an environment says something of.
    pub(crate) fn this_owner(&self, env: Env, file: FileId) -> Option<SymbolId> {
        let mut owners = self.env(env).iter().filter(|(decl, position, _)| *position == THIS && decl.file == file);
        let (owner, ..) = owners.next()?;
        owners.next().is_none().then_some(owner.symbol)
    }
}

/// Whether a function type names the receiver's own type in what it takes or gives.
fn is_named(types: &Arena<Type>, ty: TypeId, depth: u8) -> bool {
    let within = |ty: &TypeId| depth < MAX_DEPTH && is_named(types, *ty, depth + 1);
    match &types[ty as usize] {
        Type::This => true,
        Type::Function { params, returns } => params.iter().chain(returns).any(within),
        Type::Extension { receiver, function } => within(receiver) || within(function),
        Type::Union { options: parts } | Type::Intersection { parts } | Type::Tuple { parts } => {
            parts.iter().any(within)
        }
        Type::List { element: inner } | Type::Optional { inner } => within(inner),
        Type::Map { key, element } => within(key) || within(element),
        Type::Name { arguments, .. } => arguments.iter().any(within),
        _ => false,
    }
}

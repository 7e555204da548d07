//! What `<T as Trait<A>>::f` and `T::f` run, of the blocks that implement a trait for types outside: by how `T` and these
//! are written, since types alone leave out references and which of the numbers and texts one is.

use crate::naming::entities::{Entity, Use};
use crate::standard::std_types::rust::is_primitive;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{Behind, BindingKind, Impl, SymbolKind, Type, TypeId, ValueId};

/// How deep the arguments of written types are compared.
const DEPTH: u8 = 8;

/// The type in front of a called name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written<'t> {
    ty: TypeId,
    /// What it stands behind, and its text without that. None: its text is not known whole.
    text: Option<(Behind, &'t str)>,
}

impl<'t> Written<'t> {
    /// `callee`: the whole as written, cut at its beginning where it is long.
    pub(crate) fn new(ty: TypeId, callee: &'t str) -> Self {
        Self { ty, text: receiver(callee).and_then(behind) }
    }
}

impl Eval<'_> {
    /// The method of the one block that implements a trait for a type outside that is written like the one in front of
    /// a callee; without one, of the block for whatever stands behind such a reference.
    pub(crate) fn run_for_written(
        &mut self,
        file: FileId,
        callee: ValueId,
        written: Written,
        target: Decl,
    ) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(target)?;
        self.trait_methods_named(self.project.names.plain(source.name(symbol.name)));
        let wanted = match &self.project.source(file)?.graph.types[written.ty as usize] {
            Type::Intersection { parts } => *parts.first()?,
            _ => written.ty,
        };
        // `Trait::f()` asks for whatever the place wants, not for a type that is called like the trait.
        if self.is_projected(file, wanted) || self.is_trait(self.project.head_of(file, wanted)) {
            return None;
        }
        let of = self.named_trait(file, callee);
        let blocks = self.outside_implementations(target).into_iter().filter(|&(at, block, _)| {
            of.is_none_or(|of| block.bases.iter().any(|base| self.is_of_trait_named((file, of), (at, base.ty))))
        });
        let is_any =
            |&(at, block, _): &(FileId, &Impl, _)| matches!(self.project.head_of(at, block.ty), Entity::Binding(..));
        let (any, own): (Vec<_>, Vec<_>) = blocks.partition(is_any);
        let alike = own.into_iter().filter(|&(at, block, _)| {
            self.is_written_alike((file, wanted), (at, block.ty), DEPTH)
                && written.text.is_none_or(|text| self.is_for(at, block, text))
        });
        let mut alike: Vec<_> = alike.collect();
        let mut lent = any.into_iter().filter(|(_, block, _)| block.behind != Behind::Nothing);
        match written.text {
            // Where references have it by what they lead to, a type as written may stand behind one.
            None if lent.next().is_some() => return None,
            Some((behind, _)) if alike.is_empty() => {
                alike = lent.filter(|(_, block, _)| block.behind == behind).collect();
            }
            _ => {}
        }
        match alike[..] {
            [(.., method)] => method,
            _ => None,
        }
    }

    /// Whether a type is one that another one names which is not known, `T::Error`: its name says nothing of what it is.
    fn is_projected(&self, file: FileId, ty: TypeId) -> bool {
        let Some(source) = self.project.source(file) else { return false };
        let Type::Name { path, root, .. } = &source.graph.types[ty as usize] else { return false };
        if path.len() < 2 {
            return false;
        }
        let of_param = root.is_some_and(|root| match self.project.path_binding(file, root, Use::Type) {
            Entity::Binding(at, binding) => self
                .project
                .source(at)
                .is_some_and(|it| it.graph.bindings[binding as usize].kind == BindingKind::TypeParam),
            _ => false,
        });
        of_param || path.first().is_some_and(|&first| source.graph.name(first) == "Self")
    }

    /// Whether a block is for what a text says, as far as types leave that out.
    fn is_for(&self, file: FileId, block: &Impl, (behind, text): (Behind, &str)) -> bool {
        let Some(source) = self.project.source(file) else { return false };
        let is_builtin = matches!(source.graph.types[block.ty as usize], Type::Builtin(_));
        // What a block is for goes before the names of what it declares.
        let owner = block.members.first().map(|&member| &*source.graph.symbols[member as usize].qualified);
        let owner = owner.map(|qualified| qualified.rsplit_once('.').map_or("", |(owner, _)| owner));
        block.behind == behind && (!is_builtin || owner.is_none_or(|owner| owner == text))
    }

    /// Of a builtin type, what a callee says which is written in front of it: of no other one a method is called.
    pub(crate) fn is_other_builtin(&self, method: Decl, callee: &str) -> bool {
        let Some(source) = self.project.source(method.file) else { return false };
        let mut blocks = source.graph.impls.iter();
        let Some(block) = blocks.find(|block| block.members.contains(&method.symbol)) else { return false };
        let text = receiver(callee).and_then(behind).map(|(_, text)| text).filter(|text| is_primitive(text));
        matches!(source.graph.types[block.ty as usize], Type::Builtin(_))
            && text.is_some_and(|text| !self.is_for(method.file, block, (block.behind, text)))
    }

    fn is_trait(&self, entity: Entity) -> bool {
        let Entity::Symbol(decl) = entity else { return false };
        self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Interface)
    }

    fn is_written_alike(&self, one: (FileId, TypeId), other: (FileId, TypeId), depth: u8) -> bool {
        let (Some(first), Some(second)) = (self.project.source(one.0), self.project.source(other.0)) else {
            return false;
        };
        let all = |parts: &[TypeId], others: &[TypeId]| {
            let mut pairs = parts.iter().zip(others);
            let within = |(&part, &same)| self.is_written_alike((one.0, part), (other.0, same), depth - 1);
            depth > 0 && parts.len() == others.len() && pairs.all(within)
        };
        match (&first.graph.types[one.1 as usize], &second.graph.types[other.1 as usize]) {
            (Type::Name { path, arguments, .. }, Type::Name { path: same, arguments: others, .. }) => {
                let name = path.last().map(|&it| first.graph.name(it));
                let is_named = name == same.last().map(|&it| second.graph.name(it));
                // Arguments that are not written may be any.
                is_named && (depth == DEPTH && arguments.is_empty() || all(arguments, others))
            }
            (Type::List { element }, Type::List { element: same }) => all(&[*element], &[*same]),
            (Type::Tuple { parts }, Type::Tuple { parts: others }) => all(parts, others),
            (Type::Builtin(builtin), Type::Builtin(same)) => builtin == same,
            _ => false,
        }
    }
}

/// The type's text in front of the last name of a callee: of `<T as Trait>::f` and of `T::f` the `T`.
fn receiver(callee: &str) -> Option<&str> {
    let (before, _) = callee.rsplit_once("::")?;
    let Some(inner) = before.strip_prefix('<').and_then(|it| it.strip_suffix('>')) else {
        let is_named = before.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_whole = before.matches('<').count() == before.matches('>').count();
        return (is_named && is_whole).then_some(before);
    };
    let mut open = 0usize;
    for (at, c) in inner.char_indices() {
        match c {
            '<' | '(' | '[' => open += 1,
            '>' | ')' | ']' => open = open.checked_sub(1)?,
            ' ' if open == 0 && inner[at..].starts_with(" as ") => return Some(&inner[..at]),
            _ => {}
        }
    }
    (open == 0).then_some(inner)
}

/// What a type's text says that it stands behind, and the rest; none, where that is more than one reference.
fn behind(text: &str) -> Option<(Behind, &str)> {
    let Some(lent) = text.trim().strip_prefix('&') else { return Some((Behind::Nothing, text.trim())) };
    let lent = lent.trim_start();
    let lent = match lent.strip_prefix('\'') {
        Some(lifetime) => lifetime.split_once(' ')?.1.trim_start(),
        None => lent,
    };
    let (behind, rest) = match lent.strip_prefix("mut ") {
        Some(rest) => (Behind::Mutable, rest.trim_start()),
        None => (Behind::Shared, lent),
    };
    (!rest.starts_with('&')).then_some((behind, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_stand_in_front_of_called_names() {
        assert_eq!(receiver("<&'r str as Decode<'r, DB>>::decode"), Some("&'r str"));
        assert_eq!(receiver("<Vec<<T as A>::B> as C>::d"), Some("Vec<<T as A>::B>"));
        assert_eq!(receiver("<[u8]>::to_vec"), Some("[u8]"));
        assert_eq!(receiver("i8::decode"), Some("i8"));
        assert_eq!(receiver("B> as C>::d"), None);
        assert_eq!(receiver("decode"), None);
    }

    #[test]
    fn references_stand_before_texts() {
        assert_eq!(behind("&'r str"), Some((Behind::Shared, "str")));
        assert_eq!(behind("&mut str"), Some((Behind::Mutable, "str")));
        assert_eq!(behind("str"), Some((Behind::Nothing, "str")));
        assert_eq!(behind("&&str"), None);
    }
}

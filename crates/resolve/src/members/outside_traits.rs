//! Methods that values from outside the repository have by its traits: what blocks implement a trait for, and
//! whether a value is of that kind.

use crate::naming::entities::{Entity, Use};
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::standard::std_types::rust::{is_constructor, owned};
use crate::standard::std_types::rust_receivers::{is_of_imported, is_of_list};
use crate::standard::std_types::{self, Generic};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::{Builtin, Type};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What a block implements a trait for, and the block: its file and its place among the file's blocks.
type Implemented = (Receiver, (FileId, u32));

/// A kind of values by their types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Receiver {
    /// A type outside of the repository, by its word.
    Word(Name),
    /// Whatever implements a trait of the repository.
    Implements(Decl),
    /// Whatever implements a trait from outside, by its path.
    Bound(Name),
    /// Anything.
    Whatever,
}

/// A method of a trait, and the receivers that blocks give it to.
#[derive(Clone, Debug)]
pub(crate) struct TraitMethod {
    pub(crate) decl: Decl,
    pub(crate) of: Decl,
    receivers: Rc<[Implemented]>,
}

/// How deep traits are implemented for what implements another trait.
const MAX_TRAITS: u8 = 3;

impl Project {
    /// The methods of a name that traits declare which blocks implement for more than the repository's types.
    fn trait_methods(&self, plain: Name) -> Vec<TraitMethod> {
        let mut found = Vec::new();
        for &(file, symbol) in self.listed(List::OfTrait, plain) {
            let Some(source) = self.source(file) else { continue };
            let Some(parent) = source.graph.symbols[symbol as usize].parent else { continue };
            let of = Decl { file, symbol: parent };
            let receivers: Rc<[Implemented]> = self.receivers(of).into();
            if !receivers.is_empty() {
                found.push(TraitMethod { decl: Decl { file, symbol }, of, receivers });
            }
        }
        found
    }

    /// What blocks implement a trait for, but for types of the repository.
    fn receivers(&self, of: Decl) -> Vec<Implemented> {
        let Some((source, symbol)) = self.symbol(of) else { return Vec::new() };
        let name = source.name(symbol.name);
        let mut receivers = Vec::new();
        for &(file, at) in self.listed(List::Implemented, name) {
            if !self.is_built_with(file) {
                continue;
            }
            let Some(source) = self.source(file) else { continue };
            let block = &source.graph.impls[at as usize];
            let implements = block.bases.iter().any(|base| self.head_of(file, base.ty) == Entity::Symbol(of));
            let receiver = if implements { self.receiver_of_block(file, block.ty) } else { None };
            receivers.extend(receiver.map(|it| (it, (file, at))));
        }
        receivers
    }

    fn receiver_of_block(&self, file: FileId, ty: facts::TypeId) -> Option<Receiver> {
        let source = self.source(file)?;
        let word = match &source.graph.types[ty as usize] {
            Type::Name { .. } => match self.head_of(file, ty) {
                Entity::External(path) => return Some(Receiver::Word(self.path_word(path))),
                Entity::Binding(other, binding) => return Some(self.receiver_of_bound(other, binding)),
                // An alias of what has no name.
                Entity::Symbol(decl) => {
                    let (_, symbol) = self.symbol(decl)?;
                    let alias = symbol.declared.filter(|_| symbol.kind == facts::SymbolKind::TypeAlias)?;
                    return self.receiver_of_block(decl.file, alias).filter(|_| alias != ty || decl.file != file);
                }
                _ => return None,
            },
            Type::Builtin(builtin) => builtin_word(*builtin),
            Type::List { .. } => "Vec",
            Type::Tuple { .. } => "tuple",
            Type::Function { .. } => "fn",
            _ => return None,
        };
        Some(Receiver::Word(self.names.intern(word)))
    }

    /// What can stand for a type parameter, by its bounds.
    fn receiver_of_bound(&self, file: FileId, binding: facts::BindingId) -> Receiver {
        let Some(source) = self.source(file) else { return Receiver::Whatever };
        let Some(bound) = source.graph.bindings[binding as usize].declared else { return Receiver::Whatever };
        let parts = match &source.graph.types[bound as usize] {
            Type::Intersection { parts } => parts.clone(),
            _ => vec![bound],
        };
        let mut receiver = Receiver::Whatever;
        for part in parts {
            if matches!(source.graph.types[part as usize], Type::Function { .. }) {
                return Receiver::Word(self.names.intern("fn"));
            }
            match (self.head_of(file, part), receiver) {
                (Entity::Symbol(decl), Receiver::Whatever | Receiver::Bound(_)) => {
                    receiver = Receiver::Implements(decl);
                }
                (Entity::External(path), Receiver::Whatever) => receiver = Receiver::Bound(path),
                _ => {}
            }
        }
        receiver
    }

    /// The word of a type outside by its path: that of the kind of container, else the type's name.
    fn path_word(&self, path: Name) -> Name {
        let text = self.names.text(path);
        let word = match std_types::generic(&text) {
            Some(Generic::Std(std, _)) => std_word(std),
            Some(Generic::Builtin(builtin)) => Some(builtin_word(builtin)),
            _ => None,
        };
        self.names.intern(word.unwrap_or_else(|| text.rsplit('.').next().unwrap_or_default()))
    }
}

impl Eval<'_> {
    /// The method of a trait that a value has which is of no type of the repository, or has it by another trait.
    pub(crate) fn trait_method(&mut self, object: Ty, plain: Name) -> Option<Decl> {
        let methods = self.trait_methods_named(plain);
        let is_list = matches!(self.types.head(object), Head::Std(Std::List, _));
        if methods.is_empty() || is_list && is_of_list(&self.text(plain)) {
            return None;
        }
        let word = self.head_word(object);
        let is_plain = matches!(self.types.head(object), Head::Builtin(_) | Head::Tuple(_))
            || matches!(self.types.head(object), Head::Std(std, _) if !matches!(std, Std::Lock | Std::Cell | Std::Pointer));
        let is_std = self.may_be_std(object, plain) && !(is_plain && is_of_imported(&self.text(plain)));
        let mut ranked: Vec<(u8, &TraitMethod)> = Vec::new();
        for method in methods.iter() {
            let ranks = method.receivers.iter();
            let ranks: Vec<u8> = ranks.filter_map(|it| self.rank(object, word, it.0, is_std, 0)).collect();
            if let Some(&rank) = ranks.iter().min()
                && self.sees_trait(method.of)
            {
                ranked.push((rank, method));
            }
        }
        let best = ranked.iter().map(|(rank, _)| *rank).min()?;
        ranked.retain(|(rank, _)| *rank == best);
        if ranked.len() > 1 {
            ranked.retain(|(_, method)| !self.blocks_for(method, object, word).is_empty());
        }
        let [(_, one)] = ranked[..] else { return None };
        let found = self.implemented_for(one, object, word, plain).unwrap_or(one.decl);
        (!self.hands_on(found)).then_some(found)
    }

    pub(crate) fn trait_methods_named(&mut self, plain: Name) -> Rc<[TraitMethod]> {
        let found = self.trait_methods.entry(plain);
        found.or_insert_with(|| self.project.trait_methods(plain).into()).clone()
    }

    /// The blocks that implement a trait for a type outside, with its arguments as far as both are known.
    fn blocks_for(&mut self, method: &TraitMethod, object: Ty, word: Option<Name>) -> Vec<(FileId, u32)> {
        let blocks = method.receivers.iter().filter(|(it, _)| match (*it, word) {
            (Receiver::Word(head), Some(word)) => head == word || self.lends(word, head),
            _ => false,
        });
        let blocks: Vec<(FileId, u32)> = blocks.map(|(_, block)| *block).collect();
        if blocks.len() == 1 && !matches!(self.types.head(object), Head::Std(..)) {
            return blocks;
        }
        let fits = |&(file, at): &(FileId, u32)| {
            let Some(block) = self.source(file).and_then(|source| source.graph.impls.get(at as usize)) else {
                return false;
            };
            let wanted = self.declared(file, block.ty, None);
            self.may_be(wanted, object)
        };
        blocks.into_iter().filter(fits).collect()
    }

    /// Whether what is of one type lends itself as another: it has what that has.
    fn lends(&self, word: Name, as_word: Name) -> bool {
        owned(&self.text(as_word)) == Some(&*self.text(word))
    }

    /// Whether a value may be of a type, by the arguments that containers have.
    fn may_be(&self, wanted: Ty, given: Ty) -> bool {
        let is_open = |ty: Ty| matches!(self.types.head(ty), Head::Unknown | Head::Dynamic | Head::Param(..));
        match (self.types.head(wanted), self.types.head(given)) {
            (Head::Std(one, first), Head::Std(two, second)) => {
                let mut inner = first.iter().zip(second.iter());
                one == two && inner.all(|(&one, &two)| is_open(one) || is_open(two) || self.same_head(one, two))
            }
            _ => is_open(wanted) || is_open(given) || self.same_head(wanted, given),
        }
    }

    /// The method of the one block that implements a trait for a type outside.
    fn implemented_for(&mut self, method: &TraitMethod, object: Ty, word: Option<Name>, plain: Name) -> Option<Decl> {
        let blocks = self.blocks_for(method, object, word);
        let &[(file, at)] = &blocks[..] else { return None };
        let source = self.source(file)?;
        let block = source.graph.impls.get(at as usize)?;
        let called = self.project.names.called(plain);
        let is_it = |symbol: &&u32| source.member_name(**symbol, &self.project.names) == called;
        block.members.iter().find(is_it).map(|&symbol| Decl { file, symbol })
    }

    /// Whether an empty value has a method, by a trait.
    pub(crate) fn is_empty_with(&mut self, object: Ty, name: Name) -> bool {
        let plain = self.project.names.plain(name);
        self.language.module_paths
            && *self.types.head(object) == Head::Builtin(Builtin::Null)
            && self.trait_method(object, plain).is_some()
    }

    /// How well a value is what a trait is implemented for; none where it is not.
    fn rank(&mut self, object: Ty, word: Option<Name>, receiver: Receiver, is_std: bool, depth: u8) -> Option<u8> {
        match receiver {
            Receiver::Word(head) if Some(head) == word => Some(0),
            Receiver::Word(head) if word.is_some_and(|word| self.lends(word, head)) => Some(1),
            // What a function from outside gives, or a constant: of its type nothing is known.
            Receiver::Word(_) => {
                let Head::External(path) = *self.types.head(object) else { return None };
                (!is_std && self.is_outside_value(path)).then_some(2)
            }
            // What implements the very trait has no method of its own by that name: it would be no single one.
            Receiver::Bound(of) if self.is_of_trait(object, of) => Some(0),
            Receiver::Bound(of) if self.implements_outside(object, of) => Some(0),
            Receiver::Bound(_) | Receiver::Whatever => (!is_std).then_some(1),
            Receiver::Implements(of) => {
                if let Head::Instance(decl, _) = *self.types.head(object) {
                    let lineage = self.lineage(decl);
                    let is_it = |ty: &Ty| matches!(*self.types.head(*ty), Head::Instance(base, _) if base == of);
                    return (decl == of || lineage.iter().any(is_it)).then_some(0);
                }
                if depth >= MAX_TRAITS {
                    return None;
                }
                let receivers = self.project.receivers(of);
                receivers.into_iter().filter_map(|it| self.rank(object, word, it.0, is_std, depth + 1)).min()
            }
        }
    }

    /// Whether a value is of a trait from outside, as `impl Trait` says it, or of one of the same crate that by its name
    /// asks for that: `FusedStream`.
    fn is_of_trait(&self, object: Ty, of: Name) -> bool {
        let Head::External(path) = *self.types.head(object) else { return false };
        let (path, of_path) = (self.text(path), self.text(of));
        let parts = |path: &str| path.split_once('.').map(|(first, rest)| (first.to_owned(), rest.to_owned()));
        let last = of_path.rsplit('.').next().unwrap_or_default();
        path == of_path
            || parts(&path).zip(parts(&of_path)).is_some_and(|(one, two)| one.0 == two.0 && one.1.ends_with(last))
    }

    /// Whether a type of the repository is said to implement a trait from outside.
    fn implements_outside(&mut self, object: Ty, of: Name) -> bool {
        let Head::Instance(decl, _) = *self.types.head(object) else { return false };
        self.lineage(decl).iter().any(|&base| *self.types.head(base) == Head::External(of))
    }

    /// Whether an outside path is that of a value, and not of its type.
    pub(crate) fn is_outside_value(&self, path: Name) -> bool {
        let text = self.text(path);
        let Some((_, last)) = text.rsplit_once('.') else { return false };
        let is_type = last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase);
        !is_type
    }

    /// Whether the file whose sites are asked for names a trait: only then has a value its methods.
    pub(crate) fn sees_trait(&mut self, of: Decl) -> bool {
        if self.seen_traits.is_none() {
            self.seen_traits = Some(self.imported_traits());
        }
        if self.seen_traits.as_ref().is_some_and(|seen| seen.contains(&of)) {
            return true;
        }
        let Some((source, symbol)) = self.project.symbol(of) else { return false };
        let name = source.name(symbol.name);
        self.project.path_name(self.file, 0, name, Use::Type) == Entity::Symbol(of)
    }

    /// The traits that the file's imports bring by name, under whatever name.
    fn imported_traits(&self) -> FxHashSet<Decl> {
        let Some(here) = self.source(self.file) else { return FxHashSet::default() };
        let imported = (0..).zip(&here.graph.bindings).filter(|(_, binding)| binding.import.is_some());
        let entities = imported.map(|(id, _)| self.project.binding(self.file, id, Use::Type));
        let is_trait = |decl: &Decl| {
            self.project.symbol(*decl).is_some_and(|(_, symbol)| symbol.kind == facts::SymbolKind::Interface)
        };
        entities
            .filter_map(|entity| match entity {
                Entity::Symbol(decl) => Some(decl),
                _ => None,
            })
            .filter(is_trait)
            .collect()
    }

    /// The methods by which blocks implement a trait's method for types outside, and the blocks, as far as they are known.
    pub(crate) fn outside_blocks(&self, target: Decl) -> Vec<(&facts::Impl, Decl)> {
        let blocks = self.outside_implementations(target).into_iter();
        blocks.filter_map(|(_, block, method)| Some((block, method?))).collect()
    }

    /// The blocks that implement the trait of a method for types outside, and the method of each that declares it.
    pub(crate) fn outside_implementations(&self, target: Decl) -> Vec<(FileId, &facts::Impl, Option<Decl>)> {
        let Some((source, symbol)) = self.project.symbol(target) else { return Vec::new() };
        let plain = self.project.names.plain(source.name(symbol.name));
        let called = self.project.names.called(plain);
        let methods = self.trait_methods.get(&plain);
        let method = methods.and_then(|methods| methods.iter().find(|it| it.decl == target));
        let receivers = method.map_or(&[][..], |method| &method.receivers);
        let blocks = receivers.iter().filter_map(|&(_, (file, at))| {
            let source = self.project.source(file)?;
            let block = source.graph.impls.get(at as usize)?;
            let member = block.members.iter().find(|&&it| source.member_name(it, &self.project.names) == called);
            Some((file, block, member.map(|&symbol| Decl { file, symbol })))
        });
        blocks.collect()
    }

    /// The path of the type that a constant is of: mostly the one that it stands in, `StatusCode::OK`.
    pub(crate) fn constant_type(&self, path: Name) -> Name {
        let text = self.text(path);
        let Some((owner, name)) = text.rsplit_once('.') else { return path };
        let is_type = |name: &str| name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        let is_constant = name.len() > 1 && name.starts_with(char::is_uppercase) && !name.contains(char::is_lowercase);
        let owned = is_constant && owner.rsplit('.').next().is_some_and(is_type);
        if owned { self.name(owner) } else { path }
    }

    /// The path of the type that what an outside path names is of: of a constant, or of what makes one.
    fn type_of_path(&self, path: Name) -> Name {
        let text = self.text(path);
        match text.rsplit_once('.') {
            Some((owner, name))
                if is_constructor(name)
                    && owner
                        .rsplit('.')
                        .next()
                        .is_some_and(|it| it.starts_with(char::is_uppercase) && it.contains(char::is_lowercase)) =>
            {
                self.name(owner)
            }
            _ => self.constant_type(path),
        }
    }

    /// The word by which blocks for types outside are compared with a type.
    fn head_word(&mut self, ty: Ty) -> Option<Name> {
        let word = match self.types.head(ty) {
            Head::External(path) => return Some(self.project.path_word(self.type_of_path(*path))),
            Head::Builtin(builtin) => builtin_word(*builtin),
            Head::Std(std, _) => std_word(*std)?,
            Head::Tuple(_) => "tuple",
            Head::Func(..) | Head::Closure(..) | Head::FuncType(..) => "fn",
            _ => return None,
        };
        Some(self.name(word))
    }
}

/// The word by which blocks for builtin types are compared.
fn builtin_word(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::String => "String",
        Builtin::Boolean => "bool",
        Builtin::Null => "unit",
        _ => "number",
    }
}

fn std_word(std: Std) -> Option<&'static str> {
    Some(match std {
        Std::List => "Vec",
        Std::Option => "Option",
        Std::Result => "Result",
        Std::Map => "HashMap",
        Std::Set => "HashSet",
        Std::Iterator => "Iterator",
        Std::Promise => "Future",
        _ => return None,
    })
}

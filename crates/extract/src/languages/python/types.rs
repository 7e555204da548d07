//! Annotations as types. What the typing module's names say is unwrapped here, so that no reader of the
//! graph has to know them.

use super::{Walk, last_name};
use facts::*;
use syntax::ruff::ast::{self, Expr, ExprStringLiteral, Operator};
use syntax::ruff::parser::parse_string_annotation;

/// Where the names of [`known`] come from.
const TYPING: &[&str] = &[
    "typing",
    "typing_extensions",
    "collections.abc",
    "collections",
    "types",
    "contextlib",
    "builtins",
    "dataclasses",
    "_typeshed",
];

/// A name with a meaning of its own in annotations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Builtin(Builtin),
    /// Iterated, indexed: `list[T]`, `Iterator[T]`.
    List,
    Set,
    Map,
    Tuple,
    Class,
    Optional,
    Union,
    Callable,
    /// What is in the brackets, first or last: `Annotated[T, …]`, `Coroutine[…, …, T]`.
    First,
    Last,
    /// The same, and says something of the attribute.
    Qualifier(u32),
    Literal,
    This,
    Anything,
}

/// What a name leads to, by the declarations so far.
enum Origin {
    /// Nothing declares it: a builtin, most likely.
    Global,
    /// A name of an imported module.
    Imported(ImportId, NameId),
    Other,
}

fn known(name: &str) -> Option<Known> {
    Some(match name {
        "str" | "Text" | "AnyStr" | "LiteralString" => Known::Builtin(Builtin::String),
        "bytes" | "bytearray" | "memoryview" | "ByteString" => Known::Builtin(Builtin::Bytes),
        "int" | "float" | "complex" => Known::Builtin(Builtin::Number),
        "bool" | "TypeGuard" | "TypeIs" => Known::Builtin(Builtin::Boolean),
        "None" | "NoneType" | "NoReturn" | "Never" => Known::Builtin(Builtin::Null),
        "list" | "List" | "Sequence" | "MutableSequence" | "Iterable" | "Iterator" | "Collection" | "Container"
        | "Reversible" | "Generator" | "AsyncIterable" | "AsyncIterator" | "AsyncGenerator" | "deque" | "Deque"
        | "KeysView" | "ValuesView" => Known::List,
        "set" | "Set" | "frozenset" | "FrozenSet" | "AbstractSet" | "MutableSet" => Known::Set,
        "dict" | "Dict" | "Mapping" | "MutableMapping" | "OrderedDict" | "DefaultDict" | "defaultdict" | "ChainMap" => {
            Known::Map
        }
        "tuple" | "Tuple" => Known::Tuple,
        "type" | "Type" => Known::Class,
        "Optional" => Known::Optional,
        "Union" => Known::Union,
        "Callable" => Known::Callable,
        "Annotated" | "Awaitable" | "Unpack" => Known::First,
        "Coroutine" => Known::Last,
        "ClassVar" => Known::Qualifier(Modifiers::STATIC),
        "Final" | "ReadOnly" => Known::Qualifier(Modifiers::READONLY),
        "NotRequired" => Known::Qualifier(Modifiers::OPTIONAL),
        "Required" | "InitVar" => Known::Qualifier(0),
        "Literal" => Known::Literal,
        "Self" => Known::This,
        "Any" | "object" => Known::Anything,
        _ => return None,
    })
}

impl Walk<'_, '_> {
    /// The type of an attribute's or variable's annotation, and the modifiers that stand around it.
    pub fn annotation(&mut self, expr: &Expr) -> (TypeId, u32) {
        match expr {
            Expr::Subscript(it) => match self.known(&it.value) {
                Some(Known::Qualifier(modifier)) => {
                    let (ty, inner) = self.annotation(&it.slice);
                    (ty, inner | modifier)
                }
                _ => (self.ty(expr), 0),
            },
            _ => match self.known(expr) {
                Some(Known::Qualifier(modifier)) => (self.unknown_type(), modifier),
                _ => (self.ty(expr), 0),
            },
        }
    }

    pub fn ty(&mut self, expr: &Expr) -> TypeId {
        match self.deeper(expr, |walk| walk.ty_inside(expr)) {
            Some(ty) => ty,
            None => self.unknown_type(),
        }
    }

    fn ty_inside(&mut self, expr: &Expr) -> TypeId {
        match expr {
            Expr::NoneLiteral(_) => self.b.ty(Type::Builtin(Builtin::Null)),
            Expr::Name(_) | Expr::Attribute(_) => match self.known(expr) {
                Some(known) => self.bare(known),
                None => self.named_type(expr, Vec::new()),
            },
            Expr::Subscript(it) => match self.known(&it.value) {
                Some(known) => self.subscripted(known, &it.slice),
                None => {
                    let arguments = self.type_arguments(&it.slice);
                    self.named_type(&it.value, arguments)
                }
            },
            Expr::BinOp(it) if it.op == Operator::BitOr => self.union(&[&it.left, &it.right]),
            Expr::StringLiteral(it) => self.quoted(it),
            Expr::Starred(it) => self.ty(&it.value),
            other => {
                // Metadata and computed types: their calls are calls all the same.
                self.value(other);
                self.unknown_type()
            }
        }
    }

    pub fn unknown_type(&mut self) -> TypeId {
        *self.unknown_type.get_or_insert_with(|| self.b.ty(Type::Unknown))
    }

    /// A name or a chain of attributes as a type of that name.
    pub fn named_type(&mut self, expr: &Expr, arguments: Vec<TypeId>) -> TypeId {
        let (mut path, mut at) = (Vec::new(), expr);
        loop {
            match at {
                Expr::Attribute(it) => {
                    path.push(self.b.name(&it.attr));
                    at = &it.value;
                }
                Expr::Name(it) => {
                    path.push(self.b.name(&it.id));
                    break;
                }
                other => {
                    self.value(other);
                    return self.unknown_type();
                }
            }
        }
        path.reverse();
        let root = self.annotated.filter(|name| path.first() == Some(name));
        let root = root.and_then(|name| self.scopes.visible(self.b, name));
        self.b.ty(Type::Name { path, scope: self.scopes.current(), root, arguments })
    }

    pub fn type_arguments(&mut self, slice: &Expr) -> Vec<TypeId> {
        items(slice).iter().map(|item| self.ty(item)).collect()
    }

    /// A class as `isinstance` takes it: a name, a tuple or union of them.
    pub fn class_type(&mut self, expr: &Expr) -> TypeId {
        match expr {
            Expr::Tuple(it) => {
                let options = it.elts.iter().map(|class| self.class_type(class)).collect();
                self.b.ty(Type::Union { options })
            }
            Expr::Name(_) | Expr::Attribute(_) | Expr::BinOp(_) => self.ty(expr),
            _ => self.unknown_type(),
        }
    }

    /// Whether `expr[…]` is a type wherever it stands.
    pub fn is_generic_type(&mut self, expr: &Expr) -> bool {
        !matches!(self.known(expr), None | Some(Known::Qualifier(_) | Known::Builtin(_)))
    }

    fn known(&mut self, expr: &Expr) -> Option<Known> {
        match self.origin(expr) {
            Origin::Global => last_name(expr).and_then(known),
            Origin::Imported(import, name) => {
                let graph = &self.b.graph;
                let is_typing = TYPING.contains(&graph.imports[import as usize].specifier.as_str());
                is_typing.then(|| known(graph.name(name))).flatten()
            }
            Origin::Other => None,
        }
    }

    /// Whether `expr` is `name` of one of the modules, by whatever name it was imported.
    pub fn is_from(&mut self, expr: &Expr, modules: &[&str], name: &str) -> bool {
        let Origin::Imported(import, found) = self.origin(expr) else { return false };
        let graph = &self.b.graph;
        modules.contains(&graph.imports[import as usize].specifier.as_str()) && graph.name(found) == name
    }

    /// Where a name, or the attribute of an imported module, comes from.
    fn origin(&mut self, expr: &Expr) -> Origin {
        let (root, attribute) = match expr {
            Expr::Name(it) => (it, None),
            Expr::Attribute(it) => match &*it.value {
                Expr::Name(root) => (root, Some(it.attr.as_str())),
                _ => return Origin::Other,
            },
            _ => return Origin::Other,
        };
        let name = self.b.name(&root.id);
        let Some(binding) = self.scopes.visible(self.b, name) else {
            return if attribute.is_none() { Origin::Global } else { Origin::Other };
        };
        let Some((import, position)) = self.b.graph.bindings[binding as usize].import else { return Origin::Other };
        let imported = &self.b.graph.imports[import as usize].names[position as usize].imported;
        match (imported, attribute) {
            (Imported::Module, Some(attribute)) => Origin::Imported(import, self.b.name(attribute)),
            (Imported::Name(name), None) => Origin::Imported(import, *name),
            _ => Origin::Other,
        }
    }

    /// A known name without brackets.
    fn bare(&mut self, known: Known) -> TypeId {
        let builtin = match known {
            Known::Builtin(builtin) => builtin,
            Known::List => Builtin::List,
            Known::Set => Builtin::Set,
            Known::Map => Builtin::Map,
            Known::Tuple => Builtin::Tuple,
            Known::Callable => Builtin::Function,
            Known::This => return self.b.ty(Type::This),
            _ => return self.unknown_type(),
        };
        self.b.ty(Type::Builtin(builtin))
    }

    fn subscripted(&mut self, known: Known, slice: &Expr) -> TypeId {
        let items = items(slice);
        let Some(first) = items.first() else { return self.bare(known) };
        match known {
            Known::List | Known::Set => {
                let element = self.ty(first);
                self.b.ty(Type::List { element })
            }
            Known::Map => {
                let key = self.ty(first);
                let element = match items.get(1) {
                    Some(item) => self.ty(item),
                    None => self.unknown_type(),
                };
                self.b.ty(Type::Map { key, element })
            }
            Known::Tuple if matches!(items.get(1), Some(Expr::EllipsisLiteral(_))) => {
                let element = self.ty(first);
                self.b.ty(Type::List { element })
            }
            Known::Tuple => {
                let parts = items.iter().map(|item| self.ty(item)).collect();
                self.b.ty(Type::Tuple { parts })
            }
            Known::Class => {
                let inner = self.ty(first);
                self.b.ty(Type::ClassOf { inner })
            }
            Known::Optional => {
                let inner = self.ty(first);
                self.b.ty(Type::Optional { inner })
            }
            Known::Union => self.union(&items.iter().collect::<Vec<_>>()),
            Known::Callable => {
                let params = match first {
                    Expr::List(it) => it.elts.iter().map(|item| self.ty(item)).collect(),
                    _ => Vec::new(),
                };
                let returns = items.get(1).map(|item| self.ty(item));
                self.b.ty(Type::Function { params, returns })
            }
            Known::First | Known::Qualifier(_) => {
                let ty = self.ty(first);
                items[1..].iter().for_each(|metadata| {
                    self.value(metadata);
                });
                ty
            }
            Known::Last => self.ty(items.last().unwrap_or(first)),
            Known::Literal => self.literal_type(first),
            Known::Builtin(_) | Known::This | Known::Anything => self.bare(known),
        }
    }

    fn literal_type(&mut self, item: &Expr) -> TypeId {
        let builtin = match item {
            Expr::StringLiteral(_) => Builtin::String,
            Expr::BytesLiteral(_) => Builtin::Bytes,
            Expr::BooleanLiteral(_) => Builtin::Boolean,
            Expr::NoneLiteral(_) => Builtin::Null,
            Expr::Attribute(it) => return self.named_type(&it.value, Vec::new()),
            _ => Builtin::Number,
        };
        self.b.ty(Type::Builtin(builtin))
    }

    /// Any of these. `None` among them makes it optional.
    fn union(&mut self, items: &[&Expr]) -> TypeId {
        let (mut flat, mut optional) = (Vec::new(), false);
        let mut pending: Vec<&Expr> = items.iter().rev().copied().collect();
        while let Some(item) = pending.pop() {
            match item {
                Expr::NoneLiteral(_) => optional = true,
                Expr::BinOp(it) if it.op == Operator::BitOr => pending.extend([&*it.right, &*it.left]),
                item => flat.push(self.ty(item)),
            }
        }
        let inner = match flat[..] {
            [] => return self.b.ty(Type::Builtin(Builtin::Null)),
            [only] => only,
            _ => self.b.ty(Type::Union { options: flat }),
        };
        if optional { self.b.ty(Type::Optional { inner }) } else { inner }
    }

    /// `"T"`: an annotation in quotes.
    fn quoted(&mut self, it: &ExprStringLiteral) -> TypeId {
        let parsed = match it.as_single_part_string() {
            Some(part) => parse_string_annotation(&self.b.source.text, part),
            // Offsets in a string of several parts are not the file's.
            None => return self.unknown_type(),
        };
        match parsed {
            Ok(parsed) => self.ty(parsed.expr()),
            Err(_) => self.unknown_type(),
        }
    }
}

/// What stands in the brackets.
fn items(slice: &Expr) -> &[Expr] {
    match slice {
        Expr::Tuple(ast::ExprTuple { elts, .. }) => elts,
        one => std::slice::from_ref(one),
    }
}

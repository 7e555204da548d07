//! What functions and methods of standard libraries hand through.

use crate::languages::Arguments;
use crate::project::names::Name;
use crate::standard::builtin_members;
use crate::standard::std_types::rust::{makes_pointer, of_any};
use crate::standard::std_types::rust_receivers::{of_pin, unwraps};
use crate::standard::std_types::{self, Gives};
use crate::standard::stubs::Given;
use crate::standard::universal;
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
use facts::{Builtin, ValueId};

impl Eval<'_> {
    pub(crate) fn call_outside(&mut self, path: Name, callee: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        if let Some(given) = self.of_type_argument(path, file, arguments) {
            return given;
        }
        if let Some((ty, member)) = self.outside_split(path) {
            let given = self.outside_call(ty, member, Given { file, arguments, this: ty });
            // A package is no type: it has other functions than those that are told.
            if given.is_some() || !self.language.package_functions {
                return given.filter(|ty| !ty.is_unknown()).unwrap_or(callee);
            }
        }
        if let Some(given) = self.root_call(path).or_else(|| self.kept(path, callee, file, arguments)) {
            return given;
        }
        if !self.language.libraries.is_empty()
            && let Some(given) = self.outside_gives(callee).filter(|ty| !ty.is_unknown())
        {
            return given;
        }
        let text = self.text(path);
        if let Some(rules) = self.language.overloads {
            let name = text.rsplit('.').next().unwrap_or_default();
            if let (_, &[ty]) = self.split_arguments(file, arguments)
                && ((rules.makes)(name) || (rules.makes_several)(name))
            {
                let made = self.declared(file, ty, None);
                let several = (rules.makes_several)(name);
                return if several { self.types.std(Std::Iterator, &[made]) } else { made };
            }
            if let Some(result) = self.result_of(rules, &text) {
                return result;
            }
        }
        if let Some(made) = self.collection_of(&text, file, arguments) {
            return made;
        }
        if let Some(gives) = std_types::function(&text) {
            return self.given_by(gives, &text, file, arguments);
        }
        match std_types::generic(&text) {
            Some(std_types::Generic::Builtin(builtin)) => self.types.builtin(builtin),
            Some(std_types::Generic::Std(std, positions)) => {
                let (given, types) = self.split_arguments(file, arguments);
                // `Set(values)` is of what these are of.
                if let (&[given], [], true) = (given, types, text.starts_with("Swift.") && std != Std::Map) {
                    let given = self.value(file, given);
                    let item = self.item(given, 1, self.language.map_item);
                    return self.types.std(std, &[item]);
                }
                let named = |at: &usize| types.get(*at).map_or(Ty::UNKNOWN, |&ty| self.declared(file, ty, None));
                let args: Vec<Ty> = positions.iter().map(named).collect();
                self.types.std(std, &args)
            }
            _ => {
                let made = self.made_outside(&text, file, arguments);
                made.or_else(|| self.of_named_type(callee, &text, file, arguments)).unwrap_or(callee)
            }
        }
    }

    /// What a function outside that is given a class of the repository as its type, `viewModel<Own>()`, gives by how such
    /// are mostly declared: an instance. What that does not have is the outside's.
    fn of_named_type(&mut self, callee: Ty, path: &str, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let name = path.rsplit('.').next().unwrap_or_default();
        if self.language.arguments != Arguments::Named || !std_types::kotlin::gives_named_type(name) {
            return None;
        }
        let &first = self.split_arguments(file, arguments).1.first()?;
        let named = self.declared(file, first, None);
        let Head::Instance(..) = self.types.head(named) else { return None };
        Some(self.types.make(Head::Intersection([named, callee].into())))
    }

    /// What is made outside of a class of the repository: `container.get(Service)`, `object.__new__(cls)`.
    fn made_outside(&mut self, path: &str, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let first = *arguments.first()?;
        let (object, method) = path.rsplit_once('.')?;
        // `errors.Must(load())`: without the error, which would have ended the program.
        if method == "Must" {
            let given = self.value(file, first);
            return match self.types.head(given) {
                Head::Tuple(parts) if arguments.len() == 1 => parts.first().copied(),
                _ => None,
            };
        }
        if method == "__new__" {
            let class = self.value(file, first);
            return Some(self.instance_of(class)).filter(|ty| !ty.is_unknown());
        }
        if !std_types::MAKERS.contains(&method) || object == "Object" {
            return None;
        }
        let class = self.value(file, first);
        let Head::Class(decl) = *self.types.head(class) else { return None };
        // What the class does not have is the outside's.
        let (instance, outside) = (self.types.instance(decl, &[]), self.external(path));
        Some(self.types.make(Head::Intersection([instance, outside].into())))
    }

    /// `Arc::make_mut(&mut x)` is what `x.make_mut()` would be.
    fn behind_path(&mut self, from: Ty, name: &str, file: FileId, arguments: &[ValueId]) -> Ty {
        match (self.types.head(from), arguments) {
            (Head::Std(Std::Pointer, args), [first])
                if self.language.module_paths && args.iter().all(|ty| ty.is_unknown()) && !makes_pointer(name) =>
            {
                let given = self.value(file, *first);
                if matches!(self.types.head(given), Head::Std(Std::Pointer, _)) { given } else { from }
            }
            _ => from,
        }
    }

    /// What a method of a standard type gives.
    pub(crate) fn call_standard(&mut self, from: Ty, name: Name, file: FileId, arguments: &[ValueId]) -> Ty {
        let text = self.text(name);
        if let Some(universal) = self.source(file).and_then(|source| (source.language.universal)(&text)) {
            return match universal.gives {
                universal::Gives::Itself => from,
                universal::Gives::Result => {
                    let callback = arguments.last().map_or(Ty::UNKNOWN, |&value| self.value(file, value));
                    self.call(callback, file, &[])
                }
                universal::Gives::Builtin(builtin) => self.types.builtin(builtin),
                universal::Gives::Pair => {
                    let other = arguments.first().map_or(Ty::UNKNOWN, |&value| self.value(file, value));
                    self.types.make(Head::Tuple([from, other].into()))
                }
                universal::Gives::Outcome(path) => {
                    let callback = arguments.last().map_or(Ty::UNKNOWN, |&value| self.value(file, value));
                    let given = self.call(callback, file, &[]);
                    let path = self.name(path);
                    self.outside_named(path, &[given])
                }
            };
        }
        if matches!(self.types.head(from), Head::Library(..) | Head::Intersection(_)) {
            return self.call_listed(from, name, file, arguments);
        }
        if let (Head::Std(Std::List, _), Some(root)) = (self.types.head(from), self.language.root_type) {
            let root = self.external(root);
            let given = self.outside_call(root, name, Given { file, arguments, this: root }).filter(|ty| *ty != root);
            if let Some(given) = given.filter(|ty| !ty.is_unknown()) {
                return given;
            }
        }
        let from = self.behind_path(from, &text, file, arguments);
        let from = self.sequence(from, &text);
        let (std, args) = match self.types.head(from).clone() {
            Head::Std(std, args) => (std, args),
            Head::Tuple(parts) => (Std::List, [self.types.union(parts.iter().copied())].into()),
            Head::Builtin(_) if self.language.module_paths => {
                return self.call_on_builtin(from, &text, file, arguments);
            }
            Head::Instance(..) if self.language.module_paths => {
                if of_any(&text).is_some() || of_pin(&text) || unwraps(&text) {
                    return from;
                }
                let item = self.item(from, 1, self.language.map_item);
                (Std::Iterator, [item].into())
            }
            Head::Builtin(builtin) if builtin_members::gives_texts(builtin, &text) => {
                let each = self.types.builtin(Builtin::String);
                return self.types.std(Std::List, &[each]);
            }
            Head::Builtin(builtin) => {
                return builtin_members::given(builtin, &text).map_or(Ty::UNKNOWN, |it| self.types.builtin(it));
            }
            Head::Class(decl) => {
                let instance = self.types.instance(decl, &[]);
                return match self.enum_member(decl, name) {
                    Some(Gives::List) => self.types.std(Std::List, &[instance]),
                    Some(_) => instance,
                    None => Ty::UNKNOWN,
                };
            }
            // `f.call(…)`, `f.bind(…)`, `f.apply(…)`
            Head::Func(..) | Head::Closure(..) | Head::FuncType(..) => {
                return match &*text {
                    "call" | "apply" => self.call(from, file, &[]),
                    "bind" => from,
                    _ => Ty::UNKNOWN,
                };
            }
            _ => return Ty::UNKNOWN,
        };
        let Some(gives) = (self.language.std_method)(std, &text) else { return Ty::UNKNOWN };
        let argument =
            |eval: &mut Self, at: usize| arguments.get(at).map_or(Ty::UNKNOWN, |&value| eval.value(file, value));
        let element = if matches!(std, Std::Map) { args.get(1) } else { args.first() };
        let element = element.copied().unwrap_or(Ty::UNKNOWN);
        match gives {
            Gives::Element => element,
            Gives::Key => args.first().copied().unwrap_or(Ty::UNKNOWN),
            Gives::ElementTold | Gives::Kept => {
                let callback = argument(self, 0);
                let told = self.told_of_elements(element, callback, file);
                match gives {
                    Gives::ElementTold => told,
                    _ if told == element => from,
                    _ => self.types.std(std, &[told]),
                }
            }
            Gives::Same if &*text == "flat" && matches!(self.types.head(element), Head::Std(Std::List, _)) => element,
            Gives::Same | Gives::Merged | Gives::Class => from,
            Gives::List => self.listed_as(element, file, arguments),
            Gives::Keys => {
                let key = args.first().copied().unwrap_or(Ty::UNKNOWN);
                self.types.std(Std::List, &[key])
            }
            Gives::Pairs => {
                let pair = if std == Std::Map { args } else { [self.types.builtin(Builtin::Number), element].into() };
                let pair = self.types.make(Head::Tuple(pair));
                self.types.std(Std::List, &[pair])
            }
            Gives::Mapped => {
                let mapper = argument(self, 0);
                let result = self.made_by_callback(element, mapper, file);
                self.types.std(std, &[result])
            }
            Gives::Flattened => {
                let mapper = argument(self, 0);
                let result = self.call(mapper, file, &[]);
                match self.types.head(result) {
                    Head::Std(..) => result,
                    _ => self.types.std(std, &[result]),
                }
            }
            Gives::Folded => {
                let start = self.fold_start(file, arguments);
                start.filter(|ty| !ty.is_unknown()).unwrap_or(element)
            }
            Gives::Then => {
                let next = argument(self, 0);
                let result = self.call(next, file, &[]);
                let inner = self.awaited(result);
                self.types.std(Std::Promise, &[inner])
            }
            Gives::ElementOr => {
                let at = usize::from(std == Std::Map);
                let other = argument(self, at);
                self.types.union([element, other])
            }
            Gives::First => argument(self, 0),
            Gives::Maybe => self.types.std(Std::Option, &[element]),
            Gives::Error => args.get(1).copied().unwrap_or(Ty::UNKNOWN),
            Gives::MaybeError => {
                let error = args.get(1).copied().unwrap_or(Ty::UNKNOWN);
                self.types.std(Std::Option, &[error])
            }
            Gives::AsResult => {
                let error = argument(self, 0);
                self.types.std(Std::Result, &[element, error])
            }
            Gives::Wrapped => {
                let inner = argument(self, 0);
                self.types.std(std, &[inner])
            }
            Gives::Wrapping(..)
            | Gives::Awaited
            | Gives::Promised
            | Gives::Polled
            | Gives::Joined(_)
            | Gives::All
            | Gives::AllOrError => Ty::UNKNOWN,
            Gives::Returned | Gives::ReturnedSecond => {
                let mapper = argument(self, usize::from(gives == Gives::ReturnedSecond));
                self.call(mapper, file, &[])
            }
            Gives::MappedError => {
                let mapper = argument(self, 0);
                let error = self.call(mapper, file, &[]);
                self.types.std(std, &[element, error])
            }
            Gives::Items => self.types.std(Std::Iterator, &[element]),
            Gives::KeyItems => {
                let key = args.first().copied().unwrap_or(Ty::UNKNOWN);
                self.types.std(Std::Iterator, &[key])
            }
            Gives::PairItems => {
                let pair = if std == Std::Map { args } else { [self.types.builtin(Builtin::Number), element].into() };
                let pair = self.types.make(Head::Tuple(pair));
                self.types.std(Std::Iterator, &[pair])
            }
            Gives::MaybePair => {
                let pair = self.types.make(Head::Tuple(args));
                self.types.std(Std::Option, &[pair])
            }
            Gives::Runs => {
                let run = self.types.std(Std::List, &[element]);
                self.types.std(Std::Iterator, &[run])
            }
            Gives::MappedItem => {
                let mapper = argument(self, 0);
                let result = self.made_by_callback(element, mapper, file);
                let item = self.item(result, 1, self.language.map_item);
                self.types.std(Std::Iterator, &[item])
            }
            Gives::Flat => {
                let item = self.item(element, 1, self.language.map_item);
                self.types.std(Std::Iterator, &[item])
            }
            Gives::Zipped
            | Gives::Groups
            | Gives::Keyed
            | Gives::KeyedGroups
            | Gives::KeyedBy
            | Gives::Parted
            | Gives::Paired
            | Gives::MappedValues
            | Gives::MappedKeys
            | Gives::Split
            | Gives::Transposed => self.regrouped(gives, from, element, (file, arguments)),
        }
    }

    /// What a method of sequences is called on: of a map, the pairs.
    pub(crate) fn sequence(&mut self, from: Ty, method: &str) -> Ty {
        let Head::Std(Std::Map, args) = self.types.head(from).clone() else { return from };
        if !(self.language.over_pairs)(method) {
            return from;
        }
        let pair = self.types.make(Head::Tuple(args));
        self.types.std(Std::Iterator, &[pair])
    }

    /// What reading a member of a standard type gives that is no method.
    pub(crate) fn standard_property(&mut self, from: Ty, name: &str) -> Option<Ty> {
        let (std, args) = match self.types.head(from).clone() {
            Head::Std(std, args) => (Some(std), args),
            Head::Tuple(parts) => (None, parts),
            Head::Library(..) => return self.field_of(from, name),
            _ => return None,
        };
        let last = args.last().copied().unwrap_or(Ty::UNKNOWN);
        Some(match (self.language.std_property)(std, name)? {
            Gives::Keys => self.types.std(Std::List, args.get(..1)?),
            Gives::List => self.types.std(Std::List, &[last]),
            Gives::Key => *args.first()?,
            Gives::Pairs => {
                let pair = self.types.make(Head::Tuple(args));
                self.types.std(Std::List, &[pair])
            }
            _ => last,
        })
    }
}

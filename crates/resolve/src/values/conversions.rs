//! How well a value of one type suits a parameter of another, and what operators make of their operands.

use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Std, THIS, Ty};
use crate::values::widening::{boxed, rank, widening};
use facts::Builtin;

/// A language's own conversions, in the names of its types.
#[derive(Debug)]
pub struct Conversions {
    /// The number types from the narrowest to the widest: each widens to those behind it.
    pub numbers: &'static [&'static str],
    /// Types that widen to numbers without being one, and to which first.
    pub widens: &'static [(&'static str, &'static str)],
    /// What arithmetic gives at least, and what the length of an array is.
    pub least: &'static str,
    /// What `+` makes of anything and a string.
    pub text: &'static str,
    /// Values without an object, and the types of the objects that may hold them.
    pub boxes: &'static [(&'static str, &'static str)],
    /// Candidates that need no boxing go before those that do, and these before those of a variable number of
    /// arguments, whatever their scores.
    pub phases: bool,
    /// The type that takes everything.
    pub top: &'static str,
    /// Whether the containers of the standard library are told apart, by what they can be given for.
    pub containers: bool,
    /// Types outside that no other type is given for.
    pub sealed: &'static [&'static str],
    /// The interfaces outside that texts are of, by the names behind their namespaces.
    pub of_text: &'static [&'static str],
    /// Those that values of the other sealed and of boxed types may be of.
    pub of_sealed: &'static [&'static str],
    /// The type that a member outside holds or gives, where its name alone tells; empty: the type it is taken from.
    pub results: fn(&str) -> Option<&'static str>,
    /// Whether a member outside gives a value of the type that it is called with, `Get<T>()`.
    pub makes: fn(&str) -> bool,
    /// Whether a member outside gives several values of the type that it is called with, `GetAll<T>()`.
    pub makes_several: fn(&str) -> bool,
    /// Whether type parameters may be inferred from what a call's result is given to.
    pub infers_results: bool,
    /// The members outside that give nothing, where what a function gives that is written as an argument is asked: by
    /// that its language tells overloads apart.
    pub gives_nothing: Option<fn(&str) -> bool>,
    /// How many arguments a member of a container takes, at least and at most, with what the library adds to these.
    pub counts: fn(Std, &str) -> Option<(usize, usize)>,
    /// Whether a function may stand for an object with one method.
    pub functional_interfaces: bool,
    /// What the names of the members start with by which values of other types are made into one of the type.
    pub conversion: Option<&'static str>,
}

pub(crate) const SAME: f32 = 4.0;
pub(crate) const WIDER: f32 = 3.0;
pub(crate) const STEP: f32 = 0.1;
pub(crate) const BOXED: f32 = 2.0;
pub(crate) const ARRAYS: f32 = 2.0;
pub(crate) const FUNCTION: f32 = 1.5;
pub(crate) const NULL_ARRAY: f32 = 1.2;
pub(crate) const NULL: f32 = 1.0;
pub(crate) const NULL_TOP: f32 = 0.5;
pub(crate) const PARAMETER: f32 = 0.7;
pub(crate) const TOP: f32 = 0.6;
pub(crate) const OUTSIDE: f32 = 0.8;
/// Of an argument that nothing is known of.
pub(crate) const UNKNOWN: f32 = 0.5;
/// What lets any candidate go before one that has to put a value into an object, or take it out.
pub(crate) const BOXING: f32 = -100.0;
/// What taking an argument as one of a variable number costs.
pub(crate) const EXPANDED: f32 = 0.5;

/// A type as scores compare it: without its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Plain {
    Unknown,
    Null,
    /// A value without an object: number, character, truth value.
    Primitive(&'static str),
    Top,
    Outside(Ty),
    Repository(Decl),
    Array(Ty),
    /// Another container of the standard library.
    Container(Std),
    /// A function written as the argument.
    Function(Ty),
    Parameter(Ty),
}

/// A function written as an argument: how many parameters it has and whether it gives a value. None: not said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub takes: Option<usize>,
    pub gives: Option<bool>,
    /// What it gives, where that is asked; unknown where nobody can tell.
    pub result: Option<Ty>,
}

impl Eval<'_> {
    /// The conversions of the language that a declaration is written in.
    pub(crate) fn conversions(&self, decl: Decl) -> Option<&'static Conversions> {
        self.source(decl.file)?.language.overloads
    }

    /// How a function written as an argument suits: only where a type with one method is expected.
    pub(crate) fn suits_function(&mut self, wanted: Ty, given: Written, decl: Decl) -> Option<f32> {
        let (takes, gives) = match self.types.head(wanted).clone() {
            Head::FuncType(at, ty, _) => {
                let source = self.source(at)?;
                let wanted = crate::project::source::signature(&source.graph, ty)?;
                // One that names no parameter may still have some that it leaves out.
                if given.takes.is_some_and(|count| count > 0 && count != wanted.params.len()) {
                    return None;
                }
                // A function that gives nothing is none that has to.
                return match (wanted.returns.is_some(), given.gives) {
                    (true, Some(false)) => Some(UNKNOWN),
                    (false, Some(true)) => Some(FUNCTION - STEP),
                    (true, Some(true)) => Some(self.suits_result(wanted.returns, at, given)),
                    _ => Some(FUNCTION),
                };
            }
            Head::Unknown => return Some(FUNCTION),
            Head::Param(..) => return Some(UNKNOWN),
            Head::Instance(..) if !self.conversions(decl).is_some_and(|rules| rules.functional_interfaces) => {
                return None;
            }
            Head::Instance(..) => {
                let (method, _) = self.single_method(wanted)?;
                let (_, symbol) = self.project.symbol(method)?;
                (symbol.params.len(), symbol.returns.as_deref() != Some("void"))
            }
            Head::External(_) if self.plain(wanted, decl) == Plain::Top => return None,
            Head::External(path) | Head::Library(path, _) if self.is_in_tables(path) => self.outside_function(path)?,
            Head::External(_) | Head::Library(..) => return Some(OUTSIDE),
            _ => return None,
        };
        match given {
            Written { takes: Some(count), .. } if count != takes => None,
            // A block without a value gives nothing.
            Written { gives: Some(false), .. } if gives => None,
            Written { gives: Some(true), .. } if !gives => Some(FUNCTION - STEP),
            _ => Some(FUNCTION),
        }
    }

    /// How well a value of one type suits a parameter of another. None: it cannot be given.
    pub(crate) fn suits(&mut self, given: Ty, wanted: Ty, decl: Decl) -> Option<f32> {
        let (from, to) = (self.plain(given, decl), self.plain(wanted, decl));
        if given == wanted && from != Plain::Unknown {
            return Some(SAME);
        }
        let rules = self.conversions(decl)?;
        match (from, to) {
            (Plain::Function(one), Plain::Function(other)) if !rules.functional_interfaces => {
                self.suits_signature(one, other)
            }
            (Plain::Function(_), Plain::Outside(_) | Plain::Parameter(_) | Plain::Unknown) => Some(UNKNOWN),
            (Plain::Function(_), _) if !rules.functional_interfaces => None,
            (Plain::Unknown | Plain::Function(_), _) | (_, Plain::Unknown) => Some(UNKNOWN),
            (_, Plain::Parameter(ty)) => self.suits_parameter(given, ty, decl),
            (Plain::Parameter(ty), to) => {
                let bound = self.type_bound(ty);
                if bound.is_unknown() || bound == ty {
                    return (to == Plain::Top).then_some(TOP);
                }
                self.suits(bound, wanted, decl)
            }
            (Plain::Null, Plain::Array(_)) => Some(NULL_ARRAY),
            (Plain::Null, Plain::Primitive(_)) => None,
            (Plain::Null, Plain::Top) => Some(NULL_TOP),
            (Plain::Null, _) => Some(NULL),
            (Plain::Primitive(one), Plain::Primitive(other)) => widening(rules, one, other),
            (Plain::Primitive(one), Plain::Outside(ty)) => {
                let boxed = boxed(rules, one)?;
                let name = self.name(boxed);
                let boxed = self.types.make(Head::External(name));
                let score = if self.same_outside(boxed, ty) { Some(BOXED) } else { self.outside_suits(boxed, ty) };
                score.map(|score| score.min(BOXED) + BOXING)
            }
            (Plain::Outside(ty), Plain::Primitive(other)) => {
                let (path, _) = self.outside_type(ty)?;
                let path = self.text(path);
                let held = rules.boxes.iter().find(|(_, boxed)| **boxed == *path).map(|(held, _)| *held)?;
                let score =
                    if held == other { Some(BOXED) } else { widening(rules, held, other).map(|_| BOXED - STEP) };
                score.map(|score| score + BOXING)
            }
            (Plain::Top, Plain::Top) => Some(SAME),
            (Plain::Primitive(_), Plain::Top) => Some(TOP + BOXING),
            (_, Plain::Top) => Some(TOP),
            (Plain::Outside(one), Plain::Outside(other)) => self.outside_suits(one, other),
            (Plain::Repository(one), Plain::Repository(other)) => {
                let inherits = self.repository_suits(one, other);
                inherits.or_else(|| self.converts_to(rules, other)).or_else(|| self.converts_to(rules, one))
            }
            (Plain::Repository(one), Plain::Outside(other)) => {
                self.extends_outside(one, other).or_else(|| self.converts_to(rules, one))
            }
            (Plain::Array(one), Plain::Array(other)) => self.arrays_suit(one, other, decl),
            (from, Plain::Container(std)) => self.container_suits(from, std),
            (_, Plain::Repository(other)) => self.converts_to(rules, other),
            (Plain::Container(_), Plain::Outside(_)) | (Plain::Array(_), Plain::Outside(_)) => {
                rules.containers.then_some(NULL)
            }
            (Plain::Repository(one), Plain::Array(_)) if rules.containers => self.container_of(one, Std::List),
            _ => None,
        }
    }

    fn suits_parameter(&mut self, given: Ty, ty: Ty, decl: Decl) -> Option<f32> {
        let bound = self.type_bound(ty);
        let from = self.plain(given, decl);
        if given == ty {
            return Some(SAME);
        }
        if bound.is_unknown() || bound == ty {
            return Some(if matches!(from, Plain::Primitive(_)) { PARAMETER + BOXING } else { PARAMETER });
        }
        if let Plain::Primitive(name) = from {
            let rules = self.conversions(decl)?;
            let name = self.name(boxed(rules, name)?);
            let boxed = self.types.make(Head::External(name));
            return self.suits(boxed, bound, decl).map(|_| PARAMETER + BOXING);
        }
        self.suits(given, bound, decl).map(|score| (score - STEP).clamp(PARAMETER, WIDER))
    }

    fn type_bound(&mut self, ty: Ty) -> Ty {
        match *self.types.head(ty) {
            Head::Param(decl, position) => {
                let bound = self.bound(decl, position);
                match self.types.head(bound) {
                    Head::Intersection(parts) => parts.first().copied().unwrap_or(Ty::UNKNOWN),
                    _ => bound,
                }
            }
            _ => Ty::UNKNOWN,
        }
    }

    pub(crate) fn plain(&mut self, ty: Ty, decl: Decl) -> Plain {
        let Some(rules) = self.conversions(decl) else { return Plain::Unknown };
        match self.types.head(ty).clone() {
            Head::Builtin(Builtin::Null) => Plain::Null,
            Head::Instance(decl, _) | Head::Param(decl, THIS) => Plain::Repository(self.project.first_part(decl)),
            Head::Param(..) => Plain::Parameter(ty),
            Head::Std(Std::List, args) => Plain::Array(args.first().copied().unwrap_or(Ty::UNKNOWN)),
            Head::Std(std, _) if rules.containers => Plain::Container(std),
            // No declaration names the type of what is written out.
            Head::Object(..) if rules.containers => Plain::Container(Std::Record),
            Head::External(path) | Head::Library(path, _) => {
                let text = self.text(path);
                let primitive = rules.boxes.iter().find(|(name, _)| **name == *text);
                match primitive {
                    Some((name, _)) => Plain::Primitive(name),
                    None if *text == *rules.top => Plain::Top,
                    None if let Some(result) = self.result_of(rules, &text) => self.plain(result, decl),
                    // What a call or field outside gives is not known by its path.
                    None if is_type(&text) => Plain::Outside(ty),
                    None => Plain::Unknown,
                }
            }
            Head::Bound(from, name) if self.is_array(from) && &*self.text(name) == "length" => {
                Plain::Primitive(rules.least)
            }
            Head::Closure(..) | Head::Func(..) | Head::FuncType(..) => Plain::Function(ty),
            Head::Bound(from, name) => {
                let result = (rules.results)(&self.text(name));
                match result {
                    Some("") => self.plain(from, decl),
                    Some(result) => {
                        let ty = self.external(result);
                        self.plain(ty, decl)
                    }
                    None => Plain::Unknown,
                }
            }
            _ => Plain::Unknown,
        }
    }

    /// Whether nothing is known of an argument that could tell overloads apart.
    pub(crate) fn is_unknown_argument(&mut self, ty: Ty, decl: Decl) -> bool {
        self.plain(ty, decl) == Plain::Unknown
    }

    fn same_outside(&self, one: Ty, other: Ty) -> bool {
        self.outside_type(one).map(|(path, _)| path) == self.outside_type(other).map(|(path, _)| path)
    }

    /// One type from outside given for another. What the tables know to be no subtype is refused.
    fn outside_suits(&mut self, one: Ty, other: Ty) -> Option<f32> {
        if self.same_outside(one, other) {
            return (!self.are_of_others(one, other)).then_some(SAME);
        }
        if let (Some((from, _)), Some((to, _)), Some(rules)) =
            (self.outside_type(one), self.outside_type(other), self.language.overloads)
        {
            let (from, to) = (self.text(from), self.text(to));
            let is_final = |path: &str| {
                rules.sealed.contains(&path)
                    || !rules.sealed.is_empty() && rules.boxes.iter().any(|(_, boxed)| *boxed == path)
            };
            // Of a type without subtypes no other is one; it may be a value of an interface that such types implement.
            let name = to.rsplit('.').next().unwrap_or_default();
            let implemented = if *from == *rules.text { rules.of_text } else { rules.of_sealed };
            if is_final(&to) || is_final(&from) && !implemented.contains(&name) {
                return None;
            }
        }
        let (lineage, known) = self.outside_lineage(one);
        match lineage.iter().position(|&above| self.same_outside(above, other)) {
            Some(at) if self.are_of_others(lineage[at], other) => None,
            Some(at) => Some((WIDER - STEP * (at.min(9) as f32)).max(BOXED)),
            None if known && lineage.len() > 1 || self.is_known(one) => None,
            None => Some(OUTSIDE),
        }
    }

    fn is_known(&self, ty: Ty) -> bool {
        self.outside_type(ty).is_some_and(|(path, _)| self.is_in_tables(path))
    }

    pub(super) fn repository_suits(&mut self, one: Decl, other: Decl) -> Option<f32> {
        if one == other {
            return Some(SAME);
        }
        let lineage = self.lineage(one);
        let at = lineage.iter().position(
            |&base| matches!(*self.types.head(base), Head::Instance(decl, _) if self.project.first_part(decl) == other),
        )?;
        Some((WIDER - STEP * (at.min(9) as f32)).max(BOXED))
    }

    /// A type of the repository given for one from outside: its bases tell.
    fn extends_outside(&mut self, decl: Decl, wanted: Ty) -> Option<f32> {
        let mut open = false;
        for &base in self.lineage(decl).clone().iter() {
            if self.outside_type(base).is_none() {
                continue;
            }
            if self.outside_suits(base, wanted).is_some_and(|score| score > OUTSIDE) {
                return Some(BOXED + STEP);
            }
            open |= !self.is_known(base);
        }
        open.then_some(OUTSIDE)
    }

    fn arrays_suit(&mut self, one: Ty, other: Ty, decl: Decl) -> Option<f32> {
        let (from, to) = (self.plain(one, decl), self.plain(other, decl));
        match (&from, &to) {
            _ if from == to => Some(SAME),
            (Plain::Unknown, _) | (_, Plain::Unknown) => Some(UNKNOWN),
            (Plain::Primitive(_), _) | (_, Plain::Primitive(_)) => None,
            _ => self.suits(one, other, decl).map(|score| if score >= SAME { SAME } else { ARRAYS.min(score) }),
        }
    }

    /// What arithmetic on these gives.
    pub(crate) fn operation(&mut self, rules: &'static Conversions, operands: &[Ty], joins: bool) -> Ty {
        let (mut widest, mut known) = (0, true);
        for &ty in operands {
            let Some((path, _)) = self.outside_type(ty) else {
                let is_length = matches!(*self.types.head(ty), Head::Bound(from, name)
                    if self.is_array(from) && &*self.text(name) == "length");
                known &= is_length;
                continue;
            };
            let text = self.text(path);
            if joins && *text == *rules.text {
                return self.external(rules.text);
            }
            let held = rules.boxes.iter().find(|(_, boxed)| **boxed == *text).map_or(&*text, |(held, _)| *held);
            match rank(rules, held) {
                Some(rank) => widest = widest.max(rank),
                // `true & false`
                None if rules.boxes.iter().any(|(name, _)| *name == held) => return self.external(held),
                None => known = false,
            }
        }
        let least = rank(rules, rules.least).unwrap_or(0);
        // Beside an operand of the widest type no other counts, but for `+`, which may join a string.
        let decided = known || !joins && widest + 1 == rules.numbers.len();
        match rules.numbers.get(widest.max(least)) {
            Some(name) if decided => self.external(name),
            _ => Ty::UNKNOWN,
        }
    }
}

/// Whether a path names a type: its last part is written as one, and not as the constant of another.
pub(crate) fn is_type(path: &str) -> bool {
    let (above, name) = path.rsplit_once('.').unwrap_or(("", path));
    let of_type = above.rsplit('.').next().is_some_and(|above| above.starts_with(char::is_uppercase));
    name.starts_with(char::is_uppercase) && (!of_type || name.contains(char::is_lowercase))
}

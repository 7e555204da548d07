//! Which of several functions take the arguments of a call best, by what is known of each argument.

use crate::targets::labels::MAX_ALIASES;
use crate::targets::linked_overloads::{Group, LENT_CONSTANT, Site};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, THIS, Ty};
use facts::{Builtin, CallKind, Number, SymbolKind, Type, Value, ValueId};

/// Better than all that is the same as far as it is known: a number that is the very one.
const VERY: i32 = 5;
const SAME: i32 = 4;
const PROMOTED: i32 = 3;
/// An object that is made of it.
const MADE: i32 = 2;
const CONVERTED: i32 = 1;
/// No function is called with that.
const NEVER: i32 = -8;
/// How deep pointers and containers of numbers are looked into.
const MAX_INSIDE: u8 = 3;

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Given {
    ty: Ty,
    /// Whether it is a literal text.
    is_text: bool,
    /// Of a number, or of what points to or holds numbers, which.
    number: Option<Number>,
}

impl Given {
    /// Whether two arguments are known to be of different types.
    fn differs(&self, other: &Self) -> bool {
        let known = !self.ty.is_unknown() && !other.ty.is_unknown();
        known && (self.ty != other.ty || self.number.zip(other.number).is_some_and(|(one, other)| one != other))
    }
}

/// How well a parameter suits an argument.
struct Suits {
    score: i32,
    /// Of an argument that is not known: the type that the parameter takes alone. Another of its own may take it as well.
    open: Option<(Ty, Option<Number>)>,
}

impl Eval<'_> {
    /// What is known of a call's arguments.
    pub(super) fn known_of(&mut self, file: FileId, arguments: &[ValueId]) -> Vec<Given> {
        let known = |eval: &mut Self, value: ValueId| {
            let is_text = eval.is_text(file, value);
            if is_text || eval.is_character(file, value) {
                let number = eval.types.builtin(Builtin::Number);
                let ty = if is_text { eval.value(file, value) } else { number };
                return Given { ty, is_text, number: Some(Number::Character) };
            }
            let ty = eval.argument_type(file, value);
            let inside = eval.inside_number(ty);
            Given { ty, is_text, number: inside.and_then(|inside| eval.number(file, value, inside)) }
        };
        arguments.iter().map(|&value| known(self, value)).collect()
    }

    /// The type of an argument: of a call, what the function gives that it means of several. Of what is outside, a call's
    /// is not known.
    fn argument_type(&mut self, file: FileId, value: ValueId) -> Ty {
        let ty = self.value(file, value);
        let Some(source) = self.source(file) else { return ty };
        let Value::Call { callee, arguments } = &source.graph.values[value as usize] else { return ty };
        if matches!(self.types.head(ty), Head::External(_)) {
            return Ty::UNKNOWN;
        }
        let called = self.callee(source, file, *callee);
        let Head::Func(decl, ..) = *self.types.head(called) else { return ty };
        let verdict = self.target(file, *callee, MAX_ALIASES);
        let site = Site { kind: CallKind::Call, callee: *callee, arguments: arguments.len() as u32, line: u32::MAX };
        let verdict = self.linked_target(file, site, verdict);
        let first = self.returned(decl);
        let mut given = verdict.targets.iter().map(|&target| self.returned(target));
        match given.next() {
            Some(one) if given.any(|it| it != one) => Ty::UNKNOWN,
            Some(one) if one != first => one,
            _ => ty,
        }
    }

    /// Whether a value is a text's character.
    fn is_character(&mut self, file: FileId, value: ValueId) -> bool {
        let Some(source) = self.source(file) else { return false };
        let Value::Index { object } = source.graph.values[value as usize] else { return false };
        let object = self.value(file, object);
        matches!(self.types.head(object), Head::Builtin(Builtin::String))
    }

    /// In how many pointers or containers numbers lie.
    fn inside_number(&self, ty: Ty) -> Option<u8> {
        let (mut ty, mut inside) = (ty, 0);
        loop {
            match self.types.head(ty) {
                Head::Builtin(Builtin::Number) => return Some(inside),
                Head::Std(Std::List, of) if inside < MAX_INSIDE => (ty, inside) = (*of.first()?, inside + 1),
                _ => return None,
            }
        }
    }

    /// Keeps the functions of which no other takes the arguments better.
    pub(super) fn narrow_by_fitness(&mut self, file: FileId, call: Site, groups: &mut Vec<Group>) {
        if groups.len() < 2 {
            return;
        }
        let Some(arguments) = self.arguments_of(file, call.callee).map(<[ValueId]>::to_vec) else { return };
        let given = self.known_of(file, &arguments);
        let suits: Vec<Vec<Suits>> = groups.iter().map(|group| self.suits_of(group.decls[0], &given)).collect();
        let is_possible: Vec<bool> = suits.iter().map(|it| it.iter().all(|one| one.score > NEVER)).collect();
        let any = is_possible.contains(&true);
        let sums: Vec<i32> = suits.iter().map(|it| it.iter().map(|one| one.score).sum()).collect();
        let is_certain: Vec<bool> = groups.iter().map(|group| !self.is_constrained(group.decls[0])).collect();
        // One comes after another that suits no argument worse and one better. Of an argument that nobody knows each may be
        // what it needs: then only what takes the same there. What is there for some arguments alone comes before nothing.
        let is_kept = |at: usize| {
            let is_after = |other: usize| {
                let pairs = || suits[at].iter().zip(&suits[other]);
                let same = |one: &Suits, two: &Suits| one.open.is_none() || two.open.is_none() || one.open == two.open;
                pairs().all(|(one, two)| same(one, two) && one.score <= two.score) && sums[at] < sums[other]
            };
            let is_before = |it: usize| (is_possible[it] || !any) && is_certain[it] && is_after(it);
            (is_possible[at] || !any) && !(0..groups.len()).any(is_before)
        };
        let kept: Vec<bool> = (0..groups.len()).map(is_kept).collect();
        let mut kept = kept.into_iter();
        groups.retain(|_| kept.next() == Some(true));
        self.narrow_by_lent(file, &arguments, groups);
    }

    fn is_constrained(&self, decl: Decl) -> bool {
        self.project
            .symbol(decl)
            .is_some_and(|(_, symbol)| symbol.type_params.iter().any(|param| param.bound.is_some()))
    }

    /// Of functions that differ in what they may change of their arguments, those that suit what these are.
    fn narrow_by_lent(&mut self, file: FileId, arguments: &[ValueId], groups: &mut Vec<Group>) {
        let changes = |group: &Group| group.signature.replace(LENT_CONSTANT, "");
        let first = groups.first().map(&changes);
        if groups.len() < 2 || !groups.iter().all(|it| Some(changes(it)) == first) {
            return;
        }
        let mut scores: Vec<i32> = Vec::new();
        for group in groups.iter() {
            let mut score = 0;
            for (at, &value) in arguments.iter().enumerate() {
                let Some((wants, pointers)) = self.may_change(group.decls[0], at) else { continue };
                let given = self.is_constant(file, value, pointers);
                score += match (wants, given) {
                    (_, None) => return,
                    (false, Some(true)) => NEVER,
                    (wants, Some(is)) => i32::from(wants == is),
                };
            }
            scores.push(score);
        }
        let best = scores.iter().max().copied();
        let mut scores = scores.into_iter();
        groups.retain(|_| scores.next() == best);
    }

    /// Whether a parameter's type is constant behind how many pointers. None: it changes nothing of what is handed over.
    fn may_change(&mut self, decl: Decl, at: usize) -> Option<(bool, u8)> {
        let (source, symbol) = self.project.symbol(decl)?;
        let param = symbol.params.get(at)?;
        let declared = param.declared?;
        let pointers = match source.graph.types[declared as usize] {
            Type::List { .. } => 1,
            _ if param.type_text.as_deref().is_some_and(|it| it.ends_with('&')) => 0,
            _ => return None,
        };
        Some((self.is_type_constant(decl.file, declared, pointers, false)?, pointers))
    }

    /// Whether a value is a literal text.
    fn is_text(&self, file: FileId, value: ValueId) -> bool {
        let Some(source) = self.source(file) else { return false };
        let Value::List { items } = &source.graph.values[value as usize] else { return false };
        matches!(items[..], [one] if matches!(source.graph.values[one as usize], Value::Builtin(Builtin::Number)))
    }

    /// How well a function's parameters suit the arguments.
    fn suits_of(&mut self, decl: Decl, given: &[Given]) -> Vec<Suits> {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Vec::new() };
        let mut found = Vec::new();
        let mut stands_for: Vec<(Ty, &Given)> = Vec::new();
        for (at, given) in given.iter().enumerate() {
            let param = symbol.params.get(at).or_else(|| symbol.params.last().filter(|param| param.rest));
            let Some(declared) = param.and_then(|param| param.declared) else {
                // `...` is what suits least.
                let score = -i32::from(param.is_some_and(|param| param.rest));
                found.push(Suits { score, open: None });
                continue;
            };
            let wanted = self.declared(decl.file, declared, symbol.parent);
            // A container is none of the pointers and arrays that it goes with elsewhere.
            let is_container = matches!(source.graph.types[declared as usize], Type::Name { .. });
            let is_list = |ty: Ty| matches!(self.types.head(ty), Head::Std(Std::List, _));
            if is_container && given.is_text && is_list(wanted) {
                found.push(Suits { score: NEVER, open: None });
                continue;
            }
            // What the parameter of a class stands for, what the method is called on says, and no argument.
            if matches!(*self.types.head(wanted), Head::Param(of, position) if position != THIS && of != decl)
                && wanted != given.ty
            {
                found.push(Suits { score: 0, open: None });
                continue;
            }
            // What a template takes several times is of one type, but for a pack of parameters.
            if !param.is_some_and(|param| param.rest)
                && matches!(*self.types.head(wanted), Head::Param(_, position) if position != THIS)
            {
                let differs = |(param, other): &(Ty, &Given)| *param == wanted && other.differs(given);
                if stands_for.iter().any(differs) {
                    found.push(Suits { score: NEVER, open: None });
                    continue;
                }
                stands_for.push((wanted, given));
            }
            // A text is an array before it is a pointer.
            let is_pointer_of_any = |ty: Ty| match self.types.head(ty) {
                Head::Std(Std::List, of) => {
                    of.first().is_some_and(|&of| matches!(self.types.head(of), Head::Param(..)))
                }
                _ => false,
            };
            if given.is_text && is_pointer_of_any(wanted) {
                found.push(Suits { score: 2, open: None });
                continue;
            }
            let inside = self.inside_number(wanted);
            let number = inside.and_then(|inside| self.number_of_type(decl.file, declared, inside));
            let score = match (self.fits_type(wanted, given.ty), number, given.number) {
                (SAME, Some(number), Some(given)) => match (inside, given == number) {
                    (_, true) => VERY,
                    // What points to one number points to no other.
                    (Some(1..), false) => NEVER,
                    _ => converted(given, number),
                },
                (score, Some(number), _) if inside == Some(0) => match self.types.head(given.ty) {
                    Head::Builtin(Builtin::Boolean) => converted(Number::Boolean, number),
                    Head::Instance(of, _) if self.is_enumeration(*of) => converted(Number::Boolean, number),
                    _ => score,
                },
                (score, ..) => score,
            };
            // Whether a class is made of it nobody says.
            let may_be = score == 0 && matches!(self.types.head(wanted), Head::Instance(..));
            let is_open =
                may_be || given.ty.is_unknown() || self.inside_number(given.ty).is_some() && given.number.is_none();
            let is_own = matches!(
                self.types.head(wanted),
                Head::Builtin(_) | Head::Std(..) | Head::Tuple(_) | Head::Instance(..)
            );
            found.push(Suits { score, open: (is_open && is_own).then_some((wanted, number)) });
        }
        found
    }

    /// How well a value goes where an object of a class is wanted.
    fn fits_class(&mut self, wanted: Ty, given: Ty) -> i32 {
        let Head::Instance(class, _) = *self.types.head(wanted) else { return 0 };
        let is_own = matches!(self.types.head(given), Head::Builtin(_) | Head::Std(..));
        let Head::Instance(from, _) = *self.types.head(given) else {
            return match is_own && self.is_enumeration(class) {
                true => NEVER,
                false => self.made_by_argument(class, given).unwrap_or(0),
            };
        };
        match () {
            () if from == class => SAME,
            () if self.extends_type(from, class) => PROMOTED,
            () => self.made_by_argument(class, given).unwrap_or(-4),
        }
    }

    /// How well a class is made of a value where a constructor takes it. None: no constructor tells. A template's may.
    fn made_by_argument(&mut self, class: Decl, given: Ty) -> Option<i32> {
        let (source, symbol) = self.project.symbol(class)?;
        let mut may = None;
        for &id in source.members_named(Some(class.symbol), source.name(symbol.name)) {
            let maker = &source.graph.symbols[id as usize];
            let needed = maker.params.iter().filter(|it| !it.optional && !it.rest).count();
            let first = maker.params.first().and_then(|it| it.declared).filter(|_| needed < 2);
            let (SymbolKind::Constructor, Some(first)) = (maker.kind, first) else { continue };
            let first = self.declared(class.file, first, maker.parent);
            match self.types.head(first) {
                _ if first == given => return Some(MADE),
                Head::Param(..) => may = Some(0),
                Head::Std(Std::List, _) if matches!(self.types.head(given), Head::Std(Std::List, _)) => {
                    return Some(MADE);
                }
                _ => {}
            }
        }
        may
    }

    fn is_enumeration(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Enum)
    }

    pub(super) fn fits_type(&mut self, wanted: Ty, given: Ty) -> i32 {
        use Builtin::{Boolean, Null, Number, String};
        // What `...` becomes is nothing that anybody writes, and whoever has one declares it.
        if let Head::External(path) = self.types.head(wanted)
            && self.text(*path).ends_with("va_list")
        {
            return if wanted == given { SAME } else { NEVER };
        }
        if wanted.is_unknown() || given.is_unknown() {
            return 0;
        }
        if wanted == given {
            return SAME;
        }
        // What a template's parameter stands for, only its uses say: it may be what is wanted, whatever that is.
        if matches!(*self.types.head(given), Head::Param(_, position) if position != THIS) {
            return if matches!(self.types.head(wanted), Head::External(_)) { 0 } else { 3 };
        }
        match (self.types.head(wanted), self.types.head(given)) {
            (Head::Instance(..), _) => self.fits_class(wanted, given),
            (Head::External(path), Head::Builtin(Null)) if self.text(*path).ends_with("nullptr_t") => SAME,
            (Head::Std(Std::List, _), Head::Builtin(Null)) => 2,
            (Head::Builtin(Number), Head::Builtin(Boolean)) | (Head::Builtin(Boolean), Head::Builtin(Number)) => {
                CONVERTED
            }
            // A number that needs no conversion comes before a template as far as it is known which it is.
            (Head::Param(..), Head::Builtin(Number)) => SAME,
            // What a template takes suits anything, better than a conversion does.
            (Head::Param(..), _) => 3,
            // A literal becomes a string.
            (Head::Builtin(String), Head::Std(Std::List, _)) => 2,
            (Head::Func(..) | Head::FuncType(..), Head::Func(..) | Head::FuncType(..) | Head::Closure(..)) => SAME,
            (Head::Builtin(_), Head::Builtin(_) | Head::Instance(..) | Head::Std(..) | Head::Closure(..)) => NEVER,
            (Head::Std(..), Head::Builtin(_) | Head::Instance(..)) => NEVER,
            (Head::Std(Std::List, one), Head::Std(Std::List, two)) => match (one.first(), two.first()) {
                // What points to one class points to no other.
                (Some(&one), Some(&two)) => match (self.fits_type(one, two), self.types.head(two)) {
                    (MADE, Head::Instance(..)) => -4,
                    (score, _) => score,
                },
                _ => 0,
            },
            _ => 0,
        }
    }
}

/// How well one number becomes another.
fn converted(given: Number, wanted: Number) -> i32 {
    match (given, wanted) {
        _ if given == wanted => VERY,
        (_, Number::Int) if given < Number::Int => PROMOTED,
        (Number::Float, Number::Double) => PROMOTED,
        _ => CONVERTED,
    }
}

//! Values to types, each at most once in the resolution of one file.
//!
//! An evaluation that runs into itself answers "unknown" there, and what was concluded from that is
//! forgotten again, so that the answer does not depend on where a cycle was entered. Inference of
//! returns from bodies stops at [`MAX_INFERENCE`]; chains of calls may be of any length.

use crate::languages::{Extensions, Language};
use crate::members::{lineage::Origin, outside_traits::TraitMethod};
use crate::naming::entities::Use;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::targets::labels::Verdict;
use crate::targets::operators::Operands;
use crate::values::asking::{FUEL, Memo, Open, Question};
use crate::values::handed_params::OwnSites;
use crate::values::macros::Expansion;
use crate::values::types::{Decl, Env, FileId, Head, Std, THIS, Ty, Types};
use facts::{BindingId, SymbolId, Type, TypeId, Value, ValueId, WHOLE};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// How many returns are inferred from bodies on the way to one type.
pub const MAX_INFERENCE: u8 = 3;
/// Items of a list that tell what it holds.
const MAX_ITEMS: usize = 16;
pub struct Eval<'p> {
    pub project: &'p Project,
    /// The file whose sites are asked for, and its language.
    pub file: FileId,
    /// The symbol in which the site stands that is asked for.
    pub(crate) around: Option<SymbolId>,
    /// Whether that calls without a name, as an operator does.
    pub(crate) implied: bool,
    pub language: &'static Language,
    pub types: Types,
    pub(crate) lineages: FxHashMap<Decl, Rc<[Ty]>>,
    /// Classes whose bases are being read: their names cannot come from these bases.
    pub(crate) lineages_open: Vec<Decl>,
    /// What classes only say they implement.
    pub(crate) claims: FxHashMap<Decl, Rc<[Origin]>>,
    pub(super) memo: FxHashMap<Question, Memo>,
    /// What macros are given whose bodies are being evaluated, the innermost last.
    pub(super) expansions: Vec<Expansion>,
    pub(super) depth: u32,
    pub(super) fuel: u32,
    pub(crate) inference: u8,
    /// The least depth of an open evaluation that was run into.
    pub(super) floor: u32,
    /// The call that each callee of a file is of.
    pub(crate) calls: Option<(FileId, FxHashMap<ValueId, ValueId>)>,
    /// What a file asks of each binding: the names of members.
    pub(crate) asked: Option<(FileId, FxHashMap<BindingId, Vec<Name>>)>,
    /// How many parameters the functions have that are arguments in a file.
    pub(crate) lambdas: Option<(FileId, FxHashMap<ValueId, usize>)>,
    pub(crate) own_sites: Option<OwnSites>,
    /// Inference stopped somewhere below.
    pub(crate) stopped: bool,
    /// What is being read that may lead back to itself without passing [`Self::ask`], and how deep.
    pub(super) open: Vec<(Open, u32)>,
    /// The methods of traits, by name, that more than the repository's types have.
    pub(crate) trait_methods: FxHashMap<Name, Rc<[TraitMethod]>>,
    /// The traits that the file imports.
    pub(crate) seen_traits: Option<FxHashSet<Decl>>,
    /// Where operators lead that are functions.
    pub(crate) operators: FxHashMap<Operands, Option<Verdict>>,
    /// Where values lead that were asked for more than once, by the symbol in which that was.
    pub(crate) value_targets: FxHashMap<(FileId, ValueId, Option<SymbolId>), Option<Decl>>,
}

impl<'p> Eval<'p> {
    pub fn new(project: &'p Project, file: FileId, language: &'static Language) -> Self {
        Self {
            project,
            file,
            around: None,
            implied: false,
            language,
            types: Types::default(),
            lineages: FxHashMap::default(),
            lineages_open: Vec::new(),
            claims: FxHashMap::default(),
            memo: FxHashMap::default(),
            expansions: Vec::new(),
            depth: 0,
            fuel: FUEL,
            inference: 0,
            floor: u32::MAX,
            calls: None,
            asked: None,
            lambdas: None,
            own_sites: None,
            stopped: false,
            open: Vec::new(),
            trait_methods: FxHashMap::default(),
            seen_traits: None,
            operators: FxHashMap::default(),
            value_targets: FxHashMap::default(),
        }
    }

    pub(crate) fn source(&self, file: FileId) -> Option<&'p Source> {
        self.project.source(file)
    }

    pub(crate) fn text(&self, name: Name) -> Rc<str> {
        self.project.names.text(name)
    }

    pub(crate) fn name(&self, text: &str) -> Name {
        self.project.names.intern(text)
    }

    pub(crate) fn external(&mut self, path: &str) -> Ty {
        let name = self.name(path);
        self.types.make(Head::External(name))
    }

    /// The type of a value. A chain is evaluated from its start, so that its length costs no stack.
    pub fn value(&mut self, file: FileId, value: ValueId) -> Ty {
        let Some(source) = self.source(file) else { return Ty::UNKNOWN };
        let mut chain = Vec::new();
        let mut next = value;
        loop {
            if matches!(self.memo.get(&Question::Value(file, next)), Some(Memo::Known(..))) {
                break;
            }
            chain.push(next);
            next = match &source.graph.values[next as usize] {
                Value::Member { object, .. }
                | Value::Index { object }
                | Value::Item { object, .. }
                | Value::Part { object, .. }
                | Value::Await { object }
                | Value::Lent { object } => *object,
                Value::Call { callee, .. } if source.language.separate_methods => {
                    match source.graph.values[*callee as usize] {
                        Value::Member { object, .. } => object,
                        _ => break,
                    }
                }
                Value::Call { callee, .. } | Value::New { callee, .. } => *callee,
                _ => break,
            };
        }
        let mut ty = None;
        while let Some(next) = chain.pop() {
            ty = Some(self.ask(Question::Value(file, next), |eval| eval.computed(source, file, next)));
        }
        ty.unwrap_or_else(|| self.ask(Question::Value(file, value), |eval| eval.computed(source, file, value)))
    }

    fn computed(&mut self, source: &'p Source, file: FileId, value: ValueId) -> Ty {
        let ty = self.evaluate(source, file, value);
        let ty = self.narrowed(source, file, value, ty);
        match self.types.head(ty) {
            Head::Computed(..) if source.language.module_paths => {
                let ty = self.reduced(ty);
                if matches!(self.types.head(ty), Head::Computed(..)) { Ty::UNKNOWN } else { ty }
            }
            Head::Computed(..) | Head::Union(_) => self.reduced(ty),
            Head::Literals(_) | Head::Never => self.known(ty),
            &Head::FuncType(at, written, env) => {
                let env = self.settled(env);
                self.types.make(Head::FuncType(at, written, env))
            }
            _ => ty,
        }
    }

    fn evaluate(&mut self, source: &'p Source, file: FileId, value: ValueId) -> Ty {
        match &source.graph.values[value as usize] {
            Value::Name { name, scope, binding } => {
                let bare = self.bare(file, *scope, source.name(*name), *binding, Use::Value);
                let held = self.bare_value(bare);
                let held = if binding.is_none() { self.held_in_group(source, file, value, held) } else { held };
                let is_open = held.is_unknown() && binding.is_none() && source.language.templates.is_some();
                let is_open = is_open && !self.may_be_local(file, source.name(*name), value);
                let shown = if is_open { self.template_function(file, source.name(*name)) } else { None };
                shown.unwrap_or(held)
            }
            Value::This { owner } => match owner {
                Some(symbol) => self.types.make(Head::Param(Decl { file, symbol: *symbol }, THIS)),
                None => self.case_object(source, file),
            },
            Value::Super { owner } => match owner {
                Some(symbol) => self.types.make(Head::Super(Decl { file, symbol: *symbol })),
                None => Ty::UNKNOWN,
            },
            Value::Member { object, name } => {
                let held = self.value(file, *object);
                let member = self.reached_type(source, file, held, source.name(*name), Use::Value);
                if member.is_unknown() || matches!(self.types.head(member), Head::External(_)) {
                    let assigned = self.assigned_member(source, file, *object, source.name(*name));
                    let member = assigned.map_or(member, |hit| self.hit_type(hit));
                    if source.language.templates.is_some()
                        && matches!(source.graph.values[*object as usize], Value::This { owner: None })
                        && let Some(shown) = self.shown_field(file, source.name(*name))
                    {
                        return shown;
                    }
                    if member.is_unknown()
                        && let Some(given) = self.given_by_includers(source, file, *object, source.name(*name))
                    {
                        return given;
                    }
                    if member.is_unknown() && self.is_value_behind(source, held, *name) {
                        return held;
                    }
                    let is_key = member.is_unknown() && self.is_key(source.name(*name));
                    return if is_key { self.element(held) } else { member };
                }
                member
            }
            Value::Call { callee, arguments } => {
                if let Some(given) = self.given_by_chosen(source, file, *callee, arguments) {
                    return self.given_itself(source, file, *callee, given);
                }
                let called = self.callee_for(source, file, *callee, arguments);
                // Where a name is a call by itself, that of a field reads it.
                let given = match source.language.singleton_members {
                    true => {
                        let given = self.read_or_called(called, file, arguments);
                        self.made_by_factory(source, file, *callee, arguments, given)
                    }
                    false => self.call(called, file, arguments),
                };
                let given = match given.is_unknown() && source.language.call_member.is_some() {
                    true => self.given_past_local(source, file, *callee, arguments),
                    false => given,
                };
                self.given_itself(source, file, *callee, given)
            }
            Value::New { callee, arguments } => {
                let made = self.made_new(source, file, *callee);
                self.filled(made, file, arguments)
            }
            Value::Index { object } => {
                let object = self.value(file, *object);
                self.element_behind(object)
            }
            Value::Item { object, position } => {
                let object = self.value(file, *object);
                self.item(object, *position, source.language.map_item)
            }
            Value::Part { object, position } => {
                let object = self.value(file, *object);
                self.part(object, *position, source)
            }
            Value::Await { object } => {
                let object = self.value(file, *object);
                self.awaited(object)
            }
            Value::Enter { object } => {
                let object = self.value(file, *object);
                match source.language.delegate_member {
                    Some(member) => self.held_by_delegate(source, file, object, member),
                    None => self.entered(object),
                }
            }
            Value::Lent { object } => self.value(file, *object),
            Value::Cast { ty } => self.declared(file, *ty, None),
            Value::Either { options } if source.language.module_paths && options.len() == 1 => {
                self.dereferenced(file, options[0])
            }
            Value::Either { options } => {
                let options: Vec<Ty> = options.iter().map(|&option| self.value(file, option)).collect();
                self.types.union(options)
            }
            Value::Function { symbol: Some(symbol), .. } => self.symbol_value(Decl { file, symbol: *symbol }),
            Value::Function { symbol: None, .. } => self.types.make(Head::Closure(file, value, Env::EMPTY)),
            Value::Class { symbol } => self.types.make(Head::Class(Decl { file, symbol: *symbol })),
            Value::Object { .. } => self.types.make(Head::Object(file, value, Env::EMPTY)),
            Value::List { items } => {
                let items: Vec<Ty> = items.iter().take(MAX_ITEMS).map(|&item| self.value(file, item)).collect();
                let known = items.iter().filter(|ty| !ty.is_unknown()).count();
                // Where an array's elements are of one type, values of several are a tuple.
                let least = if source.language.module_paths { 1 } else { 2 };
                if known >= least && items.windows(2).any(|pair| pair[0] != pair[1]) {
                    return self.types.make(Head::Tuple(items.into()));
                }
                let element = self.types.union(items);
                self.types.std(Std::List, &[element])
            }
            Value::Payload { object, of, name } => {
                let of = self.value(file, *of);
                match self.taken_out(file, *object, of) {
                    Some(wrapped) => wrapped,
                    None => {
                        let object = self.value(file, *object);
                        self.payload(object, of, source.name(*name))
                    }
                }
            }
            Value::Type { ty } => self.named_place(source, file, *ty),
            Value::Instance { ty } => self.declared(file, *ty, None),
            Value::Operation { operands, joins } => match source.language.overloads {
                Some(rules) => {
                    let operands: Vec<Ty> = operands.iter().map(|&operand| self.value(file, operand)).collect();
                    self.operation(rules, &operands, *joins)
                }
                None => Ty::UNKNOWN,
            },
            Value::Takes { function, position }
                if source.language.implied_members
                    && let Some(held) = self.held_by_case(source, file, *function, *position) =>
            {
                held
            }
            Value::Takes { function, position } => {
                let function = self.value(file, *function);
                self.taken(function, *position)
            }
            Value::CallbackParam { callee: called, argument, position } => {
                if let Some(types) = self.labelled_param(source, file, *called, *argument) {
                    return self.handed(types, *position);
                }
                let callee = self.callee(source, file, *called);
                if *position == WHOLE && self.asks_unknown(source, callee) {
                    return Ty::UNKNOWN;
                }
                self.param_of_call(callee, file, *called, (*argument, *position))
            }
            Value::Rule { value, .. } => self.value(file, *value),
            Value::Piece { position } => self.given_piece(*position),
            Value::Receiver { scope } => self.receiver(source, file, *scope),
            Value::Named { value, .. } => self.value(file, *value),
            Value::Builtin(builtin) => self.types.builtin(*builtin),
            Value::Unknown { dynamic: true } => Ty::DYNAMIC,
            Value::Unknown { dynamic: false } | Value::TypeArguments { .. } => Ty::UNKNOWN,
        }
    }

    /// The type of what is called. A method may share its name with a field.
    pub(crate) fn callee(&mut self, source: &'p Source, file: FileId, callee: ValueId) -> Ty {
        match &source.graph.values[callee as usize] {
            Value::Name { name, scope, binding } if source.language.implicit_members => {
                let bare = self.bare(file, *scope, source.name(*name), *binding, Use::Call);
                self.bare_value(bare)
            }
            Value::Member { object, name } if source.language.separate_methods => {
                let object = self.value(file, *object);
                self.reached_type(source, file, object, source.name(*name), Use::Call)
            }
            Value::Member { object, name } if source.language.extensions == Extensions::ByType => {
                let held = self.value(file, callee);
                if !self.is_uncallable(held) {
                    return held;
                }
                let object = self.value(file, *object);
                self.reached_type(source, file, object, source.name(*name), Use::Call)
            }
            _ => self.value(file, callee),
        }
    }

    /// The type that a constructor call names where it is no value.
    pub(crate) fn named_class(&self, source: &Source, callee: ValueId) -> Option<TypeId> {
        let Value::Cast { ty } = source.graph.values[callee as usize] else { return None };
        match source.graph.types[ty as usize] {
            Type::ClassOf { inner } => Some(inner),
            _ => None,
        }
    }
}

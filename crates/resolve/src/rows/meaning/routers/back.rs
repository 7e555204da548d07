//! Functions that give back what they are given, `fn routes(router: Router) -> Router { router.route(…) }`: what one gives is
//! what it was given, under another name.

use crate::members::extensions::extends;
use crate::project::source::Source;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::values::types::{Decl, FileId, Head};
use facts::{BindingId, BindingKind, Call, Modifiers, Shape, Symbol, SymbolKind, Value, ValueId};

/// Names and calls between what a function gives back and its parameter.
const MAX_STEPS: u8 = 100;
/// Types that a function gives back together.
const MAX_TYPES: usize = 200;
/// What a method of Rust calls what it is called on.
const ITSELF: &str = "self";
/// Functions that give back what others give back.
const MAX_FUNCTIONS: u8 = 4;

impl<'g> Writer<'_, 'g> {
    /// The position of the parameter that a function always gives back: itself, or, where types say what calls in a row
    /// give, what such calls on it and functions that do the same give.
    pub fn parameter_given_back(&mut self, function: Decl) -> Option<usize> {
        let (source, symbol) = self.project.symbol(function)?;
        let is_method = symbol.kind == SymbolKind::Method && source.language.module_paths;
        if !(is_method || symbol.kind == SymbolKind::Function) || symbol.receiver.is_some() {
            return None;
        }
        self.parameter_given_back_within(function, MAX_FUNCTIONS)
    }

    /// Whether a function, or a method of whatever kind, does that.
    pub fn gives_parameter_back(&mut self, function: Decl) -> bool {
        self.parameter_given_back_within(function, MAX_FUNCTIONS).is_some()
    }

    fn parameter_given_back_within(&mut self, function: Decl, functions: u8) -> Option<usize> {
        let functions = functions.checked_sub(1)?;
        let (source, symbol) = self.project.symbol(function)?;
        let mut first = None;
        for value in &symbol.return_values {
            let at = self.parameter_behind(source, symbol, *value, function.file, functions)?;
            if *first.get_or_insert(at) != at {
                return None;
            }
        }
        first
    }

    fn parameter_behind(
        &mut self,
        source: &Source,
        symbol: &Symbol,
        value: ValueId,
        file: FileId,
        functions: u8,
    ) -> Option<usize> {
        let (values, is_consumed) = (&source.graph.values, source.language.module_paths);
        let mut at = value;
        for _ in 0..MAX_STEPS {
            match &values[at as usize] {
                Value::Name { binding: Some(id), .. } => {
                    let binding = &source.graph.bindings[*id as usize];
                    if binding.kind == BindingKind::Parameter {
                        let is_own = source.graph.name(binding.name) != "self";
                        return symbol.params.iter().position(|param| param.binding == Some(*id)).filter(|_| is_own);
                    }
                    at = *binding.values.first().filter(|_| is_consumed)?;
                }
                Value::Call { callee, arguments } if is_consumed => match values[*callee as usize] {
                    Value::Member { object, .. } => at = object,
                    _ => {
                        let [called] = self.eval.reference_target(file, *callee).targets[..] else { return None };
                        at = *arguments.get(self.parameter_given_back_within(called, functions)?)?;
                    }
                },
                _ => return None,
            }
        }
        None
    }

    /// What a call is given that gives that back.
    pub fn given_back_by(&mut self, function: Decl, arguments: &[ValueId]) -> Option<ValueId> {
        arguments.get(self.parameter_given_back(function)?).copied()
    }

    /// What a function gives that a variable holds and that is written in its place: `let api = || Route::new().at(…)`.
    pub fn given_by_closure(&self, callee: ValueId) -> Option<ValueId> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[callee as usize] else { return None };
        let [held] = self.graph.bindings[binding as usize].values[..] else { return None };
        match &self.graph.values[held as usize] {
            Value::Function { symbol: None, returns, .. } => match returns[..] {
                [given] => Some(given),
                _ => None,
            },
            _ => None,
        }
    }

    /// The types that a function gives back together, `((Items, Orders), Users)`: who is given them is given each.
    pub fn types_given_back(&mut self, value: ValueId) -> Vec<Decl> {
        let graph = self.graph;
        let (mut told, mut open) = (Vec::new(), vec![value]);
        while let Some(value) = open.pop().filter(|_| told.len() < MAX_TYPES) {
            match &graph.values[value as usize] {
                Value::List { items } => open.extend(items.iter().rev()),
                _ => {
                    let named = self.target(value).filter(|it| self.is_type(*it));
                    told.extend(named.or_else(|| self.instance_type(value)));
                }
            }
        }
        told
    }

    /// The type of the repository that something is one of: `Items { db }`, `Items::new(db)`.
    fn instance_type(&mut self, value: ValueId) -> Option<Decl> {
        let ty = self.eval.value(self.file, value);
        match *self.eval.types.head(ty) {
            Head::Instance(class, _) => Some(class),
            _ => None,
        }
    }

    fn is_type(&self, one: Decl) -> bool {
        self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind.is_type())
    }

    /// The same of the call that a value is of.
    pub fn given_back_in(&mut self, value: ValueId) -> Option<ValueId> {
        let Value::Call { callee, arguments } = &self.graph.values[value as usize] else { return None };
        let function = self.target(*callee)?;
        self.given_back_by(function, arguments)
    }

    /// What holds what a function gives back of what it is given holds that.
    fn held_given_back(&mut self, call: &'g Call, function: Decl, owner: &str, anchors: &Anchors) -> bool {
        let Some(at) = self.parameter_given_back(function) else { return false };
        let Some(Shape::Value(given)) = call.given.get(at).map(|given| &given.shape) else { return false };
        let anchor = self.anchor(*given, anchors).filter(|anchor| anchor != owner);
        if let Some(anchor) = &anchor {
            self.link(owner, anchor, call.caller, call.at.line);
        }
        anchor.is_some()
    }

    /// What holds a router that a function of the repository gives back holds what that function registers.
    pub fn held_router(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        let Some(result) = call.result.filter(|it| anchors.is_held(*it)) else { return };
        if !self.is_any_router(anchors.opened(result)) {
            return;
        }
        if let Some(owner) = self.result_anchor(result, anchors)
            && !self.held_given_back(call, function, &owner, anchors)
        {
            let mounted = format!("{}()", self.project.symbol_id(function));
            self.link(&owner, &mounted, call.caller, call.at.line);
        }
    }

    /// The same of what a function gives behind the first of several.
    pub fn held_parts(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        for (place, owner) in self.parts_held(call, function, anchors) {
            let mounted = format!("{}().{place}", self.project.symbol_id(function));
            self.link(&owner, &mounted, call.caller, call.at.line);
        }
    }

    /// Whether an extension always gives back what it is called on, as calls in a row do that make nothing of their own.
    /// In Rust a method of a type or trait that says that it gives itself.
    pub fn gives_receiver(&mut self, function: Decl) -> bool {
        let Some((source, symbol)) = self.project.symbol(function) else { return false };
        let says_so = source.language.module_paths && gives_itself(symbol);
        if !(extends(symbol) || says_so) {
            return false;
        }
        let receiver = symbol.params.first().and_then(|param| param.binding).filter(|_| !says_so);
        let returned = &symbol.return_values;
        // Of a trait's method without a body its types alone tell.
        (says_so || !returned.is_empty())
            && returned.iter().all(|it| self.is_receiver(source, symbol, *it, receiver, function))
    }

    fn is_receiver(
        &mut self,
        source: &Source,
        symbol: &Symbol,
        value: ValueId,
        receiver: Option<BindingId>,
        function: Decl,
    ) -> bool {
        let graph = &source.graph;
        let mut at = value;
        for _ in 0..MAX_STEPS {
            match &graph.values[at as usize] {
                Value::Name { binding: Some(binding), name, .. } if source.language.module_paths => {
                    if graph.name(*name) == ITSELF {
                        return true;
                    }
                    match graph.bindings[*binding as usize].values[..] {
                        [held] => at = held,
                        _ => return false,
                    }
                }
                Value::Name { binding, .. } => return binding.is_some() && *binding == receiver,
                Value::This { .. } => return symbol.receiver.is_some(),
                Value::Call { callee, arguments } => match graph.values[*callee as usize] {
                    Value::Member { object, .. } if is_handed_to_other(source, object, arguments) => return true,
                    Value::Member { object, .. } if !self.makes_apart(function, *callee) => at = object,
                    _ => return false,
                },
                _ => return false,
            }
        }
        false
    }

    /// Whether a variable is given something that is made of itself: `app = app.layer(logged)`, `app = with_items(app)`.
    pub fn is_of_itself(&self, value: ValueId, binding: BindingId) -> bool {
        let is_itself = |value: ValueId| matches!(self.graph.values[value as usize], Value::Name { binding: Some(one), .. } if one == binding);
        let mut at = value;
        for _ in 0..super::anchors::MAX_STEPS {
            match &self.graph.values[at as usize] {
                Value::Call { callee, arguments } => match self.object(*callee) {
                    Some(object) => at = object,
                    None => return arguments.iter().any(|it| is_itself(*it)),
                },
                _ => return at != value && is_itself(at),
            }
        }
        false
    }
}

/// Whether a method of Rust says that it gives what it is called on: `fn with_items(self) -> Self`.
fn gives_itself(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Method
        && !symbol.modifiers.has(Modifiers::STATIC)
        && matches!(symbol.returns.as_deref(), Some("Self" | "&mut Self"))
}

/// Whether what a method of Rust is called on is handed to a parameter of it, which adds to it: `handler.add_to(self)`.
fn is_handed_to_other(source: &Source, object: ValueId, arguments: &[ValueId]) -> bool {
    let is_itself = |value: ValueId| match source.graph.values[value as usize] {
        Value::Name { name, .. } => source.graph.name(name) == ITSELF,
        _ => false,
    };
    let is_parameter = match source.graph.values[object as usize] {
        Value::Name { binding: Some(binding), .. } => {
            source.graph.bindings[binding as usize].kind == BindingKind::Parameter
        }
        _ => false,
    };
    source.language.module_paths && is_parameter && !is_itself(object) && arguments.iter().any(|it| is_itself(*it))
}

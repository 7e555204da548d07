//! The texts that literals are, and that names in their place are declared to hold.

use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use facts::{BindingKind, Shape, Value, ValueId};
use rules::Selector;
use std::borrow::Cow;

impl<'g> Writer<'_, 'g> {
    /// The text of the first thing that a selector finds: a literal, or a name that holds one. None of anything else.
    pub fn literal(&mut self, site: &Site<'g>, selector: &Selector) -> Option<Cow<'g, str>> {
        let found = self.find(site, selector);
        match found.into_iter().next()? {
            Found::Shape(Shape::List(items)) => self.fixed(items.first()?),
            Found::Shape(shape) => self.fixed(shape),
            Found::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The words of a list that a name of Ruby's is declared to hold: `OPEN = %i[index show].freeze`.
    pub fn constant_listed(&mut self, value: ValueId) -> Option<Vec<String>> {
        if self.graph.language != "ruby" {
            return None;
        }
        let [one] = self.eval.reference_target(self.file, value).targets[..] else { return None };
        let symbol = Some(one).filter(|one| one.file == self.file)?.symbol;
        let (_, written) = self.graph.symbols[symbol as usize].signature.split_once('=')?;
        let (open, list) = written.trim().split_once('[')?;
        let (inner, behind) = list.split_once(']')?;
        let is_whole = matches!(open, "%i" | "%w" | "") && matches!(behind, "" | ".freeze");
        let words = inner.split([' ', ',']).map(|it| it.trim_matches([':', '"', '\'']));
        is_whole.then(|| words.filter(|it| !it.is_empty()).map(str::to_owned).collect())
    }

    /// Whether something of Ruby's stands where names are listed of which none can be read.
    pub fn is_unread(&mut self, site: &Site<'g>, selector: &Selector) -> bool {
        match self.find(site, selector)[..] {
            _ if self.graph.language != "ruby" => false,
            [Found::Shape(&Shape::Value(value))] => self.constant_listed(value).is_none(),
            [Found::Shape(Shape::Other)] => true,
            _ => false,
        }
    }

    /// The text that a shape is, or that a name in its place is declared to hold.
    pub fn fixed(&mut self, shape: &'g Shape) -> Option<Cow<'g, str>> {
        match shape {
            Shape::Text(text) => Some(Cow::Borrowed(self.graph.name(*text))),
            Shape::Value(value) if self.is_made(*value) || self.holds_made(*value) => None,
            Shape::Value(value) => {
                let Some(one) = self.eval.value_target(self.file, *value) else {
                    let local = self.local_text(*value).map(Cow::Borrowed);
                    return local.or_else(|| self.member_text(*value).map(Cow::Owned));
                };
                let (source, symbol) = self.project.symbol(one)?;
                let is_constant = source.graph.constant(one.symbol).is_some();
                let held = self.text_held(one).filter(|it| is_constant || !it.contains("${")).map(Cow::Owned);
                let is_whole =
                    self.joined_text(*value).is_none() && !self.is_sum(*value, source.graph.name(symbol.name));
                let is_member = matches!(self.graph.values[*value as usize], Value::Member { .. });
                let of_member = || self.member_text(*value).filter(|_| is_member).map(Cow::Owned);
                held.filter(|_| is_whole).or_else(of_member)
            }
            _ => None,
        }
    }

    /// Whether a value is made in its place, and hence is none that a declaration holds.
    pub fn is_made(&self, value: ValueId) -> bool {
        matches!(
            self.graph.values[value as usize],
            Value::Call { .. }
                | Value::New { .. }
                | Value::Operation { .. }
                | Value::Function { .. }
                | Value::Object { .. }
                | Value::List { .. }
                | Value::Instance { .. }
                | Value::Builtin(_)
        )
    }

    /// Whether a name of a function's own stands for nothing but what is made there, or given by who calls it.
    fn holds_made(&self, value: ValueId) -> bool {
        let graph = self.graph;
        let Value::Name { binding: Some(id), .. } = graph.values[value as usize] else { return false };
        let binding = &graph.bindings[id as usize];
        let is_made = |value: &ValueId| {
            self.is_made(*value) || matches!(graph.values[*value as usize], Value::CallbackParam { .. })
        };
        let is_given = binding.kind == BindingKind::Parameter || !binding.values.is_empty();
        binding.symbol.is_none()
            && binding.import.is_none()
            && is_given
            && binding.values.iter().all(is_made)
            && graph.text(id).is_none()
    }

    /// Whether a name that leads to another stands for more than that: `users` of `const users = base + "/users"`, which
    /// goes by its first part.
    pub fn is_sum(&self, value: ValueId, led_to: &str) -> bool {
        match self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let binding = &self.graph.bindings[binding as usize];
                let own = binding.symbol.filter(|_| binding.import.is_none());
                own.map(|symbol| &self.graph.symbols[symbol as usize])
                    .is_some_and(|own| self.graph.name(own.name) != led_to && own.signature.contains('+'))
            }
            Value::Member { name, .. } => self.graph.name(name) != led_to,
            _ => false,
        }
    }

    /// The text that a variable of this file was put together to hold: `${base}/users`.
    pub fn joined_text(&self, value: ValueId) -> Option<&'g str> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        self.graph.text(binding).filter(|text| text.contains("${"))
    }

    /// The text that a function's own variable holds: `prefix` of `const prefix = "/api"`.
    fn local_text(&self, value: ValueId) -> Option<&'g str> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        let [held] = self.graph.bindings[binding as usize].values[..] else { return None };
        let is_literal = self.graph.is_text(held);
        self.graph.text(binding).filter(|text| is_literal && !text.contains("${"))
    }

    /// A name in the place of a text that is not known, as people write what is put into one.
    pub fn unknown_text(&self, shape: &Shape) -> Option<String> {
        match shape {
            Shape::Value(value) => {
                let value = self.parameter_gone_through(*value).unwrap_or(*value);
                self.last_name(value).map(|name| format!("${{{name}}}"))
            }
            _ => None,
        }
    }

    /// What a function is given that may be left out, `prefix ?? ""`, goes by the parameter's name.
    pub fn given_or_else(&self, shape: &Shape) -> Option<String> {
        let Shape::Value(value) = *shape else { return None };
        let Value::Either { options } = &self.graph.values[value as usize] else { return None };
        let given = options.iter().find(|it| self.is_own_parameter(**it))?;
        self.unknown_text(&Shape::Value(*given))
    }

    /// The parameter of Python that a loop goes through whose variable a name is: each stands for one of what it lists.
    pub fn parameter_gone_through(&self, value: ValueId) -> Option<ValueId> {
        let values = &self.graph.values;
        let Value::Name { binding: Some(binding), .. } = values[value as usize] else { return None };
        let [item] = self.graph.bindings[binding as usize].values[..] else { return None };
        let Value::Item { object, position: 1 } = values[item as usize] else { return None };
        (self.graph.language == "python" && self.is_own_parameter(object)).then_some(object)
    }
}

//! Data that is read and written.

use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::rows::{TEXT, Writer, clip};
use crate::targets::labels::Resolution;
use crate::values::types::{Decl, Head};
use facts::unit::Cell;
use facts::{BindingKind, Given, Shape, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Source};

/// Objects inside of each other in which fields stand: `{ where: { NOT: { … } } }`.
const MAX_WITHIN: u8 = 4;

/// Of an entity: that which what a call is on was made or asked of.
const MADE: &str = "made";

/// What is read or written.
pub struct Access<'a> {
    pub operation: &'a str,
    pub model: Option<&'a str>,
    pub symbol: Option<String>,
    pub fields: &'a [String],
}

impl<'g> Writer<'_, 'g> {
    /// Rows or documents that a call reads or writes.
    pub fn data(&mut self, clause: &Clause, site: &Site<'g>) {
        if !clause.sql.is_empty() {
            return self.statement(clause, site);
        }
        if self.is_stubbed(site) {
            return;
        }
        let named = self.literal(site, &clause.operation);
        let operation = operation_of(clause, site.name).or(named.as_deref()).map(str::to_owned);
        let Some(operation) = operation else { return };
        let model = self.find(site, &clause.model).into_iter().next();
        let model = model.or_else(|| self.given_in_kept_row(site.callee, &clause.model));
        let by_position = clause.model.0.iter().any(|part| matches!(part.source, Source::At(_)));
        let under = clause.model.0.iter().map(|part| &*part.without).find(|it| !it.is_empty());
        let model = match (model, under) {
            (Some(found), Some(member)) => self.holder_of(&found, member).or(Some(found)),
            (Some(Found::Value(base)), None) if self.is_of_own_method(base, site.callee) => None,
            // What a function gives is not named as the function is: `GetDbSet(context).Find(id)`.
            (Some(Found::Text(_)), None) if self.is_called_on_call(site) => None,
            // Of a class for any model no name says which it is.
            (Some(Found::Text(_)), None) if self.is_for_any(site.callee) => None,
            (found, _) => found,
        };
        // `select([User.id, User.name])`
        let model = match model {
            Some(Found::Shape(Shape::List(items))) if by_position => items.first().map(Found::Shape),
            found => found,
        };
        let value = match &model {
            Some(Found::Value(value) | Found::Shape(Shape::Value(value)))
                if by_position && self.is_of_columns(*value) =>
            {
                None
            }
            Some(Found::Value(value) | Found::Shape(Shape::Value(value))) => Some(*value),
            _ => None,
        };
        let by_type = clause.model.0.iter().position(|part| part.source == Source::Entity);
        let mut class = by_type.filter(|at| *at == 0 || model.is_none()).and_then(|at| {
            let part = &clause.model.0[at];
            match part.members.first().and_then(|at| site.given.get(at.parse::<usize>().ok()?)) {
                Some(Given { shape: Shape::Value(value), .. }) => {
                    self.model_held(*value).or_else(|| self.asked_model(*value))
                }
                Some(_) => None,
                None if part.members.first().is_some_and(|it| it == MADE) => {
                    self.entity_of(site).or_else(|| self.document_model(site))
                }
                None => self.entity_of(site),
            }
        });
        if let (None, Some(value)) = (class, value) {
            class = self.class_meant(value).or_else(|| self.model_held(value));
            if class.is_none() && by_position {
                class = self.class_of_column(value);
            }
            if class.is_none() && by_type.is_some() && self.row_base(site.callee) == Some(value) {
                class = self.entity_at(value);
            }
        }
        let class = class.or_else(|| self.associated_model(value?));
        let class = class.or_else(|| self.related_model(self.row_base(site.callee)?));
        let class = class.or_else(|| self.relation_model(site));
        let is_own =
            value.is_none_or(|it| matches!(self.graph.values[it as usize], Value::This { .. } | Value::Call { .. }));
        let class = class.or_else(|| if is_own { self.own_model(site) } else { None });
        let class = class
            .or_else(|| value.filter(|it| Some(*it) == self.row_base(site.callee)).and_then(|it| self.kept_model(it)));
        let class = class.and_then(|class| self.instead_of(class)).filter(|class| !self.is_mixin(*class));
        let led = class.or_else(|| match self.eval.reference_target(self.file, value?).targets[..] {
            [one] => Some(one),
            _ => None,
        });
        let declared = led.and_then(|one| self.project.symbol(one)).map(|(_, symbol)| symbol.kind);
        let symbol = led.map(|one| self.project.symbol_id(one));
        let is_passing = symbol.is_none() && matches!(model, Some(Found::Shape(_))) && self.is_passing(value);
        let model = model.filter(|_| !is_passing);
        let named = class.and_then(|class| self.project.symbol(class));
        let named = named.map(|(source, symbol)| source.graph.name(symbol.name).to_owned());
        let behind = clause.model.0.iter().map(|part| &*part.behind).find(|it| !it.is_empty()).unwrap_or_default();
        let outside = value.filter(|_| named.is_none() && by_position).and_then(|it| self.table_outside(it, behind));
        let is_outside = outside.is_some();
        let name = match &model {
            _ if named.is_some() => named,
            _ if is_outside => outside,
            // What a row begins with is a model only where it is a class.
            Some(Found::Value(value)) if Some(*value) == self.row_base(site.callee) && !self.is_class_name(*value) => {
                None
            }
            Some(Found::Value(_) | Found::Shape(Shape::Value(_))) if value.is_none() => None,
            Some(Found::Value(value)) => match &self.graph.values[*value as usize] {
                Value::Name { name, .. } | Value::Member { name, .. } => Some(self.graph.name(*name).to_owned()),
                _ => None,
            },
            // A table may be given another name behind its own: `users as u`.
            Some(found) => {
                let text = self.texts(found).into_iter().next();
                text.and_then(|text| text.split_whitespace().next().map(str::to_owned))
            }
            None => None,
        };
        // PHP's variables name no table.
        let name = name.filter(|name| !name.is_empty() && !name.starts_with('$'));
        // Where models are classes or declared tables, what is written as a local or a field is none.
        let is_told = is_outside || clause.casing != "pascal" || declared.is_some_and(|it| it != SymbolKind::Property);
        let name = name.filter(|name| is_told || name.starts_with(char::is_uppercase));
        let fields = self.field_names(site, clause);
        let access = Access { operation: &operation, model: name.as_deref(), symbol, fields: &fields };
        self.access(&clause.framework, site, &access);
    }

    /// The class of what instances of a class stand for, as rules tell by what that extends: `Meta.model` of a factory.
    /// None: what that is called is not known.
    fn instead_of(&mut self, class: Decl) -> Option<Decl> {
        let (project, language) = (self.project, &self.graph.language);
        let bases = self.outer_bases(class);
        let is_told = |clause: &&Clause| clause.kind == Some(Kind::Data);
        let Some(clause) = bases.iter().find_map(|base| project.rules.of_base(base, language).find(is_told)) else {
            return Some(class);
        };
        let part = clause.model.0.iter().find(|part| part.source == Source::Its)?;
        let source = project.source(class.file)?;
        let mut at = class.symbol;
        for member in &part.members {
            at = source.children_named(at, project.names.intern(member)).next()?;
        }
        let [value] = source.graph.symbols[at as usize].initial[..] else { return None };
        let verdict = self.eval.reference_target(class.file, value);
        let [model] = verdict.targets[..] else { return None };
        project.symbol(model).filter(|(_, symbol)| symbol.kind.is_type()).map(|_| model)
    }

    /// Whether a class is a part of others, of which nothing is kept itself.
    fn is_mixin(&self, class: Decl) -> bool {
        self.project.symbol(class).is_some_and(|(source, it)| source.graph.name(it.name).ends_with("Mixin"))
    }

    /// Whether a name is one of a function's own for whatever it is given or goes through: `for m in models { table(m) }`.
    fn is_passing(&self, value: Option<ValueId>) -> bool {
        let Some(Value::Name { binding: Some(binding), .. }) = value.map(|it| &self.graph.values[it as usize]) else {
            return false;
        };
        let binding = &self.graph.bindings[*binding as usize];
        // One of several results is no declaration that is known by the variable's name.
        let is_known = |value: &ValueId| {
            matches!(self.graph.values[*value as usize], Value::Call { .. } | Value::New { .. } | Value::Member { .. })
        };
        match binding.kind {
            BindingKind::Parameter => true,
            BindingKind::Variable => binding.symbol.is_none() && !binding.values.iter().any(is_known),
            _ => false,
        }
    }

    /// Whether a row on an instance begins with a method of the repository, whose result is what the row is about:
    /// `$this->posts()->get()`. Which one of several it is, or that only classes below declare it, changes nothing.
    pub fn is_of_own_method(&mut self, base: ValueId, callee: ValueId) -> bool {
        let start = self.row_start(callee);
        if start == callee || self.row_base(callee) != Some(base) || self.is_class_name(base) {
            return false;
        }
        let verdict = self.eval.reference_target(self.file, start);
        let is_method = |one: &Decl| self.project.symbol(*one).is_some_and(|(_, it)| it.kind == SymbolKind::Method);
        match verdict.targets[..] {
            [] => verdict.resolution == Resolution::Unresolved,
            _ => verdict.targets.iter().all(is_method),
        }
    }

    /// Whether it is a column of what another statement gives: `totals.c.id`, `totals.columns.id`.
    fn is_of_columns(&self, value: ValueId) -> bool {
        let columns = self.object(value).filter(|object| self.object(*object).is_some());
        columns.and_then(|it| self.last_name(it)).is_some_and(|name| name == "c" || name == "columns")
    }

    /// The class that a column is one of, which is named by it: `Solve.id`, `Solve.id.label("x")`.
    fn class_of_column(&mut self, value: ValueId) -> Option<Decl> {
        let column = match self.graph.values[value as usize] {
            Value::Call { callee, .. } => self.row_base(callee)?,
            _ => value,
        };
        let class = self.object(column).filter(|class| self.is_class_name(*class))?;
        self.class_meant(class)
    }

    /// The class that is named, or of which the class is: `Order`, `Order::class`, `Order.class`.
    pub fn class_meant(&mut self, value: ValueId) -> Option<Decl> {
        let of = match &self.graph.values[value as usize] {
            Value::Member { object, name } if self.graph.name(*name) == "class" => *object,
            Value::Instance { .. } | Value::Cast { .. } if self.class_written(value).is_some() => {
                return self.class_written(value).and_then(|(_, declared)| declared);
            }
            Value::Type { .. } | Value::Cast { .. } | Value::Name { .. } | Value::Member { .. } => value,
            _ => return None,
        };
        let verdict = self.eval.reference_target(self.file, of);
        if let [one] = verdict.targets[..] {
            return self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind.is_type()).then_some(one);
        }
        let ty = self.eval.value(self.file, of);
        match *self.eval.types.head(ty) {
            Head::Class(decl) => Some(decl),
            _ => None,
        }
    }

    /// Whether a name is written as those of classes are.
    pub fn is_class_name(&self, value: ValueId) -> bool {
        self.last_name(value).is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
    }

    /// The fields that a call names: keys of an object, names of arguments, texts.
    fn field_names(&mut self, site: &Site<'g>, clause: &Clause) -> Vec<String> {
        let mut names = Vec::new();
        for found in self.find(site, &clause.fields) {
            match found {
                Found::Shape(shape @ Shape::Object(_)) => self.asked_fields(shape, &mut names),
                // What a variable holds is not known.
                Found::Shape(Shape::Value(value))
                    if matches!(self.graph.values[*value as usize], Value::Name { .. }) => {}
                found => names.extend(self.texts(&found).into_iter().map(|text| text.into_owned())),
            }
        }
        // Beside what is spread (`{ ...changes, changed_at }`, `**changes`) those that are named are not all.
        if !names.is_empty() && self.spreads_fields(site, clause) {
            names.clear();
        }
        // Ruby's `:name`.
        names.iter().map(|name| name.trim_start_matches(':').to_owned()).collect()
    }

    /// Whether something is spread where the fields stand that a call names: into its arguments, or into their object.
    fn spreads_fields(&self, site: &Site<'g>, clause: &Clause) -> bool {
        let graph = self.graph;
        let arguments = match site.result.map(|it| &graph.values[it as usize]) {
            Some(Value::Call { arguments, .. }) => &arguments[..],
            _ => &[],
        };
        clause.fields.0.iter().any(|part| match part.source {
            Source::At(at) => {
                let given = usize::try_from(at).ok().and_then(|at| arguments.get(at));
                given.is_some_and(|it| self.is_spread_in(*it, &part.members, MAX_WITHIN))
            }
            _ => site.result.is_some() && graph.calls.iter().any(|call| call.result == site.result && call.spread),
        })
    }

    fn is_spread_in(&self, value: ValueId, way: &[String], depth: u8) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let Value::Object { members, spreads } = &self.graph.values[value as usize] else { return false };
        let of = |name| self.graph.name(name);
        match way {
            [first, rest @ ..] => {
                members.iter().any(|(name, it)| of(*name) == first.as_str() && self.is_spread_in(*it, rest, depth))
            }
            [] => {
                let mut within = members.iter().filter(|(name, _)| is_conjunction(of(*name)));
                !spreads.is_empty() || within.any(|(_, it)| self.is_spread_in(*it, way, depth))
            }
        }
    }

    /// The names of an object's members; of what only puts conditions together (`OR: […]`, `$or`), those within.
    fn asked_fields(&self, shape: &Shape, names: &mut Vec<String>) {
        match shape {
            Shape::Object(members) => {
                for (name, value) in members {
                    match self.graph.name(*name) {
                        name if is_conjunction(name) => self.asked_fields(value, names),
                        name if names.iter().any(|known| known == name) => {}
                        name => names.push(name.to_owned()),
                    }
                }
            }
            Shape::List(items) => items.iter().for_each(|item| self.asked_fields(item, names)),
            _ => {}
        }
    }

    pub fn access(&mut self, library: &str, site: &Site<'g>, access: &Access) {
        let [caller, ..] = self.caller(site.caller);
        // As many as fit the column.
        let fields: Vec<&str> = access.fields.iter().map(String::as_str).filter(|it| it.len() <= 60).take(24).collect();
        let row = [
            caller,
            clip(access.operation, 20),
            clip(library, 40),
            access.model.map_or(Cell::Null, |name| clip(name, TEXT)),
            access.symbol.as_deref().map_or(Cell::Null, |symbol| Cell::from(symbol.to_owned())),
            self.path(),
            site.at.line.into(),
            if fields.is_empty() { Cell::Null } else { serde_json::json!(fields).to_string().into() },
        ];
        self.unit.push("data_accesses", &row);
    }
}

impl<'g> Writer<'_, 'g> {
    /// The class of the repository that a value is, or is an instance of.
    pub fn model_of(&mut self, value: ValueId) -> Option<Decl> {
        let verdict = self.eval.reference_target(self.file, value);
        if let [one] = verdict.targets[..]
            && self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind.is_type())
        {
            return Some(one);
        }
        let ty = self.eval.value(self.file, value);
        match *self.eval.types.head(ty) {
            Head::Instance(decl, _) | Head::Class(decl) => Some(decl),
            _ => None,
        }
    }

    /// The class of what a value is an instance of, or a list of instances.
    pub fn model_held(&mut self, value: ValueId) -> Option<Decl> {
        if let Some(class) = self.model_of(value) {
            return Some(class);
        }
        let ty = self.eval.value(self.file, value);
        let Head::Std(_, ref items) = *self.eval.types.head(ty) else { return None };
        let items = items.clone();
        items.last().and_then(|item| match *self.eval.types.head(*item) {
            Head::Instance(decl, _) => Some(decl),
            _ => None,
        })
    }

    fn is_called_on_call(&self, site: &Site<'g>) -> bool {
        let object = self.object(site.callee);
        object.is_some_and(|it| matches!(self.graph.values[it as usize], Value::Call { .. }))
    }
}

/// The operation that a called name stands for: by the name itself, or by its longest beginning, `find*`.
fn operation_of<'c>(clause: &'c Clause, name: &str) -> Option<&'c str> {
    let begins = |key: &str| key.strip_suffix('*').is_some_and(|begin| name.starts_with(begin));
    let listed = clause.operations.get(name);
    let begun = || clause.operations.iter().filter(|(key, _)| begins(key)).max_by_key(|(key, _)| key.len());
    listed.or_else(|| begun().map(|(_, operation)| operation)).map(String::as_str)
}

/// Whether a member only puts conditions or changes together, in which fields stand: `OR`, `$set`.
fn is_conjunction(name: &str) -> bool {
    matches!(name, "AND" | "OR" | "NOT") || name.starts_with('$')
}

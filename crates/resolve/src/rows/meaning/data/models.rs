//! Models, their fields, and how tables come into being: the rows of `model_parts`.
//!
//! A part says of what it is a part by its owner: a model's class, the variable that a schema is held by, the call
//! whose block makes a table. What a part lacks, others of the same owner or table say.

use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{Anchors, Site};
use crate::rows::{Writer, clip, flag};
use crate::values::types::Decl;
use facts::unit::Cell;
use facts::{Given, Shape, SymbolId, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Source};

/// Calls in a row on a column's definition are followed so far.
pub const MAX_CHAIN: usize = 16;
/// Words that mean something together.
const MAX_PHRASE: usize = 3;

/// What is known of a column.
#[derive(Clone, Default)]
pub struct Part {
    pub owner: Option<String>,
    pub name: Option<String>,
    pub table: Option<String>,
    pub column: Option<String>,
    pub ty: Option<String>,
    pub nullable: Option<bool>,
    pub key: Option<&'static str>,
    pub references: Option<String>,
    pub symbol: Option<String>,
    pub members: Option<String>,
    pub line: u32,
}

impl Part {
    /// Takes in what a word says that is called on a column, names an argument or a member; `no`: it is denied.
    pub fn say(&mut self, meaning: &str, no: bool) {
        match meaning {
            "nullable" => self.nullable = Some(!no),
            "required" => self.nullable = Some(no),
            "primary" if !no => self.key = Some("primary"),
            "foreign" if !no && self.key.is_none() => self.key = Some("foreign"),
            "none" if !no => self.key = Some("none"),
            _ => {}
        }
    }
}

impl<'g> Writer<'_, 'g> {
    /// The models that are known by what their classes extend.
    pub fn models(&mut self, anchors: &mut Anchors<'_, 'g>) {
        let (project, graph) = (self.project, self.graph);
        self.implemented_guards();
        for (id, symbol) in graph.symbols.iter().enumerate() {
            let has_bases = matches!(symbol.kind, SymbolKind::Class | SymbolKind::Struct | SymbolKind::Enum);
            // PHP's trait is none of what it says that it is put into.
            let says_none = symbol.bases.is_empty() && graph.language != "python";
            if !has_bases || symbol.signature.starts_with("trait ") || says_none {
                continue;
            }
            let id = id as SymbolId;
            let mut told: Vec<&Clause> = Vec::new();
            for base in self.bases_told(Decl { file: self.file, symbol: id }) {
                for clause in project.rules.of_base(&base, &graph.language) {
                    // Two bases of one library are one model, and one of its tasks; what it is called at is more, and
                    // so is who asks.
                    let same = |it: &&Clause| {
                        // Each column that a class lends is one of its own.
                        let column = |it: &Clause| (it.kind == Some(Kind::Column)).then(|| it.name.clone());
                        let of = |it: &Clause| (it.kind, it.method.clone(), it.guards.clone(), column(it));
                        let known = (&it.framework, &it.has, &it.when);
                        of(it) == of(clause) && known == (&clause.framework, &clause.has, &clause.when)
                    };
                    if !told.iter().any(same) {
                        told.push(clause);
                        let site = Site::of_symbol(graph, id);
                        self.clause_of_symbol(clause, &site, anchors);
                    }
                }
            }
        }
    }

    /// The paths that rules know a class's bases by. A class of Python that says of none extends `object`, and what it
    /// says of its members holds of what it is mixed into.
    fn bases_told(&mut self, class: Decl) -> Vec<String> {
        let bases = self.outer_bases(class);
        match &*self.graph.language {
            "python" if bases.is_empty() => vec!["builtins.object".to_owned()],
            _ => bases,
        }
    }

    /// A row of a model, a field, a table or a column.
    pub fn model_part(&mut self, kind: Kind, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        // A field is a property that is declared by what the rule is about.
        let held = site.result.and_then(|result| anchors.symbol_holding(result));
        let site = Site { decorated: site.decorated.or(held), ..*site };
        let class = site.decorated.and_then(|symbol| self.class_of(symbol));
        if kind == Kind::Field
            && site.decorated.is_none_or(|it| self.graph.symbols[it as usize].kind == SymbolKind::Class)
        {
            return;
        }
        let mut part = Part { line: site.at.line, ..Part::default() };
        part.table = self.literal(&site, &clause.table).map(|it| it.into_owned());
        part.column = self.literal(&site, &clause.column).map(|it| unquoted(&it).to_owned());
        part.ty = self.told_type(&site, clause);
        part.members = clause.members.clone();
        self.told_by_words(&mut part, &site, clause, anchors);
        if let Some(found) = self.find(&site, &clause.references).into_iter().next() {
            part.references = self.referred(&found);
            part.key = part.key.or(part.references.is_some().then_some("foreign"));
        }
        let written = self.written_name(&site, clause);
        part.owner = match clause.on.is_empty() {
            false => clause.on.0.iter().find_map(|one| {
                let found = self.found(&site, one).into_iter().next()?;
                self.anchor_of(&found, anchors)
            }),
            true => match (class, site.result) {
                (Some(class), _) => Some(self.id(class)),
                (None, Some(result)) => self.result_anchor(result, anchors),
                _ => None,
            },
        };
        match kind {
            Kind::Model => {
                let models = self.models_named(&site, clause);
                if !clause.model.is_empty() {
                    for model in models {
                        let id = self.project.symbol_id(model);
                        let name = self.project.symbol(model).map(|(_, it)| it.qualified.clone());
                        let symbol = Some(id.clone());
                        let table = part.table.clone().or_else(|| self.table_said(model, clause));
                        let part = Part { owner: symbol.clone(), name, symbol, table, ..part.clone() };
                        self.push_part(kind, clause, part);
                        self.columns(clause, &site, Some(id), anchors);
                    }
                    return;
                }
                let symbol = class.or(held);
                part.table = part.table.or_else(|| self.table_of_bases(class?, clause));
                let own = symbol.map(|it| self.graph.name(self.graph.symbols[it as usize].name).to_owned());
                part.symbol = symbol.map(|it| self.id(it));
                part.name = written.or(own);
            }
            Kind::Field => {
                let own = site.decorated.map(|it| self.graph.name(self.graph.symbols[it as usize].name).to_owned());
                part.name = written.or(own.map(|it| it.trim_start_matches('$').to_owned()));
                part.symbol = site.decorated.map(|it| self.id(it));
            }
            Kind::Table => {
                part.table = part.table.or(written);
                part.name = held.map(|it| self.graph.name(self.graph.symbols[it as usize].name).to_owned());
                part.symbol = held.map(|it| self.id(it));
            }
            _ => part.name = written,
        }
        // What undoes a migration is told by the function that it stands in.
        part.symbol = part.symbol.or_else(|| site.caller.map(|it| self.id(it)));
        let owner = part.owner.clone();
        let is_named = part.name.is_some() || part.table.is_some() || !clause.columns.is_empty();
        if is_named {
            let names = match kind {
                // `t.string :a, :b`
                Kind::Column | Kind::DropColumn => self.listed_names(&site, clause),
                _ => Vec::new(),
            };
            match names.len() {
                0 | 1 => self.push_part(kind, clause, part),
                _ => names.into_iter().for_each(|name| {
                    self.push_part(kind, clause, Part { name: Some(name), ..part.clone() });
                }),
            }
        }
        self.columns(clause, &site, owner, anchors);
    }

    pub fn push_part(&mut self, kind: Kind, clause: &Clause, part: Part) {
        fn text(text: Option<&str>, max: usize) -> Cell<'_> {
            text.map_or(Cell::Null, |text| clip(text, max))
        }
        let row = [
            kind.word().into(),
            clip(&clause.framework, 40),
            text(part.owner.as_deref(), 1_000),
            text(part.name.as_deref(), 200),
            text(part.table.as_deref(), 200),
            text(part.column.as_deref(), 200),
            text(part.ty.as_deref(), 200),
            part.nullable.map_or(Cell::Null, flag),
            part.key.map_or(Cell::Null, Cell::from),
            text(part.references.as_deref(), 1_000),
            text(part.symbol.as_deref(), 1_000),
            text(part.members.as_deref(), 40),
            self.path(),
            part.line.into(),
        ];
        self.unit.push("model_parts", &row);
    }

    fn written_name(&mut self, site: &Site<'g>, clause: &Clause) -> Option<String> {
        self.literal(site, &clause.name).map(|it| it.into_owned())
    }

    fn listed_names(&mut self, site: &Site<'g>, clause: &Clause) -> Vec<String> {
        let found = self.find(site, &clause.name);
        let texts = found.iter().filter(|it| matches!(it, Found::Shape(Shape::Text(_) | Shape::List(_))));
        texts.flat_map(|it| self.texts(it)).map(|it| it.into_owned()).collect()
    }

    fn told_type(&mut self, site: &Site<'g>, clause: &Clause) -> Option<String> {
        let found = self.find(site, &clause.ty).into_iter().next();
        let told = found.and_then(|found| match found {
            // What a word says is no type: `Column(ForeignKey("users.id"))`.
            Found::Shape(shape) => self.shape_type(shape).filter(|it| !clause.words.contains_key(it)),
            found => self.texts(&found).into_iter().next().map(|it| it.into_owned()),
        });
        let declared = site.decorated.and_then(|it| self.graph.symbols[it as usize].declared_text.clone());
        told.or(declared.filter(|_| clause.kind == Some(Kind::Field)))
    }

    /// A type by what stands in its place: its name, or that of what is called to make it.
    pub fn shape_type(&self, shape: &'g Shape) -> Option<String> {
        match shape {
            Shape::Text(text) => Some(self.graph.name(*text).to_owned()),
            Shape::Value(value) => self.value_type(*value),
            Shape::List(items) => Some(format!("{}[]", self.shape_type(items.first()?)?)),
            _ => None,
        }
    }

    pub fn value_type(&self, value: ValueId) -> Option<String> {
        match &self.graph.values[value as usize] {
            Value::Call { callee, .. } | Value::New { callee, .. } => self.value_type(*callee),
            _ => self.last_name(value).map(|it| it.into_owned()),
        }
    }

    /// What arguments by name, members of objects and calls in a row say.
    fn told_by_words(&mut self, part: &mut Part, site: &Site<'g>, clause: &Clause, anchors: &Anchors<'_, 'g>) {
        if let Some(word) = clause.words.get("") {
            word.split(' ').for_each(|word| part.say(word, false));
        }
        for given in site.given {
            self.word_of(part, given.name, &given.shape, clause);
            match &given.shape {
                Shape::Object(members) => {
                    members.iter().for_each(|(name, shape)| self.word_of(part, Some(*name), shape, clause));
                }
                Shape::Value(value) => self.word_given(part, *value, clause, anchors),
                _ => {}
            }
        }
        let mut at = site.result;
        for _ in 0..MAX_CHAIN {
            let Some(call) = at.and_then(|it| anchors.called_on(it)) else { break };
            self.called_word(part, call.name, &call.given, clause);
            at = call.result;
        }
    }

    pub fn word_of(&self, part: &mut Part, name: Option<facts::NameId>, shape: &'g Shape, clause: &Clause) {
        // Ruby's `:null => false` is `null: false`.
        let Some(name) = name.map(|name| self.graph.name(name).trim_start_matches(':')) else { return };
        let Some(meaning) = clause.words.get(name) else {
            return self.words_of(part, name, clause);
        };
        let no = match shape {
            // A word that stands alone denies nothing: Go's `null`.
            Shape::Literal(text) if self.graph.name(*text) != name => {
                matches!(self.graph.name(*text), "false" | "False" | "nil" | "null" | "0")
            }
            _ => false,
        };
        part.say(meaning, no);
        if meaning == "foreign" {
            let named = match shape {
                Shape::Value(value) => self.model_naming_itself(*value),
                _ => None,
            };
            part.references = part.references.take().or(named).or_else(|| self.shape_type(shape));
        }
    }

    /// What a text of several words says by those that mean something, of which the longest count: `bigint not null pk`.
    fn words_of(&self, part: &mut Part, text: &str, clause: &Clause) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut at = 0;
        while words.len() > 1 && at < words.len() {
            let longest = (1..=MAX_PHRASE.min(words.len() - at)).rev();
            let found = longest.filter_map(|length| {
                let meaning = clause.words.get(&words[at..at + length].join(" "))?;
                Some((length, meaning))
            });
            let (length, meaning) = found.into_iter().next().map_or((1, None), |(length, it)| (length, Some(it)));
            if let Some(meaning) = meaning {
                part.say(meaning, false);
            }
            at += length;
        }
    }

    /// `ForeignKey("users.id")` among the arguments: a key tells the column that it leads to.
    fn word_given(&mut self, part: &mut Part, value: ValueId, clause: &Clause, anchors: &Anchors<'_, 'g>) {
        let Some(call) = anchors.call_giving(value) else { return };
        let Some(meaning) = clause.words.get(self.graph.name(call.name)) else { return };
        part.say(meaning, false);
        if meaning != "foreign" {
            return;
        }
        part.references = part.references.take().or_else(|| match call.given.first().map(|given| &given.shape)? {
            Shape::Text(text) => self.graph.name(*text).rsplit_once('.').map(|(table, _)| table.to_owned()),
            Shape::Value(column) => {
                let class = self.class_named(&Found::Value(self.object(*column)?))?;
                Some(self.project.symbol_id(class))
            }
            _ => None,
        });
    }

    pub fn called_word(&self, part: &mut Part, name: facts::NameId, given: &[Given], clause: &Clause) {
        let Some(meaning) = clause.words.get(self.graph.name(name)) else { return };
        let first = given.first().map(|it| &it.shape);
        let no = matches!(first, Some(Shape::Literal(text)) if matches!(self.graph.name(*text), "false" | "False"));
        part.say(meaning, no);
    }

    /// What a reference leads to: a model of the repository, or the text that names it.
    fn referred(&mut self, found: &Found<'g>) -> Option<String> {
        if let Some(class) = self.class_named(found) {
            return Some(self.project.symbol_id(class));
        }
        match found {
            Found::Shape(shape) => self.shape_type(shape),
            found => self.texts(found).into_iter().next().map(|it| it.into_owned()),
        }
    }

    /// The table that a model's class names by a member, where a rule about calls asks for that.
    fn table_said(&self, model: Decl, clause: &Clause) -> Option<String> {
        let its = clause.table.0.iter().find(|part| part.source == Source::Its)?;
        let [member] = &its.members[..] else { return None };
        let source = self.project.source(model.file)?;
        let said = source.children_named(model.symbol, self.project.names.intern(member)).next()?;
        source.graph.constant(said).map(str::to_owned)
    }

    /// Whether a declaration has fields: an interface stands for whatever has its methods.
    fn is_struct(&self, one: Decl) -> bool {
        self.project.symbol(one).is_some_and(|(_, it)| matches!(it.kind, SymbolKind::Struct | SymbolKind::Class))
    }

    /// The classes of the repository that a call is given instances of.
    fn models_named(&mut self, site: &Site<'g>, clause: &Clause) -> Vec<Decl> {
        if let Some(part) = clause.model.0.iter().find(|part| part.source == Source::Entity) {
            // What a call is given an instance or a list of, by its place.
            if let Some(at) = part.members.first() {
                let given = at.parse::<usize>().ok().and_then(|at| site.given.get(at));
                let Some(Given { shape: Shape::Value(value), .. }) = given else { return Vec::new() };
                return self.model_held(*value).filter(|it| self.is_struct(*it)).into_iter().collect();
            }
            return self.entity_of(site).or_else(|| self.entity_given(site)).into_iter().collect();
        }
        let found = self.find(site, &clause.model);
        let values = found.iter().filter_map(|it| match it {
            Found::Value(value) | Found::Shape(Shape::Value(value)) => Some(*value),
            _ => None,
        });
        let values: Vec<ValueId> = values.collect();
        let around = site.caller.and_then(|it| self.class_of(it)).map(|symbol| Decl { file: self.file, symbol });
        let meant = values.into_iter().filter_map(|value| match self.graph.values[value as usize] {
            Value::This { .. } | Value::Super { .. } => around,
            _ => self.model_of(value),
        });
        meant.collect()
    }
}

/// A name without the quotes that a database wants around it: `"group"`.
fn unquoted(name: &str) -> &str {
    let inner = |mark: char| name.strip_prefix(mark)?.strip_suffix(mark).filter(|it| !it.is_empty());
    inner('"').or_else(|| inner('`')).unwrap_or(name)
}

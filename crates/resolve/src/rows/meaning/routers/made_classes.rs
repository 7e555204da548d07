//! What is made of classes of the repository that extend what rules know: what their constructors say holds of each, with what
//! that is given in the place of their parameters.

use super::registration::Registration;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::routing::routes::MAX_PARTS;
use crate::targets::labels::Verdict;
use crate::values::types::Decl;
use facts::{Call, Given, Shape, SymbolKind, Value};
use rules::Kind;
use serde_json::{Value as Json, json};

/// The name of rows that say what a class's constructor is given.
const MADE: &str = "made";
/// What a constructor is called by.
const CONSTRUCTOR: &str = "__init__";
/// How attributes are called that keep routers.
const KEEPING: [&str; 5] = ["app", "application", "blueprint", "bp", "router"];

impl<'p, 'g> Writer<'p, 'g> {
    /// The path of what a class of the repository extends that a call makes one of: `OwnRouter()`. What a constructor of
    /// its own is given counts where that takes it by its name and can so hand it on: `OwnRouter(prefix="/x")`.
    pub fn made_path(&mut self, call: &'g Call, verdict: &Verdict, anchors: &mut Anchors<'p, 'g>) -> Option<String> {
        let [made] = verdict.targets[..] else { return None };
        let (source, symbol) = self.project.symbol(made)?;
        let is_taken = |given: &Given| {
            let name = given.name.map(|name| self.graph.name(name));
            name.is_some_and(|name| symbol.params.iter().any(|it| it.rest || source.graph.name(it.name) == name))
        };
        let is_python = self.graph.language == "python";
        let class = match symbol.kind {
            SymbolKind::Class => made,
            SymbolKind::Constructor
                if is_python || call.given.len() == call.arguments as usize && call.given.iter().all(is_taken) =>
            {
                Decl { file: made.file, symbol: symbol.parent? }
            }
            _ => return None,
        };
        let (rules, language) = (&self.project.rules, &self.graph.language);
        let knows = |base: &&String| rules.of_call(base, language).next().is_some();
        let path = self.bases_of(class, anchors).iter().find(knows).cloned()?;
        if is_python && self.is_of_base(call) {
            self.based_on(call, class, anchors);
            return None;
        }
        anchors.made.push((call, class));
        Some(path)
    }

    /// What a call gives of which rules may ask: of what a constructor of the repository's Python takes, what has a name.
    pub fn given_by_name_alone(&self, call: &'g Call, verdict: &Verdict) -> &'g [Given] {
        let [made] = verdict.targets[..] else { return &call.given };
        let is_own = self.project.symbol(made).is_some_and(|(_, it)| it.kind == SymbolKind::Constructor);
        match call.given.iter().position(|it| it.name.is_some()) {
            _ if !is_own || self.graph.language != "python" => &call.given,
            Some(first) => &call.given[first..],
            None => &[],
        }
    }

    /// Whether a call is of a constructor by its own name: `super().__init__(prefix="/x")`.
    fn is_of_base(&self, call: &Call) -> bool {
        self.graph.name(call.name) == CONSTRUCTOR
            && matches!(self.graph.values[call.callee as usize], Value::Member { .. })
    }

    /// A class whose constructor calls that of what it extends.
    fn based_on(&mut self, call: &'g Call, base: Decl, anchors: &Anchors<'_, 'g>) {
        let Some(class) = call.caller.and_then(|it| self.class_of(it)) else { return };
        let owner = self.id(class);
        self.made_row(call, base, &owner, anchors);
    }

    /// What is made of a class of the repository has what that class's constructor says of each.
    pub fn made_of(&mut self, call: &'g Call, class: Decl, anchors: &Anchors<'_, 'g>) {
        let Some(owner) = call.result.and_then(|result| self.result_anchor(result, anchors)) else { return };
        if !anchors.owners.contains(&owner) {
            return;
        }
        match &*self.graph.language {
            "python" => self.made_row(call, class, &owner, anchors),
            _ => self.takes_prefixes(&owner, class, call.caller, call.at.line),
        }
    }

    fn made_row(&mut self, call: &'g Call, class: Decl, owner: &str, anchors: &Anchors<'_, 'g>) {
        let given = self.given_by_parameters(call, anchors);
        let class = self.project.symbol_id(class);
        self.register(&Registration {
            owner: Some(owner),
            name: Some(MADE),
            guards: Some(Json::Array(given).to_string()),
            mounted: Some(&class),
            ..self.registered_by(Kind::Prefix.word(), call.caller, call.at.line)
        });
    }

    /// What a call gives a function of Python, by the names of its parameters.
    fn given_by_parameters(&mut self, call: &'g Call, anchors: &Anchors<'_, 'g>) -> Vec<Json> {
        let verdict = self.eval.call_target(self.file, call);
        let called = verdict.targets.first().copied();
        let function = called.and_then(|it| self.project.symbol(it)).filter(|(_, it)| !it.kind.is_type());
        let names: Vec<String> = match function {
            Some((source, symbol)) => symbol.params.iter().map(|it| source.graph.name(it.name).to_owned()).collect(),
            None => Vec::new(),
        };
        let before = usize::from(called.is_some_and(|it| self.is_bound(call, it)));
        let mut told = Vec::new();
        for (at, given) in call.given.iter().enumerate() {
            let name = match given.name {
                Some(name) => self.graph.name(name).to_owned(),
                None => match names.get(at + before) {
                    Some(name) => name.clone(),
                    None => continue,
                },
            };
            let text = match &given.shape {
                Shape::Literal(word) if self.graph.name(*word) == "None" => Some(String::new()),
                shape => self.path_told(shape, anchors, MAX_PARTS),
            };
            told.extend(text.map(|text| json!({ "name": name, "symbol": null, "given": text })));
        }
        told
    }

    /// Whether what a class of Python keeps under a name, `(given).app.route` of `self.app.route`, is called what routers are.
    pub fn keeps_router(&self, path: &str) -> bool {
        let name = path.split('.').nth(1);
        self.graph.language == "python" && name.is_some_and(|it| KEEPING.contains(&it))
    }
}

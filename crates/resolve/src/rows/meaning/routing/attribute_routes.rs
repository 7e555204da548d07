//! The paths that attributes of the repository give to what they decorate: what their constructors hand on to the
//! library's attribute that they extend, or put into the property that says the path, with what a use gives these.

use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::texts::constants::with_names;
use crate::values::types::Decl;
use facts::{Decorator, Param, Relation, SymbolId, SymbolKind};
use rules::{Clause, Kind, Part, Source};
use std::collections::HashMap;

/// Constructors that call each other.
const MAX_CHAIN: u8 = 6;
/// What they put a path into, and a library's parameter for one.
const TEMPLATE: &str = "Template";
const GIVEN: &str = "template";
/// What is given more is no path.
const MAX_HANDED: usize = 8;
/// What stands for what is no text.
const UNKNOWN: &str = "${?}";

/// What a constructor is given, by place or name; what is not known is none.
#[derive(Default)]
struct Handed {
    by_place: Vec<Option<String>>,
    by_name: HashMap<String, Option<String>>,
}

impl Handed {
    fn count(&self) -> usize {
        self.by_place.len() + self.by_name.len()
    }

    /// Whether parameters take it.
    fn fits(&self, params: &[Param], name: impl Fn(&Param) -> String) -> bool {
        let is_given =
            |(at, param): (usize, &Param)| at < self.by_place.len() || self.by_name.contains_key(&name(param));
        self.count() <= params.len() && params.iter().enumerate().all(|it| it.1.optional || is_given(it))
    }
}

impl<'g> Writer<'_, 'g> {
    /// Tells the path that an attribute gives to what it decorates. False: it is not known.
    pub fn templated(&mut self, clause: &Clause, class: Decl, used: &'g Decorator, symbol: SymbolId) -> bool {
        if crate::languages::of(&self.graph.language).decorators_extend.is_none() {
            return false;
        }
        let Some(mut route) = self.template_of(class, used) else { return false };
        if clause.absolute && route.starts_with('/') {
            route.insert(0, '~');
        }
        let route = self.filled(&Site::of_symbol(self.graph, symbol), clause, route);
        let (owner, line) = (self.id(symbol), self.graph.symbols[symbol as usize].name_at.line);
        let name = clause.name.0.iter().find_map(|part| match part {
            Part { source: Source::Text(text), .. } => Some(text.as_str()),
            _ => None,
        });
        self.register(&Registration {
            framework: Some(&clause.framework),
            owner: Some(&owner),
            route: Some(&route),
            name,
            ..self.registered_by(Kind::Prefix.word(), Some(symbol), line)
        });
        true
    }

    fn template_of(&mut self, class: Decl, used: &'g Decorator) -> Option<String> {
        let mut handed = Handed::default();
        for given in &used.given {
            let text = self.fixed(&given.shape).map(|it| it.into_owned());
            match given.name.map(|name| self.graph.name(name)) {
                Some(TEMPLATE) => return text,
                // Other properties are no parameters.
                Some(name) if name.starts_with(char::is_uppercase) => {}
                Some(name) => drop(handed.by_name.insert(name.to_owned(), text)),
                None => handed.by_place.push(text),
            }
        }
        self.template_within(class, handed, MAX_CHAIN)
    }

    fn template_within(&mut self, class: Decl, handed: Handed, chain: u8) -> Option<String> {
        let (source, declared) = self.project.symbol(class).filter(|_| chain > 0)?;
        let name = |param: &Param| source.graph.name(param.name).to_owned();
        let symbols = &source.graph.symbols;
        let made = |id: &SymbolId| {
            let it = &symbols[*id as usize];
            let is_own = *id == class.symbol || it.kind == SymbolKind::Constructor && it.parent == Some(class.symbol);
            is_own && handed.fits(&it.params, name)
        };
        let named = self.project.names.intern(source.graph.name(declared.name));
        let own = source.members_named(Some(class.symbol), named);
        // One that leaves nothing of itself to defaults comes before others.
        let primary = (own.is_empty() || !declared.params.is_empty()).then_some(class.symbol);
        let by = own.iter().copied().chain(primary).filter(made).min_by_key(|id| symbols[*id as usize].params.len())?;
        let held = source.graph.member_texts(class.symbol).filter(|_| by != class.symbol);
        let texts: Vec<(&str, &str)> = source.graph.member_texts(by).chain(held).collect();
        let default = |at: usize| {
            let text = texts.iter().find(|(name, _)| name.strip_prefix("(default ") == Some(&format!("{at})")));
            text.map(|(_, text)| (*text).to_owned())
        };
        let params = symbols[by as usize].params.iter().enumerate().map(|(at, param)| {
            let by_name = handed.by_name.get(&name(param));
            let given = handed.by_place.get(at).or(by_name);
            let text = given.map_or_else(|| default(at), Clone::clone);
            Some(text.unwrap_or_else(|| format!("${{{}}}", name(param))))
        });
        let params = params.collect::<Vec<_>>();
        let one = Decl { file: class.file, symbol: by };
        let filled = |this: &Self, text: &str| {
            with_names(text, |name| match name.strip_prefix('$').and_then(|it| it.parse::<usize>().ok()) {
                Some(at) => params.get(at).cloned().flatten(),
                None => this.named_from(one, name).and_then(|it| this.text_held(it)),
            })
        };
        if let Some((_, text)) = texts.iter().find(|(name, _)| *name == TEMPLATE) {
            return Some(filled(self, text));
        }
        let word = if texts.iter().any(|(name, _)| *name == "(this)") { "(this " } else { "(base " };
        let mut next = Handed::default();
        for (name, text) in &texts {
            let Some(at) = name.strip_prefix(word).and_then(|it| it.strip_suffix(')')) else { continue };
            let text = Some(filled(self, text)).filter(|it| it != UNKNOWN);
            match at.parse::<usize>() {
                Ok(at) if at < MAX_HANDED => {
                    next.by_place.resize(next.by_place.len().max(at + 1), None);
                    next.by_place[at] = text;
                }
                Ok(_) => {}
                Err(_) => drop(next.by_name.insert(at.to_owned(), text)),
            }
        }
        if word == "(this " {
            return self.template_within(class, next, chain - 1);
        }
        let base = declared.bases.iter().find(|it| it.relation == Relation::Extends)?;
        match self.eval.named_by(source, class.file, base.ty) {
            Entity::Symbol(above) => self.template_within(above, next, chain - 1),
            Entity::External(_) => next.by_place.first().or(next.by_name.get(GIVEN)).cloned().flatten(),
            _ => None,
        }
    }
}

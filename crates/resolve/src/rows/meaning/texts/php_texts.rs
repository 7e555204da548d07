//! PHP's texts: what is put into them in quotes, constants of classes and properties that stand in them, and lists that
//! name a method.

use crate::rows::Writer;
use crate::rows::meaning::handling::handlers::Handler;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::Decl;
use facts::{Shape, SymbolKind, Value, ValueId};
use rules::{Clause, Kind};
use std::borrow::Cow;

/// Stands behind a path that is what a setting is where nothing is set.
const EITHER: &str = "${|}";
/// The name of mounts of lists of which all routes are handed on: `src/engine/scan/derive/entry-points/own-routers.ts`.
const LISTED_ROUTES: &str = "looped routes";
/// Functions that give settings.
const SETTINGS: [&str; 2] = ["config", "env"];
/// What a text names by its class: so many are looked up.
const MAX_HOLES: usize = 8;

impl<'g> Writer<'_, 'g> {
    pub fn is_php(&self) -> bool {
        self.graph.language == "php"
    }

    /// A text with what the members of classes and the variables in it hold: `${self::PATH}`, `${$this->base}`, `${$part}`.
    pub fn with_members(&mut self, text: String) -> String {
        if !self.is_php() || !text.contains("${") {
            return text;
        }
        let (mut made, mut rest) = (String::with_capacity(text.len()), &text[..]);
        for _ in 0..MAX_HOLES {
            let Some((before, behind)) = rest.split_once("${") else { break };
            let Some((name, after)) = behind.split_once('}') else { break };
            made += before;
            match self.member_named(name).or_else(|| self.variable_held(name)) {
                Some(held) => made += &held,
                None => made += &format!("${{{name}}}"),
            }
            rest = after;
        }
        made + rest
    }

    /// What stands in a list or an attribute in the place of a text: the text of a constant, `#[Route(self::ITEMS)]`; what is
    /// not known by the name that it begins with, `'prefix' => config('shop.prefix')`.
    pub fn constant_or_unknown(&mut self, shape: &Shape) -> Option<String> {
        let Shape::Literal(text) = shape else { return None };
        let written = self.graph.name(*text).trim_start_matches(['\\', '(']);
        let is_constant = written.contains("::") && written.chars().all(|c| c.is_alphanumeric() || "_:\\".contains(c));
        if let Some(text) = self.member_named(written).filter(|_| self.is_php() && is_constant) {
            return Some(text);
        }
        if let Some(text) = given_otherwise(written).filter(|_| self.is_php()) {
            return Some(format!("{text}{EITHER}"));
        }
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let name = &written[..written.len() - written.trim_start_matches(is_name).len()];
        let is_nothing = matches!(&*written.to_ascii_lowercase(), "null" | "false" | "true");
        let is_told = self.is_php() && !is_nothing && name.starts_with(|c: char| c.is_alphabetic() || c == '$');
        is_told.then(|| format!("${{{name}}}"))
    }

    /// The same of a call that is given by itself: `->prefix(config('shop.prefix', 'shop'))`.
    pub fn setting_otherwise(&self, shape: &Shape, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let Shape::Value(value) = *shape else { return None };
        let call = anchors.call_giving(value).filter(|call| self.is_php() && SETTINGS.contains(&&*call.text))?;
        match &call.given[..] {
            [_, facts::Given { name: None, shape: Shape::Text(text) }] => {
                Some(format!("{}{EITHER}", self.graph.name(*text)))
            }
            _ => None,
        }
    }

    /// Tells that all routes of a list are handed on to what the loop that goes through it registers them on.
    pub fn hands_list_on(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        let Some(list) = self.list_gone_through(site, clause) else { return };
        let Some(mounted) = self.anchor(list, anchors) else { return };
        let owner = clause.on.0.iter().find_map(|part| {
            let found = self.found(site, part).into_iter().next()?;
            self.anchor_of(&found, anchors)
        });
        let framework = self.own_framework(site);
        self.register(&Registration {
            framework: Some(framework.as_deref().unwrap_or(&clause.framework)),
            owner: owner.as_deref(),
            name: Some(LISTED_ROUTES),
            mounted: Some(&mounted),
            ..self.registered_by(Kind::Mount.word(), site.caller, site.at.line)
        });
    }

    /// The list that a loop goes through of which a path is told by what it has each time:
    /// `foreach ($all as $it) { $r->addRoute($it->method, $it->path, $it->handler); }`.
    pub fn list_gone_through(&mut self, site: &Site<'g>, clause: &Clause) -> Option<ValueId> {
        if !self.is_php() {
            return None;
        }
        let [Found::Value(value) | Found::Shape(&Shape::Value(value))] = self.find(site, &clause.route)[..] else {
            return None;
        };
        let values = &self.graph.values;
        let object = match values[value as usize] {
            Value::Member { object, .. } => object,
            Value::Call { callee, .. } => self.object(callee)?,
            _ => return None,
        };
        let Value::Name { binding: Some(binding), .. } = values[object as usize] else { return None };
        let [each] = self.graph.bindings[binding as usize].values[..] else { return None };
        match values[each as usize] {
            Value::Item { object: list, position: 1 } => Some(list),
            _ => None,
        }
    }

    /// The text that a member holds which a text names. None where classes of this file have several of that name.
    fn member_named(&mut self, name: &str) -> Option<String> {
        let (holder, last) = name.split_once("::").or_else(|| name.split_once("->"))?;
        if let Some(text) = self.own_member(holder, last) {
            return Some(text);
        }
        let places: Vec<ValueId> = (0..self.graph.values.len() as ValueId)
            .filter(|&at| match self.graph.values[at as usize] {
                Value::Member { object, name } => self.graph.name(name) == last && self.is_held_by(object, holder),
                _ => false,
            })
            .collect();
        let mut texts: Vec<String> = places.into_iter().filter_map(|at| self.property_held(at)).collect();
        texts.dedup();
        let [text] = &texts[..] else { return None };
        (!text.contains("${")).then(|| text.clone())
    }

    /// The text that all variables of a name in this file hold.
    fn variable_held(&mut self, name: &str) -> Option<String> {
        let graph = self.graph;
        let named = graph.bindings.iter().enumerate().filter(|(_, it)| graph.name(it.name) == name);
        let mut told: Option<String> = None;
        for (at, binding) in named.take(MAX_HOLES) {
            let written = graph.texts.iter().find(|(of, _)| *of as usize == at).map(|(_, text)| graph.name(*text));
            let text = match (written, &binding.values[..]) {
                (Some(text), _) => text.to_owned(),
                // What a function sees of those around by the same name.
                (None, &[one]) if matches!(graph.values[one as usize], Value::Name { name, .. } if name == binding.name) =>
                {
                    continue;
                }
                (None, &[one]) => self.property_held(one)?,
                _ => return None,
            };
            if told.as_ref().is_some_and(|it| *it != text) {
                return None;
            }
            told = Some(text);
        }
        told.filter(|it| !it.contains("${"))
    }

    /// The same of a constant of the only class of this file that declares it.
    fn own_member(&self, holder: &str, name: &str) -> Option<String> {
        let symbols = self.graph.symbols.iter().enumerate();
        let mut named = symbols.filter(|(_, it)| it.kind == SymbolKind::Property && self.graph.name(it.name) == name);
        let (Some((symbol, declared)), None) = (named.next(), named.next()) else { return None };
        let one = Decl { file: self.file, symbol: symbol as u32 };
        let is_class = |class: u32| self.graph.name(self.graph.symbols[class as usize].name) == holder;
        let is_own = matches!(holder, "self" | "static") || declared.parent.is_some_and(is_class);
        is_own.then(|| self.text_held(one)).flatten().filter(|it| !it.contains("${"))
    }

    fn is_held_by(&self, object: ValueId, holder: &str) -> bool {
        match self.graph.values[object as usize] {
            Value::This { .. } => matches!(holder, "$this" | "static"),
            Value::Class { .. } => holder == "self",
            _ => self.last_name(object).is_some_and(|it| holder.rsplit('\\').next() == it.rsplit('\\').next()),
        }
    }

    /// The same of what handles, where a text may name the class: `array('Shop_Items', 'show')`. In JavaScript it is one
    /// that is loaded when it is asked for, too: `[Items, "show"]` with `Items = () => import("#controllers/items")`.
    pub fn handler_listed(&mut self, found: &Found<'g>, site: &Site<'g>) -> Option<Handler> {
        if let &Found::Shape(Shape::List(items)) = found
            && let [Shape::Value(class), Shape::Text(method)] = items[..]
            && self.is_script()
        {
            let method = self.graph.name(method);
            let name = format!("{}.{method}", self.last_name(class)?);
            let declared = self.eval.value_target(self.file, class);
            let own = declared.and_then(|class| self.method_named(class, method));
            return Some((own.map(|it| self.project.symbol_id(it)), name));
        }
        if let &Found::Shape(Shape::List(items)) = found
            && let [Shape::Text(class), Shape::Text(method)] = items[..]
            && self.is_php()
        {
            let (class, method) = (self.graph.name(class), self.graph.name(method));
            let is_class = class.trim_start_matches('\\').starts_with(|c: char| c.is_ascii_uppercase());
            return is_class.then(|| (None, format!("{class}@{method}")));
        }
        self.method_listed(found, site)
    }

    /// A method that a list in a list names: `'callback' => [$this, 'show']`, `[Items::class, 'show']`.
    pub fn method_listed(&mut self, found: &Found<'g>, site: &Site<'g>) -> Option<Handler> {
        let Found::Shape(Shape::List(items)) = *found else { return None };
        let [holder @ (Shape::Literal(_) | Shape::Value(_)), Shape::Text(method)] = &items[..] else { return None };
        if !self.is_php() {
            return None;
        }
        let method = self.graph.name(*method);
        let holder = match holder {
            Shape::Literal(text) => self.graph.name(*text).to_owned(),
            Shape::Value(value) if matches!(self.graph.values[*value as usize], Value::This { .. }) => "$this".into(),
            _ => return None,
        };
        if matches!(&*holder, "$this" | "self::class" | "static::class" | "__CLASS__" | "get_class($this)") {
            let class = self.class_of(site.caller?)?;
            let own = self.method_named(Decl { file: self.file, symbol: class }, method);
            let name = self.graph.symbols[class as usize].qualified.clone();
            return Some(match own {
                Some(own) => (Some(self.project.symbol_id(own)), format!("{name}.{method}")),
                None => (None, format!("{name}@{method}")),
            });
        }
        let class = holder.strip_suffix("::class")?;
        Some((None, format!("{}@{method}", class.trim_start_matches('\\'))))
    }
}

/// A text in quotes with what is put into it as people write it elsewhere: `/x/$id`, `/x/{$this->id}` as `/x/${$id}`,
/// `/x/${$this->id}`.
pub fn put_in(text: Cow<str>) -> Cow<str> {
    if !text.contains('$') {
        return text;
    }
    let (mut made, mut rest) = (String::with_capacity(text.len()), &*text);
    while let Some(at) = rest.find('$') {
        let (before, behind) = (&rest[..at], &rest[at + 1..]);
        let name = behind.len() - behind.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let is_name = behind.starts_with(|c: char| c.is_alphabetic() || c == '_');
        match before.strip_suffix('{').filter(|_| is_name) {
            Some(before) => {
                let Some((inner, after)) = behind.split_once('}') else { break };
                made += &format!("{before}${{${inner}}}");
                rest = after;
            }
            None if is_name => {
                let member = behind[name..].strip_prefix("->").map_or(0, |it| {
                    let rest = it.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
                    if it.len() == rest.len() { 0 } else { 2 + it.len() - rest.len() }
                });
                made += &format!("{before}${{${}}}", &behind[..name + member]);
                rest = &behind[name + member..];
            }
            None => {
                made += &rest[..=at];
                rest = behind;
            }
        }
    }
    Cow::Owned(made + rest)
}

/// The text that a setting is where nothing is set: `config('shop.prefix', 'shop')`.
fn given_otherwise(written: &str) -> Option<&str> {
    let (_, given) = written.split_once('(').filter(|(name, _)| SETTINGS.contains(name))?;
    let (_, text) = given.strip_suffix(')')?.split_once(',')?;
    let text = text.trim();
    let inner = text.strip_prefix(['\'', '"'])?.strip_suffix(['\'', '"'])?;
    (!inner.contains(['\'', '"', '$', '(', ','])).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::put_in;

    #[test]
    fn what_is_put_into_a_text_in_quotes_stands_in_braces() {
        let told = ["/x/$id/y", "/{$this->base}/{id}", "/$this->a-b", "^/x$", "a/$1", "${id}", "/{id}", "{$open"]
            .map(|it| put_in(it.into()).into_owned());
        assert_eq!(
            told,
            ["/x/${$id}/y", "/${$this->base}/{id}", "/${$this->a}-b", "^/x$", "a/$1", "${id}", "/{id}", "{$open"]
        );
    }
}

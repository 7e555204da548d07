//! Settings of the environment that are read.

use super::environment_held::{PROCESS, Said};
use super::unset::{MAX_BEHIND, NOTHING, Unset};
use crate::rows::meaning::places::conditions::is_in_capitals;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::{Anchors, Site};
use crate::rows::{TEXT, Writer, clip, flag};
use crate::values::types::Decl;
use facts::unit::Cell;
use facts::{Call, ErrorKind, Param, Setting, Shape, SymbolId, Value, ValueId};
use rules::{Clause, Part, Source};
use std::borrow::Cow;

/// Names of parameters that a method is called on.
const OWN: [&str; 2] = ["self", "cls"];
/// How names of parameters begin that stand in for what is not set.
const DEFAULTS: [&str; 4] = ["def", "fallback", "otherwise", "alt"];

/// What annotations of parameters name, which files of settings may give.
const INJECTED: &str = "Java";

/// A setting that is named to a function of the repository.
#[derive(Default)]
struct NamedSetting<'a> {
    /// The parameter of the function around that names it: `path#function(0)`.
    parameter: Option<&'a str>,
    variable: Option<&'a str>,
    told: Option<&'a str>,
    /// `default`: something takes its place where it is not set; `required`: the function fails. What is read as a
    /// member may have been asked for before.
    method: Option<&'a str>,
    /// The parameter that it is given as.
    mounted: Option<&'a str>,
}

impl<'g> Writer<'_, 'g> {
    /// A read of the environment by a call.
    pub fn environment(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        if self.is_stubbed(site) {
            return;
        }
        if let [Part { source: Source::Text(role), .. }] = &clause.name.0[..] {
            return self.keyed_setting(role, clause, site);
        }
        let Some(variable) = self.literal(site, &clause.variable) else { return self.reader(clause, site, anchors) };
        let is_marked = variable.starts_with("#{") || variable.contains(&*clause.prepend);
        if !is_marked {
            return;
        }
        let variable = match variable.strip_prefix("#{") {
            // Of Spring's expressions, `#{'${a:b}'.split(',')}`, the setting that they name; most name none.
            Some(expression) => match placeholder(expression) {
                Some(inner) => Cow::Owned(inner.to_owned()),
                None => return,
            },
            None => variable,
        };
        // Spring's `${server.port:8080}`.
        let held = variable.strip_prefix("${").and_then(|it| it.strip_suffix('}')).filter(|it| !it.contains("${"));
        let (held, written) = match held.map(|it| it.split_once(':').map_or((it, None), |(it, to)| (it, Some(to)))) {
            Some((name, default)) => {
                (Some(name.to_owned()), default.filter(|it| !NOTHING.contains(it)).map(|it| Cow::Owned(it.to_owned())))
            }
            None => (None, None),
        };
        let variable = held.map_or(variable.clone(), Cow::Owned);
        let variable = match self.prefix_set(clause, site) {
            Some(prefix) => Cow::Owned(format!("{prefix}{variable}")),
            None => variable,
        };
        let Unset { default, told, fails } = self.unset(clause, site, anchors);
        let told = told.or(written);
        let has_default = default || told.is_some();
        if clause.given {
            let method = if has_default { Some("default") } else { fails.then_some("required") };
            let (variable, told) = (Some(&*variable), told.as_deref());
            let row = NamedSetting { variable, told, method, ..NamedSetting::default() };
            return self.named_setting("setting", Some(&clause.framework), &row, site.caller, site.at.line);
        }
        let [caller, ..] = self.caller(site.caller);
        let row = [
            clip(&variable, TEXT),
            caller,
            self.path(),
            site.at.line.into(),
            flag(has_default),
            told.as_ref().map_or(Cell::Null, |text| clip(text, 200)),
            clip(&clause.framework, 40),
            flag(!has_default && fails),
        ];
        self.unit.push("environment_uses", &row);
    }

    /// What a library is told of settings that it reads by keys, which variables of the environment may give: a row of
    /// `registrations` by its role, since the names of the variables depend on what is told elsewhere.
    fn keyed_setting(&mut self, role: &str, clause: &Clause, site: &Site<'g>) {
        let mut texts = Vec::new();
        for found in self.find(site, &clause.variable) {
            match found {
                Found::Shape(shape) => texts.extend(self.fixed(shape).or_else(|| self.text_of_local(shape))),
                found => texts.extend(self.texts(&found)),
            }
        }
        // What stands before all keys and is not known leaves all unknown.
        if texts.is_empty() && !clause.variable.is_empty() && !matches!(role, "prefix" | "replaced") {
            return;
        }
        let told = self.find(site, &clause.default).into_iter().next();
        let told = told.and_then(|found| self.texts_told(&found, site.caller).into_iter().next());
        let (variable, role) = (texts.join("\n"), format!("({role})"));
        let row = NamedSetting {
            parameter: Some(&role),
            variable: Some(&*variable).filter(|it| !it.is_empty()),
            told: told.as_deref(),
            ..NamedSetting::default()
        };
        self.named_setting("setting", Some(&clause.framework), &row, site.caller, site.at.line);
    }

    /// The text that a local is given and nothing else.
    fn text_of_local(&self, shape: &Shape) -> Option<Cow<'g, str>> {
        let Shape::Value(value) = *shape else { return None };
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        self.graph.text(binding).filter(|text| !text.contains("${")).map(Cow::Borrowed)
    }

    /// The texts of what stands in for a setting: of a name what it is declared to hold, or its own where it is what the
    /// function around is given.
    pub fn texts_told(&mut self, found: &Found<'g>, caller: Option<SymbolId>) -> Vec<Cow<'g, str>> {
        let texts = self.texts(found);
        let Found::Shape(shape @ Shape::Value(value)) = found else { return texts };
        if !matches!(self.graph.values[*value as usize], Value::Name { .. }) {
            return texts;
        }
        match &texts[..] {
            [name] if self.parameter_of(caller, name).is_some() => texts,
            _ => self.fixed(shape).into_iter().collect(),
        }
    }

    /// The calls before one in a row, the last of them first: what a builder was told of a setting before it was named.
    pub fn called_before(&self, callee: ValueId, anchors: &Anchors<'_, 'g>) -> Vec<&'g Call> {
        let before = |callee: ValueId| match self.graph.values.get(callee as usize) {
            Some(Value::Member { object, .. }) => anchors.call_giving(*object),
            _ => None,
        };
        std::iter::successors(before(callee), |call| before(call.callee)).take(MAX_BEHIND).collect()
    }

    /// What is called on what is gone on with where a result is no failure: `read("PORT")?.unwrap_or(80)`.
    pub fn called_behind(&self, value: ValueId) -> Option<&'g Call> {
        let values = &self.graph.values;
        let is_of = |it: &Value| matches!(it, Value::Item { object, .. } | Value::Await { object } if *object == value);
        if !values.iter().any(is_of) {
            return None;
        }
        let is_on = |call: &&Call| match values[call.callee as usize] {
            Value::Member { object, .. } => is_of(&values[object as usize]),
            _ => false,
        };
        self.graph.calls.iter().find(is_on)
    }

    /// What holds a value or nothing, where that is how one goes on: `Optional.ofNullable(value)`.
    pub fn held_in(&self, value: ValueId, anchors: &Anchors<'_, 'g>) -> ValueId {
        let call = anchors.outer(value).filter(|call| call.given.len() == 1);
        let holder = call.filter(|call| self.graph.name(call.name) == "ofNullable").and_then(|call| call.result);
        holder.unwrap_or(value)
    }

    /// `default_when_empty(env("GUARD"), "web")`: what a function is given beside a setting, which stands in by its name.
    pub fn given_beside(&self, site: &Site<'g>, anchors: &Anchors<'_, 'g>) -> Option<Found<'g>> {
        const STANDING_IN: [&str; 6] = ["default", "fallback", "coalesce", "orelse", "nullelse", "firstnonnull"];
        let call = anchors.outer(site.result?)?;
        let name = self.graph.name(call.name).to_ascii_lowercase();
        let [setting, default] = &call.given[..] else { return None };
        let is_first = matches!(setting.shape, Shape::Value(value) if Some(value) == site.result);
        (is_first && STANDING_IN.iter().any(|it| name.contains(it))).then_some(Found::Shape(&default.shape))
    }

    /// A function of the repository that reads the setting that its parameter names.
    fn reader(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        let Some(Found::Shape(Shape::Value(value))) = self.find(site, &clause.variable).into_iter().next() else {
            return;
        };
        let Some(parameter) = self.parameter_anchor(*value, anchors) else { return };
        let Unset { default, told, fails } = self.unset(clause, site, anchors);
        // A default that is a parameter too is what each call gives, or its own default.
        let told = told.and_then(|text| match self.parameter_of(site.caller, &text) {
            Some(param) => param.default.as_deref().map(|it| Cow::Borrowed(it.trim_matches(['"', '\'']))),
            None => Some(text),
        });
        let told = told.filter(|text| !NOTHING.contains(&&**text));
        let method = match (told.is_some(), fails && !default) {
            (true, _) => Some("default"),
            (_, true) => Some("required"),
            _ => None,
        };
        let row =
            NamedSetting { parameter: Some(&parameter), told: told.as_deref(), method, ..NamedSetting::default() };
        self.named_setting("reader", Some(&clause.framework), &row, site.caller, site.at.line);
    }

    /// A call of a function of the repository that is given the name of a setting, or hands on one that it is given.
    pub fn setting_named(&mut self, call: &'g Call, function: Decl, anchors: &Anchors<'_, 'g>) {
        let speaks = self.graph.name(call.name).to_ascii_lowercase().contains("env");
        let is_setting = |text: &str| is_in_capitals(text) && text.len() > 2 && (speaks || text.contains('_'));
        let found = call.given.iter().enumerate().find_map(|(at, given)| match given.shape {
            Shape::Text(text) if is_setting(self.graph.name(text)) => Some((at, given, Some(text))),
            Shape::Value(value) if speaks && self.is_own_parameter(value) => Some((at, given, None)),
            _ => None,
        });
        let Some((at, given, text)) = found else { return };
        let Some((source, symbol)) = self.project.symbol(function) else { return };
        let names: Vec<&str> = symbol.params.iter().map(|param| source.graph.name(param.name)).collect();
        let own = usize::from(names.first().is_some_and(|name| OWN.contains(name)));
        let place = match given.name {
            Some(name) => names.iter().position(|one| *one == self.graph.name(name)),
            None => Some(at + own),
        };
        let Some(place) = place else { return };
        let default = names.iter().position(|name| {
            let name = name.trim_start_matches('_').to_ascii_lowercase();
            DEFAULTS.iter().any(|start| name.starts_with(start))
        });
        let default = default.filter(|at| *at != place).and_then(|wanted| {
            call.given.iter().enumerate().find_map(|(at, given)| {
                let is_it = match given.name {
                    Some(name) => self.graph.name(name) == names[wanted],
                    None => at + own == wanted,
                };
                is_it.then_some(&given.shape)
            })
        });
        let parameter = match (text, &given.shape) {
            (None, Shape::Value(value)) => self.parameter_anchor(*value, anchors),
            _ => None,
        };
        if text.is_none() && parameter.is_none() {
            return;
        }
        let told = default.and_then(|shape| self.texts(&Found::Shape(shape)).into_iter().next());
        let told = told.filter(|text| self.parameter_of(call.caller, text).is_none());
        let is_nothing = told.as_ref().is_some_and(|text| NOTHING.contains(&&**text));
        let told = told.filter(|_| !is_nothing);
        let behind = self.unset_behind(call, anchors);
        let default = default.is_some() && !is_nothing || behind.default;
        let told = told.or(behind.told.filter(|_| text.is_some()));
        let mounted = format!("{}({place})", self.project.symbol_id(function));
        let row = NamedSetting {
            parameter: parameter.as_deref(),
            variable: text.map(|text| self.graph.name(text)),
            told: told.as_deref(),
            method: default.then_some("default"),
            mounted: Some(&mounted),
        };
        self.named_setting("setting", None, &row, call.caller, call.at.line);
    }

    /// The parameter of a name.
    fn parameter_of(&self, function: Option<SymbolId>, name: &str) -> Option<&'g Param> {
        let params = &self.graph.symbols[function? as usize].params;
        params.iter().find(|param| self.graph.name(param.name) == name)
    }

    /// A row of `registrations`, from which those of settings are made once all files are there: a setting that a file of
    /// settings may give names no parameter.
    fn named_setting(
        &mut self,
        kind: &'static str,
        framework: Option<&str>,
        setting: &NamedSetting,
        caller: Option<SymbolId>,
        line: u32,
    ) {
        self.register(&Registration {
            framework,
            owner: setting.parameter,
            method: setting.method,
            route: setting.variable,
            name: setting.told,
            mounted: setting.mounted,
            ..self.registered_by(kind, caller, line)
        });
    }

    /// The reads of the environment that are no calls.
    pub fn settings(&mut self) {
        for setting in &self.graph.settings {
            let default = setting.default.as_deref();
            let (name, holder) = (self.graph.name(setting.name), self.graph.name(setting.holder));
            let (holder, said) = match self.is_held_by_variable(holder) {
                true => match self.held_environment(setting.holder, name) {
                    Some(said) => (PROCESS, said),
                    None => continue,
                },
                false => (holder, None),
            };
            let has_default = default.is_some() || said == Some(Said::Default);
            let required = !has_default && (setting.required || said == Some(Said::Required));
            if holder == INJECTED {
                let method = if has_default { Some("default") } else { required.then_some("required") };
                let told = default.filter(|text| !text.is_empty());
                let row = NamedSetting { variable: Some(name), told, method, ..NamedSetting::default() };
                self.named_setting("setting", Some(holder), &row, setting.caller, setting.at.line);
                continue;
            }
            if let Some(variable) = name.strip_prefix("${").and_then(|it| it.strip_suffix('}')) {
                self.setting_of_parameter(setting, variable, holder);
                continue;
            }
            let [caller, ..] = self.caller(setting.caller);
            let row = [
                clip(name, TEXT),
                caller,
                self.path(),
                setting.at.line.into(),
                flag(has_default),
                default.filter(|text| !text.is_empty()).map_or(Cell::Null, |text| clip(text, 200)),
                clip(holder, 40),
                flag(required),
            ];
            self.unit.push("environment_uses", &row);
        }
    }

    /// `process.env[key]` in a function that is given the key.
    fn setting_of_parameter(&mut self, setting: &Setting, variable: &str, holder: &str) {
        let Some(function) = setting.caller else { return };
        let params = &self.graph.symbols[function as usize].params;
        let Some(at) = params.iter().position(|param| self.graph.name(param.name) == variable) else { return };
        let parameter = format!("{}({at})", self.id(function));
        let told = setting.default.as_deref().filter(|text| self.parameter_of(setting.caller, text).is_none());
        let told = told.filter(|text| !NOTHING.contains(text));
        // `if (!value) throw …`
        let fails = self.graph.errors.iter().any(|it| it.kind == ErrorKind::Throw && it.caller == Some(function));
        let method = match told {
            Some(_) => Some("default"),
            None => fails.then_some("required"),
        };
        let told = told.filter(|text| !text.is_empty());
        let row = NamedSetting { parameter: Some(&parameter), told, method, ..NamedSetting::default() };
        self.named_setting("reader", Some(holder), &row, setting.caller, setting.at.line);
    }
}

/// The first `${…}` of a text that holds no other.
fn placeholder(text: &str) -> Option<&str> {
    let from = text.find("${")?;
    let end = from + text[from..].find('}')? + 1;
    Some(&text[from..end]).filter(|it| !it[2..].contains("${"))
}

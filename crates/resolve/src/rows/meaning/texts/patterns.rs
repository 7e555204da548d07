//! Lists of patterns that paths are held against.

use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::routing::routes::is_matcher;
use facts::{Call, Shape, Value, ValueId};

/// What makes a list of another.
const COPYING: [&str; 3] = ["of", "copyOf", "stream"];
/// What makes a list of what it is given, as it is called: `List.of("/a", "/b")`, `Arrays.asList(A, B)`.
const LISTING: [&str; 6] = ["of", "asList", "listOf", "setOf", "arrayOf", "singletonList"];
/// What a list gives itself as.
const GIVING: [&str; 3] = ["toArray", "stream", "toList"];

impl<'g> Writer<'_, 'g> {
    /// Whether patterns are listed by a call of the JVM that makes a list of paths which are written there.
    pub fn lists_patterns(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> bool {
        let Shape::Value(value) = *shape else { return false };
        anchors.call_giving(value).is_some_and(|call| self.is_list_of_paths(call))
    }

    fn is_list_of_paths(&mut self, call: &'g Call) -> bool {
        self.is_of_jvm()
            && LISTING.contains(&self.graph.name(call.name))
            && call.given.iter().any(|given| self.fixed(&given.shape).is_some_and(|it| it.starts_with('/')))
    }

    /// What a name holds, be it a constant of the file: `static final List<String> OPEN = List.of("/a")`.
    fn held_first(&mut self, value: ValueId, anchors: &Anchors<'_, 'g>) -> ValueId {
        let held = self.kept_in(value);
        if anchors.call_giving(held).is_some() {
            return held;
        }
        let declared = self.eval.value_target(self.file, value).filter(|one| one.file == self.file);
        match declared.map(|one| &self.graph.symbols[one.symbol as usize].initial[..]) {
            Some([first]) => *first,
            _ => held,
        }
    }

    pub fn is_of_jvm(&self) -> bool {
        matches!(&*self.graph.language, "java" | "kotlin")
    }

    /// The patterns that a name is declared to list, or what copies that: `List.of(OPEN)`. Of what is not known the name
    /// of what gives it is told, an empty one behind those that are known where a list may be added to.
    pub fn patterns_listed(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>, steps: u8) -> Vec<String> {
        let unknown = |of: &Self| {
            let named = of.unknown_text(shape).or_else(|| of.unknown_given(shape, anchors));
            vec![named.unwrap_or_else(|| "${}".to_owned())]
        };
        let Shape::Value(value) = *shape else { return unknown(self) };
        let listed = self.eval.value_target(self.file, value).and_then(|one| self.texts_listed(one));
        if let Some(texts) = listed {
            return texts;
        }
        if let Some(texts) = self.patterns_gone_through(value, anchors) {
            return texts;
        }
        let held = self.held_first(value, anchors);
        let told = anchors.call_giving(held).filter(|_| steps > 0).and_then(|call| {
            let name = self.graph.name(call.name);
            let is_copy = COPYING.contains(&name) || name.ends_with("List") || name.ends_with("Set");
            if self.is_list_of_paths(call) {
                let told = call.given.iter().flat_map(|given| {
                    let text = self.put_together(&given.shape, anchors, steps - 1);
                    text.map_or_else(|| self.patterns_listed(&given.shape, anchors, steps - 1), |it| vec![it])
                });
                return Some(told.collect());
            }
            match &call.given[..] {
                [given] if is_copy => Some(self.patterns_listed(&given.shape, anchors, steps - 1)),
                _ if GIVING.contains(&name) => match self.graph.values[call.callee as usize] {
                    Value::Member { object, .. } => Some(self.patterns_of(object, anchors, steps - 1)),
                    _ => None,
                },
                _ => None,
            }
        });
        told.unwrap_or_else(|| unknown(self))
    }

    /// Whether a call is of a function of the repository that is called after matchers and says that it gives one, as
    /// `antStyleMatcher("/x")`: what it is given is the path.
    pub fn gives_matcher(&mut self, call: &Call) -> bool {
        if !self.is_of_jvm() || !self.graph.name(call.name).ends_with("Matcher") {
            return false;
        }
        let [function] = self.eval.reference_target(self.file, call.callee).targets[..] else { return false };
        let symbol = self.project.symbol(function).map(|(_, symbol)| symbol);
        symbol.is_some_and(|it| it.returns.as_deref().is_some_and(|ty| ty.ends_with("Matcher")))
    }

    /// The same of a list that a name holds, to which more may be added, or of what a stream makes of one:
    /// `OPEN.stream().map(path -> antMatcher(HttpMethod.GET, path))`.
    fn patterns_of(&mut self, list: ValueId, anchors: &Anchors<'_, 'g>, steps: u8) -> Vec<String> {
        let graph = self.graph;
        let unknown = || vec!["${}".to_owned()];
        let declared = self.eval.value_target(self.file, list);
        let only = |of: &Self| Some(vec![of.text_held(declared?).filter(|it| it.starts_with('/'))?]);
        if let Some(texts) = declared.and_then(|one| self.texts_listed(one)).or_else(|| only(self)) {
            return texts;
        }
        let bound = |value: ValueId| match graph.values[value as usize] {
            Value::Name { binding, .. } => binding,
            _ => None,
        };
        let name = bound(list);
        let held = self.held_first(list, anchors);
        let Some(call) = anchors.call_giving(held).filter(|_| steps > 0) else { return unknown() };
        let object = self.object(call.callee);
        let mut told = match (graph.name(call.name), object, &call.given[..]) {
            (_, _, given) if self.is_list_of_paths(call) => {
                let each = given.iter().flat_map(|one| {
                    let text = self.put_together(&one.shape, anchors, steps - 1);
                    text.map_or_else(|| self.patterns_listed(&one.shape, anchors, steps - 1), |it| vec![it])
                });
                each.collect()
            }
            ("map", Some(object), _) => {
                let Some(method) = self.matched_by(call) else { return unknown() };
                let texts = self.patterns_of(object, anchors, steps - 1);
                texts.iter().map(|it| format!("{method}{it}")).collect()
            }
            ("stream", Some(object), []) => self.patterns_of(object, anchors, steps),
            (_, _, [given]) => self.patterns_listed(&given.shape, anchors, steps),
            _ => unknown(),
        };
        for add in graph.calls.iter().filter(|it| graph.name(it.name).starts_with("add")) {
            let is_own = self.object(add.callee).is_some_and(|it| bound(it).is_some() && bound(it) == name);
            if !is_own {
                continue;
            }
            // What is added may be there or not, as the running program has it.
            let more = match &add.given[..] {
                [given] if self.fixed(&given.shape).is_some() => {
                    self.fixed(&given.shape).map(|it| vec![it.into_owned()]).unwrap_or_default()
                }
                [given] => self.patterns_listed(&given.shape, anchors, steps - 1),
                _ => unknown(),
            };
            told.extend(more.iter().map(|it| if it.starts_with('/') { format!("${{}}{it}") } else { it.clone() }));
        }
        told
    }

    /// By which method the matchers fit that a function makes of each path, with a space behind it; none where it makes
    /// something else of these.
    fn matched_by(&mut self, map: &'g Call) -> Option<String> {
        let graph = self.graph;
        let [given] = &map.given[..] else { return None };
        if let Shape::Value(value) = given.shape {
            return self.last_name(value).filter(|it| is_matcher(it)).map(|_| String::new());
        }
        let is_each = |value: ValueId| match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let held = graph.bindings[binding as usize].values.iter().map(|it| &graph.values[*it as usize]);
                held.into_iter().any(|it| matches!(it, Value::CallbackParam { callee, .. } if *callee == map.callee))
            }
            _ => false,
        };
        let takes_each =
            |call: &&Call| call.given.iter().any(|given| matches!(given.shape, Shape::Value(value) if is_each(value)));
        let mut inner = graph.calls.iter().filter(takes_each);
        let (call, None) = (inner.next()?, inner.next()) else { return None };
        if !is_matcher(graph.name(call.name)) {
            return None;
        }
        let verb = call.given.iter().find_map(|it| self.verb_of(&it.shape));
        Some(verb.map(|verb| format!("{verb} ")).unwrap_or_default())
    }
}

//! What calls and decorators mean by the rules about libraries: the rows of entry points, settings and data.

mod behaviour;
mod data;
mod handling;
mod places;
mod routers;
mod routing;
mod texts;

use crate::rows::Writer;
use crate::targets::labels::{Resolution, Verdict};
use facts::{Call, Modifiers, Shape, SymbolId, SymbolKind, Value, ValueId};
use places::site::Site;
use routers::anchors::Anchors;
use rules::{Clause, Kind, Source};

impl<'p, 'g> Writer<'p, 'g> {
    /// The rows that follow from where a call leads.
    pub fn call_meaning(&mut self, call: &'g Call, verdict: &Verdict, anchors: &mut Anchors<'p, 'g>) {
        let project = self.project;
        if project.rules.is_empty() {
            return;
        }
        self.applied(call, anchors);
        self.gives_decorator(call, verdict, anchors);
        if let [function] = verdict.targets[..] {
            anchors.calls_of.push((call, function));
            if self.gives_own_group(call, function) || self.is_generated_server(function) {
                anchors.apart.extend(call.result);
            }
            self.built(call, function, anchors);
            self.own_statement(call);
            self.macro_called(call, function, anchors);
        } else if self.calls_made(call) || self.may_end_chain(call) {
            anchors.calls_made.push(call);
        }
        if self.is_given_to_callback(call.callee) {
            return self.handed(call, verdict, anchors);
        }
        let block = anchors.block_of(call.callee);
        let outside = matches!(verdict.resolution, Resolution::External | Resolution::Unresolved);
        let told = verdict.external.filter(|_| outside);
        let told =
            told.map(|path| project.names.text(path).to_string()).filter(|path| !places::paths::is_variable(path));
        // A name that leads to nothing but itself.
        let known = told.as_deref().is_some_and(|path| path != self.graph.name(call.name));
        let implied = self.implied(call, verdict, block, anchors).filter(|_| !known);
        let implied = implied.or_else(|| self.inside(call, verdict, block, anchors).filter(|_| !known));
        // Of several bases outside, the first is not the one that has it: `User.query.get` of a `db.Model` and a `UserMixin`.
        let is_other = told.as_deref().is_some_and(|path| path.matches('.').count() > 2 && !self.is_ruled(path));
        let inherited = if is_other { self.inherited_path(call, verdict, anchors) } else { None };
        let told = self.computed_path(call).or(told);
        let path = implied.or(inherited).or(told).or_else(|| self.written_path(call, verdict));
        let path = path.or_else(|| self.declared_path(verdict, anchors)).or_else(|| self.copied_path(call, verdict));
        let path = path.or_else(|| self.call_in_copy(verdict)).or_else(|| self.made_path(call, verdict, anchors));
        let path = path.or_else(|| self.called_path(call, verdict));
        let path = path.or_else(|| self.inherited_path(call, verdict, anchors));
        let path = path.or_else(|| self.given_path(call, verdict)).or_else(|| self.taken_path(call, verdict, anchors));
        let path = path.or_else(|| self.registrar_path(call));
        // What leads back to a model is no member that the model's own base has.
        let path = path.filter(|path| self.way_back(call.callee).is_none() || self.is_ruled(path));
        let own = if path.is_none() { self.own_router_path(call, verdict, anchors) } else { None };
        let router = own.as_ref().map(|(_, class)| *class);
        self.serves_computed(call, anchors);
        let path = path.or(own.map(|(path, _)| path)).or_else(|| self.any_given_path(call, verdict));
        let Some(path) = path else {
            self.overriding(call, verdict, block, anchors);
            self.associated(call, verdict, block, anchors);
            self.led_back(call, verdict, block, anchors);
            self.classes_handed(call, verdict, anchors);
            self.handed(call, verdict, anchors);
            self.untyped_access(call, verdict, anchors);
            return self.written_mock(call, verdict, block, anchors);
        };
        self.applied_partly(call, &path, anchors);
        let mut is_known = false;
        let outer = call.result.and_then(|result| anchors.outer(result));
        let next = call.result.and_then(|result| anchors.called_on(result));
        let given = self.given_by_name_alone(call, verdict);
        let scope = anchors.around.get(&call.callee).copied();
        let site = Site { outer, block, scope, next, router, given, ..Site::of_call(self.graph, call) };
        for clause in project.rules.of_call(&path, &self.graph.language) {
            if call.arguments >= clause.arguments
                && clause.class.is_none_or(|wanted| wanted == self.is_about_class(call, clause))
                && !self.is_applied(call, clause)
            {
                if [&clause.mounted, &clause.on].iter().any(|it| it.0.iter().any(|part| part.source == Source::Result))
                {
                    anchors.apart.extend(call.result);
                }
                // What an own router registers may as well be what a framework is handed at once.
                is_known |= router.is_none()
                    && !clause.is_in_body()
                    && !path.starts_with(places::paths::ANY_GIVEN)
                    && !matches!(
                        clause.kind,
                        Some(Kind::Sink | Kind::Environment | Kind::Mock | Kind::Stub | Kind::Address)
                    );
                if self.asks_around(clause) {
                    self.placed_around(clause, &site, anchors);
                } else {
                    anchors.pending.push((clause, site));
                }
            }
        }
        if !is_known {
            self.handed(call, verdict, anchors);
            self.untyped_access(call, verdict, anchors);
        }
        if call.given.iter().any(|given| matches!(given.shape, Shape::Function { .. })) {
            anchors.paths.insert(call.callee, path);
        }
    }

    /// Whether rules are about calls of a path.
    fn is_ruled(&self, path: &str) -> bool {
        self.project.rules.of_call(path, &self.graph.language).next().is_some()
    }

    /// A function that a callback is given: it goes by the path of what was given the callback, and is something else.
    fn is_given_to_callback(&self, callee: ValueId) -> bool {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[callee as usize] else { return false };
        let values = &self.graph.bindings[binding as usize].values;
        values.iter().any(|it| matches!(self.graph.values[*it as usize], Value::CallbackParam { .. }))
    }

    /// A call in a test by a name that leads nowhere, as those of fixtures do, and of what macros make.
    fn written_mock(&self, call: &'g Call, verdict: &Verdict, block: Option<&'g Call>, anchors: &mut Anchors<'p, 'g>) {
        let is_made = crate::languages::of(&self.graph.language).module_paths && verdict.targets.is_empty();
        if !self.graph.is_test && (self.graph.tests.is_empty() || !is_made) {
            return;
        }
        let project = self.project;
        let path = if is_made { call.text.replace("::", ".") } else { call.text.clone() };
        let mocks = project.rules.of_call(&path, &self.graph.language).filter(|it| it.kind == Some(Kind::Mock));
        anchors.pending.extend(mocks.map(|clause| (clause, Site { block, ..Site::of_call(self.graph, call) })));
    }

    /// The rows that follow once all calls were seen: routers that functions are given and give back.
    pub fn passed_meaning(&mut self, anchors: &mut Anchors<'p, 'g>) {
        for (clause, site) in std::mem::take(&mut anchors.pending) {
            if self.told_by_name(clause, &site, anchors)
                || self.told_by_calls(clause, &site, anchors)
                || self.told_by_closure(clause, &site, anchors)
            {
                continue;
            }
            self.clause(clause, &site, anchors);
        }
        self.builders(anchors);
        for (call, class) in std::mem::take(&mut anchors.made) {
            self.made_of(call, class, anchors);
        }
        for (call, function) in std::mem::take(&mut anchors.calls_of) {
            self.handed_on(call, function, anchors);
            self.handed_whole(call, function, anchors);
            self.made_around(call, function, anchors);
            self.fields_given(call, function, anchors);
            self.handed_route(call, function, anchors);
            self.setting_named(call, function, anchors);
            self.dependency_made(call, function, anchors);
            self.group_called(call, function, anchors);
            self.generated_server(call, function, anchors);
            self.around_router(call, Some(function), anchors);
        }
        for call in std::mem::take(&mut anchors.calls_made) {
            self.around_router(call, None, anchors);
        }
        self.markings();
        self.aliases(anchors);
        self.handed_back(anchors);
        self.lists_put_together(anchors);
        self.plain_routers(anchors);
        self.filters(anchors);
        self.spread_lists(anchors);
    }

    /// What a clause tells of what is decorated or extends something, or of every member of that.
    pub(super) fn clause_of_symbol(&mut self, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'_, 'g>) {
        let Some(class) = site.decorated.filter(|_| clause.every) else { return self.clause(clause, site, anchors) };
        // Protected members are told of where a clause asks for them by that word.
        let asks = clause.when.iter().any(|(of, wanted)| of == "signature" && wanted.starts_with("protected "));
        let hidden = if asks { Modifiers::PRIVATE } else { Modifiers::PRIVATE | Modifiers::PROTECTED };
        let is_enumeration = self.graph.symbols[class as usize].kind == SymbolKind::Enum;
        let told = if is_enumeration { SymbolKind::EnumMember } else { SymbolKind::Method };
        for (id, symbol) in self.graph.symbols.iter().enumerate() {
            let is_told = symbol.kind == told && !self.graph.is_made(id as SymbolId);
            if symbol.parent == Some(class) && is_told && !symbol.modifiers.has(hidden) {
                let id = Some(id as SymbolId);
                self.clause(clause, &Site { decorated: id, caller: id, at: symbol.name_at, ..*site }, anchors);
            }
        }
    }

    /// `name` where it stands in a decorator's text, which lives as long as the graph; what is written there where it
    /// goes by another name.
    fn word(&self, name: &str, text: &'g str) -> &'g str {
        let written = text.split(['(', '<', ' ', '\n']).next().unwrap_or_default();
        let written = written.rsplit(['.', ':', '\\']).next().unwrap_or_default();
        text.find(name).map_or(written, |at| &text[at..at + name.len()])
    }

    pub(super) fn clause(&mut self, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'_, 'g>) {
        if self.each_row(clause, site, anchors) || self.module_tree(clause, site, anchors) {
            return;
        }
        if !clause.each.is_empty() && site.member.is_none() {
            for member in self.members(site, &clause.each) {
                self.clause(clause, &Site { member: Some(member), ..*site }, anchors);
            }
            return;
        }
        if !clause.texts.is_empty() && !self.all_texts(site, clause, anchors) {
            if clause.kind == Some(Kind::Endpoint) {
                self.hands_list_on(clause, site, anchors);
            }
            return self.serves(clause, site, anchors);
        }
        if !self.holds(clause, site, anchors) {
            return;
        }
        match clause.kind {
            None | Some(Kind::Stub | Kind::Address) => {}
            Some(Kind::Environment) if !clause.extends.is_empty() => self.setting_fields(clause, site),
            Some(Kind::Environment) => self.environment(clause, site, anchors),
            Some(Kind::Data) => self.data(clause, site),
            Some(Kind::Sink) => self.sink(clause, site),
            Some(Kind::Client) => self.client_call(clause, site, anchors),
            Some(Kind::ClientBase) => self.client_base(clause, site, anchors),
            Some(Kind::Mock) => self.mock(clause, site),
            Some(kind @ (Kind::Boundary | Kind::Throw)) => self.ruled_error(kind, clause, site),
            Some(kind) if kind.is_of_models() => self.model_part(kind, clause, site, anchors),
            Some(kind) => self.registration(kind, clause, site, anchors),
        }
    }
}

pub use routers::anchors::Anchors as RouterAnchors;
pub use routers::own_routers::OwnRouters;
pub use routing::tables::Turn;

//! TypeScript, TSX, JavaScript and JSX by oxc. Scopes and bindings are oxc's own, copied one to one, so
//! oxc's ids are our indices; one walk over the tree adds the rest.
//!
//! The walk works on the way out of a node: what stands inside an expression is known before the
//! expression itself, so each value is made once, in the right surroundings, and refers to earlier ones.

mod assignments;
mod bindings;
mod called_with;
mod calls;
mod classes;
mod common_js;
pub mod component;
mod computed_types;
mod contexts;
mod copied_members;
mod deciding;
mod depth;
mod errors;
mod functions;
mod given_members;
mod jsdoc;
mod made_classes;
mod member_texts;
mod modules;
mod namespaces;
mod narrowing;
mod objects;
mod prototypes;
mod returned_texts;
mod set_globals;
mod settings;
mod shapes;
mod suites;
mod symbols;
mod tables;
mod templates;
#[cfg(test)]
mod tests;
mod typed_literals;
mod types;
mod values;
mod visit;
mod wrappers;

use crate::builder::Builder;
use component::Component;
use facts::*;
use narrowing::Narrowed;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::oxc::Parsed;
use syntax::oxc::allocator::Allocator;
use syntax::oxc::ast::ast::Program;
use syntax::oxc::ast_visit::Visit;
use syntax::oxc::semantic::{Scoping, SemanticBuilder};
use syntax::oxc::span::Span as At;
use syntax::oxc::syntax::scope::ScopeFlags;
use syntax::oxc::syntax::symbol::SymbolFlags;
use templates::Template;

/// Fills the graph of a TypeScript or JavaScript file.
pub fn extract(b: &mut Builder) {
    let dialect = b.language.dialect(&b.graph.path);
    let text = &b.source.text;
    let arena = Allocator::default();
    if let Some(at) = depth::brackets_too_deep(text) {
        b.scope(ScopeKind::Module, None, None);
        return b.too_deep(at);
    }
    let parsed = syntax::oxc::parse(&arena, text, dialect);
    read(b, parsed, None);
}

/// Fills the graph of a component's file.
pub fn extract_component(b: &mut Builder, component: Component) {
    let Component { text, scripts, dialect, expressions, stores } = component;
    let arena = Allocator::default();
    let deep = depth::brackets_too_deep(&text).is_some();
    let whole = (!deep).then(|| syntax::oxc::parse(&arena, &text, dialect));
    let reads = |it: &Parsed| !it.gave_up && it.left_out.is_empty();
    let (parsed, expressions) = match whole.filter(reads) {
        Some(parsed) => (parsed, expressions),
        // The scripts alone, and what is wrong with them.
        None => match depth::brackets_too_deep(&scripts) {
            Some(at) => {
                b.scope(ScopeKind::Module, None, None);
                return b.too_deep(at);
            }
            None => (syntax::oxc::parse(&arena, &scripts, dialect), Vec::new()),
        },
    };
    read(b, parsed, Some(Template::new(expressions, stores)));
}

fn read(b: &mut Builder, mut parsed: Parsed, template: Option<Template>) {
    let kind = if parsed.gave_up { ProblemKind::GaveUp } else { ProblemKind::Syntax };
    for range in &parsed.left_out {
        b.problem(ProblemKind::LeftOut, range.clone(), "left out so that the rest could be read");
    }
    for (at, message) in std::mem::take(&mut parsed.faults) {
        let bytes = if parsed.gave_up { at.start..u32::MAX } else { at };
        b.problem(kind, bytes, message);
    }
    for at in depth::cut(&mut parsed.program) {
        b.too_deep(at);
    }
    let semantic = SemanticBuilder::new().build(&parsed.program).semantic;
    let mut walk = Walk::new(b, semantic.scoping(), &parsed.program);
    walk.component(template);
    walk.documented_types();
    walk.visit_program(&parsed.program);
    walk.finish();
}

/// What a declaration takes from the statement around it.
#[derive(Clone, Copy, Default)]
struct Lead {
    /// Where the statement starts, before `export` and decorators.
    start: Option<u32>,
    exported: bool,
    default: bool,
}

/// A function that is being walked.
struct Frame {
    returns: Vec<ValueId>,
    generator: bool,
    /// What it gives back, where that is declared: a type, whether that is the function's own type and to be
    /// called, whether it is to be awaited.
    declared: Option<(TypeId, bool, bool)>,
}

struct Walk<'w, 's> {
    b: &'w mut Builder<'s>,
    scoping: &'w Scoping,
    /// Documentation comments by the start of what they stand before, in order.
    docs: Vec<(u32, At)>,
    lead: Lead,
    ambient: bool,
    /// Symbols that a function's or class's surroundings have made for it, by where it starts.
    claims: FxHashMap<u32, SymbolId>,
    /// The values of calls, functions, classes and object literals, by their spans.
    made: FxHashMap<(u32, u32), ValueId>,
    /// Whether the file goes through the members of objects.
    goes_through_members: bool,
    /// Annotations by where they start: a parameter's is its symbol's and its binding's.
    annotations: FxHashMap<u32, TypeId>,
    /// Where the type literals start whose members are an alias's own, and the methods of others by where they start.
    own_literals: FxHashSet<u32>,
    nested: FxHashMap<u32, SymbolId>,
    /// The nodes that hold nothing of their own: one each.
    builtins: FxHashMap<Builtin, ValueId>,
    unknown: [Option<ValueId>; 2],
    frames: Vec<Frame>,
    /// What stands in for a read that may give nothing, by where that starts.
    defaults: FxHashMap<u32, At>,
    /// Expressions that are only asked whether they hold.
    tests: FxHashSet<At>,
    /// What `this` is, from the outermost function to the innermost.
    this: Vec<Option<SymbolId>>,
    /// What it is declared to be, of those functions that say.
    declared_this: Vec<Option<TypeId>>,
    /// What `this` is in the next function that is not an arrow.
    next_this: Option<SymbolId>,
    /// Of the functions around that are members of an object literal without a name: their scopes. And those of them
    /// that use `this`.
    literal_this: Vec<Option<ScopeId>>,
    literal_uses: FxHashSet<ScopeId>,
    /// Whether the next function is such a member.
    next_of_literal: bool,
    /// What holds the call that is walked next, and the store whose options are walked.
    held_by: Option<SymbolId>,
    store: Option<SymbolId>,
    /// What holds the options of a component that are walked.
    options: Option<SymbolId>,
    /// Members by their owner and name; none: further down in the class.
    fields: FxHashMap<(SymbolId, NameId), Option<SymbolId>>,
    /// Functions and classes that others were given as members, by these and the name; those that something was given itself,
    /// not its instances; and those that are exported by a name.
    assigned: FxHashMap<(SymbolId, String), SymbolId>,
    beside: Vec<SymbolId>,
    exported_symbols: FxHashMap<String, SymbolId>,
    /// What stands for a function's prototype: variables, and members by what has them and their names.
    prototype_names: FxHashMap<BindingId, SymbolId>,
    prototype_members: FxHashMap<(SymbolId, String), SymbolId>,
    /// Variables that hold in turn each name by which instances of a function or class have something.
    member_names: FxHashMap<BindingId, SymbolId>,
    /// Functions and classes that members were given, by where they start.
    given_at: FxHashMap<u32, SymbolId>,
    /// Where the call starts that is a statement by itself, and where one that makes a class, with that.
    dropped_call: Option<u32>,
    made_class: Option<(u32, SymbolId)>,
    /// Where the object literal starts whose members something is given, and whether the next property is one of these.
    given_literal: Option<u32>,
    is_given: bool,
    /// Variables that hold the object whose members are globals, and those that hold what a global was before.
    global_objects: FxHashSet<BindingId>,
    kept_globals: FxHashSet<BindingId>,
    /// Of the conditions around, how many functions are around them.
    conditions: Vec<usize>,
    /// Assignments to members further down.
    pending: Vec<(SymbolId, NameId, ValueId)>,
    /// The type's binding of a name that is a type and a value.
    type_bindings: FxHashMap<BindingId, BindingId>,
    /// The scopes of a namespace's blocks so far.
    blocks: FxHashMap<BindingId, Vec<ScopeId>>,
    /// The namespaces around.
    namespaces: Vec<BindingId>,
    /// For each callback reference, the binding that its value starts from.
    roots: Vec<Option<BindingId>>,
    /// The variable that a chain of assignments to `module.exports` and others is given to.
    chained: Option<BindingId>,
    evidence: suites::Evidence,
    /// Whether documentation declares types: in JavaScript.
    documents_types: bool,
    /// Types that comments define.
    documented_names: FxHashMap<String, BindingId>,
    /// The conditions of expressions around.
    chosen: u32,
    /// Members that object literals are given.
    given: Vec<given_members::Given>,
    /// Variables that hold what the file exports: `const films = module.exports`.
    export_names: FxHashSet<BindingId>,
    /// The bindings of `exports.x`, by their names.
    export_bindings: FxHashMap<String, BindingId>,
    /// Of a component's file: the component.
    template: Option<Template>,
    /// What the pattern of the conditional type infers that is being read.
    infers: Vec<BindingId>,
    /// What tests say of names, each in a part of the file.
    narrowed: FxHashMap<BindingId, Vec<Narrowed>>,
    /// How many loops are around.
    loops: usize,
    /// The call that may assert the test that is being read.
    asserted_by: Option<At>,
    /// Functions that are not all that is asked where they stand, by where they start.
    undecided: FxHashSet<u32>,
}

impl<'w, 's> Walk<'w, 's> {
    fn new(b: &'w mut Builder<'s>, scoping: &'w Scoping, program: &Program) -> Self {
        for scope in scoping.scope_descendants_from_root() {
            let flags = scoping.scope_flags(scope);
            let kind = if flags.contains(ScopeFlags::Top) {
                ScopeKind::Module
            } else if flags.intersects(ScopeFlags::Function | ScopeFlags::Arrow) {
                ScopeKind::Function
            } else {
                ScopeKind::Block
            };
            b.scope(kind, scoping.scope_parent_id(scope).map(|id| id.index() as u32), None);
        }
        let mut doubles = Vec::new();
        for id in scoping.symbol_ids() {
            let name = b.name(scoping.symbol_name(id));
            let line = b.source.line(scoping.symbol_span(id).start);
            let flags = scoping.symbol_flags(id);
            let binding = b.binding(name, scoping.symbol_scope_id(id).index() as u32, binding_kind(flags), line);
            let value = SymbolFlags::Variable | SymbolFlags::Function | SymbolFlags::ValueModule;
            if flags.intersects(value) && flags.intersects(SymbolFlags::Interface | SymbolFlags::TypeAlias) {
                doubles.push((binding, name));
            }
        }
        let mut type_bindings = FxHashMap::default();
        for (value, name) in doubles {
            let (scope, line) = (b.graph.bindings[value as usize].scope, b.graph.bindings[value as usize].line);
            type_bindings.insert(value, b.binding(name, scope, BindingKind::Type, line));
        }
        let docs = program.comments.iter().filter(|c| c.is_jsdoc());
        let goes_through_members = ["Object.entries(", "Object.values("].iter().any(|it| b.source.text.contains(it));
        Self {
            b,
            scoping,
            docs: docs.map(|c| (c.attached_to, c.content_span())).collect(),
            lead: Lead::default(),
            ambient: program.source_type.is_typescript_definition(),
            claims: FxHashMap::default(),
            made: FxHashMap::default(),
            goes_through_members,
            annotations: FxHashMap::default(),
            own_literals: FxHashSet::default(),
            nested: FxHashMap::default(),
            builtins: FxHashMap::default(),
            unknown: [None; 2],
            frames: Vec::new(),
            defaults: FxHashMap::default(),
            tests: FxHashSet::default(),
            this: Vec::new(),
            declared_this: Vec::new(),
            next_this: None,
            literal_this: Vec::new(),
            literal_uses: FxHashSet::default(),
            next_of_literal: false,
            held_by: None,
            store: None,
            options: None,
            fields: FxHashMap::default(),
            assigned: FxHashMap::default(),
            beside: Vec::new(),
            exported_symbols: FxHashMap::default(),
            prototype_names: FxHashMap::default(),
            prototype_members: FxHashMap::default(),
            member_names: FxHashMap::default(),
            given_at: FxHashMap::default(),
            dropped_call: None,
            made_class: None,
            given_literal: None,
            is_given: false,
            global_objects: FxHashSet::default(),
            kept_globals: FxHashSet::default(),
            conditions: Vec::new(),
            pending: Vec::new(),
            type_bindings,
            blocks: FxHashMap::default(),
            namespaces: Vec::new(),
            roots: Vec::new(),
            chained: None,
            evidence: suites::Evidence::default(),
            documents_types: program.source_type.is_javascript(),
            documented_names: FxHashMap::default(),
            given: Vec::new(),
            export_names: common_js::export_names(program),
            export_bindings: FxHashMap::default(),
            template: None,
            infers: Vec::new(),
            narrowed: FxHashMap::default(),
            loops: 0,
            chosen: 0,
            asserted_by: None,
            undecided: FxHashSet::default(),
        }
    }

    /// What is known only at the end: exports of names declared later, which references may be to functions.
    fn finish(mut self) {
        self.export_component();
        self.give_members();
        self.classes_of_prototypes();
        self.complete_exports();
        self.mark_static();
        self.mark_readers_of_arguments();
        self.fill_variables();
        self.mark_exported();
        self.keep_callbacks();
        self.name_framework();
    }

    /// A copy of the text between two offsets, on one line.
    fn text(&self, at: At, limit: usize) -> String {
        self.b.text(at.start, at.end, limit)
    }
}

fn binding_kind(flags: SymbolFlags) -> BindingKind {
    use SymbolFlags as F;
    let kinds = [
        (F::Import | F::TypeImport, BindingKind::Import),
        (F::Class, BindingKind::Class),
        (F::Function, BindingKind::Function),
        (F::Variable | F::EnumMember, BindingKind::Variable),
        (F::RegularEnum | F::ConstEnum, BindingKind::Enum),
        (F::NamespaceModule | F::ValueModule, BindingKind::Namespace),
        (F::TypeParameter, BindingKind::TypeParam),
    ];
    kinds.into_iter().find(|(f, _)| flags.intersects(*f)).map_or(BindingKind::Type, |(_, kind)| kind)
}

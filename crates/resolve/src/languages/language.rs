//! The questions, and what a language answers where it does not say otherwise.

use super::outcome::Outcome;
use super::templates::Templates;
use crate::standard::std_types::{self, Gives};
use crate::standard::universal::Universal;
use crate::values::conversions::Conversions;
use crate::values::holders::Holder;
use crate::values::types::{Head, Std};
/// How specifiers lead to modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    Node,
    Python,
    Go,
    /// Packages that files declare: Java, Kotlin and what shares their class path.
    Jvm,
    Rust,
    CSharp,
    Php,
    /// What a file includes, C and C++ alike.
    Include,
    Ruby,
    Swift,
    Lua,
}

/// In which order bases are searched for a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseOrder {
    /// Depth first, in the order written.
    Depth,
    /// A shared base after all classes that extend it (Python's method resolution order).
    SharedLast,
    /// All of one depth before the next (Go's promotion).
    Breadth,
}

/// What iterating over a map gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapItem {
    Pair,
    Key,
    /// The position decides: 0 the key, 1 the element.
    ByPosition,
}

/// How a file's top-level names come together with those of other files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packages {
    /// Files and folders are the modules.
    Folders,
    /// Files declare their package; its name alone says what belongs together.
    Flat,
    /// The same, and what is inside a package sees the names of those around it (`A` and `A.B` in `A.B.C`).
    Nested,
    /// The same, and other files' names are written out in full, `\A\B`; a plain one is the package's own or of none.
    Written,
    /// Classes and modules are packages of their constants, to which any file may add. A constant's whole path is
    /// looked up in the packages around, then in the bases of the class around.
    Lexical,
}

/// Which functions can be called like members of a type that is declared elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extensions {
    None,
    /// Those that are imported by their own names, or stand in a package that the file sees.
    ByName,
    /// Those of every class of the packages that the file sees.
    ByType,
    /// Those that stand in the file's module or in one that it imports.
    ByModule,
}

/// How arguments are told which parameter they are for, where functions of one name differ in their parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// The language chooses in other ways, or has no such functions.
    Unchecked,
    /// By position or by the parameter's name.
    Named,
    /// By labels, which belong to the function's name.
    Labelled,
}

#[derive(Debug)]
pub struct Language {
    pub system: System,
    /// A file sees the top-level names of the other files of its package.
    pub package_scope: bool,
    pub packages: Packages,
    /// The package outside the repository of a name that every file sees without an import.
    pub implicit_package: fn(&str) -> Option<&'static str>,
    /// The packages outside that a type of this name comes from, as far as they are known, where a file imports one.
    pub packages_of: fn(&str) -> Vec<&'static str>,
    /// Where the names of packages outside begin: no member of a type is meant by these.
    pub package_roots: &'static [&'static str],
    /// A bare name inside a class may be a member of it, inherited or not, or of a class around it. The
    /// graph's names then have a binding only where a scope inside the class or function binds them.
    pub implicit_members: bool,
    /// A type that no file declares lies outside: imports bring whole packages, so that none says whose it is.
    pub outside_by_default: bool,
    /// The type outside whose members every value has, and their names.
    pub root_members: Option<(&'static str, &'static [&'static str])>,
    /// Files are put together by including them, and what several of them declare is linked by its name: a
    /// declaration without a body stands for its definition in any file. See `linkage`.
    pub links: bool,
    /// A method and a field of one type may share a name: only the use tells which is meant. All of one system agree.
    pub separate_methods: bool,
    /// Packages, their names and methods are the same in upper and lower case. All of one system agree.
    pub ignores_case: bool,
    /// Modules nest, inside files and over files, and names are reached by paths through them (`a::b`). Types
    /// are given members and bases by blocks that may stand anywhere ([`facts::FileGraph::impls`]).
    pub module_paths: bool,
    /// Of a file that declares something else than before, the names that differ tell whom that concerns: held by random
    /// edits of real repositories, `examples/soak.rs`. Elsewhere it concerns all that consult the file.
    pub told_by_names: bool,
    /// Where the standard library has a name that every file sees: a dotted path. None: no such name.
    pub prelude: fn(&str) -> Option<String>,
    pub extensions: Extensions,
    /// Types are extended by parts of their name anywhere in their module ([`facts::SymbolKind::Extension`]).
    pub extended_types: bool,
    pub arguments: Arguments,
    /// What any value has under a name.
    pub universal: fn(&str) -> Option<Universal>,
    /// A member that is no method can be called: it holds a function, or is a class inside.
    pub calls_values: bool,
    /// A member that is given a function by its name, once and for all, is that function.
    pub member_aliases: bool,
    /// The member by which a class makes an instance that declares none of that name.
    pub makes_by: Option<&'static str>,
    /// Where names without a declaration in their file are those of the whole program: the ones that the language
    /// and its usual hosts have. Types are then known by documentation alone, which may name any.
    pub program_globals: Option<&'static [&'static str]>,
    /// Packages hold functions, not only types.
    pub package_functions: bool,
    /// What a class itself has is apart from what its instances have, and what it extends itself with (the relation
    /// `Implements`) is its own alone. All languages of one system agree in this.
    pub singleton_members: bool,
    /// Calls in the bodies of classes make methods of the names that they are given.
    pub stated_members: bool,
    /// The names of the language's own classes that a value of a standard type may be of; what the repository adds to
    /// one of them, the value has.
    pub core_classes: fn(&Head) -> &'static [&'static str],
    /// Members that every object has, sorted.
    pub object_members: &'static [&'static str],
    /// Every top-level name of a file can be reached from outside, not only what it exports.
    pub open_modules: bool,
    /// Calling a class makes an instance.
    pub call_constructs: bool,
    /// What an attribute holds is called through it: its name is no function's.
    pub calls_attributes: bool,
    /// A class without a constructor is made by that of its nearest base, without a call that anyone writes.
    pub inherits_makers: bool,
    /// All assignments to a name count, not only the first.
    pub all_assignments: bool,
    /// A variable may be given another function by whatever sees it, as tests do.
    pub open_variables: bool,
    /// Names of a block have no constants among them: what one was given is likely, not certain.
    pub rebinds: bool,
    pub base_order: BaseOrder,
    pub map_item: MapItem,
    /// The functions of libraries that keep a value, by dotted path.
    pub holders: fn(&str) -> Option<Holder>,
    /// A type that maps names to what they hold is one of plain objects, whose members these are.
    pub maps_are_objects: bool,
    /// A named type keeps its name over its underlying type: methods can be declared on it.
    pub named_types: bool,
    /// A function's name holds what its decorators give, where that is no function.
    pub decorators_give: bool,
    /// How the names end of what all classes extend that decorate: others that bear such a name are something else.
    pub decorators_extend: Option<&'static str>,
    /// Where a call is all that another is given, each of its results is an argument: `join(split())`.
    pub spreads_results: bool,
    /// Decorators are tags: texts, of which the first word is a key and no name of anything.
    pub tags: bool,
    /// Test parameters name fixtures.
    pub fixtures: bool,
    /// Packages that tests are made with, and what these call their frameworks.
    pub test_packages: &'static [(&'static str, &'static str)],
    /// Names of the members that calling, entering, iterating over and indexing an instance call.
    pub call_member: Option<&'static str>,
    /// The method that makes a class's instances: calling the class gives what it is declared to give.
    pub new_member: Option<&'static str>,
    /// The member of a delegate by which what it holds is read.
    pub delegate_member: Option<&'static str>,
    pub enter_members: &'static [&'static str],
    pub iterate_members: &'static [&'static str],
    pub index_member: Option<&'static str>,
    /// Members that answer for every name: a class that has one may have any member.
    pub catch_all_members: &'static [&'static str],
    /// Members that every enum has by itself, reached through its name, and what of its values they give.
    pub enum_members: &'static [(&'static str, Gives)],
    /// What every function has, where functions are given members.
    pub function_members: &'static [&'static str],
    /// Types outside of every repository that are often bases and have just these members.
    pub outside_members: &'static [(&'static str, &'static [&'static str])],
    /// The class outside that facades extend, and the method by which each names the class of what answers its static calls.
    pub facades: Option<(&'static str, &'static str)>,
    /// Libraries that keep records give chains of questions about a class: `Story.where(…).order(…)`.
    pub asks_classes: bool,
    /// A class may call members of `this` that only those have which extend or include it.
    pub open_this: bool,
    /// `.a()` stands for `T.a()`, where the place tells T.
    pub implied_members: bool,
    /// A method's first parameter is what it is called on.
    pub lists_receiver: bool,
    /// A constructor is reached by its name like any other member.
    pub named_constructors: bool,
    /// An attribute without a declared type has the one that a base declares for it.
    pub inherits_declared: bool,
    /// A base's member without a body gives way to what a base behind it declares, as those of PHP's traits do.
    pub abstract_yields: bool,
    /// A guess by name needs a long name even where the owner's file is imported.
    pub guess_needs_long_name: bool,
    /// Types are written nowhere: a guess needs that what is called upon is called like the type, or has more of it.
    pub told_by_receivers: bool,
    /// What stands before the name of a global in an external target.
    pub globals: &'static str,
    /// What calling a method of a standard type gives.
    pub std_method: fn(Std, &str) -> Option<Gives>,
    /// What a standard type's method hands to a callback given as its nth argument, in the nth parameter.
    pub std_callback: fn(Std, &str, u32, u32) -> Option<Gives>,
    /// Of a function from outside, by its path, the argument whose items it hands to the function among its arguments.
    pub hands_items: fn(&str) -> Option<u32>,
    /// What reading a member of a container that is no method gives; of a tuple where there is no container.
    pub std_property: fn(Option<Std>, &str) -> Option<Gives>,
    /// Methods that run over a map's pairs as over those of any sequence.
    pub over_pairs: fn(&str) -> bool,
    /// A constructor of a member class is called through an instance of the class around it.
    pub inner_classes: bool,
    /// What [`crate::standard::tables`] tells of the standard library: outside types then keep name and arguments.
    pub stubs: &'static str,
    /// The same of libraries outside of the standard one: of types that are not in these tables nothing is assumed.
    pub libraries: &'static str,
    /// The member that what an attribute holds is asked for when the attribute is read.
    pub get_member: Option<&'static str>,
    /// Whatever has the members of an interface is one, without saying so.
    pub structural: bool,
    /// Types take in the members of those that they embed, and so serve as them.
    pub embeds: bool,
    /// A call on a value of one of several types leads to the member of each.
    pub leads_each: bool,
    /// Types are computed from others: by conditions, by mapping names, by index.
    pub computed_types: bool,
    /// What a class says that it implements gives it no members.
    pub claims: bool,
    /// A class that is handed to its own base from outside is what the methods of that base give back.
    pub fluent_bases: bool,
    /// How arguments suit parameters, where several functions of one name differ in them.
    pub overloads: Option<&'static Conversions>,
    /// The type that every class extends without saying so; its members are in the tables.
    pub root_type: Option<&'static str>,
    pub outcome: Outcome,
    /// The functions outside that make an error, which a variable may hold to be compared with.
    pub error_makers: &'static [&'static str],
    /// The method that makes a type an error.
    pub error_method: Option<&'static str>,
    /// What asynchronous functions give has to be waited for: otherwise nobody learns what went wrong.
    pub must_await: bool,
    /// Of files that are templates, their paths tell who has them shown, and what modules they have the methods of.
    pub templates: Option<&'static Templates>,
    /// Endings of files that are views: their code lies in the file of the same name with this language's ending behind
    /// it, and what one imports for all is imported for the views below its folder.
    pub views: &'static [&'static str],
    /// The member under which a value that may be missing has what it is, where its type is one of values: `size?.Value`.
    pub nullable_member: Option<&'static str>,
    /// Classes of test frameworks whose instances run what stands in groups of examples.
    pub test_cases: &'static [&'static str],
    /// Calls in a class's body whose arguments name methods that templates have.
    pub gives_templates: &'static [&'static str],
    /// Names of members that standard types have, one a line.
    pub std_names: &'static str,
}

impl Language {
    /// Whether a path is of an interface of one function whose parameters are of what stands behind its name: a function
    /// that becomes one is handed what the place of it says.
    pub(crate) fn is_generic_function(&self, path: &str) -> bool {
        self.system == System::Jvm
            && (path.starts_with("java.util.function.")
                || matches!(path, "java.util.Comparator" | "kotlin.Comparator")
                || path.strip_prefix("kotlin.properties.").is_some_and(|it| !it.starts_with(char::is_lowercase)))
    }
}

/// A language of which nothing is known: the others say in what they differ from it.
pub(super) const PLAIN: Language = Language {
    system: System::Node,
    package_scope: false,
    packages: Packages::Folders,
    implicit_package: |_| None,
    packages_of: |_| Vec::new(),
    package_roots: &[],
    implicit_members: false,
    outside_by_default: false,
    root_members: None,
    links: false,
    separate_methods: false,
    ignores_case: false,
    singleton_members: false,
    stated_members: false,
    core_classes: |_| &[],
    object_members: &[],
    module_paths: false,
    told_by_names: false,
    prelude: |_| None,
    extensions: Extensions::None,
    extended_types: false,
    arguments: Arguments::Unchecked,
    universal: |_| None,
    calls_values: false,
    member_aliases: false,
    makes_by: None,
    program_globals: None,
    package_functions: false,
    open_modules: true,
    call_constructs: false,
    calls_attributes: false,
    inherits_makers: false,
    all_assignments: false,
    open_variables: false,
    rebinds: false,
    base_order: BaseOrder::Depth,
    map_item: MapItem::Key,
    holders: |_| None,
    maps_are_objects: false,
    named_types: false,
    decorators_give: false,
    decorators_extend: None,
    tags: false,
    spreads_results: false,
    fixtures: false,
    test_packages: &[],
    call_member: None,
    new_member: None,
    delegate_member: None,
    enter_members: &[],
    iterate_members: &[],
    index_member: None,
    catch_all_members: &[],
    enum_members: &[],
    function_members: &[],
    outside_members: &[],
    facades: None,
    asks_classes: false,
    open_this: false,
    implied_members: false,
    lists_receiver: false,
    named_constructors: false,
    inherits_declared: false,
    abstract_yields: false,
    guess_needs_long_name: false,
    told_by_receivers: false,
    globals: "",
    std_method: std_types::method,
    std_callback: std_types::callback,
    hands_items: |_| None,
    std_property: |_, _| None,
    over_pairs: |_| false,
    inner_classes: false,
    stubs: "",
    libraries: "",
    get_member: None,
    structural: false,
    embeds: false,
    leads_each: false,
    computed_types: false,
    claims: false,
    fluent_bases: false,
    overloads: None,
    root_type: None,
    outcome: Outcome::Thrown,
    error_makers: &[],
    error_method: None,
    must_await: false,
    templates: None,
    views: &[],
    nullable_member: None,
    test_cases: &[],
    gives_templates: &[],
    std_names: "",
};

//! What libraries' calls and decorators mean, as data: which of them register a handler, mount a router, read
//! the environment or touch a database.
//!
//! A rule matches the dotted path that a call leads to outside of the repository, through any import or alias, and
//! tells by [`Selector`]s where in the call its facts stand. The files are `rules/**/*.yaml`; `scripts/gen-rules.mjs`
//! checks them and makes the one text that [`Rules::read`] takes.

mod index;
mod kind;
mod languages;
mod pattern;
mod selector;

pub use kind::Kind;
pub use pattern::Pattern;
pub use selector::{Part, Selector, Source};

use index::Index;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use std::cell::RefCell;
use std::rc::Rc;

/// One of the entry points that a single call makes: a resource's `index`, `show` …
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Action {
    pub name: String,
    pub method: String,
    /// What stands behind the resource's own path.
    pub route: String,
    /// Where this is not empty, only of handlers that extend one of these or have a method of the action's name.
    pub by: Vec<Pattern>,
}

/// One thing that a library's rule tells.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Clause {
    pub kind: Option<Kind>,
    /// The rule's name for people.
    pub framework: String,
    pub languages: Vec<String>,
    /// Paths of calls that it is about.
    pub call: Vec<Pattern>,
    /// Paths of calls that it is not about, though they fit.
    pub but: Vec<Pattern>,
    /// Paths of decorators, attributes, annotations.
    pub decorator: Vec<Pattern>,
    /// Paths of types of which literals are written: `T{a: 1}`.
    pub literal: Vec<Pattern>,
    /// Paths that classes extend, themselves or by those that they extend.
    pub extends: Vec<Pattern>,
    /// Whether what is decorated is a class, or what is called stands in a class's own body; or neither.
    pub class: Option<bool>,
    /// What selectors have to find: one of the texts of `x|y`; `!x|y` is anything but these, `*` anything, an empty one nothing.
    pub when: FxHashMap<String, String>,
    /// It is told of every member of what is decorated, not of that itself.
    pub every: bool,
    /// Of a class: it declares a method of this name itself.
    pub has: String,
    /// The handler has so many parameters; 0: any number.
    pub takes: u32,
    /// It is about calls with at least so many arguments.
    pub arguments: u32,
    /// It is about calls in which these are texts.
    pub texts: Selector,
    /// Members of objects, of each of which it holds: `0.*`, `0.resolvers.*.*`; `0.**`: those that are no objects.
    pub each: Selector,
    /// What stands at the top of files here stands in the block of the call: folders and names of files between
    /// slashes, `*` any, `**` any number.
    pub folders: Vec<String>,
    /// The same of files that require this.
    pub imports: String,
    /// What is registered on.
    pub on: Selector,
    pub method: Selector,
    pub route: Selector,
    /// Marks in routes, and what stands for them.
    pub fill: FxHashMap<String, Selector>,
    pub name: Selector,
    /// How a name is written that is a declaration's: `kebab`, `camel`, `pascal`.
    pub casing: String,
    pub handler: Selector,
    pub guards: Selector,
    /// The functions of the repository that the handler is wrapped in are asked before it.
    pub wrapping: bool,
    /// Only what the repository declares itself asks.
    pub own: bool,
    pub mounted: Selector,
    /// What stands in front of a path.
    pub prepend: String,
    /// What stands behind a path; `{one}` is the singular of its last part.
    pub append: String,
    /// It holds of classes that extend the class, unless they have their own.
    pub inherited: bool,
    /// A path that begins with a slash is whole, whatever stands before it.
    pub absolute: bool,
    /// Paths are templates of RFC 6570: what asks for a query is no part of them, `{/id}` is `/{id}`.
    pub template: bool,
    /// Paths are regular expressions.
    pub expression: bool,
    /// Paths are patterns that others are held against: one of which nothing is known may fit any.
    pub patterns: bool,
    /// The name in a module that is reached through a mount, where the module is named by a text. Of settings, the member of
    /// what they are read from that is set to what stands before their names.
    pub into: String,
    pub actions: Vec<Action>,
    /// The methods by which a handler that is a class answers, and those of HTTP that they answer for; `only` is what
    /// the call that makes a view of the class is given.
    pub answers: Vec<Action>,
    pub only: Selector,
    pub except: Selector,
    /// Of data: `read`, `create` …, by the name of what is called.
    pub operations: FxHashMap<String, String>,
    pub operation: Selector,
    pub model: Selector,
    /// A statement of SQL, which tells the rest.
    pub sql: Selector,
    /// The fields that are named.
    pub fields: Selector,
    /// Of a sink: `exec`, `sql` …
    pub sink: String,
    /// The number of its weakness in the Common Weakness Enumeration.
    pub cwe: u32,
    /// The category of OWASP's Top Ten of 2021 that it belongs to: `A03`.
    pub owasp: String,
    /// The argument that does harm.
    pub argument: Selector,
    /// It does harm only where a parameter is known to go into it: of most others that are not constant the code
    /// itself decides.
    pub derived: bool,
    /// It does harm only as a text that is put together in its place: handed on as it is, it may be something else.
    pub built: bool,
    /// What a request holds.
    pub body: Selector,
    pub variable: Selector,
    pub default: Selector,
    /// Of a setting: words of what is called on it that gives something else where it is not set; what is given first
    /// is the default.
    pub otherwise: String,
    /// Of a setting: words of what is called on it that fails where it is not set; `*`: reading it does.
    pub required: String,
    /// Of a setting: a file of the application's settings may give it as well.
    pub given: bool,
    pub table: Selector,
    pub column: Selector,
    #[serde(rename = "type")]
    pub ty: Selector,
    pub references: Selector,
    /// What words say of a column that are called on it, name its arguments or its members: `nullable`, `required`,
    /// `primary`, `foreign`.
    pub words: FxHashMap<String, String>,
    /// An object whose members are columns.
    pub columns: Selector,
    /// Of a model: every property is a field of which the type begins with this.
    pub members: Option<String>,
}

impl Clause {
    /// Whether it is about what a whole application asks: before all paths that fit, or by the paths.
    pub fn is_of_application(&self) -> bool {
        let named = |text: &str| text.starts_with("application") || text.starts_with("by path");
        matches!(&self.name.0[..], [Part { source: Source::Text(text), .. }] if named(text))
    }

    /// Whether it is about what stands before handlers and always hands on.
    pub fn hands_on(&self) -> bool {
        self.is_guard_named("hands on")
    }

    /// Whether it is about what stands around something that asks, and has it asked or not.
    pub fn is_under_condition(&self) -> bool {
        self.is_guard_named("under condition")
    }

    /// Whether it is about calls by which a function asks in its own body.
    pub fn is_in_body(&self) -> bool {
        self.is_guard_named("in a body")
    }

    fn is_guard_named(&self, name: &str) -> bool {
        self.kind == Some(Kind::Guard)
            && matches!(&self.name.0[..], [Part { source: Source::Text(text), .. }] if text == name)
    }
}

/// All rules, found by the last name of a path.
#[derive(Debug, Default)]
pub struct Rules {
    clauses: Vec<Clause>,
    /// Of each clause its languages, a bit each: what names like `get` lead to are clauses of many.
    languages: Vec<u64>,
    bits: FxHashMap<String, u64>,
    calls: Index,
    decorators: Index,
    bases: Index,
    literals: Index,
    /// Where the paths of what handlers are registered on begin.
    routers: FxHashSet<String>,
    /// The types that things are mounted on where the patterns of their calls name them, by the library.
    mounting: FxHashMap<String, Vec<Pattern>>,
    /// The classes of namespaces that calls are asked about on.
    called_on: FxHashSet<String>,
    /// What data is asked of by calls behind any others: `Model` of `Model.**.first`.
    asked_behind: FxHashSet<String>,
    /// The clauses about whole files.
    inside: Vec<u32>,
    /// The types that paths of calls on the JVM lead over, and their members: `web.Registry` of `web.Registry.**.add`.
    led_over: FxHashSet<String>,
}

impl Rules {
    /// Reads what `scripts/gen-rules.mjs` makes. None: it is damaged.
    pub fn read(json: &str) -> Option<Self> {
        Self::read_all(&[json])
    }

    /// As [`Rules::read_all`] reads them, and none where they are damaged. Of one project after the other it is asked
    /// the same, and remembers the last answer of the thread.
    pub fn read_once(lists: [&str; 2]) -> Rc<Self> {
        thread_local!(static LAST: RefCell<([String; 2], Rc<Rules>)> = RefCell::default());
        LAST.with_borrow_mut(|(of, last)| {
            if lists != *of {
                *last = Rc::new(Self::read_all(&lists).unwrap_or_default());
                *of = lists.map(str::to_owned);
            }
            Rc::clone(last)
        })
    }

    /// Reads several such lists; empty texts say nothing.
    pub fn read_all(lists: &[&str]) -> Option<Self> {
        let mut clauses: Vec<Clause> = Vec::new();
        for json in lists.iter().filter(|json| !json.is_empty()) {
            clauses.append(&mut serde_json::from_str(json).ok()?);
        }
        let mut rules = Self { clauses, ..Self::default() };
        for (at, clause) in rules.clauses.iter().enumerate() {
            let lists = [
                (&clause.call, &mut rules.calls),
                (&clause.decorator, &mut rules.decorators),
                (&clause.extends, &mut rules.bases),
                (&clause.literal, &mut rules.literals),
            ];
            for (patterns, index) in lists {
                for pattern in patterns {
                    index.list(pattern.last(), at as u32);
                }
            }
        }
        for clause in &rules.clauses {
            let mut all = 0;
            for language in &clause.languages {
                let next = 1 << (rules.bits.len() as u32 % u64::BITS);
                all |= *rules.bits.entry(language.clone()).or_insert(next);
            }
            rules.languages.push(all);
        }
        let whole = |clause: &Clause| !clause.folders.is_empty() || !clause.imports.is_empty();
        rules.inside = (0u32..).zip(&rules.clauses).filter(|(_, it)| whole(it)).map(|it| it.0).collect();
        let registering =
            rules.clauses.iter().filter(|it| matches!(it.kind, Some(Kind::Endpoint | Kind::Command | Kind::Rpc)));
        rules.routers = registering.flat_map(|clause| clause.call.iter().map(Pattern::root)).collect();
        // In the block of what files stand in as a whole things are registered as at the top of these.
        let around = rules.inside.iter().flat_map(|at| &rules.clauses[*at as usize].call);
        rules.routers.extend(around.map(Pattern::fixed).collect::<Vec<_>>());
        for clause in rules.clauses.iter().filter(|it| it.kind == Some(Kind::Mount)) {
            for (library, ty) in clause.call.iter().filter_map(Pattern::type_within) {
                let types = rules.mounting.entry(library).or_default();
                if !types.contains(&ty) {
                    types.push(ty);
                }
            }
        }
        let roots = rules.clauses.iter().flat_map(|clause| &clause.call).map(Pattern::root);
        rules.called_on = roots.filter(|root| root.contains("::")).collect();
        let of_data =
            rules.clauses.iter().filter(|clause| clause.kind == Some(Kind::Data)).flat_map(|clause| &clause.call);
        rules.asked_behind = of_data.filter_map(Pattern::before_any).collect();
        let of_jvm = rules.clauses.iter().filter(|it| it.languages.iter().any(|it| it == "java" || it == "kotlin"));
        rules.led_over = of_jvm.flat_map(|clause| &clause.call).flat_map(Pattern::types_on_way).collect();
        Some(rules)
    }

    /// Whether rules about data are about what is called behind any call on something of this path.
    pub fn is_asked_behind(&self, path: &str) -> bool {
        self.asked_behind.contains(path)
    }

    /// Whether handlers are registered on things of this path, which leads to a type or to a function that makes one.
    pub fn is_router(&self, path: &str) -> bool {
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        let of_library = || self.mounting.get(path.split('.').next().unwrap_or_default());
        ends.into_iter().any(|end| self.routers.contains(&path[..end]))
            || of_library().is_some_and(|types| types.iter().any(|ty| ty.fits_path(path)))
    }

    /// Whether rules are about calls of a class's own methods, by the class's path in a namespace: `Rake::Task`.
    pub fn is_called_on(&self, path: &str) -> bool {
        self.called_on.contains(path)
    }

    /// Whether the path of any call or decorator that rules are about ends in a name.
    pub fn names_last(&self, name: &str) -> bool {
        self.calls.names(name) || self.decorators.names(name)
    }

    /// Whether rules are about calls or decorators of this path.
    pub fn knows(&self, path: &str, language: &str) -> bool {
        self.of_call(path, language).next().is_some() || self.of_decorator(path, language).next().is_some()
    }

    /// Whether rules are about this path, about classes that extend what it leads to, or about calls behind it.
    pub fn names(&self, path: &str, language: &str) -> bool {
        self.led_over.contains(path) || self.knows(path, language) || self.of_base(path, language).next().is_some()
    }

    /// Whether the path of any literal that rules are about ends in a name.
    pub fn names_literal(&self, name: &str) -> bool {
        self.literals.names(name)
    }

    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// The call in whose block stands what is at the top of a file, by its path or by what it requires.
    pub fn inside<'r>(&'r self, path: &str, language: &str, mut requires: impl FnMut(&str) -> bool) -> Option<&'r str> {
        let names: Vec<&str> = path.split('/').collect();
        let listed = self.inside.iter().map(|at| &self.clauses[*at as usize]);
        let mut fitting = listed.filter(|clause| {
            let lies = |folders: &String| Pattern::of_folders(folders).fits(&names);
            clause.languages.iter().any(|it| it == language)
                && (clause.folders.iter().any(lies) || !clause.imports.is_empty() && requires(&clause.imports))
        });
        fitting.find_map(|clause| clause.call.first()).map(Pattern::text)
    }

    /// The clauses about a call that leads to `path`, in a file of `language`.
    pub fn of_call(&self, path: &str, language: &str) -> impl Iterator<Item = &Clause> {
        self.matching(&self.calls, path, language, |clause| &clause.call)
    }

    /// The clauses about a decorator that leads to `path`.
    pub fn of_decorator(&self, path: &str, language: &str) -> impl Iterator<Item = &Clause> {
        self.matching(&self.decorators, path, language, |clause| &clause.decorator)
    }

    /// The clauses about a literal of the type that `path` leads to.
    pub fn of_literal(&self, path: &str, language: &str) -> impl Iterator<Item = &Clause> {
        self.matching(&self.literals, path, language, |clause| &clause.literal)
    }

    /// The clauses about a class that extends `path`.
    pub fn of_base(&self, path: &str, language: &str) -> impl Iterator<Item = &Clause> {
        self.matching(&self.bases, path, language, |clause| &clause.extends)
    }

    fn matching<'r>(
        &'r self,
        index: &'r Index,
        path: &str,
        language: &str,
        patterns: impl Fn(&Clause) -> &[Pattern],
    ) -> impl Iterator<Item = &'r Clause> {
        let found = index.find(path, language, |listed| {
            let bit = self.bits.get(language).copied().unwrap_or_default();
            let parts: Vec<&str> = path.split('.').collect();
            let copied = published(&parts);
            let is_fit = |pattern: &Pattern| pattern.fits(&parts) || copied.is_some_and(|parts| pattern.fits(parts));
            let is_about = |at: &u32| {
                let clause = &self.clauses[*at as usize];
                self.languages[*at as usize] & bit != 0
                    && clause.languages.iter().any(|it| it == language)
                    && patterns(clause).iter().any(is_fit)
                    && !clause.but.iter().any(is_fit)
            };
            listed.filter(is_about).collect()
        });
        let told = found.into_iter().flat_map(|found| (0..found.len()).map(move |at| found[at]));
        told.map(|at| &self.clauses[at as usize])
    }
}

/// The path of a copy of a package as the package's own: `flask_principal.Permission` of `shop.vendor.flask_principal.Permission`.
fn published<'p>(parts: &'p [&'p str]) -> Option<&'p [&'p str]> {
    const COPIES: [&str; 5] = ["vendor", "_vendor", "vendored", "_vendored", "third_party"];
    let at = parts.iter().rposition(|it| COPIES.contains(it))?;
    parts.get(at + 1..).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests;

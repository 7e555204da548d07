//! What one source file says by itself, in one shape for every language.
//!
//! Lists refer to each other by index (the `…Id` types). Every name is an index into
//! [`FileGraph::names`]. Values and types that matter for resolving calls are small expression trees
//! in two arenas, [`FileGraph::values`] and [`FileGraph::types`]; an arena's node refers only to nodes
//! with smaller indices, so a walk over one always ends.

use serde::{Deserialize, Serialize};

/// Index into [`FileGraph::names`].
pub type NameId = u32;
/// Index into [`FileGraph::symbols`].
pub type SymbolId = u32;
/// Index into [`FileGraph::scopes`].
pub type ScopeId = u32;
/// Index into [`FileGraph::bindings`].
pub type BindingId = u32;
/// Index into [`FileGraph::values`].
pub type ValueId = u32;
/// Index into [`FileGraph::types`].
pub type TypeId = u32;
/// Index into [`FileGraph::imports`].
pub type ImportId = u32;

/// The version of this shape. A stored graph of another version is extracted again.
pub const GRAPH_VERSION: u32 = 1;

/// One file. `extract(path, bytes)` is a pure function, so equal bytes at an equal path give an equal graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileGraph {
    /// Relative to the repository's root, `/` between the parts.
    pub path: String,
    /// Lower case, as users write it: `typescript`, `tsx`, `javascript`, `python`, `go`.
    pub language: String,
    /// Go's package clause; none where a file names no package of its own.
    pub package: Option<String>,
    pub lines: u32,
    pub bytes: u32,
    pub is_test: bool,
    pub is_generated: bool,
    pub names: Vec<String>,
    pub symbols: Vec<Symbol>,
    /// The first is the module's.
    pub scopes: Vec<Scope>,
    pub bindings: Vec<Binding>,
    pub values: Vec<Value>,
    pub types: Vec<Type>,
    pub imports: Vec<Import>,
    pub exports: Vec<Export>,
    pub calls: Vec<Call>,
    pub references: Vec<Reference>,
    pub tests: Vec<Test>,
    pub problems: Vec<Problem>,
    /// Python's `__all__`: the names that `import *` takes. None: the language's default rule.
    pub star_names: Option<Vec<NameId>>,
    /// The text of every line that a call, reference or import row quotes, by line number, trimmed,
    /// redacted and at most 160 characters. Sorted by line.
    pub quotes: Vec<(u32, String)>,
}

impl FileGraph {
    /// The text of a name.
    pub fn name(&self, id: NameId) -> &str {
        &self.names[id as usize]
    }

    /// The stored bytes of a graph.
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// Reads [`FileGraph::encode`]'s bytes. None: damaged, or of another version.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

/// `byte` counts from the start of the file as it lies on disk (a BOM counts). `line` starts at 1
/// and ends at LF, CRLF or a lone CR; `column` is in bytes from the line's first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    pub byte: u32,
    pub line: u32,
    pub column: u32,
}

/// From the first byte of a thing to behind its last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub start: Point,
    pub end: Point,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SymbolKind {
    Namespace,
    Class,
    Struct,
    Interface,
    Enum,
    EnumMember,
    TypeAlias,
    Function,
    Method,
    Constructor,
    Getter,
    Setter,
    /// A member that holds a value: field, attribute, property signature, embedded field.
    Property,
    /// A module-level or exported name that holds a value. One that holds a function is a `Function`.
    Variable,
}

/// A declaration. Order in the list is order in the file; a parent stands before its members.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Symbol {
    pub kind: SymbolKind,
    pub name: NameId,
    /// Names of the enclosing symbols and this one joined by dots, with `~2`, `~3` behind the last
    /// for further symbols of that name in the same scope. Unique in the file. Overload signatures
    /// count as one symbol: the one with the body keeps the plain name (see [`Modifiers::OVERLOAD`]).
    /// A Go method is `Type.Method`.
    pub qualified: String,
    pub span: Span,
    pub name_at: Point,
    /// The enclosing symbol in this file.
    pub parent: Option<SymbolId>,
    /// The scope that the symbol's body opens: members of a class, parameters of a function.
    pub scope: Option<ScopeId>,
    /// Visible outside the file (for Go: outside the package) by the language's own rule.
    pub exported: bool,
    pub modifiers: Modifiers,
    pub params: Vec<Param>,
    /// The declared return type as written, and as a type.
    pub returns: Option<String>,
    pub returns_type: Option<TypeId>,
    /// What the body returns (for a generator: yields), in order, at most 8. The resolver infers a
    /// return type from these where none is declared.
    pub return_values: Vec<ValueId>,
    /// Declared type of a property or variable, right side of a type alias, underlying type of a Go type.
    pub declared: Option<TypeId>,
    pub declared_text: Option<String>,
    /// What a property or variable was given: initialisers and, for Python's `self.x = …`, every
    /// assignment in any method of the class, at most 8.
    pub initial: Vec<ValueId>,
    /// The type that a Go method belongs to, pointer stripped. The type may be in another file of the package.
    pub receiver: Option<TypeId>,
    pub type_params: Vec<TypeParam>,
    pub bases: Vec<Base>,
    pub decorators: Vec<Decorator>,
    /// The declaration without its body on one line, redacted, at most 400 characters.
    pub signature: String,
    /// Documentation without its comment marks, redacted, at most 2,000 characters.
    pub doc: Option<String>,
    /// First 10 lines of the symbol, redacted; at most 1,200 characters.
    pub preview: String,
    /// McCabe's count of the body (1 + branches); 0 where there is no body.
    pub complexity: u32,
}

/// A set of the constants below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifiers(pub u16);

impl Modifiers {
    pub const ASYNC: u16 = 1;
    pub const GENERATOR: u16 = 1 << 1;
    pub const STATIC: u16 = 1 << 2;
    pub const ABSTRACT: u16 = 1 << 3;
    /// Declared without a body anywhere in the repository (`declare`, `.d.ts`, stubs).
    pub const AMBIENT: u16 = 1 << 4;
    pub const PRIVATE: u16 = 1 << 5;
    pub const PROTECTED: u16 = 1 << 6;
    /// A signature without a body that a later declaration of the same name implements. A call may be
    /// led to any of the set; `resolve` leads it to the implementation.
    pub const OVERLOAD: u16 = 1 << 7;
    pub const OPTIONAL: u16 = 1 << 8;
    pub const READONLY: u16 = 1 << 9;
    /// Python's `@classmethod`: the first parameter is the class.
    pub const CLASS_METHOD: u16 = 1 << 10;
    /// Reading the member calls it: Python's `@property`, accessors.
    pub const PROPERTY: u16 = 1 << 11;
    /// A Go embedded field, whose members are promoted.
    pub const EMBEDDED: u16 = 1 << 12;
    /// A context manager or generator wrapper whose call yields its return type (`@contextmanager`).
    pub const CONTEXT_MANAGER: u16 = 1 << 13;
    /// A test fixture (pytest): parameters of its name in tests hold what it returns or yields.
    pub const FIXTURE: u16 = 1 << 14;
    /// `export default`.
    pub const DEFAULT: u16 = 1 << 15;

    /// This set with `bits` added when `on`.
    #[must_use]
    pub fn with(mut self, bits: u16, on: bool) -> Self {
        self.0 |= if on { bits } else { 0 };
        self
    }

    /// Whether any of `bits` is in the set.
    pub fn has(self, bits: u16) -> bool {
        self.0 & bits != 0
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    pub name: NameId,
    pub type_text: Option<String>,
    pub declared: Option<TypeId>,
    /// The default's text, redacted, at most 80 characters.
    pub default: Option<String>,
    /// May be left out by a caller.
    pub optional: bool,
    /// Takes all further arguments.
    pub rest: bool,
    /// The binding of the name in the body; none for a signature or a destructured parameter.
    pub binding: Option<BindingId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TypeParam {
    pub name: NameId,
    /// `T extends X`, `[T X]`.
    pub bound: Option<TypeId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Relation {
    Extends,
    Implements,
    /// Go's embedding.
    Embeds,
}

/// A base class, interface or embedded type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Base {
    pub relation: Relation,
    pub ty: TypeId,
    /// As written.
    pub text: String,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decorator {
    /// As written, without `@`, redacted, at most 160 characters.
    pub text: String,
    /// What is applied: the callee of `@f(x)`'s call, or the name of `@f`.
    pub value: ValueId,
}

/// A value that resolution follows. Operands come before the node that uses them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A name, looked up from `scope` outward. `binding` is the lexical answer; none means that the
    /// name leaves the file: a package's, a builtin, a star import's, a global.
    Name { name: NameId, scope: ScopeId, binding: Option<BindingId> },
    /// `this`, `self`, `cls`, a Go receiver is a `Name`. `owner` is the class, or what a function was given to
    /// as a member (`A.prototype.m = function …`, a method of an object literal); none outside of these.
    This { owner: Option<SymbolId> },
    /// `super`: members are looked up in the bases of `owner`.
    Super { owner: Option<SymbolId> },
    /// `object.name`
    Member { object: ValueId, name: NameId },
    /// The result of a call.
    Call { callee: ValueId, arguments: Vec<ValueId> },
    /// The instance that a constructor makes.
    New { callee: ValueId },
    /// `object[index]`: an element. With a literal string index it is a `Member`.
    Index { object: ValueId },
    /// One item got by iterating (`for x of xs`, `range`); `position` for the items of a pair (Go's
    /// `for k, v := range m`: 0 the key, 1 the element; else 1).
    Item { object: ValueId, position: u32 },
    /// The nth part of a tuple, of a Go multiple result or of an array pattern.
    Part { object: ValueId, position: u32 },
    Await { object: ValueId },
    /// What `with object as x` binds.
    Enter { object: ValueId },
    /// `*p`, `&x`, `x!`, `(x)` leave the type alone and are not nodes. `<T>x`, `x as T`, `x.(T)`, `cast(T, x)`:
    Cast { ty: TypeId },
    /// Any of these: `a ?? b`, `a || b`, `c ? a : b`, `a or b`.
    Either { options: Vec<ValueId> },
    /// A function or arrow written here.
    Function { symbol: Option<SymbolId>, returns: Vec<ValueId>, declared: Option<TypeId>, is_async: bool },
    /// A class written here, or a class named as a value.
    Class { symbol: SymbolId },
    /// An object literal: what each key holds, and what is spread into it.
    Object { members: Vec<(NameId, ValueId)>, spreads: Vec<ValueId> },
    /// A list, array, set or tuple literal; `items` has at most 4.
    List { items: Vec<ValueId> },
    /// A Go composite literal `T{…}`, `&T{…}`, `new(T)`, `make(T)`: an instance of the type.
    Instance { ty: TypeId },
    /// A parameter of a callback given as argument `argument` of `call`: its type follows from the
    /// callee's signature.
    CallbackParam { callee: ValueId, argument: u32, position: u32 },
    /// A literal or operator result of a builtin type: `string`, `number`, `boolean`, `regexp`, `null`, …
    /// in the resolver's own words, see [`Builtin`].
    Builtin(Builtin),
    /// Anything else. `dynamic`: computed, so nothing can be known (`x[f()]()`, `getattr`).
    Unknown { dynamic: bool },
}

/// The builtin types that literals and annotations name, by one word for all languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Builtin {
    String,
    Bytes,
    Number,
    Boolean,
    Null,
    Regexp,
    List,
    Map,
    Set,
    Tuple,
    Function,
    Template,
    /// An anonymous object of no known shape.
    Object,
}

/// A type as declared. Operands come before the node that uses them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Type {
    /// `A`, `a.B<C>`: `path` from left to right; `root` is the binding of `path[0]`, none when it leaves the file.
    Name { path: Vec<NameId>, scope: ScopeId, root: Option<BindingId>, arguments: Vec<TypeId> },
    Builtin(Builtin),
    Union { options: Vec<TypeId> },
    Intersection { parts: Vec<TypeId> },
    /// `T[]`, `[]T`, `chan T`, `Array<T>` is a `Name`.
    List { element: TypeId },
    Map { key: TypeId, element: TypeId },
    /// Also a Go multiple result.
    Tuple { parts: Vec<TypeId> },
    Function { params: Vec<TypeId>, returns: Option<TypeId> },
    /// A type literal. A method signature holds a `Function`.
    Object { members: Vec<(NameId, TypeId)> },
    /// `T | undefined`, `Optional[T]`, `T?`
    Optional { inner: TypeId },
    /// `this`, `Self`: the receiver's own type.
    This,
    /// `typeof x`
    Of { value: ValueId },
    /// `T["name"]`
    Indexed { object: TypeId, name: NameId },
    /// `type[T]`, `new () => T`: the class itself, calling it makes a T.
    ClassOf { inner: TypeId },
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScopeKind {
    Module,
    Function,
    Class,
    Block,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    /// The symbol whose body it is.
    pub symbol: Option<SymbolId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BindingKind {
    Import,
    Function,
    Class,
    /// An interface, a type alias or an underlying type.
    Type,
    TypeParam,
    Enum,
    Namespace,
    Variable,
    Parameter,
}

/// A name in a scope. A name with both a type and a value (an interface beside a constant) is two bindings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Binding {
    pub name: NameId,
    pub scope: ScopeId,
    pub kind: BindingKind,
    pub line: u32,
    /// The symbol it declares, when that is a symbol of its own.
    pub symbol: Option<SymbolId>,
    pub declared: Option<TypeId>,
    /// What it was given: the initialiser first, then assignments in order, at most 8.
    pub values: Vec<ValueId>,
    /// For an import: which one, and which of its names.
    pub import: Option<(ImportId, u32)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Import {
    /// The module as written. Python: with leading dots, `.a.b`; Go: the import path.
    pub specifier: String,
    pub names: Vec<ImportedName>,
    pub type_only: bool,
    /// `import()`, `require()` in an expression, or an import inside a function.
    pub dynamic: bool,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportedName {
    pub imported: Imported,
    /// The name here; for `Imported::All` it means nothing.
    pub local: NameId,
    pub type_only: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Imported {
    Name(NameId),
    Default,
    /// The module itself under one name (`import * as a`, `import a`, `require("a")`).
    /// Python's `import a.b` without `as` binds `a`: `specifier` is `a` in an entry of its own.
    Module,
    /// Every public name of the module, into this scope (`from a import *`, Go's dot import).
    All,
    /// For its effects only; for Python's `import a.b`, that `a.b` is loaded.
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Export {
    /// `default` and `*` have their usual meaning. CommonJS: `module.exports = x` is `export=`.
    pub name: NameId,
    pub what: Exported,
    pub type_only: bool,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Exported {
    /// A name of this file.
    Local(BindingId),
    /// An expression (`export default f(x)`, `module.exports = { … }`, `exports.a = …`).
    Value(ValueId),
    /// Name `name` of another module (`default` included).
    From { specifier: String, name: NameId },
    /// `export * from`
    AllFrom { specifier: String },
    /// `export * as name from`
    ModuleFrom { specifier: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CallKind {
    Call,
    New,
    /// A tagged template.
    Tag,
    /// `super(…)`.
    Super,
    /// Go's `go f()`, `defer f()` are `Call`.
    Optional,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    pub kind: CallKind,
    /// The innermost named symbol around the call; none at the top level. Calls in an anonymous
    /// callback belong to the named function around it.
    pub caller: Option<SymbolId>,
    pub callee: ValueId,
    /// The called name: `b` of `a.b()`, `C` of `new C()`, `super`. Empty where there is none: `f()()`, `x[i]()`.
    pub name: NameId,
    /// The callee as written, on one line, redacted, at most 80 characters kept from its end; ends in the called name.
    pub text: String,
    /// Where the called name stands.
    pub at: Point,
    /// The line on which the call expression starts.
    pub start_line: u32,
    pub arguments: u32,
    /// An argument is spread, so `arguments` is a lower bound.
    pub spread: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReferenceKind {
    /// A JSX element.
    Jsx,
    /// A decorator without parentheses (one with them is a call too).
    Decorator,
    /// A function or class passed by name as an argument, assigned, returned or listed.
    Callback,
}

/// A use of a symbol that is not a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    pub kind: ReferenceKind,
    pub caller: Option<SymbolId>,
    pub value: ValueId,
    pub name: NameId,
    pub at: Point,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TestKind {
    Suite,
    Case,
    Fixture,
    /// `beforeEach`, `setUp`, `TestMain`.
    Hook,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    pub kind: TestKind,
    /// The title as written, or the function's name; redacted, at most 160 characters.
    pub name: String,
    /// `vitest`, `jest`, `mocha`, `node:test`, `pytest`, `unittest`, `go test`, … by what the file imports.
    pub framework: String,
    /// The test function, where it is a symbol.
    pub symbol: Option<SymbolId>,
    pub line: u32,
    pub end_line: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ProblemKind {
    Encoding,
    /// A part of the file was not understood; the rest was.
    Syntax,
    /// A line that was left out so that the rest could be read.
    LeftOut,
    /// Nothing of the file was understood.
    GaveUp,
    TooDeep,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    pub kind: ProblemKind,
    pub at: Point,
    pub message: String,
}

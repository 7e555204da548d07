//! Scopes, what their names are bound to, and how names cross files.

use super::*;
use serde::{Deserialize, Serialize};

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
    /// What bare names in it may be members of besides those of the classes around: the receiver of an
    /// extension function, what a callee gives a lambda as `this`.
    pub receiver: Option<ValueId>,
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
    /// The module as written. Python: with leading dots, `.a.b`; Go: the import path. Where files declare
    /// packages: what the name is imported from, dotted (`a.b` of `import a.b.C`; a type of a static import).
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
    /// The name here; for `Imported::All` the namespace that C#'s directive stands in, else it means nothing.
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

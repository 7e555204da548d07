//! Declarations and what is written on them.

use super::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SymbolKind {
    Namespace,
    /// A further part of a type that is declared elsewhere; [`Symbol::receiver`] says which.
    Extension,
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

impl SymbolKind {
    /// Whether it names a type that may have members.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Class | Self::Struct | Self::Interface | Self::Enum | Self::TypeAlias)
    }
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
    /// The labels under which callers give the parameters, where the language has them: one a parameter, `_`
    /// for one that is given without.
    pub labels: Vec<NameId>,
    /// The declared return type as written, and as a type.
    pub returns: Option<String>,
    pub returns_type: Option<TypeId>,
    /// What the body returns (for a generator: yields), in order, at most 8. The resolver infers a
    /// return type from these where none is declared.
    pub return_values: Vec<ValueId>,
    /// What the body hands to the block that a call may give besides its arguments, as the function that the block is: one
    /// for each place that calls it or hands it on, in order, at most 8.
    pub yields: Vec<TypeId>,
    /// Declared type of a property or variable, right side of a type alias, underlying type of a Go type, class of a class of Python.
    pub declared: Option<TypeId>,
    pub declared_text: Option<String>,
    /// What a property or variable was given: initialisers and, for Python's `self.x = …`, every
    /// assignment in any method of the class, at most 8.
    pub initial: Vec<ValueId>,
    /// The type that a declaration outside of it belongs to: a Go method's, pointer stripped, an extension's.
    /// The type may be in another file.
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
pub struct Modifiers(pub u32);

impl Modifiers {
    pub const ASYNC: u32 = 1;
    pub const GENERATOR: u32 = 1 << 1;
    pub const STATIC: u32 = 1 << 2;
    pub const ABSTRACT: u32 = 1 << 3;
    /// Declared without a body anywhere in the repository (`declare`, `.d.ts`, stubs).
    pub const AMBIENT: u32 = 1 << 4;
    pub const PRIVATE: u32 = 1 << 5;
    pub const PROTECTED: u32 = 1 << 6;
    /// A signature without a body that a later declaration of the same name implements. A call may be
    /// led to any of the set; `resolve` leads it to the implementation.
    pub const OVERLOAD: u32 = 1 << 7;
    pub const OPTIONAL: u32 = 1 << 8;
    pub const READONLY: u32 = 1 << 9;
    /// Python's `@classmethod`: the first parameter is the class.
    pub const CLASS_METHOD: u32 = 1 << 10;
    /// Reading the member calls it: Python's `@property`, accessors.
    pub const PROPERTY: u32 = 1 << 11;
    /// A Go embedded field or a companion object, whose members are promoted.
    pub const EMBEDDED: u32 = 1 << 12;
    /// A context manager or generator wrapper whose call yields its return type (`@contextmanager`).
    pub const CONTEXT_MANAGER: u32 = 1 << 13;
    /// A test fixture (pytest): parameters of its name in tests hold what it returns or yields.
    pub const FIXTURE: u32 = 1 << 14;
    /// `export default`.
    pub const DEFAULT: u32 = 1 << 15;
    /// One of several declarations that make up one type, in any files of the repository (C#'s `partial`).
    pub const PARTIAL: u32 = 1 << 16;

    /// What goes wrong in it goes no further: its whole body is a `try` whose handler throws nothing.
    pub const CONTAINED: u32 = 1 << 17;

    /// Declared under a condition of the build, of a macro: there may be others for other conditions.
    pub const CONDITIONAL: u32 = 1 << 18;
    /// Declared under a condition that only other platforms meet than the one that answers are for: a macro, a function.
    pub const ELSEWHERE: u32 = 1 << 19;
    /// A declaration whose definition stands elsewhere in the program, in any file: C's prototypes and `extern`
    /// variables, members that are defined outside of their class. Both are one thing.
    pub const PROTOTYPE: u32 = 1 << 20;
    /// A preprocessor's macro, which is in no namespace.
    pub const MACRO: u32 = 1 << 21;
    /// A method takes its receiver by a reference, or by one that may change it; both: by another type than its own.
    pub const LENT: u32 = 1 << 22;
    pub const LENT_MUTABLY: u32 = 1 << 23;
    /// No call means it: its name is a title, as that of a test which a macro makes, or it says how a template looks for
    /// certain arguments.
    pub const TITLED: u32 = 1 << 24;
    /// Of an object literal in a body: no member of the function around, nor of what that makes.
    pub const OF_LITERAL: u32 = 1 << 25;
    /// A method that may be called on what is constant: C++'s `const` behind its parameters.
    pub const ON_CONSTANT: u32 = 1 << 26;
    /// Declared under a condition that Windows never meets.
    pub const NOT_ON_WINDOWS: u32 = 1 << 27;
    /// A method that may be called on what has no name alone: C++'s `&&` behind its parameters.
    pub const ON_TEMPORARY: u32 = 1 << 28;
    /// The same bit of a function of JavaScript or PHP: it reads all that it is given, and so takes more than its parameters.
    pub const READS_ARGUMENTS: u32 = Self::ON_TEMPORARY;
    /// The same bit of a Rust method that a block gives a type from elsewhere: that has one of its own by the name, which
    /// the method calls, `fn id(&self) { self.id() }`.
    pub const HANDS_ON: u32 = Self::ON_TEMPORARY;
    /// The same bit of a function that a Rust macro's rule implements: for the enumeration that the rule declares.
    pub const OF_ENUM: u32 = Self::ON_TEMPORARY;
    /// A member of what a function makes, and none of the function itself: what its prototype is given.
    pub const OF_INSTANCES: u32 = 1 << 29;
    /// A function or class that is itself given members under names that only running code knows.
    pub const OPEN: u32 = 1 << 30;
    /// A function or class that has itself by each name what its instances have by it: it is given a copy of them.
    pub const LIKE_INSTANCES: u32 = 1 << 31;

    /// This set with `bits` added when `on`.
    #[must_use]
    pub fn with(mut self, bits: u32, on: bool) -> Self {
        self.0 |= if on { bits } else { 0 };
        self
    }

    /// Whether any of `bits` is in the set.
    pub fn has(self, bits: u32) -> bool {
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
    /// `T extends X`, `[T X]`; a type of which nothing is known, where a function's template is there for some arguments alone.
    pub bound: Option<TypeId>,
    /// What it is where nothing tells: `T = X`.
    pub default: Option<TypeId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Relation {
    Extends,
    Implements,
    /// Go's embedding, what Ruby's classes include.
    Embeds,
    /// What stands before a type's own members: Ruby's `prepend`.
    Prepends,
    /// What stands before the own members of the types that embed this one: `included do prepend X end`.
    PrependsToOthers,
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

/// Whether something is of a type or of references to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Behind {
    #[default]
    Nothing,
    Shared,
    Mutable,
}

/// Members and bases that a type is given away from its declaration, which may be in another file or
/// outside the repository: a Rust `impl` block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Impl {
    pub ty: TypeId,
    /// What of the type it is for.
    pub behind: Behind,
    pub bases: Vec<Base>,
    /// The symbols that the block declares.
    pub members: Vec<SymbolId>,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decorator {
    /// As written, without `@`, redacted, at most 160 characters. Empty where it stands at what is around: at a
    /// block of Rust that implements.
    pub text: String,
    /// What is applied: the callee of `@f(x)`'s call, or the name of `@f`.
    pub value: ValueId,
    /// What it is given, as written.
    pub given: Vec<Given>,
}

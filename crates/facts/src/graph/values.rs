//! Values and types as small expression trees.

use super::*;
use serde::{Deserialize, Serialize};

/// The argument that stands behind the others' parentheses, `f(x) { … }`: it goes to the last parameter.
pub const TRAILING: u32 = u32::MAX;
/// As an argument: the callback is none; the callee is the function type that it becomes a value of.
pub const OF_TYPE: u32 = u32::MAX - 1;
/// The position of what a callback has as `this`.
pub const RECEIVER: u32 = u32::MAX;
/// As a position: the argument stands for the parameter itself, not for one of a callback (C#'s `out var x`).
pub const WHOLE: u32 = u32::MAX - 1;

/// The name under which an object literal holds what it is given under names that only running code knows, `a[key] = …`.
pub const ANY_KEY: &str = "[]";

/// A value that resolution follows. Operands come before the node that uses them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A name, looked up from `scope` outward. `binding` is the lexical answer; none means that the
    /// name leaves the file: a package's, a builtin, a star import's, a global.
    Name {
        name: NameId,
        scope: ScopeId,
        binding: Option<BindingId>,
    },
    /// `this`, `self`, `cls`, a Go receiver is a `Name`. `owner` is the class, or what a function was given to
    /// as a member (`A.prototype.m = function …`, a method of an object literal); none outside of these.
    This {
        owner: Option<SymbolId>,
    },
    /// `super`: members are looked up in the bases of `owner`.
    Super {
        owner: Option<SymbolId>,
    },
    /// `object.name`
    Member {
        object: ValueId,
        name: NameId,
    },
    /// The result of a call. Where a language has overloads by types, `callee` is a node of this call alone:
    /// by it the call's row finds the arguments.
    Call {
        callee: ValueId,
        arguments: Vec<ValueId>,
    },
    /// The instance that a constructor makes. Where a type is written that is no value (`new a.B<C>()`),
    /// `callee` is a `Cast` to the type's [`Type::ClassOf`], likewise a node of its
    /// own. `arguments` are there where overloads are chosen by them.
    New {
        callee: ValueId,
        arguments: Vec<ValueId>,
    },
    /// `object[index]`: an element. With a literal string index it is a `Member`.
    Index {
        object: ValueId,
    },
    /// One item got by iterating (`for x of xs`, `range`); `position` for the items of a pair (Go's
    /// `for k, v := range m`: 0 the key, 1 the element; else 1).
    Item {
        object: ValueId,
        position: u32,
    },
    /// The nth part of a tuple, of a Go multiple result or of an array pattern.
    Part {
        object: ValueId,
        position: u32,
    },
    Await {
        object: ValueId,
    },
    /// What `with object as x` binds; what a delegate holds (`val x by object`).
    Enter {
        object: ValueId,
    },
    /// `*p`, `&x`, `x!`, `(x)` leave the type alone and are not nodes. `<T>x`, `x as T`, `x.(T)`, `cast(T, x)`:
    Cast {
        ty: TypeId,
    },
    /// An argument that is lent, `f(&x)`: of the type of what is lent, and given behind a reference. Where a
    /// language tells the two apart, an `Either` of one option is what stands behind one, `f(*x)`.
    Lent {
        object: ValueId,
    },
    /// Any of these: `a ?? b`, `a || b`, `c ? a : b`, `a or b`.
    Either {
        options: Vec<ValueId>,
    },
    /// The result of arithmetic: of the widest operand's type, or a string where `+` joins one (`joins`).
    Operation {
        operands: Vec<ValueId>,
        joins: bool,
    },
    /// A function or arrow written here.
    Function {
        symbol: Option<SymbolId>,
        returns: Vec<ValueId>,
        declared: Option<TypeId>,
        is_async: bool,
    },
    /// A class written here, or a class named as a value.
    Class {
        symbol: SymbolId,
    },
    /// The member of `object` that a pattern takes out, where the pattern names the struct or variant `of`.
    Payload {
        object: ValueId,
        of: ValueId,
        name: NameId,
    },
    /// A type or module named in front of a member: `T` of `T::f()`, `a::b` of `a::b::f()`.
    Type {
        ty: TypeId,
    },
    /// An object literal: what each key holds, and what is spread into it.
    Object {
        members: Vec<(NameId, ValueId)>,
        spreads: Vec<ValueId>,
    },
    /// A list, array, set or tuple literal; `items` has at most 4; a tuple of another type a part, 16.
    List {
        items: Vec<ValueId>,
    },
    /// A Go composite literal `T{…}`, `&T{…}`, `new(T)`, `make(T)`: an instance of the type.
    Instance {
        ty: TypeId,
    },
    /// `this` where the scopes around decide whose it is: the innermost of them that has a receiver, see
    /// [`Scope::receiver`].
    Receiver {
        scope: ScopeId,
    },
    /// Behind the arguments of a call: the types that it gives for the callee's type parameters, `f<T>(x)`.
    TypeArguments {
        types: Vec<TypeId>,
    },
    /// An argument given by name, or under its label: `f(name = value)`, `f(name: value)`.
    Named {
        name: NameId,
        value: ValueId,
    },
    /// A parameter of a callback given as argument `argument` of `callee`: its type follows from the
    /// callee's signature. A block behind the parentheses is argument [`TRAILING`]; position [`RECEIVER`]
    /// is what the callback has as `this`.
    CallbackParam {
        callee: ValueId,
        argument: u32,
        position: u32,
    },
    /// What a function takes at a position: an argument in its place has this type.
    Takes {
        function: ValueId,
        position: u32,
    },
    /// A literal or operator result of a builtin type: `string`, `number`, `boolean`, `regexp`, `null`, …
    /// in the resolver's own words, see [`Builtin`].
    Builtin(Builtin),
    /// Anything else. `dynamic`: computed, so nothing can be known (`x[f()]()`, `getattr`).
    Unknown {
        dynamic: bool,
    },
    /// What a macro makes of so many pieces between commas by one of its rules; `more`: of any number behind these too.
    Rule {
        pieces: u32,
        more: bool,
        value: ValueId,
    },
    /// In what a macro makes, the piece at a position.
    Piece {
        position: u32,
    },
}

/// What a test says of a name, or of what lies behind it, where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Narrowing {
    /// The use: a [`Value::Name`], a member or a part.
    pub value: ValueId,
    /// A type, as a [`Value::Cast`], of which one with a single member says what that holds; or a call that is given the name as argument `argument`, whose callee may be
    /// declared to tell what that is ([`Type::Predicate`]); or a [`Value::Either`] of the one value that the name was given last.
    pub test: ValueId,
    pub argument: u32,
    pub outcome: Outcome,
    /// A call that is given the test, whose callee may be declared to come back only where it holds.
    pub asserted_by: Option<ValueId>,
    /// It is this or the one before it that the test is for: `isA(x) || isB(x)`.
    pub joined: bool,
}

/// How a test has ended where something follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Holds,
    Fails,
    /// It came back.
    Returned,
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
    Name {
        path: Vec<NameId>,
        scope: ScopeId,
        root: Option<BindingId>,
        arguments: Vec<TypeId>,
    },
    Builtin(Builtin),
    Union {
        options: Vec<TypeId>,
    },
    Intersection {
        parts: Vec<TypeId>,
    },
    /// `T[]`, `[]T`; `Array<T>` is a `Name`, and `chan T` one of the name `chan`.
    List {
        element: TypeId,
    },
    Map {
        key: TypeId,
        element: TypeId,
    },
    /// Also a Go multiple result.
    Tuple {
        parts: Vec<TypeId>,
    },
    Function {
        params: Vec<TypeId>,
        returns: Option<TypeId>,
    },
    /// A function type with a receiver, `T.(A) -> B`: what `this` is in it, and the function without.
    Extension {
        receiver: TypeId,
        function: TypeId,
    },
    /// A type literal. A method signature holds a `Function`.
    Object {
        members: Vec<(NameId, TypeId)>,
    },
    /// `T | undefined`, `Optional[T]`, `T?`
    Optional {
        inner: TypeId,
    },
    /// `this`, `Self`: the receiver's own type.
    This,
    /// `typeof x`
    Of {
        value: ValueId,
    },
    /// `T["name"]`
    Indexed {
        object: TypeId,
        name: NameId,
    },
    /// `T[K]`
    IndexedBy {
        object: TypeId,
        index: TypeId,
    },
    /// `keyof T`: the names of a type's members.
    Keys {
        of: TypeId,
    },
    /// `A extends B ? C : D`; `infers`: what `infer` names in B.
    Conditional {
        check: TypeId,
        extends: TypeId,
        infers: Vec<BindingId>,
        yes: TypeId,
        no: TypeId,
    },
    /// `{ [K in A as B]: C }`
    Mapped {
        param: BindingId,
        keys: TypeId,
        renamed: Option<TypeId>,
        element: TypeId,
    },
    /// `"name"`: this text and no other.
    Literal {
        text: NameId,
    },
    /// `` `a${T}b` ``: the texts around the types, one more than these.
    Template {
        texts: Vec<NameId>,
        types: Vec<TypeId>,
    },
    /// `...T` among the parts of a tuple.
    Rest {
        of: TypeId,
    },
    /// A function type with type parameters of its own, and what each is where nothing tells.
    Generic {
        params: Vec<(BindingId, Option<TypeId>)>,
        function: TypeId,
    },
    /// `x is T`, `asserts x is T`: what the parameter at a position is where a call gives true, or comes back at all.
    /// `asserts x`, that it holds: a type that says nothing.
    Predicate {
        position: u32,
        is: TypeId,
        asserts: bool,
    },
    /// What every type fits: `any`, `unknown`.
    Any,
    /// What no value has.
    Never,
    /// `type[T]`, `new () => T`: the class itself, calling it makes a T.
    ClassOf {
        inner: TypeId,
    },
    Unknown,
}

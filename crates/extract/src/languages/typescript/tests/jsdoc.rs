//! Types that JavaScript declares in documentation.

use super::*;

fn js(source: &str) -> Read {
    read("a.js", source)
}

impl Read {
    /// `name: type` of each parameter, and what is returned.
    fn documented(&self, qualified: &str) -> String {
        let symbol = self.symbol(qualified);
        let ty = |ty: Option<TypeId>| ty.map_or("-".to_owned(), |ty| self.ty(ty));
        let params = symbol.params.iter().map(|p| format!("{}: {}", self.0.name(p.name), ty(p.declared)));
        format!("({}) -> {}", params.collect::<Vec<_>>().join(", "), ty(symbol.returns_type))
    }
}

#[test]
fn parameters_and_results() {
    let read = js("
class A {}
/**
 * Does it.
 * @param {A} a what it takes
 * @param {?A} [b=null] or nothing
 * @param {!Array.<A>} c - with a dash
 * @param {...string} rest
 * @returns {Promise<A|undefined>} when done
 */
function f(a, b, c, ...rest) { return g(a); }
class B {
  /** @param {A} a
   * @return {this} */
  m(a) { return this; }
  /** @type {A} */
  get a() { return this.b; }
}
/** @param {{one: A, two?: A[]}} options */
exports.e = function (options) {};");
    assert_eq!(read.documented("f"), "(a: A, b: optional A, c: Array?<A>, rest: []string) -> Promise?<optional A>");
    assert_eq!(read.documented("B.m"), "(a: A) -> this");
    assert_eq!(read.documented("B.a"), "() -> A");
    assert_eq!(read.documented("e"), "(options: {one: A, two: optional []A}) -> -");
    assert_eq!(read.given("options"), [": {one: A, two: optional []A}"]);
}

#[test]
fn what_says_nothing_is_no_type() {
    let read = js("
/**
 * @param {*} a
 * @param {Object} b
 * @param {Function} c
 * @param {NotHere} d
 * @param {function(string): void} e
 * @param {A<} f
 * @param {A
 * @returns {Promise}
 */
function f(a, b, c, d, e, f) {}");
    assert_eq!(read.documented("f"), "(a: -, b: -, c: -, d: -, e: -, f: -) -> -");
}

#[test]
fn variables_and_fields() {
    let read = js("
const { A } = require('./a');
/** @type {A} */
let one;
class B {
  /** @type {import('./c').C<A>} */
  field = null;
  constructor() {
    /** @type {Map<string, A>} */
    this.map = create();
    /** @type {A[]} */
    const inner = list();
  }
}");
    assert_eq!(read.given("one"), [": A"]);
    assert_eq!(read.given("inner")[0], ": []A");
    let declared = |name: &str| read.symbol(name).declared.map(|ty| read.ty(ty));
    assert_eq!(declared("B.field").as_deref(), Some("import(\"./c\").C<A>"));
    assert_eq!(declared("B.map").as_deref(), Some("Map?<string, A>"));
}

#[test]
fn types_that_comments_define() {
    let read = js("
/** @typedef {import('./a').A} A */
/**
 * @typedef {Object} Options
 * @property {A} a
 * @property {Options} [inner]
 */
/**
 * @callback Done
 * @param {A} a
 * @returns {Options}
 */
/** @param {Options} options */
function f(options, done) {}");
    assert_eq!(read.symbols(), ["TypeAlias A", "TypeAlias Options", "TypeAlias Done", "Function f"]);
    let declared = |name: &str| read.symbol(name).declared.map(|ty| read.ty(ty));
    assert_eq!(declared("A").as_deref(), Some("import(\"./a\").A"));
    assert_eq!(declared("Options").as_deref(), Some("{a: A, inner: Options}"));
    assert!(read.symbol("Done").exported);
}

#[test]
fn typescript_has_its_own_types() {
    let read = ts("class A {} /** @param {A} a */ function f(a) {}");
    assert_eq!(read.documented("f"), "(a: -) -> -");
}

#[test]
fn members_given_to_classes_and_own_exports() {
    let read = js("
class A { m() {} }
A.prototype.n = A.prototype.m;
A.tools = { one() {} };
A.limit = 3;
exports.f = () => exports.g();
exports.g = () => {};");
    assert_eq!(
        read.symbols(),
        ["Class A", "Method A.m", "Property A.n", "Property A.tools", "Method A.tools.one", "Function f", "Function g"]
    );
    assert_eq!(read.calls(), ["f > exports.g"]);
}

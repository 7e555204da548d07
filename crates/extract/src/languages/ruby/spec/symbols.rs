use super::ruby;
use facts::{Modifiers, Relation};

#[test]
fn declarations_of_every_kind_are_symbols() {
    let it = ruby(
        "\
A = 1
def f(a, b = 2, *c, d:, e: 3, **g, &h) = 1
module M
  class B < C::D
    include N, O
    prepend P
    extend Q
    attr_reader :r
    attr_writer :s
    attr_accessor :t, \"u\"
    def initialize(v); @w = v; end
    def x?; end
    def ==(o); end
    def self.y; end
    class << self
      def z; end
    end
    alias aa x?
    alias_method :bb, :cc
    define_method(:dd) { |q| ee }
    private
    def ff; end
    public def gg; end
    def hh; end
    private :x?
  end
  S = Struct.new(:a, :b) do
    def c; end
  end
  K = Class.new(L)
end
",
    );
    assert_eq!(
        it.symbols(),
        [
            "Variable A",
            "Function f",
            "Class M",
            "Class M.B",
            "Property M.B.r",
            "Property M.B.s=",
            "Property M.B.t",
            "Property M.B.u",
            "Constructor M.B.initialize",
            "Property M.B.@w",
            "Method M.B.x?",
            "Method M.B.==",
            "Method M.B.y",
            "Method M.B.z",
            "Method M.B.aa",
            "Method M.B.bb",
            "Method M.B.dd",
            "Method M.B.ff",
            "Method M.B.gg",
            "Method M.B.hh",
            "Class M.S",
            "Property M.S.a",
            "Property M.S.b",
            "Method M.S.c",
            "Class M.K",
        ]
    );
    let b = it.symbol("M.B");
    let bases: Vec<_> = b.bases.iter().map(|base| (base.relation, base.text.as_str())).collect();
    let (embeds, prepends, implements) = (Relation::Embeds, Relation::Prepends, Relation::Implements);
    assert_eq!(bases, [(implements, "Q"), (prepends, "P"), (embeds, "N"), (embeds, "O"), (Relation::Extends, "C::D")]);
    assert_eq!(b.signature, "class B < C::D");
    let has = |name: &str, bits| it.symbol(name).modifiers.has(bits);
    assert!(has("M.B.y", Modifiers::STATIC) && has("M.B.z", Modifiers::STATIC) && !has("M.B.x?", Modifiers::STATIC));
    assert!(
        has("M.B.ff", Modifiers::PRIVATE) && has("M.B.hh", Modifiers::PRIVATE) && has("M.B.x?", Modifiers::PRIVATE)
    );
    assert!(it.symbol("M.B.gg").exported && !it.symbol("M.B.ff").exported);
    assert!(has("M", Modifiers::ABSTRACT) && !has("M.B", Modifiers::ABSTRACT));
    let f = it.symbol("f");
    let params: Vec<_> = f.params.iter().map(|it| (it.optional, it.rest)).collect();
    let (plain, optional, rest) = ((false, false), (true, false), (true, true));
    assert_eq!(params, [plain, optional, rest, plain, optional, rest, optional]);
}

#[test]
fn a_method_is_private_where_a_block_is_run_as_a_body_too() {
    let it = ruby("foo.module_eval do\n  class << self\n    private def send(a); end\n    def open; end\n  end\nend\n");
    assert!(!it.symbol("send").exported && it.symbol("open").exported);
}

#[test]
fn a_block_that_is_evaluated_for_a_class_opens_it_again() {
    let it =
        ruby("A::B.class_eval do\n  private\n  def one; end\n  def self.two; end\nend\nC.class_eval { include D }\n");
    assert_eq!(it.symbols(), ["Class A.B", "Method A.B.one", "Method A.B.two"]);
    assert!(!it.symbol("A.B.one").exported && it.symbol("A.B.two").exported);
}

#[test]
fn documentation_is_what_stands_right_above() {
    let it = ruby(
        "# frozen_string_literal: true\n\n# Says what A is.\n#\n# More.\nclass A\n  # Not this.\n\n  def b; end\n\n  # This.\n  def c; end\nend\n",
    );
    assert_eq!(it.symbol("A").doc.as_deref(), Some("Says what A is.\n\nMore."));
    assert_eq!((it.symbol("A.b").doc.as_deref(), it.symbol("A.c").doc.as_deref()), (None, Some("This.")));
}

#[test]
fn branches_count() {
    let it = ruby(
        "def f(x)\n  return if x && g\n  case x\n  when 1 then 2\n  when 3 then 4\n  end\n  x ||= 1\n  while x do end\nrescue E\nend\n",
    );
    assert_eq!(it.symbol("f").complexity, 8);
}

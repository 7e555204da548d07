use super::{c, cpp};
use facts::*;

#[test]
fn declarations_of_c_and_their_members_are_symbols() {
    let it = c("\
typedef struct { int x, *y; } point;
struct node { struct node *next; void (*visit)(struct node *); union { int a; char b; }; };
typedef struct node node;
typedef unsigned char byte, *bytes;
typedef int (*compare)(const void *, const void *);
enum color { RED, GREEN = 2 };
enum { FIRST };
static int count = 0;
extern int elsewhere;
static int helper(void);
int run(const char *name, int argc, ...) { return helper(); }
static int helper(void) { return 1; }
");
    assert_eq!(
        it.symbols(),
        [
            "Struct point",
            "Property point.x",
            "Property point.y",
            "Struct node",
            "Property node.next",
            "Property node.visit",
            "Property node.a",
            "Property node.b",
            "TypeAlias byte",
            "TypeAlias bytes",
            "TypeAlias compare",
            "Enum color",
            "EnumMember color.RED",
            "EnumMember color.GREEN",
            "EnumMember FIRST",
            "Variable count",
            "Variable elsewhere",
            "Function helper~2",
            "Function run",
            "Function helper",
        ]
    );
    assert!(it.symbol("helper~2").modifiers.has(Modifiers::PROTOTYPE));
    assert!(it.symbol("elsewhere").modifiers.has(Modifiers::PROTOTYPE));
    assert!(!it.symbol("helper").exported && it.symbol("run").exported && !it.symbol("count").exported);
    assert_eq!(it.symbol("run").signature, "int run(const char *name, int argc, ...)");
    assert_eq!(it.symbol("run").returns.as_deref(), Some("int"));
    assert_eq!(it.ty(it.symbol("compare").declared.expect("a type")), "fn(unknown, unknown) number");
}

#[test]
fn old_definitions_have_their_parameters_types() {
    let it = c("int add(a, b)\n  int a;\n  struct s *b;\n{ return a; }\n");
    let add = it.symbol("add");
    let params: Vec<_> = add.params.iter().map(|p| format!("{} {:?}", it.0.name(p.name), p.type_text)).collect();
    assert_eq!(params, ["a Some(\"int\")", "b Some(\"struct s*\")"]);
}

#[test]
fn declarations_of_cpp_and_their_members_are_symbols() {
    let it = cpp("\
namespace a::b {
inline namespace v1 { int seen(); }
class Shape : public Base, private detail::Other<int> {
 public:
  explicit Shape(int sides);
  Shape(const Shape&) = delete;
  virtual ~Shape();
  virtual double area() const = 0;
  static Shape* make() { return nullptr; }
  bool operator==(const Shape& o) const;
  operator bool() const { return true; }
  friend void look(Shape& s) {}
 protected:
  int sides_{3};
 private:
  struct Part { int id; };
};
Shape::Shape(int sides) : Base(sides), sides_(sides) {}
template <typename T, int N> struct Box { T item; };
template <> struct Box<int, 1> {};
using Alias = Box<int, 2>;
template <typename T> T pick(T one) { return one; }
namespace { void hidden() {} }
}
namespace a { namespace b { void again() {} } }
void Late::run() {}
");
    assert_eq!(
        it.symbols(),
        [
            "Namespace a",
            "Namespace a.b",
            "Function a.b.seen",
            "Class a.b.Shape",
            "Constructor a.b.Shape.Shape~2",
            "Constructor a.b.Shape.Shape",
            "Method a.b.Shape.~Shape",
            "Method a.b.Shape.area",
            "Method a.b.Shape.make",
            "Method a.b.Shape.operator==",
            "Method a.b.Shape.operator bool",
            "Function a.b.look",
            "Property a.b.Shape.sides_",
            "Struct a.b.Shape.Part",
            "Property a.b.Shape.Part.id",
            "Constructor a.b.Shape.Shape~3",
            "Struct a.b.Box",
            "Property a.b.Box.item",
            "Struct a.b.Box<int, 1>",
            "TypeAlias a.b.Alias",
            "Function a.b.pick",
            "Function a.b.hidden",
            "Function a.b.again",
            "Method Late.run",
        ]
    );
    let has = |name: &str, bit: u32| it.symbol(name).modifiers.has(bit);
    assert!(has("a.b.Shape.area", Modifiers::ABSTRACT) && has("a.b.Shape.make", Modifiers::STATIC));
    assert!(has("a.b.Shape.sides_", Modifiers::PROTECTED) && has("a.b.Shape.Part", Modifiers::PRIVATE));
    assert!(!it.symbol("a.b.hidden").exported && it.symbol("a.b.again").exported);
    let bases: Vec<_> = it.symbol("a.b.Shape").bases.iter().map(|base| base.text.as_str()).collect();
    assert_eq!(bases, ["Base", "detail::Other<int>"]);
    let params: Vec<_> = it.symbol("a.b.pick").type_params.iter().map(|p| it.0.name(p.name)).collect();
    assert_eq!(params, ["T"]);
    assert_eq!(it.symbol("Late.run").receiver.map(|id| it.ty(id)).as_deref(), Some("Late?"));
}

#[test]
fn documentation_and_attributes_belong_to_what_follows() {
    let it = cpp("\
/// Adds.
/// Twice.
[[nodiscard]] int add(int a);

/**
 * @brief Runs it.
 */
__attribute__((noinline)) void run();
");
    assert_eq!(it.symbol("add").doc.as_deref(), Some("Adds.\nTwice."));
    assert_eq!(it.symbol("run").doc.as_deref(), Some("@brief Runs it."));
    let attributes = |name: &str| it.symbol(name).decorators.iter().map(|d| d.text.clone()).collect::<Vec<_>>();
    assert_eq!(attributes("add"), ["nodiscard"]);
    assert_eq!(attributes("run"), ["__attribute__((noinline))"]);
}

#[test]
fn complexity_counts_branches() {
    let it = c("\
int f(int x) {
  if (x && x > 1 || x) return 1; else if (x) return 2;
  for (;;) {} while (x) {} do {} while (x);
  switch (x) { case 1: case 2: break; default: break; }
  return x ? 1 : 2;
}
int g(void);
");
    assert_eq!((it.symbol("f").complexity, it.symbol("g").complexity), (11, 0));
}

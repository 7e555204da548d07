use super::{c, cpp};
use facts::*;

#[test]
fn macros_are_symbols_and_call_what_they_stand_for() {
    let it = c("\
#ifndef A_H
#define A_H
#define LIMIT 10
#define other_name real_name
#define CHECK(x, ...) do { if (!(x)) check_failed(#x, log_it(x)); } while (0)
#endif
");
    assert_eq!(it.symbols(), ["Variable LIMIT", "Variable other_name", "Function CHECK"]);
    assert!(it.symbol("CHECK").modifiers.has(Modifiers::MACRO));
    assert_eq!(it.list(&it.symbol("other_name").initial), "real_name?");
    assert_eq!(it.calls(), ["CHECK > check_failed?", "CHECK > log_it?"]);
    assert_eq!(it.0.calls[0].arguments, 2);
}

#[test]
fn macros_around_declarations_leave_these_alone() {
    let it = cpp("\
BEGIN_LIB_NAMESPACE
class API_EXPORT Shape {
  PRIVATE_UNLESS_TESTED:
  ALWAYS_INLINE Shape() NOEXCEPT_IF(true) {}
  LIB_API DEPRECATED(\"old\") static int size(char c UNUSED);
  Mutex mutex_ GUARDED_BY(other_);
};
API_EXPORT int run(void) PRINTF_LIKE(1, 2);
BOOL WINAPI entry(HANDLE h);
FILE *file(void);
template <typename T, ENABLE_IF(is_ok<T>::value)> CONSTEXPR auto pick(T t) -> int { return 1; }
END_LIB_NAMESPACE
");
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    assert_eq!(
        it.symbols(),
        [
            "Class Shape",
            "Constructor Shape.Shape",
            "Method Shape.size",
            "Property Shape.mutex_",
            "Function run",
            "Function entry",
            "Function file",
            "Function pick",
        ]
    );
    assert_eq!(it.0.package.as_deref(), Some("BEGIN_LIB_NAMESPACE"));
    assert_eq!(it.symbol("entry").returns.as_deref(), Some("BOOL"));
}

#[test]
fn the_word_template_before_a_member_says_nothing() {
    let it = cpp("\
namespace match {
template <typename C> class Result {
  using Type = decltype(Traits<C>::template invoke<T>(std::declval<S>(), std::declval<T>()));
 public:
  void run(C c) { Traits<C>::template call<T>(c, 1); c.template one<T>(); c->template other<T>(); }
};
}
");
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    assert_eq!(
        it.symbols(),
        ["Namespace match", "Class match.Result", "TypeAlias match.Result.Type", "Method match.Result.run"]
    );
}

#[test]
fn a_macro_before_a_constructor_outside_of_its_class_leaves_it_one() {
    let it = cpp("\
namespace log {
LIB_INLINE Sink::Sink(int level, Mutex *mutex)
    : level_(level), mutex_(mutex) {
  open(level);
}
LIB_INLINE Sink::~Sink() { close(); }
template <typename T>
LIB_INLINE Queue<T>::Queue(int size) : size_(size) {}
LIB_INLINE void Sink::flush() {}
HRESULT Sink::last() { return 1; }
}
");
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    assert_eq!(
        it.symbols(),
        [
            "Namespace log",
            "Constructor log.Sink.Sink",
            "Method log.Sink.~Sink",
            "Constructor log.Queue.Queue",
            "Method log.Sink.flush",
            "Method log.Sink.last",
        ]
    );
    assert_eq!(it.symbol("log.Sink.last").returns.as_deref(), Some("HRESULT"));
}

#[test]
fn both_branches_of_a_condition_are_read_where_each_is_whole() {
    let it = c("\
#ifdef A
int f(void) { return a(); }
#else
int f(void) { return b(); }
#endif
int g(int x) {
#ifdef A
  if (x) {
#else
  if (!x) {
#endif
    return c();
  }
#if 0
  dead();
#endif
  return 0;
}
");
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    assert_eq!(it.symbols(), ["Function f", "Function f~2", "Function g"]);
    assert_eq!(it.calls(), ["f > a?", "f~2 > b?", "g > c?"]);
}

#[test]
fn what_is_for_cpp_in_a_header_of_c_is_left_out() {
    let source = "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n";
    let it = crate::languages::reading::read("a.h", source);
    assert_eq!((it.0.language.as_str(), it.symbols().join(" ").as_str()), ("c", "Function f"));
    assert!(it.0.problems.is_empty());
    let it = crate::languages::reading::read("a.h", "namespace a {\nclass B;\nvoid f(B b);\n}\n");
    assert_eq!((it.0.language.as_str(), it.symbols().join(" ").as_str()), ("cpp", "Namespace a Function a.f"));
}

#[test]
fn macros_that_are_statements_get_their_semicolon() {
    let it = c("\
DEFINE_LIST(items)
TEST_BEGIN(sorts) {
  list_for_each(pos, head) {
    visit(pos);
  }
  ASSERT_OK(run())
  swap_code(long, a)
  done(va_arg(ap, char *));
}
");
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    assert_eq!(it.symbols(), ["Function sorts"]);
    assert_eq!(
        it.calls(),
        [
            "- > DEFINE_LIST?",
            "sorts > list_for_each?",
            "sorts > visit?",
            "sorts > ASSERT_OK?",
            "sorts > run?",
            "sorts > swap_code?",
            "sorts > done?",
            "sorts > va_arg?",
        ]
    );
}

#[test]
fn what_a_class_in_capitals_is_called_is_no_macro_in_it() {
    let it = cpp("\
struct URL {
  int port;
  URL(): port(0) {}
  URL(int p) { port = p; }
  ~URL();
  bool parse(int from);
};
class lib_EXPORT Client {
 public:
  Client(int id);
  int connect();
};
class lib_EXPORT Other final : public Client {
  int again();
};
struct lib_EXPORT ready = {1};
");
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    assert_eq!(
        it.symbols(),
        [
            "Struct URL",
            "Property URL.port",
            "Constructor URL.URL",
            "Constructor URL.URL~2",
            "Method URL.~URL",
            "Method URL.parse",
            "Class Client",
            "Constructor Client.Client",
            "Method Client.connect",
            "Class Other",
            "Method Other.again",
            "Variable ready",
        ]
    );
}

use super::{c, cpp};

fn tests(it: &crate::languages::reading::Read) -> Vec<String> {
    it.0.tests
        .iter()
        .map(|test| format!("{:?} {} {} {}", test.kind, test.framework, test.name, it.qualified(test.symbol)))
        .collect()
}

#[test]
fn tests_are_what_their_macros_define() {
    let it = cpp("\
#include \"gtest/gtest.h\"
class Fixture : public testing::Test { void help(); };
TEST(Suite, Works) { run(); }
TEST_F(Fixture, Helps) { help(); }
");
    assert_eq!(tests(&it), ["Case googletest Suite.Works Suite.Works", "Case googletest Fixture.Helps Fixture.Helps"]);
    assert_eq!(it.calls(), ["Suite.Works > run?", "Fixture.Helps > help?"]);
    let it =
        cpp("#include <catch2/catch.hpp>\nTEST_CASE(\"adds, twice\", \"[x]\") {\n  SECTION(\"one\") { check(); }\n}\n");
    assert_eq!(tests(&it), ["Case catch2 adds, twice adds, twice"]);
}

#[test]
fn unity_runs_functions_by_their_names() {
    let it = c("#include \"unity.h\"\nvoid setUp(void) {}\nvoid test_adds(void) { run(); }\nvoid other(void) {}\n");
    assert_eq!(tests(&it), ["Hook unity setUp setUp", "Case unity test_adds test_adds"]);
}

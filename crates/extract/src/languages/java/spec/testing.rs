use crate::languages::reading::read;

fn tests(source: &str) -> Vec<String> {
    let it = read("src/test/java/a/ATest.java", source);
    assert!(it.0.is_test);
    it.0.tests.iter().map(|test| format!("{:?} {} {}", test.kind, test.name, test.framework)).collect()
}

#[test]
fn junit_5_by_annotations() {
    let found = tests(
        "import org.junit.jupiter.api.*;
class ATest {
    @BeforeEach void setUp() {}
    @Test @DisplayName(\"adds up\") void adds() {}
    @ParameterizedTest @ValueSource(ints = 1) void each(int x) {}
    @TempDir Path dir;
    void helper() {}
    @Nested class Inner { @Test void deep() {} }
}",
    );
    assert_eq!(
        found,
        [
            "Suite ATest junit 5",
            "Hook setUp junit 5",
            "Case adds up junit 5",
            "Case each junit 5",
            "Fixture dir junit 5",
            "Suite Inner junit 5",
            "Case deep junit 5",
        ]
    );
}

#[test]
fn junit_5_by_annotations_of_its_extensions() {
    let found = tests(
        "import org.junitpioneer.jupiter.cartesian.CartesianTest;
class ATest { @CartesianTest void each(@CartesianTest.Values(ints = {1, 2}) int x) {} }",
    );
    assert_eq!(found, ["Suite ATest junit 5", "Case each junit 5"]);
}

#[test]
fn junit_4_and_testng_by_annotations_and_junit_3_by_names() {
    let found = tests(
        "import org.junit.*;\nclass ATest { @Before public void b() {} @org.junit.Test(timeout = 1) public void t() {} }",
    );
    assert_eq!(found, ["Suite ATest junit 4", "Hook b junit 4", "Case t junit 4"]);
    let found = tests(
        "import org.testng.annotations.*;\n@Test class ATest { @DataProvider Object[][] d() {} @Test void t() {} }",
    );
    assert_eq!(found, ["Suite ATest testng", "Fixture d testng", "Case t testng"]);
    let found = tests(
        "import junit.framework.TestCase;\nclass ATest extends TestCase { void setUp() {} public void testIt() {} void testWith(int x) {} }",
    );
    assert_eq!(found, ["Suite ATest junit 3", "Hook setUp junit 3", "Case testIt junit 3"]);
}

#[test]
fn what_only_looks_like_a_test_is_none() {
    assert!(tests("class ATest { @Test void mine() {} void testIt() {} }").is_empty());
}

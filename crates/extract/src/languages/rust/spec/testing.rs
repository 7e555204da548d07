use super::{read, rust};
use facts::TestKind;

#[test]
fn tests_are_functions_with_an_attribute_that_says_so() {
    let it = rust(
        "\
#[cfg(test)]
mod tests {
    #[test]
    fn plain() {}
    #[tokio::test(flavor = \"multi_thread\")]
    async fn later() {}
    #[rstest]
    fn cases() {}
    #[ignore]
    fn no_test() {}
}
#[bench]
fn speed(b: &mut Bencher) {}
#[cfg(testing)]
fn attest() {}
",
    );
    let tests: Vec<_> =
        it.0.tests.iter().map(|test| (test.kind, test.name.as_str(), test.framework.as_str())).collect();
    assert_eq!(
        tests,
        [
            (TestKind::Suite, "tests", "cargo test"),
            (TestKind::Case, "plain", "cargo test"),
            (TestKind::Case, "later", "cargo test"),
            (TestKind::Case, "cases", "rstest"),
            (TestKind::Case, "speed", "cargo test"),
        ]
    );
}

#[test]
fn a_module_named_for_tests_is_theirs_where_it_has_some() {
    let cases = "fn helper() {}\n#[test]\nfn one() {}\n";
    for path in ["src/test.rs", "src/a/test/mod.rs", "src/test_cart.rs"] {
        assert!(read(path, cases).0.is_test, "{path}");
    }
    assert!(!read("src/cart.rs", cases).0.is_test);
    let inner = "pub fn run() {}\n#[cfg(test)]\nmod inner {\n#[test]\nfn one() {}\n}\n";
    assert!(!read("src/commands/test.rs", inner).0.is_test);
}

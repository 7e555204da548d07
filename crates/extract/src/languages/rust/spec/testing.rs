use super::rust;
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

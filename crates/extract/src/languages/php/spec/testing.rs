use crate::languages::reading::read;

#[test]
fn phpunit_runs_methods_of_test_cases() {
    let it = read(
        "tests/ATest.php",
        "<?php
use PHPUnit\\Framework\\TestCase;
class ATest extends TestCase {
    protected function setUp(): void {}
    public function testOne() {}
    /** @test */
    public function two() {}
    #[Test] #[DataProvider('data')]
    public function three() {}
    public static function data() {}
}
class Other { function testNot() {} }
",
    );
    let tests: Vec<_> =
        it.0.tests.iter().map(|test| format!("{:?} {} {}", test.kind, test.framework, test.name)).collect();
    assert_eq!(
        tests,
        ["Suite phpunit ATest", "Hook phpunit setUp", "Case phpunit testOne", "Case phpunit two", "Case phpunit three"]
    );
    assert!(it.references().contains(&"Callback ATest.three > this<ATest>.data".to_owned()), "{:?}", it.references());
}

#[test]
fn pest_runs_what_it_is_given() {
    let it = read(
        "tests/a.php",
        "<?php\nbeforeEach(function () {});\ndescribe('sums', function () { it('adds', fn () => 1); });\ntest('x')->todo();",
    );
    let tests: Vec<_> =
        it.0.tests.iter().map(|test| format!("{:?} {} {}", test.kind, test.framework, test.name)).collect();
    assert_eq!(tests, ["Hook pest beforeeach", "Suite pest sums", "Case pest adds", "Case pest x"]);
}

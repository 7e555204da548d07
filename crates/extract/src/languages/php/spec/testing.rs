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
fn phpunit_runs_classes_that_extend_the_repositorys_own_bases() {
    let source = "<?php
class OrderTest extends WithShop { public function test_total() {} }
abstract class ImporterTestAbstract extends TestCaseWithDatabase { public function test_imports() {} }
class Rates extends \\Tests\\ImporterTestAbstract { public function testRates() {} }
class Fixture extends Model { public function testOf() {} }
class AloneTest { public function testNothing() {} }
";
    let names = |path: &str| -> Vec<String> { read(path, source).0.tests.iter().map(|it| it.name.clone()).collect() };
    let expected = ["OrderTest", "test_total", "test_imports", "Rates", "testRates"];
    assert_eq!(names("tests/OrderTest.php"), expected);
    assert_eq!(names("src/Order.php"), Vec::<String>::new());
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

use crate::languages::reading::{Read, read};

fn tests(it: &Read) -> Vec<String> {
    it.0.tests.iter().map(|t| format!("{:?} {} {}-{}", t.kind, t.name, t.line, t.end_line)).collect()
}

#[test]
fn go_test_finds_functions_subtests_and_suites() {
    let source = "\
package a
func TestMain(m *testing.M) {}
func TestOne(t *testing.T) {
	t.Run(\"sub case\", func(t *testing.T) {
	})
	t.Run(name, check)
}
func Testing() {}
func BenchmarkTwo(b *testing.B) {}
func FuzzThree(f *testing.F) {}
func ExampleFour() {}
type Users struct { suite.Suite }
func (u *Users) SetupTest() {}
func (u *Users) TestFive() {}
func (o *Other) TestSix() {}
";
    assert_eq!(
        tests(&read("a_test.go", source)),
        [
            "Hook TestMain 2-2",
            "Case TestOne 3-7",
            "Case sub case 4-5",
            "Case BenchmarkTwo 9-9",
            "Case FuzzThree 10-10",
            "Case ExampleFour 11-11",
            "Suite Users 12-12",
            "Hook SetupTest 13-13",
            "Case TestFive 14-14",
        ]
    );
    assert!(tests(&read("a.go", source)).is_empty());
    assert!(read("a_test.go", source).0.tests.iter().all(|test| test.framework == "go test"));
}

#[test]
fn methods_are_tests_where_a_file_imports_check() {
    let source = "\
package a
import \"gopkg.in/check.v1\"
func Test(t *testing.T) { check.TestingT(t) }
func (s *Users) SetUpTest(c *check.C) {}
func (s *Users) TestOne(c *check.C) {}
func (s *Users) Testing() {}
";
    assert_eq!(tests(&read("a_test.go", source)), ["Case Test 3-3", "Hook SetUpTest 4-4", "Case TestOne 5-5"]);
    let other = source.replace("check.v1", "other.v1");
    assert_eq!(tests(&read("a_test.go", &other)), ["Case Test 3-3"]);
}

#[test]
fn ginkgos_blocks_are_tests_where_a_file_imports_it() {
    let body = "\
var _ = Describe(\"Sum\", func() {
	BeforeEach(func() { reset() })
	It(\"adds\", func() { Expect(Sum(1, 2)).To(Equal(3)) })
	PIt(\"waits\")
	DescribeTable(\"table\", check,
		Entry(\"one\", 1),
		Entry(nil, 2))
	Other(\"x\", func() {})
})
";
    let source = format!("package a\nimport . \"github.com/onsi/ginkgo/v2\"\n{body}");
    assert_eq!(
        tests(&read("a_test.go", &source)),
        [
            "Suite Sum 3-11",
            "Hook BeforeEach 4-4",
            "Case adds 5-5",
            "Case waits 6-6",
            "Suite table 7-9",
            "Case one 8-8",
            "Case nil 9-9",
        ]
    );
    let asserted = &read("a_test.go", &source).0.assertions;
    assert_eq!(asserted.iter().map(|(_, line)| *line).collect::<Vec<_>>(), [5]);
    assert!(tests(&read("a_test.go", &format!("package a\n{body}"))).is_empty());
}

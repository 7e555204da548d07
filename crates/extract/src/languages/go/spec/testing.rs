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

use crate::languages::reading::{Read, read};

fn tests(it: &Read) -> Vec<String> {
    it.0.tests.iter().map(|t| format!("{:?} {} {}-{}", t.kind, t.name, t.line, t.end_line)).collect()
}

#[test]
fn suites_of_kotest_bear_their_titles_in_front_and_tests_may_be_configured() {
    let source = "\
import io.kotest.core.spec.style.FreeSpec
class BasketTest : FreeSpec() {
    override suspend fun beforeTest(testCase: TestCase) { open() }
    init {
        \"a basket\" - {
            \"with one thing\" - {
                \"costs that\" { (2 - 1) shouldBe 1 }
                \"is slow\".config(enabled = false) { pay() }
            }
        }
        \"a word\" should {
            \"be short\" { pay() }
        }
        given(\"a shop\") {
            and(\"a street\") {
                then(\"it sells\").config(tags = setOf(Slow)) { pay() }
            }
        }
    }
}
";
    assert_eq!(
        tests(&read("BasketTest.kt", source)),
        [
            "Hook beforeTest 3-3",
            "Suite a basket 5-10",
            "Suite with one thing 6-9",
            "Case costs that 7-7",
            "Case is slow 8-8",
            "Suite a word 11-13",
            "Case be short 12-12",
            "Suite a shop 14-18",
            "Suite a street 15-17",
            "Case it sells 16-16",
        ]
    );
    let plain = source.replace("io.kotest", "other");
    assert!(tests(&read("Basket.kt", &plain)).is_empty());
}

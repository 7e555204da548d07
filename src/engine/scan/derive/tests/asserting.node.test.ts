/** What functions of a repository's own assert for its tests. */
import { expect, test } from "vitest";
import { rowsOf } from "#engine/scan/testing/scanned-rows";

const asserted = async (files: Record<string, string>) =>
  (await rowsOf(files, "select name, assertions from test_cases order by line")).map(Object.values);

test("what fails a test by throwing asserts, by the name of the function or by the error", async () => {
  const files = {
    "src/a.test.ts": `
      import { it, vi } from "vitest";
      import { assertSame, Shelf } from "../test/util";
      const expectOk = (n: number) => { if (n !== 1) throw new Error("not one"); };
      const load = (n: number) => { if (n !== 1) throw new Error("not there"); return n; };
      const checkout = (n: number) => { if (n !== 1) throw new Error("not there"); return n; };
      it("one", () => { expectOk(1); });
      it("two", () => { assertSame(1, 1); });
      it("three", () => { new Shelf().holds(1); });
      it("four", () => { load(1); checkout(1); });
      it("five", () => { assertSame(1, 1); assertSame(2, 2); expectOk(1); });`,
    "test/util.ts": `
      import { AssertionError } from "node:assert";
      export function assertSame(a: number, b: number) { if (a !== b) process.exit(1); }
      export class Shelf { holds(n: number) { if (n !== 1) throw new AssertionError({ message: "x" }); } }`,
  };
  expect(await asserted(files)).toEqual([
    ["one", 1],
    ["two", 1],
    ["three", 1],
    ["four", 0],
    ["five", 3],
  ]);
});

test("an own assertThat asserts once, by itself or by what is asked of what it gives", async () => {
  const files = {
    "src/test/kotlin/a/Asserts.kt": `
      package a
      class Subject(val value: Any?) { fun isEqualTo(other: Any?) { if (value != other) throw AssertionError("x") } }
      fun assertThat(value: Any?) = Subject(value)`,
    "src/test/kotlin/a/ATest.kt": `
      package a
      import org.junit.jupiter.api.Test
      class ATest {
        @Test fun one() { assertThat(1).isEqualTo(1) }
        @Test fun two() { assertThat(1).isNull() }
        @Test fun three() { Subject(1) }
      }`,
  };
  expect(await asserted(files)).toEqual([
    ["one", 1],
    ["two", 1],
    ["three", 0],
  ]);
});

test("a call that may be one of several asserts where its name says so, once; so does a property of Kotlin in a row", async () => {
  const files = {
    "src/test/kotlin/a/Asserts.kt": `
      package a
      class Answer(val code: Int) {
        val andIsOk: Answer
          get() { if (code != 200) throw AssertionError("x"); return this }
      }
      fun Answer.andAssertBody(body: String): Answer = this
      fun Answer.andAssertBody(length: Int): Answer = this`,
    "src/test/kotlin/a/ATest.kt": `
      package a
      import org.junit.jupiter.api.Test
      class ATest {
        @Test fun one() { Answer(200).andIsOk }
        @Test fun two() { Answer(200).andIsOk.andAssertBody(unknown()) }
        @Test fun three() { Answer(200).code }
        @Test fun four() { unknown().assert.isNotNull }
        @Test fun five() { unknown().keys.assert.containsExactly("a") }
      }`,
  };
  expect(await asserted(files)).toEqual([
    ["one", 1],
    ["two", 2],
    ["three", 0],
    ["four", 1],
    ["five", 1],
  ]);
});

test("what the marks of a test expect of it is asserted once", async () => {
  const files = {
    "src/test/java/a/ATest.java": `
package a;
import org.junit.Test;
public class ATest {
  @Test(expected = IllegalArgumentException.class) public void one() { new Shelf(-1); }
  @Test(timeout = 5) public void two() { new Shelf(1); }
}`,
    "src/test/java/a/BTest.java": `
package a;
import org.testng.annotations.Test;
public class BTest {
  @Test(groups = "all", expectedExceptions = IllegalArgumentException.class) public void one() { new Shelf(-1); }
}`,
    "Tests/Shelves.cs": `
using NUnit.Framework;
public class Shelves {
  [TestCase(1, ExpectedResult = 2)] public int Next(int n) { return n + 1; }
  [TestCase(1)] public void Nothing(int n) { }
}`,
    "tests/shelf.rs": `
#[test]
#[should_panic(expected = "none")]
fn panics() { shelf::none(); }
#[test]
fn goes_on() { let _ = 1; }
`,
    "Cargo.toml": '[package]\nname = "shelf"\nversion = "0.1.0"\n',
  };
  const rows = await rowsOf(files, "select name, assertions from test_cases order by path, line");
  expect(rows.map(Object.values)).toEqual([
    ["Next", 1],
    ["Nothing", 0],
    ["one", 1],
    ["two", 0],
    ["one", 1],
    ["panics", 1],
    ["goes_on", 0],
  ]);
});

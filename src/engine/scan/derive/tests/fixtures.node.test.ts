/** Hooks are those of the classes that a test stands in, and of what these extend. */

import { expect, test } from "vitest";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

async function fixturesOf(sources: Record<string, string>): Promise<Record<string, string[]>> {
  const folder = new TempFolder(sources);
  await runScan(folder);
  const rows = query(folder, "select name, fixtures from test_cases order by name");
  const namesOf = (fixtures: unknown) =>
    (JSON.parse(String(fixtures ?? "[]")) as { name: string }[]).map(({ name }) => name);
  return Object.fromEntries(rows.map(({ name, fixtures }) => [String(name), namesOf(fixtures)]));
}

test("each class of a file has its own hooks, and those of what it extends in other files", async () => {
  const fixtures = await fixturesOf({
    "src/test/kotlin/ApplicationTest.kt":
      "package a\nimport org.junit.jupiter.api.BeforeAll\nopen class ApplicationTest {\n  companion object {\n    @BeforeAll @JvmStatic fun beforeAll() {}\n  }\n}\n",
    "src/test/kotlin/SearchTest.kt":
      "package a\nimport org.junit.jupiter.api.*\nclass SearchTest : ApplicationTest() {\n  @BeforeEach fun setup() {}\n  @Test fun finds() {}\n}\nclass FilterTest {\n  @AfterEach fun teardown() {}\n  @Test fun filters() {}\n}\n",
  });
  expect(fixtures).toEqual({ finds: ["setup", "beforeAll"], filters: ["teardown"] });
});

test("a base that is no suite by itself sets up what extends it", async () => {
  const fixtures = await fixturesOf({
    "tests/TestBase.cs":
      "using NUnit.Framework;\nnamespace A;\npublic abstract class TestBase { [SetUp] public void Reset() {} }\n",
    "tests/ATests.cs":
      "using NUnit.Framework;\nnamespace A;\npublic class ATests : TestBase { [Test] public void Creates() {} }\npublic class BTests { [Test] public void Drops() {} }\n",
    "src/test/java/a/Base.java":
      "package a;\nimport org.junit.jupiter.api.*;\nabstract class Base<T> { @BeforeEach void prepare() {} @AfterEach void release() {} }\n",
    "src/test/java/a/CTest.java":
      "package a;\nimport org.junit.jupiter.api.*;\nclass CTest extends Base<String> { @Test void reads() {} }\n",
  });
  expect(fixtures).toEqual({ Creates: ["Reset"], Drops: [], reads: ["prepare", "release"] });
});

test("hooks of a suite of Go are those of its tests in all files of the package", async () => {
  const suite = (name: string, ...methods: string[]) =>
    `package ${name}\nimport (\n\t"testing"\n\t"gopkg.in/check.v1"\n)\n${methods.map((it) => `func (s *Suite) ${it}(c *check.C) { c.Assert(1, check.Equals, 1) }\n`).join("")}`;
  const fixtures = await fixturesOf({
    "go.mod": "module example.com/shop\n\nrequire gopkg.in/check.v1 v1.0.0\n",
    "a/suite_test.go": `${suite("a", "SetUpSuite", "TearDownTest")}type Suite struct{}\nvar _ = check.Suite(&Suite{})\nfunc Test(t *testing.T) { check.TestingT(t) }\n`,
    "a/cart_test.go": suite("a", "TestCart"),
    "b/shelf_test.go": `${suite("b", "TestShelf")}type Suite struct{}\nvar _ = check.Suite(&Suite{})\n`,
  });
  expect(fixtures).toMatchObject({ TestCart: ["SetUpSuite", "TearDownTest"], TestShelf: [] });
});

/** Code for tests in files that are not named for them, as a scan derives it. */

import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

/** What tests are told to cover, and how many assertions each makes. */
async function told(files: Record<string, string>): Promise<string[]> {
  const folder = new TempFolder(files);
  await runScan(folder);
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  const rows = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(" "));
  try {
    return [
      ...rows("select name, 'asserts', assertions from test_cases order by 1"),
      ...rows("select coalesce(test, 'the file'), 'covers', symbol, 'by', how from test_covers order by 1, 3"),
    ];
  } finally {
    db.close();
  }
}

test("a class that extends a test case is of tests, and asserts for those that extend it", async () => {
  const files = {
    "app/testing.py": `
from django.test import TestCase
from app.things import make
class BaseTestCase(TestCase):
    def setUp(self):
        make("a")
    def assertMail(self, text):
        self.assertIn(text, "abc")
class LoudTestCase(BaseTestCase):
    def loud(self):
        make("b")
def make_request():
    return make("c")
`,
    "app/things.py": "def make(name):\n    return name if name else None\n",
    "app/tests/test_a.py": `
from app.testing import BaseTestCase, make_request
class ATest(BaseTestCase):
    def test_it(self):
        self.assertMail("a")
        make_request()
`,
  };
  expect(await told(files)).toEqual([
    "test_it asserts 1",
    // A function beside them may be for others.
    "test_it covers app/testing.py#make_request by call",
    "test_it covers app/things.py#make by fixture",
  ]);
});

test("a function of Go that takes a test is of tests, and so is a file of a folder for them", async () => {
  const files = {
    "go.mod": "module shop\n\ngo 1.22\n",
    "store/store.go": `package store
import "testing"
func Open(name string) string { if name == "" { return "x" }; return name }
func OpenForTest(t *testing.T) string { t.Helper(); return Open("t") }
`,
    "test/setup.go": `package test
import ("testing"; "shop/store")
type Service struct{}
func New(t testing.TB) *Service { store.Open("n"); return &Service{} }
func (s *Service) Close() { store.Open("c") }
`,
    "store/store_test.go": `package store_test
import ("testing"; "shop/store"; "shop/test")
func TestOpen(t *testing.T) {
	store.OpenForTest(t)
	s := test.New(t)
	s.Close()
}
`,
  };
  expect(await told(files)).toEqual(["TestOpen asserts 0", "TestOpen covers store/store.go#Open by helper"]);
});

test("what Rust compiles for tests alone is of tests", async () => {
  const files = {
    "Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\n',
    "src/lib.rs": `
pub struct Shop;
impl Shop {
    pub fn new(n: u32) -> Self { if n > 0 { Shop } else { Shop } }
    #[cfg(test)]
    pub fn for_tests() -> Self { Shop::new(1) }
    #[cfg(not(test))]
    pub fn for_users() -> Self { Shop::new(2) }
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn makes() { Shop::for_tests(); }
}
`,
  };
  expect(await told(files)).toEqual(["makes asserts 0", "makes covers src/lib.rs#Shop.new by helper"]);
});

test("files and functions that say whom they are for are of tests, and so are those of a test framework", async () => {
  const files = {
    "go.mod": "module shop\n\ngo 1.22\n",
    "store/store.go": `package store
func Open(name string) string { if name == "" { return "x" }; return name }
func ResetForTests() string { return Open("t") }
`,
    "store/setup_tests.go": 'package store\nfunc SetupTests() string { return Open("s") }\n',
    "store/a_test.go": `package store
import "testing"
func TestA(t *testing.T) { SetupTests(); ResetForTests() }
`,
    "src/shop.ts": "export const price = (of: number) => (of > 1 ? 2 : 3);\nexport const abTest = () => price(1);\n",
    "src/testUtils.ts": `import { vi } from "vitest";
import { price } from "./shop";
export const fake = () => vi.fn(() => price(2));
export const made = () => price(3);
`,
    "src/shop.test.ts": `import { expect, test } from "vitest";
import { made } from "./testUtils";
test("costs", () => { expect(made()).toBe(1); });
`,
    "src/mail.ts":
      "export const send = (to: string) => (to ? 1 : 2);\nexport const clean = (of: string) => (of ? 1 : 2);\n",
    "src/mail.test.ts": `import { expect, test, vi } from "vitest";
import { clean, send } from "./mail";
vi.mock("./mail", () => ({ send: vi.fn() }));
test("mails", () => {
  vi.mocked(send).mockReturnValue(clean("x"));
  expect(send).not.toHaveBeenCalled();
});
test("fails", () => { expect(clean).toThrow(); });
`,
    "Building/TestBase.cs": `using Xunit;
namespace Building;
public class TestBase { public int Wait(int of) => of > 1 ? Shop.Price(of) : 2; }
`,
    "Building/Shop.cs": `namespace Building;
public static class Shop { public static int Price(int of) => of > 1 ? 1 : 2; }
`,
    "Building/tests/ShopTest.cs": `using Xunit;
namespace Building;
public class ShopTest { [Fact] public void Waits() { new TestBase().Wait(1); } }
`,
  };
  expect(await told(files)).toEqual([
    "TestA asserts 0",
    "Waits asserts 0",
    "costs asserts 1",
    "fails asserts 1",
    "mails asserts 1",
    "TestA covers store/store.go#Open by helper",
    "Waits covers Building/Shop.cs#Shop.Price by helper",
    "costs covers src/shop.ts#price by helper",
    "fails covers src/mail.ts#clean by call",
    "mails covers src/mail.ts#clean by call",
  ]);
});

test("an attribute of Python that is read covers no method that has its name", async () => {
  const files = {
    "app/wizard.py": "class Wizard:\n    def organiser(self, a):\n        return a if a else None\n",
    "app/making.py": "def make(name):\n    return name if name else None\n",
    "tests/test_a.py": `
from app.making import make
def test_it(event):
    assert make(name=event.organiser)
`,
  };
  expect(await told(files)).toEqual(["test_it asserts 1", "test_it covers app/making.py#make by call"]);
});

test("what a file of Go asserts that stands in no test counts for the tests that call it", async () => {
  const files = {
    "go.mod": "module example.com/a\nrequire github.com/stretchr/testify v1.9.0\n",
    "test/log.go":
      'package test\n\nimport "github.com/stretchr/testify/assert"\n\ntype Log struct{ t assert.TestingT }\n\nfunc NewLog(t assert.TestingT) *Log { return &Log{t} }\nfunc (l *Log) Check(n int) { assert.Equal(l.t, n, 1) }\n',
    "a_test.go":
      'package a\n\nimport (\n\t"testing"\n\t"example.com/a/test"\n)\n\nfunc TestLog(t *testing.T) { test.NewLog(t).Check(1) }\n',
  };
  expect(await told(files)).toEqual(["TestLog asserts 1"]);
});

test("what stands in the folder of a Go module's tests is there for these, whatever it imports", async () => {
  const files = {
    "go.mod": "module shop\n\ngo 1.22\n",
    "store/store.go": "package store\nfunc Open(name string) string { return name }\n",
    "test/fake/user.go": 'package fake\nimport "shop/store"\nfunc User() string { return store.Open("a") }\n',
    "load_test/run.go": 'package load_test\nfunc Run() string { return "a" }\n',
    "store/store_test.go": `package store_test
import ("testing"; "shop/load_test"; "shop/test/fake")
func TestOpen(t *testing.T) { fake.User(); load_test.Run() }
`,
  };
  expect(await told(files)).toEqual([
    "TestOpen asserts 0",
    "TestOpen covers load_test/run.go#Run by call",
    "TestOpen covers store/store.go#Open by helper",
  ]);
});

import { expect, test } from "vitest";
import { learnImports } from "./import-style.ts";
import type { Family } from "./paths.ts";
import { learnTests, patternOf, type Tested, testFileFor, testTemplate } from "./test-style.ts";

const rows = (paths: string[], framework: string, kind = "case") =>
  paths.map((path) => ({ path, kind, name: "works", framework }));
const told = (path: string, ...texts: string[]) => texts.map((text) => ({ text, path }));

test.each([
  ["src/__tests__/a.test.ts", "__tests__/*.test.ts"],
  ["tests/unit/test_a.py", "tests/unit/test_*.py"],
  ["pkg/a_test.go", "*_test.go"],
  ["src/a.spec.tsx", "*.spec.tsx"],
])("%s is %s", (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});

test("the style is what most tests do", () => {
  const path = "src/a.test.ts";
  const tests = [...rows([path], "vitest", "suite"), ...rows([path], "vitest")];
  expect(
    learnTests("script", tests, told(path, "it", "it", "test", "expect", "vi.fn", "helper")).style,
  ).toMatchInlineSnapshot(`
    {
      "assertionStyle": "expect",
      "filePattern": "*.test.ts",
      "framework": "vitest",
      "mockStyle": "vi.fn",
      "style": "describe/it",
    }
  `);
  // Files that use a framework's globals do not say which: others here do.
  const silent = rows(["src/b.test.ts", "src/c.test.ts", "src/d.test.ts"], "unknown");
  expect(learnTests("script", [...silent, ...rows([path], "jest")], []).style.framework).toBe("jest");
  expect(learnTests("go", [], [])).toMatchObject({ seen: false, style: { framework: "go test" } });
});

test.each([
  ["src/order.ts", "script", ["src/a.test.ts"], "src/order.test.ts"],
  ["src/order.tsx", "script", ["src/__tests__/a.test.ts"], "src/__tests__/order.test.tsx"],
  ["app/shop/tax.py", "python", ["app/tests/unit/test_a.py"], "app/tests/unit/test_tax.py"],
  ["stock/memory.go", "go", ["other/a_test.go"], "stock/memory_test.go"],
] as const)("the test of %s goes where tests go", (target, family, paths, expected) => {
  const { style } = learnTests(family, rows([...paths], "x"), []);
  expect(testFileFor(target, family, style, paths)).toBe(expected);
});

const tested: Tested[] = [
  {
    ...{ name: "take", owner: "Memory", kind: "method", returns: "error", isAsync: false },
    params: [{ name: "sku", type: "string", required: true }],
  },
];
const template = (family: Family, targetFile: string, testFile: string) =>
  testTemplate(family, {
    ...{ targetFile, testFile, tested, package: "stock" },
    style: learnTests(family, [], []).style,
    learnt: learnImports(testFile, []),
  });

test("a script's template", () => {
  expect(template("script", "src/stock.ts", "src/stock.test.ts")).toMatchInlineSnapshot(`
    "import { describe, expect, it } from "vitest";
    import { Memory } from "./stock";

    describe("Memory.take", () => {
      it("take …", () => {
        const sku = …; // string
        const subject = new Memory(…);
        const result = subject.take(sku);
        expect(result).toEqual(…);
      });
    });"
  `);
});

test("a Python template", () => {
  expect(template("python", "stock/memory.py", "tests/test_memory.py")).toMatchInlineSnapshot(`
    "from stock.memory import Memory


    def test_take():
        subject = Memory(…)
        result = subject.take(sku=…)
        assert result == …"
  `);
});

test("a Go template", () => {
  expect(template("go", "stock/memory.go", "stock/memory_test.go")).toMatchInlineSnapshot(`
    "package stock

    import "testing"

    func TestMemoryTake(t *testing.T) {
    	var subject Memory // …
    	var sku string // …
    	err := subject.take(sku)
    	if err != nil {
    		t.Fatal(err)
    	}
    }"
  `);
});

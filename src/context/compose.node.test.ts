import { expect, test } from "vitest";
import { assemble, pieces } from "./compose.ts";
import type { Around, MatchedSymbol } from "./gather.ts";
import type { RankedFile } from "./rank.ts";

const hit = (path: string, name: string): MatchedSymbol => ({
  ...{ id: `${path}#${name}`, name, kind: "function", path, line: 7, endLine: 9, parent: null },
  ...{ signature: `function ${name}()`, doc: "Adds up. Rounds.", exported: 1 },
});
const file = (path: string): RankedFile => ({ path, score: 1, why: "words", hits: [hit(path, "total")] });
const nothing: Around = { inside: [], callers: [], callees: [], types: [], tests: [], recent: [] };
const around: Around = {
  ...nothing,
  inside: [{ ...hit("src/a.ts", "total"), preview: "function total() {\n  return 0;\n}" }],
  callers: [
    {
      ...{ callee: "src/a.ts#total", caller: "src/b.ts#bill", callerName: "bill", callerLine: 1 },
      ...{ path: "src/b.ts", line: 3, resolution: "exact", quote: "total();" },
    },
  ],
  tests: [{ path: "test/a.test.ts", tested: "src/a.ts" }],
};
const eachIsTen = () => 10;

test("what an overview shows a deeper context shows too, and more", () => {
  const all = pieces([file("src/a.ts")], around, "fix_bug");
  expect(assemble(all, "overview", 1_000, eachIsTen)).toMatchInlineSnapshot(`
    {
      "callers": [
        "bill (src/b.ts:3) calls total: total();",
      ],
      "files": [
        {
          "id": "src/a.ts",
          "symbols": [
            "7: function total() — Adds up.",
          ],
        },
      ],
      "tests": [
        "test/a.test.ts tests src/a.ts",
      ],
    }
  `);
  expect(assemble(all, "standard", 1_000, eachIsTen).files?.[0]?.body).toBe("function total() {\n  return 0;\n}");
});

test("a budget keeps the most useful pieces", () => {
  const all = pieces(["src/a.ts", "src/b.ts"].map(file), around, "fix_bug");
  const small = assemble(all, "deep", 80, eachIsTen);
  expect(small.files?.map(({ id }) => id)).toEqual(["src/a.ts", "src/b.ts"]);
  expect(small.callers).toBeUndefined();
  expect(assemble(all, "deep", 0, eachIsTen)).toEqual({});
});

test("what matters first depends on the intent", () => {
  const sections = (intent: "fix_bug" | "add_test") => [
    ...new Set(pieces([file("src/a.ts")], around, intent).map(({ section }) => section)),
  ];
  expect(sections("fix_bug")).toEqual(["files", "callers", "tests"]);
  expect(sections("add_test")).toEqual(["files", "tests", "callers"]);
});

test("files beyond the tenth are named with what matched", () => {
  const many = Array.from({ length: 12 }, (_, at) => file(`src/f${at}.ts`));
  const context = assemble(pieces(many, nothing, "fix_bug"), "overview", 10_000, eachIsTen);
  expect(context.files).toHaveLength(10);
  expect(context.moreFiles).toEqual(["src/f10.ts: total", "src/f11.ts: total"]);
});

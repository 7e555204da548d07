import { expect, test } from "vitest";
import { generation } from "./edge-module.ts";
import { MAX_OUTLINE_BYTES, outline } from "./outline.ts";

const typescript = `import fs, { type Stats, readFile as read } from "node:fs";
import * as path from "node:path";
import "./effects";

/** Loads an order. */
export async function loadOrder(id: string, retries = 3, ...rest: number[]): Promise<Order> {
  if (!id) throw new Error("no id");
  return new Store(path.join("a", id)).get?.(await read(id), ...rest);
}

@Injectable()
class Store extends Base implements Reader {
  get = (key: string) => this.cache.get(key);
}

export default Store;
`;

test("TypeScript is outlined as it would be scanned", () => {
  expect(outline("src/orders.ts", typescript)).toMatchInlineSnapshot(`
    {
      "calls": [
        {
          "arguments": 1,
          "caller": "loadOrder",
          "kind": "new",
          "line": 7,
          "name": "Error",
          "spread": false,
          "text": "Error",
        },
        {
          "arguments": 1,
          "caller": "loadOrder",
          "kind": "new",
          "line": 8,
          "name": "Store",
          "spread": false,
          "text": "Store",
        },
        {
          "arguments": 2,
          "caller": "loadOrder",
          "kind": "call",
          "line": 8,
          "name": "join",
          "spread": false,
          "text": "path.join",
        },
        {
          "arguments": 2,
          "caller": "loadOrder",
          "kind": "optional",
          "line": 8,
          "name": "get",
          "spread": true,
          "text": "new Store(path.join("a", id)).get",
        },
        {
          "arguments": 1,
          "caller": "loadOrder",
          "kind": "call",
          "line": 8,
          "name": "read",
          "spread": false,
          "text": "read",
        },
        {
          "arguments": 0,
          "caller": null,
          "kind": "call",
          "line": 11,
          "name": "Injectable",
          "spread": false,
          "text": "Injectable",
        },
        {
          "arguments": 1,
          "caller": "Store.get",
          "kind": "call",
          "line": 13,
          "name": "get",
          "spread": false,
          "text": "this.cache.get",
        },
      ],
      "exports": [
        "default",
        "loadOrder",
      ],
      "imports": [
        {
          "kind": "static",
          "line": 1,
          "names": [
            {
              "imported": "default",
              "local": "fs",
              "typeOnly": false,
            },
            {
              "imported": "Stats",
              "local": "Stats",
              "typeOnly": true,
            },
            {
              "imported": "readFile",
              "local": "read",
              "typeOnly": false,
            },
          ],
          "specifier": "node:fs",
          "typeOnly": false,
        },
        {
          "kind": "static",
          "line": 2,
          "names": [
            {
              "imported": null,
              "local": "path",
              "typeOnly": false,
            },
          ],
          "specifier": "node:path",
          "typeOnly": false,
        },
        {
          "kind": "static",
          "line": 3,
          "names": [],
          "specifier": "./effects",
          "typeOnly": false,
        },
      ],
      "isTest": false,
      "language": "typescript",
      "lines": 16,
      "problems": [],
      "symbols": [
        {
          "bases": [],
          "complexity": 2,
          "decorators": [],
          "endLine": 9,
          "exported": true,
          "hasDoc": true,
          "isAsync": true,
          "kind": "function",
          "line": 6,
          "name": "loadOrder",
          "params": [
            {
              "default": null,
              "name": "id",
              "optional": false,
              "rest": false,
              "type": "string",
            },
            {
              "default": "3",
              "name": "retries",
              "optional": true,
              "rest": false,
              "type": null,
            },
            {
              "default": null,
              "name": "rest",
              "optional": true,
              "rest": true,
              "type": "number[]",
            },
          ],
          "qualifiedName": "loadOrder",
          "returnType": "Promise<Order>",
        },
        {
          "bases": [
            "Base",
            "Reader",
          ],
          "complexity": 0,
          "decorators": [
            "Injectable()",
          ],
          "endLine": 14,
          "exported": true,
          "hasDoc": false,
          "isAsync": false,
          "kind": "class",
          "line": 12,
          "name": "Store",
          "params": [],
          "qualifiedName": "Store",
          "returnType": null,
        },
        {
          "bases": [],
          "complexity": 1,
          "decorators": [],
          "endLine": 13,
          "exported": true,
          "hasDoc": false,
          "isAsync": false,
          "kind": "method",
          "line": 13,
          "name": "get",
          "params": [
            {
              "default": null,
              "name": "key",
              "optional": false,
              "rest": false,
              "type": "string",
            },
          ],
          "qualifiedName": "Store.get",
          "returnType": null,
        },
      ],
    }
  `);
});

test("Python and Go are outlined too", () => {
  const python = outline(
    "app/views.py",
    "from .models import User as U\n\n@app.get('/u')\nasync def show(id: int) -> str:\n    return U.find(id).name\n",
  );
  expect(python).toMatchObject({
    language: "python",
    symbols: [
      { kind: "function", name: "show", line: 4, isAsync: true, returnType: "str", decorators: ["app.get('/u')"] },
    ],
    imports: [{ specifier: ".models", names: [{ imported: "User", local: "U" }], line: 1 }],
    problems: [],
  });
  expect(python.calls.map((call) => call.text)).toEqual(["app.get", "U.find"]);

  const go = outline("cmd/main.go", 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hi") }\n');
  expect(go).toMatchObject({
    language: "go",
    symbols: [{ kind: "function", name: "main", line: 5, exported: false }],
    imports: [{ specifier: "fmt", line: 3 }],
    calls: [{ text: "fmt.Println", name: "Println", caller: "main", arguments: 1 }],
  });
});

test("what cannot be read is a problem, and the rest is there", () => {
  const broken = outline("a.ts", "export function whole() {}\nexport function torn( {\n  whole();\n");
  expect(broken.symbols.map((symbol) => symbol.name)).toContain("whole");
  expect(broken.problems.length).toBeGreaterThan(0);
});

test("a file of no known language is outlined as empty", () => {
  expect(outline("notes.txt", "one\ntwo\n")).toMatchObject({ language: null, symbols: [], calls: [], problems: [] });
});

test("code over the limit is refused with what to do", () => {
  expect(() => outline("a.ts", " ".repeat(MAX_OUTLINE_BYTES + 1))).toThrow(
    expect.objectContaining({
      body: expect.objectContaining({ code: "LIMIT_EXCEEDED", message: expect.stringContaining("the changed part") }),
    }),
  );
  expect(outline("a.ts", " ".repeat(MAX_OUTLINE_BYTES)).symbols).toEqual([]);
});

test.each([
  ["parentheses", `const a = ${"(".repeat(100_000)}`],
  ["brackets", `const a = ${"[".repeat(100_000)}`],
  ["callbacks", "f(() => {".repeat(20_000)],
  ["a sum", `const a = ${"1 + ".repeat(50_000)}1;`],
])("nesting without end (%s) costs one call at most", (_, code) => {
  const before = generation();
  try {
    outline("deep.ts", code);
  } catch (error) {
    expect(error).toMatchObject({ body: { code: "UNAVAILABLE" } });
    expect(generation()).toBe(before + 1);
  }
  expect(outline("a.ts", "f();").calls).toHaveLength(1);
});

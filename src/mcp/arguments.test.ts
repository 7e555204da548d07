import { expect, it } from "vitest";
import * as z from "zod";
import { DriftError } from "#contract/errors";
import { defineTool, type Tool } from "#tools/kit/define-tool";
import { inputSchema, parseArguments } from "./arguments.ts";
import type { Caller } from "./caller.ts";

const tool = defineTool({
  name: "drift_example",
  title: "Example",
  description: "An example",
  category: "surgical",
  input: z.object({
    symbol: z.string().min(1),
    limit: z.number().int().max(50).default(10),
    nested: z.object({ deep: z.boolean() }).optional(),
  }),
  output: z.object({}),
  example: { symbol: "run" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  run: async () => ({ summary: "", data: {} }),
}) as unknown as Tool;

const refusal = (raw: unknown, pinned = false): string => {
  try {
    parseArguments(tool, raw, pinned);
    return "no error";
  } catch (error) {
    if (!(error instanceof DriftError)) throw error;
    return `${error.body.code}: ${error.body.message}`;
  }
};

it("parts the shared arguments from the tool's own", () => {
  expect(parseArguments(tool, { symbol: "run", project: "shop", maxTokens: 500 }, false)).toEqual({
    shared: { project: "shop", maxTokens: 500 },
    input: { symbol: "run", limit: 10 },
  });
});

it.each([
  [undefined, "MISSING_REQUIRED_PARAM: drift_example needs `symbol`."],
  [{}, "MISSING_REQUIRED_PARAM: drift_example needs `symbol`."],
  [[], "INVALID_ARGUMENT: The arguments of drift_example are an object."],
  [{ symbol: 1 }, "INVALID_ARGUMENT: `symbol` of drift_example: Invalid input: expected string, received number."],
  [{ symbol: "" }, "INVALID_ARGUMENT: `symbol` of drift_example: Too small: expected string to have >=1 characters."],
  [{ symbol: "a", limit: 99 }, "INVALID_ARGUMENT: `limit` of drift_example: Too big: expected number to be <=50."],
  [
    { symbol: "a", nested: { deep: 1 } },
    "INVALID_ARGUMENT: `nested.deep` of drift_example: Invalid input: expected boolean, received number.",
  ],
  [{ symbol: "a", limt: 9 }, "INVALID_ARGUMENT: drift_example has no parameter `limt`."],
  [
    { symbol: "a", maxTokens: 30_000 },
    "INVALID_ARGUMENT: `maxTokens` of drift_example: Too big: expected number to be <=20000.",
  ],
])("refuses %j", (raw, message) => expect(refusal(raw)).toBe(message));

it("takes no project where one is pinned", () => {
  expect(refusal({ symbol: "a", project: "shop" }, true)).toBe(
    "INVALID_ARGUMENT: This URL serves one project: leave `project` out.",
  );
});

it("shows a schema without what tells a reader nothing", () => {
  const caller = { endpoint: { path: "/mcp/acme/shop", pinned: {} }, sessionful: true } as unknown as Caller;
  expect(inputSchema(tool, caller)).toMatchInlineSnapshot(`
    {
      "properties": {
        "limit": {
          "default": 10,
          "maximum": 50,
          "type": "integer",
        },
        "maxTokens": {
          "description": "Most tokens of the answer",
          "maximum": 20000,
          "minimum": 100,
          "type": "integer",
        },
        "nested": {
          "properties": {
            "deep": {
              "type": "boolean",
            },
          },
          "required": [
            "deep",
          ],
          "type": "object",
        },
        "symbol": {
          "minLength": 1,
          "type": "string",
        },
      },
      "required": [
        "symbol",
      ],
      "type": "object",
    }
  `);
});

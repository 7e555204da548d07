import { expect, test } from "vitest";
import { type Candidate, type CodeIntent, similarity } from "./similarity.ts";

const candidate = (name: string, path: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{ name, path, kind: "function", signature: `function ${name}()`, doc: null, decorators: null },
  ...{ exported: 1, complexity: 3, score: 5, ...more },
});
const like = (one: Candidate, intent: CodeIntent = "utility", description = "format an amount of money") =>
  similarity(one, { intent, description, top: 5 });

test("says what makes it alike", () => {
  expect(like(candidate("formatMoney", "src/utils/money.ts", { doc: "An amount as text." }))).toMatchInlineSnapshot(`
    {
      "reason": "name or path has format, money; 2 more of the words in signature or documentation; in a place for util code",
      "similarity": 0.85,
    }
  `);
  expect(like(candidate("parse", "src/parse.ts", { score: 1 })).reason).toBe("nearest by words");
});

test("a model for an endpoint takes what one takes", () => {
  const handler = candidate("listOrders", "src/api/orders.ts", { signature: "(req: Request, res: Response)" });
  const helper = candidate("listOrders", "src/orders.ts");
  expect(like(handler, "api_endpoint").similarity).toBeGreaterThan(like(helper, "api_endpoint").similarity);
});

test("tests are models of tests alone", () => {
  const one = candidate("testMoney", "test/money.test.ts");
  expect(like(one, "test").similarity).toBeGreaterThan(2 * like(one, "utility").similarity);
});

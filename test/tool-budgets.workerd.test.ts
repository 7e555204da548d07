/** What each tool costs on a shard that holds other projects too: round trips, rows read, tokens. */
import { beforeAll, expect, test } from "vitest";
import { categories } from "#tools/kit/define-tool";
import { type ToolName, tools } from "#tools/registry.gen";
import { shopUnits } from "./fixtures/shop.ts";
import { askTool, type Stored, storeUnits } from "./harness/facts.ts";

let shop: Stored;

beforeAll(async () => {
  for (const [at, mark] of ["Alpha", "Beta", "Gamma"].entries()) await storeUnits(900 + at, await shopUnits(mark));
  shop = await storeUnits(910, await shopUnits());
});

/** Those that run other tools, or none of the facts. */
const withoutFacts = new Set(["drift_tool", "drift_projects", "drift_capabilities", "drift_discover", "drift_status"]);
const asked = Object.values(tools).filter(({ name }) => !withoutFacts.has(name));

test.each(asked)("$name", async ({ name, example, category }) => {
  const { db, tokens, answer } = await askTool(name as ToolName, example, shop);
  const { roundTrips, rowsRead, rowsUsed } = db.meters;
  expect(roundTrips).toBe(category === "surgical" ? 1 : 2);
  expect(rowsUsed).toBeGreaterThan(0);
  expect(rowsRead / rowsUsed, `${rowsRead} rows read for ${rowsUsed} used`).toBeLessThanOrEqual(4);
  expect(tokens).toBeLessThanOrEqual(categories[category].maxTokens);
  for (const next of answer.nextActions ?? []) {
    expect(() => tools[next.tool as ToolName].input.strict().parse(next.args), JSON.stringify(next)).not.toThrow();
  }
  expect({ rowsRead, rowsUsed, tokens }).toMatchSnapshot();
});

test.each(Object.values(tools))("$name says what it is in few words, with an example that it takes", (tool) => {
  expect(tool.description.length).toBeLessThanOrEqual(300);
  expect(() => tool.input.strict().parse(tool.example)).not.toThrow();
});

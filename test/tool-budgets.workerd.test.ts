/** What each tool costs on a shard that holds other projects too: round trips, rows read, tokens. */
import { beforeAll, expect, test } from "vitest";
import { encodeUnit, type FactRow, hashUnit, type Unit } from "#contract/unit";
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

/** `layers` of `width` functions in one file: each calls all of the layer before, and the first layer the last. */
async function denseCalls(layers: number, width: number) {
  const path = "src/dense.ts";
  const name = (layer: number, at: number) => `f${layer}_${at}`;
  const each = <T>(make: (layer: number, at: number) => T): T[] =>
    Array.from({ length: layers * width }, (_, at) => make(Math.floor(at / width), at % width));
  const calls = each((layer, at) =>
    Array.from({ length: width }, (_, to): FactRow => {
      const [caller, callee] = [name(layer, at), name((layer + layers - 1) % layers, to)];
      const line = layer * width + at + 1;
      const site = (line - 1) * width + to;
      return [
        ...[site, `${path}#${caller}`, caller, line, path, line, line, "call"],
        ...[`${path}#${callee}`, callee, callee, 0, "exact", null, `${callee}()`],
      ];
    }),
  ).flat();
  const symbols = each((layer, at): FactRow => {
    const [own, line] = [name(layer, at), layer * width + at + 1];
    return [
      ...[`${path}#${own}`, "function", own, own, path, line, line, line, null, `function ${own}()`, "[]"],
      ...[null, null, null, 1, "public", null, 0, 0, 0, 0, 1, null],
    ];
  });
  const line = encodeUnit("file", path, { calls, symbols });
  return [{ ...(JSON.parse(line) as Unit), hash: await hashUnit(line) }];
}

test.each([2, 3, 5])("a walk of depth %i over a graph full of cycles reads each edge once", async (maxDepth) => {
  const dense = await storeUnits(920 + maxDepth, await denseCalls(3, 8));
  const { answer, db } = await askTool("drift_callers", { function: "f0_0", transitive: true, maxDepth }, dense);
  const { rowsRead, rowsUsed } = db.meters;
  expect(rowsRead / rowsUsed, `${rowsRead} rows read for ${rowsUsed} used`).toBeLessThanOrEqual(4);
  // All of the other layers and of its own, itself included; those that call it directly are not among them.
  expect(answer.data).toMatchObject({ stats: { directCount: 8, transitiveCount: maxDepth > 2 ? 15 : 8 } });
  const cut = (answer.warnings ?? []).filter((warning) =>
    warning.startsWith("transitiveCallers: the nearest 12 of 15"),
  );
  expect(cut).toHaveLength(maxDepth > 2 ? 1 : 0);
});

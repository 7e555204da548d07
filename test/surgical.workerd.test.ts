/** What the surgical tools answer about the fixture repository, where that takes more than a look at one row. */
import { beforeAll, expect, test } from "vitest";
import { encodeUnit, hashUnit } from "#contract/unit";
import type { ToolName } from "#tools/registry.gen";
import { shopUnits } from "./fixtures/shop.ts";
import { askTool, type Stored, storeUnits } from "./harness/facts.ts";

let shop: Stored;
beforeAll(async () => {
  shop = await storeUnits(930, await shopUnits());
});

const ask = async (name: ToolName, input: unknown) => (await askTool(name, input, shop)).answer;

test.each([
  ["MemoryStore.save", "OrderStore.save", 2],
  ["Memory.Take", "Store.Take", 1],
])("%s may be what a call of %s leads to", async (method, declared, callers) => {
  const { summary, data } = await ask("drift_callers", { function: method });
  expect(data).toMatchObject({ throughTypes: [{ function: declared, callers }] });
  expect(summary).toContain(`It may be what calls of ${declared} (`);
});

test.each([
  ["initialize", 932],
  ["CardGateway", 933],
  ["CardGateway~2", 934],
  ["init", 935],
])("who makes an instance calls a class whose constructor is %s", async (maker, project) => {
  const asked = { function: "CardGateway" };
  const { data } = await ask("drift_callers", asked);
  const text = JSON.stringify(await shopUnits()).replaceAll("CardGateway.__init__", `CardGateway.${maker}`);
  const units = await Promise.all(
    (JSON.parse(text) as Awaited<ReturnType<typeof shopUnits>>).map(async (unit) => ({
      ...unit,
      hash: await hashUnit(encodeUnit(unit.kind, unit.path, unit.rows)),
    })),
  );
  const { answer } = await askTool("drift_callers", asked, await storeUnits(project, units));
  const callers = data as { directCallers: unknown[] };
  expect(callers.directCallers.length).toBeGreaterThan(0);
  expect(answer.data).toMatchObject({ target: { function: "CardGateway" }, directCallers: callers.directCallers });
});

test("of a function that a header only declares the callers of its definition are told", async () => {
  const [source, header, other] = ["web/src/utils/money.c", "web/src/utils/money.h", "web/src/utils/money_windows.c"];
  const text = JSON.stringify(await shopUnits()).replaceAll("web/src/utils/money.ts", source);
  const scanned = JSON.parse(text) as Awaited<ReturnType<typeof shopUnits>>;
  const complexity = 21;
  const declared = [header, other].flatMap((file) =>
    scanned
      .filter(({ path }) => path === source)
      .map((unit) => ({
        ...unit,
        path: file,
        rows: {
          symbols: (unit.rows.symbols ?? [])
            .filter((row) => row[2] === "formatMoney")
            .map((row) => row.map((value, at) => (at === complexity && file === header ? 0 : value)))
            .map((row) => JSON.parse(JSON.stringify(row).replaceAll(source, file)) as typeof row),
        },
      })),
  );
  const units = await Promise.all(
    [...scanned, ...declared].map(async (unit) => ({
      ...unit,
      hash: await hashUnit(encodeUnit(unit.kind, unit.path, unit.rows)),
    })),
  );
  const stored = await storeUnits(936, units);
  const callers = async (file: string) =>
    (await askTool("drift_callers", { function: "formatMoney", file }, stored)).answer;
  const { data, warnings } = await callers(header);
  const called = (await callers(source)).data as { directCallers: unknown[] };
  expect(data).toMatchObject({ target: { file: source }, directCallers: called.directCallers });
  expect(called.directCallers.length).toBeGreaterThan(0);
  const elsewhere = await callers(other);
  expect(elsewhere.data).toMatchObject({ target: { file: other }, directCallers: [] });
  expect(elsewhere.warnings).toContainEqual(expect.stringContaining(`of the definition in ${source} (`));
  expect(warnings).toContain(`${header} only declares it: these are the callers of the definition.`);
});

const statements = async (symbols: string[], targetFile: string) => {
  const { data, warnings } = await ask("drift_imports", { symbols, targetFile });
  const { imports, unresolved, noImportNeeded } = data as Record<string, string[]>;
  return { imports, unresolved, noImportNeeded, warnings };
};

test("no statements are made up for a language that they are not written for", async () => {
  await expect(statements(["OrderStore"], "app/Main.java")).rejects.toMatchObject({
    body: { code: "INVALID_ARGUMENT" },
  });
});

test("a Go method is imported with its type's package, a package's function with that", async () => {
  expect(await statements(["Memory.Take", "errors.New"], "stock/server/new.go")).toEqual({
    imports: ['import "example.com/shop/stock"', 'import "errors"'],
    unresolved: [],
    noImportNeeded: undefined,
    warnings: [],
  });
  expect(await statements(["release"], "stock/new.go")).toMatchObject({ imports: [], noImportNeeded: ["release"] });
});

test("what its file does not export is said to be so", async () => {
  expect(await statements(["release"], "stock/server/new.go")).toMatchObject({
    imports: [],
    unresolved: ["release"],
    warnings: ["release is not exported by stock/stock.go."],
  });
});

test("an id names the file to import from", async () => {
  expect(await statements(["web/src/types/money.ts#addMoney"], "web/src/api/new.ts")).toMatchObject({ imports: [] });
  expect(await statements(["web/src/utils/money.ts#addMoney"], "web/src/api/new.ts")).toMatchObject({
    imports: ['import { addMoney } from "@/utils/money";'],
  });
});

test("a function is found for its test in a file of more symbols than an answer reads", async () => {
  const path = "web/src/utils/money.ts";
  const units = await Promise.all(
    (await shopUnits()).map(async (unit) => {
      if (unit.path !== path) return unit;
      const { symbols = [] } = unit.rows;
      const like = symbols.find((row) => row[2] === "formatMoney") ?? [];
      const before = Array.from({ length: 400 }, (_, at) => {
        const name = `before${at}`;
        return [`${path}#${name}`, like[1] ?? null, name, name, ...like.slice(4)];
      });
      const rows = { ...unit.rows, symbols: [...before, ...symbols] };
      return { ...unit, rows, hash: await hashUnit(encodeUnit(unit.kind, path, rows)) };
    }),
  );
  const large = await storeUnits(931, units);
  const { answer } = await askTool("drift_test_template", { targetFile: path, function: "formatMoney" }, large);
  expect(answer.data).toMatchObject({ template: expect.stringContaining("formatMoney(") });
});

import { expect, test } from "vitest";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { type TempFolder, TempRepository } from "#engine/scan/testing/temp-repository";

const run = (folder: TempFolder, sourceMode: "none" | "snippets" = "snippets") => runScan(folder, { sourceMode });

const readme = `# Shop

Run \`npm run build\`, read [the guide](docs/guide.md) and \`src/total.ts\`. Requires Node.js >= 20.

## API

\`GET /orders/{id}\` calls \`Cart.total()\`; set the environment variable \`SHOP_URL\`.

\`\`\`ts
import { total } from "./src/total";
total([]);
\`\`\`
`;

const claims = (folder: TempFolder) =>
  query(
    folder,
    "select concat_ws(' ', path || ':' || line, heading, '·', form, kind, subject, iif(kind = 'code_block', names, value)) as it from doc_claims order by path, line, fact",
  ).map(({ it }) => it);

test("documents, their sections and what they claim", async () => {
  const folder = new TempRepository({
    "README.md": readme,
    "CHANGELOG.md": "# 1.0\n\n- `src/gone.ts`\n",
    "docs/guide.md": "# Guide\n",
    "node_modules/a/README.md": readme,
    "vendor/b/README.md": readme,
    "test/fixtures/c.md": readme,
    "d.md": new Uint8Array([35, 32, 0, 1]),
    "src/total.ts": "export function total() {}\n",
  });
  await run(folder);
  expect(
    query(folder, "select path, title, role, lines from documents order by path").map((one) => Object.values(one)),
  ).toEqual([
    ["CHANGELOG.md", "1.0", "history", 3],
    ["README.md", "Shop", "guide", 12],
    ["docs/guide.md", "Guide", "guide", 1],
  ]);
  expect(
    query(folder, "select headings, level, line, end_line, excerpt from doc_sections where path = 'README.md'").map(
      (one) => Object.values(one).join(" "),
    ),
  ).toMatchInlineSnapshot(`
    [
      "["Shop"] 1 1 4 Run npm run build, read the guide and src/total.ts. Requires Node.js >= 20.",
      "["Shop","API"] 2 5 12 GET /orders/{id} calls Cart.total(); set the environment variable SHOP_URL. import { total } from "./src/total"; total([]);",
    ]
  `);
  expect(claims(folder)).toMatchInlineSnapshot(`
    [
      "README.md:3 Shop · code command build script",
      "README.md:3 Shop · link path docs/guide.md",
      "README.md:3 Shop · code path src/total.ts",
      "README.md:3 Shop · text version node >=20",
      "README.md:7 API · code api_route /orders/{id} GET",
      "README.md:7 API · code symbol Cart.total",
      "README.md:7 API · code config_key SHOP_URL environment",
      "README.md:10 API · fence code_block ts ["./src/total.total"]",
    ]
  `);
});

test("an edit makes anew what its document says, and a rescan equals a full scan", async () => {
  const folder = new TempRepository({ "README.md": readme, "docs/a.md": "# A\n\n`src/a.ts`\n", "src/a.ts": "" });
  await run(folder);
  const edit = async (change: () => void): Promise<number> => {
    change();
    const { units } = await run(folder);
    const kept = dumpDb(folder.path);
    await runScan(folder, { full: true });
    expect(kept).toEqual(dumpDb(folder.path));
    return units.changed;
  };
  expect(await edit(() => {})).toBe(0);
  expect(await edit(() => folder.write({ "docs/a.md": "# A\n\n`src/b.ts`\n" }))).toBe(1);
  expect(claims(folder)).toContain("docs/a.md:3 A · code path src/b.ts");
  expect(await edit(() => folder.remove("docs/a.md"))).toBe(1);
  expect(await edit(() => folder.write({ "docs/b.md": "# B\n" }))).toBe(1);
  expect(await edit(() => folder.write({ ".driftignore": "docs/\n" }))).toBe(1);
  expect(query(folder, "select path from documents")).toEqual([{ path: "README.md" }]);
});

test("without excerpts no sentence is kept", async () => {
  const folder = new TempRepository({ "README.md": readme });
  await run(folder);
  const quoted = () =>
    query(folder, "select (select count(quote) from doc_claims) + (select count(excerpt) from doc_sections) as n")[0]
      ?.n;
  expect(quoted()).toBeGreaterThan(5);
  await run(folder, "none");
  expect(quoted()).toBe(0);
  expect(claims(folder)).not.toEqual([]);
});

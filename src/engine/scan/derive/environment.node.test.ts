import { expect, test } from "vitest";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { rowsOf } from "#engine/scan/testing/scanned-rows";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const reader = "export const env = (key: string, fallback?: string) => process.env[key] ?? fallback;\n";
const uses = 'select path, variable, has_default, "default" from environment_uses order by path, line';

test("a setting that is named to a function of another file is told where it is named", async () => {
  const files = {
    "env.ts": reader,
    "port.ts": 'import { env } from "./env";\nexport const readEnv = (name: string) => env(name, "80");\n',
    "app.ts":
      'import { env } from "./env";\nimport { readEnv } from "./port";\nenv("API_URL");\nenv("API_KIND", "open");\nreadEnv("API_PORT");\n',
  };
  expect(await rowsOf(files, uses)).toEqual([
    { path: "app.ts", variable: "API_URL", has_default: 0, default: null },
    { path: "app.ts", variable: "API_KIND", has_default: 1, default: "open" },
    { path: "app.ts", variable: "API_PORT", has_default: 1, default: "80" },
  ]);
});

test("when the function no longer reads the environment, what is named to it is no setting", async () => {
  const folder = new TempFolder({
    "env.ts": reader,
    "app.ts": 'import { env } from "./env";\nenv("API_URL");\n',
  });
  const rescan = (): Promise<unknown> => runScan(folder);
  await rescan();
  expect(query(folder, "select variable from environment_uses")).toEqual([{ variable: "API_URL" }]);
  folder.write({ "env.ts": "export const env = (key: string, fallback?: string) => key ?? fallback;\n" });
  await rescan();
  expect(query(folder, "select variable from environment_uses")).toEqual([]);
});

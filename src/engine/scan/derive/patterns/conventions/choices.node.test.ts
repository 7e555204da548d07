import { expect, test } from "vitest";
import { rowsOf } from "#engine/scan/testing/scanned-rows";

test("what the repository's own logger writes with goes against nothing", async () => {
  const users = ["cart", "buyer", "offer", "order", "parcel", "price"].map((name) => [
    `src/${name}.ts`,
    `import { logger } from "./utils/logger";\nexport const ${name} = (): void => logger.error("${name}");\n`,
  ]);
  const files = {
    ...Object.fromEntries(users),
    "src/late.ts": 'export const late = (): void => console.error("late");\n',
    "src/utils/logger.ts": "export const logger = { error: (text: string): void => console.error(text) };\n",
  };
  const outliers = "select path from pattern_locations where pattern like 'logging/%' and is_outlier = 1";
  expect(await rowsOf(files, outliers)).toEqual([{ path: "src/late.ts" }]);
});

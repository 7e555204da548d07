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

test("what a type named after a log reads of itself is no logging", async () => {
  const reads = (name: string): string =>
    `class ${name}MailLog\n  attr_reader :error\n  def initialize(error) = @error = error\n  def state\n    error ? "failed" : "sent"\n  end\nend\n`;
  const files = {
    Gemfile: "gem 'rails'\n",
    ...Object.fromEntries(
      ["Buyer", "Seller", "Owner"].map((name) => [`app/logs/${name.toLowerCase()}.rb`, reads(name)]),
    ),
    ...Object.fromEntries(
      ["a", "b", "c"].map((name) => [
        `app/${name}.rb`,
        `class ${name.toUpperCase()}\n  def x = Rails.logger.info("x")\n  def y = Rails.logger.info("y")\nend\n`,
      ]),
    ),
  };
  const genes = "select allele, frequency from genes where gene like 'Logging%'";
  expect(await rowsOf(files, genes)).toEqual([{ allele: "Rails' logger", frequency: 100 }]);
});

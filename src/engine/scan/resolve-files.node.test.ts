import { expect, test } from "vitest";
import type { ScanProgress } from "./progress.ts";
import { scan } from "./scan.ts";
import { dumpDb } from "./testing/dump-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { TempFolder } from "./testing/temp-repository.ts";

/** More files than one worker is given, each of which leads to all: a chain of classes with the method at its end. */
const chain = Object.fromEntries(
  Array.from({ length: 250 }, (_, at) => {
    const next = at + 1 < 250 ? `import { C${at + 1} } from "./c${at + 1}";\n` : "";
    const body = next ? ` extends C${at + 1} {}` : " {\n  end() {}\n}";
    return [`src/c${at}.ts`, `${next}export class C${at}${body}\nexport const call${at} = () => new C${at}().end();\n`];
  }),
);

const scanned = async (maxHeldBytes?: number): Promise<Record<string, unknown[]>> => {
  const folder = new TempFolder(chain);
  const options = { folder: folder.path, sourceMode: "snippets", generated: false, scanner: "test" } as const;
  await scan({ ...options, ...(maxHeldBytes !== undefined && { maxHeldBytes }) });
  return dumpDb(folder.path);
};

test("where the first files alone need more than a worker's share, the work is done by those that are left", async () => {
  const whole = await scanned();
  expect(whole.calls).toHaveLength(500);
  expect(await scanned(1)).toEqual(whole);
  expect(await scanned(40_000)).toEqual(whole);
}, 120_000);

test.for([
  ["nothing more", ""],
  ["what came", 'import { round } from "./far/off/round";\n'],
])("a file that is edited while another comes, and imports %s, is no other to those that use it", async ([, head]) => {
  const price = "export function price(n: number): number { return n; }\n";
  const folder = new TempFolder({
    "src/price.ts": price,
    "src/cart.ts": 'import { price } from "./price";\nexport const total = () => price(1);\n',
  });
  const resolved = async (): Promise<number> => {
    let count = 0;
    const onProgress = ({ phase, done }: ScanProgress): void => {
      if (phase === "resolving") count = done;
    };
    await runScan(folder, { onProgress });
    return count;
  };
  expect(await resolved()).toBe(2);
  folder.write({ "src/price.ts": `${head}${price}// edited\n`, "src/far/off/round.ts": "export const round = 1;\n" });
  expect(await resolved()).toBe(2);
});

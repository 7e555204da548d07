import { expect, test } from "vitest";
import { scan } from "./scan.ts";
import { SpareWorkers } from "./spare-workers.ts";
import { dumpDb } from "./testing/dump-db.ts";
import { TempFolder } from "./testing/temp-repository.ts";

const shop = { "src/shop.ts": `import { send } from "./mail";\nexport const order = () => send("ordered");\n` };
const mail = { "src/mail.ts": "export function send(text: string) { console.log(text); }\n" };
const farm = { "farm.py": "import os\n\n\ndef feed():\n    return os.environ['FOOD']\n" };

const run = (folder: TempFolder, spare: SpareWorkers | undefined, workers = 1) =>
  scan({ folder: folder.path, sourceMode: "snippets", generated: false, scanner: "test", workers, spare });

test("one worker serves scan after scan, and nothing of one folder is in the next", async () => {
  const spare = new SpareWorkers();
  const served = new Set<unknown>();
  for (const files of [{ ...shop, ...mail }, farm, shop]) {
    const [folder, alone] = [new TempFolder(files), new TempFolder(files)];
    await run(folder, spare);
    const worker = spare.take();
    served.add(worker);
    if (worker) expect(spare.give(worker)).toBe(true);
    await run(alone, undefined);
    expect(dumpDb(folder.path)).toEqual(dumpDb(alone.path));
  }
  expect([...served]).toEqual([expect.anything()]);
  await spare.close();
});

test("one that was lost serves no more, and one too many is not kept", async () => {
  const spare = new SpareWorkers();
  const folder = new TempFolder(farm);
  await run(folder, spare);
  const lost = spare.take();
  await lost?.close();
  if (lost) spare.give(lost);
  await run(folder, spare);
  folder.write({ "farm.py": "def feed():\n    return 1\n" });
  await run(folder, spare);
  const next = spare.take();
  expect(next).toBeDefined();
  expect(next).not.toBe(lost);
  await next?.close();
  const none = new SpareWorkers(0);
  await run(new TempFolder(shop), none);
  expect(none.take()).toBeUndefined();
});

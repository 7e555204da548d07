import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { TempFolder, TempRepository } from "#engine/scan/testing/temp-repository";
import { runDrift, startDrift } from "./testing/run-drift.ts";

interface Scan {
  readonly units: { readonly total: number; readonly changed: number };
  readonly commit: string | null;
  readonly dirty: boolean;
}

/** `drift watch --json` of a folder; `next` waits for the first scan to come of which something holds. */
function startWatch(folder: TempFolder, ...args: string[]) {
  const { process: child, ended } = startDrift(["watch", folder.path, "--json", ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const scans: Scan[] = [];
  let wake = (): void => {};
  if (child.stdout)
    createInterface(child.stdout).on("line", (line) => {
      scans.push(JSON.parse(line) as Scan);
      wake();
    });
  const next = async (holds: (scan: Scan) => boolean): Promise<Scan> => {
    for (;;) {
      for (let scan = scans.shift(); scan; scan = scans.shift()) if (holds(scan)) return scan;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  /** Waits until it says so on stderr. */
  const heard = (words: string): Promise<void> =>
    new Promise((resolve) => {
      let said = "";
      child.stderr?.on("data", (text: string) => {
        said += text;
        if (said.includes(words)) resolve();
      });
    });
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { next, heard, stop };
}

const hasChanged = ({ units }: Scan): boolean => units.changed > 0;

/** Whether the folder's facts are those of a full scan. */
async function expectWhole(folder: TempFolder): Promise<void> {
  const watched = dumpDb(folder.path);
  await runDrift(["scan", folder.path, "--full", "--quiet"]);
  expect(watched).toEqual(dumpDb(folder.path));
}

for (const looks of [[], ["--poll"]]) {
  test(`drift watch ${looks} catches up, follows saves and branches, and ends with Ctrl-C`, {
    timeout: 120_000,
  }, async () => {
    const repository = new TempRepository({ "a.ts": "export const a = () => b();\nconst b = () => 1;\n" });
    await runDrift(["scan", repository.path, "--quiet"]);
    repository.write({ "a.ts": "export const a = () => 2;\n" });
    const { next, stop } = startWatch(repository, ...looks);
    expect(await next(hasChanged)).toMatchObject({ units: { total: 3, changed: 1 }, dirty: true });
    repository.write({ "new/b.ts": "export const n = () => 1;\n" });
    expect(await next(hasChanged)).toMatchObject({ units: { total: 5, changed: 2 } });
    repository.git("checkout", "-q", "-b", "other");
    const commit = repository.commit("on another branch");
    expect(await next((scan) => scan.commit === commit && !scan.dirty)).toMatchObject({ units: { total: 6 } });
    const { code, stderr } = await stop("SIGINT");
    expect(stderr).toBe(`watching ${repository.path}\nstopped\n`);
    expect(code).toBe(0);
    await expectWhole(repository);
  });
}

test("Ctrl-C during a scan lets it end: nothing of it is lost", { timeout: 120_000 }, async () => {
  const calls = "call(1);\n".repeat(3_000);
  const folder = new TempFolder(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}.ts`, calls])));
  const { next, stop } = startWatch(folder);
  await next(hasChanged);
  folder.write({ "f0.ts": "export const last = 1;\n" });
  let wasScanned = false;
  void next(hasChanged).then(() => {
    wasScanned = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  const { code } = await stop("SIGINT");
  expect(code).toBe(0);
  // Either it had begun, and is whole, or it had not, and the next one finds the edit.
  const { json } = await runDrift(["scan", folder.path, "--json"]);
  const { units } = json() as unknown as Scan;
  expect(units.changed).toBe(wasScanned ? 0 : 1);
  expect(dumpDb(folder.path).symbols).toMatchObject([{ id: "f0.ts#last" }]);
});

test("drift watch of what is no folder ends at once; one whose settings are broken goes on", {
  timeout: 60_000,
}, async () => {
  const folder = new TempFolder({ "a.ts": "", "drift.json": "{" });
  expect(await runDrift(["watch", folder.at("missing")])).toMatchObject({ code: 3 });
  const { next, heard, stop } = startWatch(folder);
  await heard("drift.json: is not JSON");
  folder.write({ "drift.json": "{}" });
  expect(await next(hasChanged)).toMatchObject({ units: { total: 2 } });
  expect(await stop("SIGTERM")).toMatchObject({ code: 0 });
});

import { chmodSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openScanModule } from "#engine/scan-module";
import { compileScan, scanDigest } from "#wasm/scan";
import { cacheFolder, KeptCode } from "./kept-code.ts";
import { scan } from "./scan.ts";
import { TempFolder } from "./testing/temp-repository.ts";

/** Sources that run long enough for V8 to compile what reads them for speed. */
const source = Buffer.from(
  Array.from({ length: 3_000 }, (_, n) => `export function f${n}(a: number) { return f${n + 1}(a + ${n}); }`).join(
    "\n",
  ),
);

const entryOf = (module: WebAssembly.Module) => openScanModule(module).entry;

const symbolsOf = (module: WebAssembly.Module): number | undefined =>
  openScanModule(module).extract("a.ts", source)?.symbols;

/** A folder in which code is kept. */
async function kept() {
  const folder = new TempFolder({}).at("cache");
  const code = new KeptCode(folder, scanDigest());
  const load = vi.spyOn(code, "load");
  const module = compileScan(code);
  expect(load).toHaveReturnedWith(undefined);
  expect(symbolsOf(module)).toBe(3_000);
  // Code for speed is made beside what runs.
  await vi.waitFor(() => {
    symbolsOf(module);
    code.keep(module, entryOf(module));
    expect(statSync(join(folder, readdirSync(folder)[0] ?? "")).size).toBeGreaterThan(100_000);
  }, 20_000);
  return { folder, code, load, path: join(folder, readdirSync(folder)[0] ?? "") };
}

afterEach(() => void vi.unstubAllEnvs());

test("what was kept is taken, and does the same", async () => {
  const { code, load, path } = await kept();
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  const module = compileScan(code);
  expect(load.mock.results.at(-1)?.value).toBe(module);
  expect(symbolsOf(module)).toBe(3_000);
});

test("what is still compiled when all else is done is waited for and kept", async () => {
  const folder = new TempFolder({}).at("cache");
  const code = new KeptCode(folder, scanDigest());
  const module = compileScan(code);
  await vi.waitFor(async () => {
    symbolsOf(module);
    await code.keepLast(module, () => entryOf(module));
    expect(statSync(join(folder, readdirSync(folder)[0] ?? "")).size).toBeGreaterThan(100_000);
  }, 20_000);
});

test("what is cut short, changed or another's to write is not taken", async () => {
  const { code, load, path } = await kept();
  const whole = readFileSync(path);
  const isTaken = (): boolean => {
    expect(symbolsOf(compileScan(code))).toBe(3_000);
    return load.mock.results.at(-1)?.value !== undefined;
  };
  writeFileSync(path, whole.subarray(0, whole.length - 1));
  expect(isTaken()).toBe(false);
  const changed = Buffer.from(whole);
  changed[whole.length >> 1] = (changed[whole.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, changed);
  expect(isTaken()).toBe(false);
  writeFileSync(path, "");
  expect(isTaken()).toBe(false);
  writeFileSync(path, whole);
  expect(isTaken()).toBe(true);
  if (process.platform === "win32") return;
  chmodSync(path, 0o666);
  expect(isTaken()).toBe(false);
});

test("only what grew is written again, and no more than the last four are kept", async () => {
  const { code, folder, path } = await kept();
  const module = compileScan(code);
  for (const n of [1, 2, 3, 4]) {
    const other = join(folder, `scan-${"0".repeat(16)}-${n}.code`);
    writeFileSync(other, "");
    utimesSync(other, n, n);
  }
  utimesSync(path, 100, 100);
  code.keep(module, entryOf(module));
  expect(statSync(path).mtimeMs).toBe(100_000);
  writeFileSync(path, "");
  code.keep(module, entryOf(module));
  expect(readdirSync(folder)).toHaveLength(4);
  expect(existsSync(join(folder, `scan-${"0".repeat(16)}-1.code`))).toBe(false);
});

test("a scan keeps what it compiled, and scans after it take that, whatever they read", async () => {
  const cache = new TempFolder({}).at("cache");
  vi.stubEnv("DRIFT_CACHE", cache);
  // More than one worker's worth.
  const text = source.toString();
  const files = Array.from({ length: 8 }, (_, n) => [`a${n}.ts`, `${text}\nexport const a${n} = ${n};\n`]);
  const { path: folder } = new TempFolder(Object.fromEntries(files));
  const again = (full: boolean) => scan({ folder, full, scanner: "test", sourceMode: "snippets", generated: "source" });
  await again(false);
  const [name = ""] = readdirSync(cache);
  const path = join(cache, name);
  const isTaken = async (full: boolean): Promise<boolean> => {
    utimesSync(path, 1, 1);
    await again(full);
    expect(readdirSync(cache)).toEqual([name]);
    return statSync(path).mtimeMs > 1_000;
  };
  expect(await isTaken(true)).toBe(true);
  writeFileSync(join(folder, "a1.ts"), "export const a1 = 1;\n");
  expect(await isTaken(false)).toBe(true);
});

test("of a module that has run nothing yet there is little to keep, and no harm", () => {
  const code = new KeptCode(new TempFolder({}).at("cache"), scanDigest());
  const module = compileScan(code);
  code.keep(module, entryOf(module));
  expect(symbolsOf(compileScan(code))).toBe(3_000);
});

test("where nothing can be kept, nothing is", async () => {
  const code = new KeptCode(new TempFolder({ file: "" }).at("file"), scanDigest());
  const module = compileScan(code);
  expect(() => code.keep(module, entryOf(module))).not.toThrow();
  expect(symbolsOf(module)).toBe(3_000);
});

test("the folder is the one that is named, or the system's, or none", () => {
  vi.stubEnv("DRIFT_CACHE", "");
  expect(cacheFolder()).toBeUndefined();
  vi.stubEnv("DRIFT_CACHE", "/some/where");
  expect(cacheFolder()).toMatch(/some.where$/);
  vi.stubEnv("DRIFT_CACHE", undefined);
  if (process.platform !== "linux") return;
  vi.stubEnv("XDG_CACHE_HOME", "/cache");
  expect(cacheFolder()).toBe("/cache/drift");
  vi.stubEnv("XDG_CACHE_HOME", "not/absolute");
  vi.stubEnv("HOME", "/home/anna");
  expect(cacheFolder()).toBe("/home/anna/.cache/drift");
});

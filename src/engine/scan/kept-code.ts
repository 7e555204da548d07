/**
 * The machine code that V8 made of the scan module, kept for the scans to come: compiling it anew is a fifth of the CPU
 * of a scan of some hundred files, and more of one after an edit.
 *
 * V8 hands it out and takes it back by two functions that it has for its own tests. It refuses what another version
 * made, or other flags, or a processor with other features; whatever goes wrong here, the module is compiled as ever.
 */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { cachedDataVersionTag, setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { crc32 } from "node:zlib";

/** Of so many modules, versions of Node and sets of flags, those that were used last. */
const mostKept = 4;

/** A scan of another language brings more code than this; what one more of the same brings is not worth writing. */
const leastGrowth = 1.05;

/** Milliseconds in which a process that has nothing left to do is looked at: what takes CPU in them is V8's compiler. */
const lookedAt = 16;
/** So many looks in a row at a process that does nothing say that the compiler is done. */
const manyQuiet = 5;
/** Milliseconds in which V8 has compiled the longest functions, the lexers of large grammars. */
const longest = 8_000;

/** A sum over what follows it. */
const sumBytes = 4;

type Entry = (length: number) => number;
type Serialize = (module: WebAssembly.Module) => ArrayBuffer;
type Deserialize = (code: ArrayBuffer, bytes: Uint8Array) => WebAssembly.Module | undefined;

/**
 * The folder of what can be made again at any time: `DRIFT_CACHE`, else `drift` where the system keeps such things.
 * Undefined: nothing is kept, as an empty `DRIFT_CACHE` says.
 */
export function cacheFolder(): string | undefined {
  const given = process.env.DRIFT_CACHE;
  if (given !== undefined) return given === "" ? undefined : resolve(given);
  try {
    const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
    if (process.platform === "win32")
      return join(LOCALAPPDATA || join(homedir(), "AppData", "Local"), "drift", "cache");
    if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "drift");
    return join(homedir(), ...(process.platform === "darwin" ? ["Library", "Caches"] : [".cache"]), "drift");
  } catch {
    // Who runs this is nobody that the system knows.
    return undefined;
  }
}

export class KeptCode {
  readonly #folder: string;
  readonly #digest: string;

  /** @param digest that of the module */
  constructor(folder: string, digest: string) {
    this.#folder = folder;
    this.#digest = digest.slice(0, 16);
  }

  /** Of V8's version, its flags as they are now, and the processor's features. */
  get #path(): string {
    return join(this.#folder, `scan-${this.#digest}-${cachedDataVersionTag().toString(16)}.code`);
  }

  /** The module of these bytes with the code that is kept of it. Undefined: there is none that V8 takes. */
  load(bytes: Uint8Array): WebAssembly.Module | undefined {
    const path = this.#path;
    try {
      const code = readOwn(path);
      if (!code) return undefined;
      const source = "(code, bytes) => %DeserializeWasmModule(code, bytes)";
      const module = asTests(source, (take: Deserialize) => take(code, bytes));
      const now = new Date();
      if (module) utimesSync(path, now, now);
      return module;
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps what V8 compiled of a module for speed, where that is more than is kept already.
   *
   * @param entry a small function of one of its instances
   */
  keep(module: WebAssembly.Module, entry: Entry): void {
    const path = this.#path;
    try {
      // Of a module of which nothing is compiled for speed V8 gives nothing, and ends the process.
      asTests("(entry) => %WasmTierUpFunction(entry)", (compile: (entry: Entry) => void) => compile(entry));
      const code = Buffer.from(asTests("(module) => %SerializeWasmModule(module)", (give: Serialize) => give(module)));
      const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (code.length < before * leastGrowth) return;
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const sum = Buffer.alloc(sumBytes);
      sum.writeUInt32LE(crc32(code));
      const written = `${path}.${randomUUID()}`;
      try {
        writeFileSync(written, Buffer.concat([sum, code]), { mode: 0o600, flag: "wx" });
        renameSync(written, path);
      } finally {
        rmSync(written, { force: true });
      }
      this.#clear();
    } catch {
      // A disk that is full, a folder that nobody may write: the next scan compiles again.
    }
  }

  /**
   * Waits for what V8 still compiles where nothing else is left to do, as the end of the process would, and keeps it:
   * the end would throw it away, and each scan of the same language would compile it anew.
   *
   * @param entry gives a small function of an instance
   * @returns milliseconds in which it compiled; 0: nothing was left to do
   */
  async keepLast(module: WebAssembly.Module, entry: () => Entry): Promise<number> {
    let waited = 0;
    // One quiet look is enough where there was no other; what compiles may have to wait for the processor.
    for (let quiet = 0; quiet < (waited > 0 ? manyQuiet : 1) && waited < longest; ) {
      if (await isBusy()) [quiet, waited] = [0, waited + lookedAt];
      else quiet += 1;
    }
    if (waited > 0) this.keep(module, entry());
    return waited;
  }

  #clear(): void {
    const kept = readdirSync(this.#folder)
      .filter((name) => /^scan-[0-9a-f-]+\.code/.test(name))
      .map((name) => join(this.#folder, name))
      .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.at - a.at);
    for (const { path } of kept.slice(mostKept)) rmSync(path, { force: true });
  }
}

async function isBusy(): Promise<boolean> {
  const before = process.cpuUsage();
  await setTimeout(lookedAt);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 > lookedAt / 2;
}

/** Versions of V8 that these functions were tried with: of Node 22 to 25. */
const known = /^1[23]\./;

/** Calls a function of V8's that only its tests know; what it makes depends on the flag that lets it be named. */
function asTests<F extends (...given: never[]) => unknown, T>(source: string, call: (named: F) => T): T {
  if (!known.test(process.versions.v8)) throw new Error("this V8 is not known");
  setFlagsFromString("--allow-natives-syntax");
  try {
    return call(runInThisContext(source) as F);
  } finally {
    setFlagsFromString("--no-allow-natives-syntax");
  }
}

/** What was kept, if nobody but who runs this could have written it, since it is run, and if it is whole. */
function readOwn(path: string): ArrayBuffer | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const { uid, mode } = fstatSync(file);
    const me = process.getuid?.();
    if (me !== undefined && (uid !== me || (mode & 0o022) !== 0)) return undefined;
    const { buffer, byteOffset, length } = readFileSync(file);
    const code = buffer.slice(byteOffset + sumBytes, byteOffset + length) as ArrayBuffer;
    const sum = new DataView(buffer, byteOffset, sumBytes).getUint32(0, true);
    return crc32(new Uint8Array(code)) === sum ? code : undefined;
  } finally {
    closeSync(file);
  }
}

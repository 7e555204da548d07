/** Reads one file and, unless it is skipped or known, extracts its graph. Runs in a worker. */
import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { extname, join } from "node:path";
import { type Extracted, openScanModule, type ScanModule, ScanTrap } from "#engine/scan-module";
import type { SkipReason } from "./skip-reason.ts";
import type { Fault, FileState, GeneratedRead, ReadJob, ReadOutcome, WorkerData } from "./worker-protocol.ts";

/** Bytes of the largest file that is read, where `drift.json` says nothing else. */
export const defaultMaxFileBytes = 4 * 2 ** 20;

/** A file of more bytes is judged by its beginning first, since what a tool wrote is not worth being parsed whole. */
const largeBytes = 2 ** 20;
const beginningBytes = 64 * 2 ** 10;
/** The same of a file that speaks of being generated. */
const largeGeneratedBytes = 64 * 2 ** 10;
const generatedBeginningBytes = 16 * 2 ** 10;
/** Of what a tool wrote, files up to this size are read whose lines are in the mean no longer, as linguist takes minified ones to be. */
const mostGeneratedBytes = 512 * 2 ** 10;
const mostLineBytes = 110;
/** What a tool wrote declares something every so many bytes, or it is a table or a picture of a model. */
const mostBytesApart = 4 * 2 ** 10;

/** A NUL byte within the first so many marks a binary file, as it does for git. */
const headBytes = 8 * 2 ** 10;

/** An instance that holds more memory is replaced, since memory never shrinks. */
const maxHeldBytes = 128 * 2 ** 20;

const encoder = new TextEncoder();

const newline = 10;
const carriageReturn = 13;
const space = 32;

export type ReaderData = WorkerData & { readonly module: WebAssembly.Module };

export class FileReader {
  #data: ReaderData;
  #module: ScanModule;
  #buffer = Buffer.allocUnsafe(largeBytes + 1);
  /** Whether files of an ending are read. */
  readonly #endings = new Map<string, boolean>();

  constructor(data: ReaderData) {
    this.#data = data;
    this.#module = openScanModule(data.module);
  }

  get module(): ScanModule {
    return this.#module;
  }

  /** From here on it reads files of another scan. */
  begin(data: ReaderData): void {
    this.#data = data;
    if (this.#module.bytesHeld() > maxHeldBytes) this.#module = openScanModule(data.module);
  }

  read(job: ReadJob): ReadOutcome {
    let file: number;
    try {
      // A pipe that took the file's place must not hold the worker up, nor a link lead it away.
      file = openSync(
        join(this.#data.folder, job.path),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      );
    } catch (error) {
      return couldNotRead(error);
    }
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return skipped("special", null);
      return this.#readOpen(job, file, stat);
    } catch (error) {
      if (error instanceof ScanTrap) throw error;
      return couldNotRead(error);
    } finally {
      closeSync(file);
    }
  }

  #readOpen(job: ReadJob, file: number, stat: Stats): ReadOutcome {
    const state = { size: stat.size, mtime: stat.mtimeMs, ctime: stat.ctimeMs };
    let length = readAll(file, this.#buffer.subarray(0, headBytes));
    const head = this.#buffer.subarray(0, length);
    const encoding = utf16(head);
    if (!encoding && head.includes(0)) return skipped("binary", state);
    if (!this.#isSupported(job.path, head)) return skipped("unsupported", state);
    const { maxFileBytes } = this.#data;
    if (stat.size > maxFileBytes) return skipped("too_large", state);
    this.#makeRoom(stat.size + 1);
    if (length === headBytes) length += readAll(file, this.#buffer.subarray(length, maxFileBytes + 1));
    if (length > maxFileBytes) return skipped("too_large", state);
    const raw = this.#buffer.subarray(0, length);
    const digest = hash("sha256", raw);
    const bytes = encoding ? encoder.encode(new TextDecoder(encoding).decode(raw)) : raw;
    if (digest === job.knownHash && !job.fault) return { kind: "same", state };
    const { generated } = this.#data;
    const saysSo = length > largeGeneratedBytes && /generated/i.test(head.toString("latin1"));
    if (generated !== true && (length > largeBytes || saysSo)) {
      const beginning = bytes.subarray(0, saysSo ? generatedBeginningBytes : beginningBytes);
      const judged = this.#extract(job, beginning).found;
      const isLeftOut = length > mostGeneratedBytes || (judged && !isWanted(generated, beginning, judged));
      if (judged?.generated && isLeftOut) return skipped("generated", state);
    }
    const { found, fault } = this.#extract(job, bytes);
    if (!found) return skipped("unsupported", state);
    if (found.generated && !isWanted(generated, bytes, found)) return skipped("generated", state);
    const { language, graph, offer, outline } = found;
    const [keys, presences] = [Uint32Array.from(found.keys), Uint32Array.from(found.presences)];
    const parts = { graph, offer, outline, keys, presences, package: found.package };
    return { kind: "read", state, hash: digest, language, interface: found.interface, ...parts, fault };
  }

  /** Room for so many bytes; what was read into the buffer stays. */
  #makeRoom(bytes: number): void {
    if (bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(bytes);
    this.#buffer.copy(larger, 0, 0, headBytes);
    this.#buffer = larger;
  }

  /** The graph; that of a blank file of the same size where the module gives up on what is in it. */
  #extract({ path, fault }: ReadJob, bytes: Uint8Array): { found: Extracted | undefined; fault: Fault | null } {
    if (fault) return { found: this.#module.extract(path, blank(bytes)), fault };
    try {
      const found = this.#module.extract(path, bytes);
      if (this.#module.bytesHeld() > maxHeldBytes) this.#module = openScanModule(this.#data.module);
      return { found, fault: null };
    } catch (error) {
      if (!(error instanceof ScanTrap)) throw error;
      this.#module = openScanModule(this.#data.module);
      return { found: this.#module.extract(path, blank(bytes)), fault: faultOf(error.message) };
    }
  }

  /** Told by the ending; by the first line where there is none. */
  #isSupported(path: string, head: Uint8Array): boolean {
    const ending = extname(path);
    // Translations of Qt share TypeScript's ending.
    if (ending === ".ts" && markup.test(String.fromCharCode(...head.subarray(0, 16)))) return false;
    const known = this.#endings.get(ending);
    if (ending && known !== undefined) return known;
    const end = head.indexOf(newline);
    const firstLine = head[0] === 0x23 ? head.subarray(0, end < 0 ? head.length : end) : new Uint8Array();
    const supported = this.#module.extract(path, firstLine) !== undefined;
    if (ending) this.#endings.set(ending, supported);
    return supported;
  }
}

/** How a document of XML begins, behind a byte order mark. */
const markup = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|!DOCTYPE)\b/;

/** Whether what a tool wrote is read: code asks it and is asked by it, but nobody asks of bundles and tables. */
function isWanted(generated: GeneratedRead, bytes: Uint8Array, { symbols }: Extracted): boolean {
  if (generated !== "source") return generated;
  if (bytes.length > mostGeneratedBytes || bytes.length > mostBytesApart * Math.max(symbols, 1)) return false;
  let lines = 1;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines++;
  return bytes.length / lines <= mostLineBytes;
}

/** How a file is written that says of itself, by its first two bytes, that it is UTF-16. */
function utf16([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** A trap by its words: at the stack's end V8 says "call stack", the module's own stack runs out of bounds. */
export const faultOf = (said: string): Fault =>
  /call stack|out of bounds/i.test(said)
    ? { kind: "too_deep", message: "nested too deep to be read" }
    : { kind: "gave_up", message: "the scan module gave up on this file" };

/** Spaces for everything but line ends and a hashbang's line: the same size, lines and language, and no content. */
export function blank(bytes: Uint8Array): Uint8Array {
  const hashbang = bytes[0] === 0x23 && bytes[1] === 0x21 ? bytes.indexOf(newline) : 0;
  return bytes.map((byte, at) => (at < hashbang || byte === newline || byte === carriageReturn ? byte : space));
}

const skipped = (reason: SkipReason, state: FileState | null): ReadOutcome => ({ kind: "skipped", reason, state });

function couldNotRead(error: unknown): ReadOutcome {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "gone" };
  return skipped(code === "ELOOP" ? "symlink" : "unreadable", null);
}

/** Fills the buffer from the file as far as it goes. */
function readAll(file: number, buffer: Buffer): number {
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(file, buffer, length, buffer.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return length;
}

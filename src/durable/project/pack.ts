import { DriftError } from "#contract/errors";
import { pushLimits } from "#contract/push-limits";
import { hashUnit, type Unit, unitProblem } from "#contract/unit";
import type { IngestUnit } from "#db/unit-rows";

const limits = pushLimits;
const refuse = (message: string): DriftError =>
  new DriftError("INVALID_ARGUMENT", message, { hint: "Scan and push again with the current `drift`" });

/**
 * Unpacks a pack, never more than its limit: what a small body may unfold to is not for the sender to
 * say. Throws `LIMIT_EXCEEDED`, `INVALID_ARGUMENT`.
 */
export async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw refuse("The pack is not gzip, or is cut short");
    });
    if (done) return Buffer.concat(parts, bytes);
    bytes += value.length;
    if (bytes > limits.packBytes) {
      await reader.cancel().catch(() => {});
      throw new DriftError("LIMIT_EXCEEDED", `A pack is at most ${limits.packBytes} bytes when unpacked`, {
        hint: "Split it",
      });
    }
    parts.push(value);
  }
}

/** The units of an unpacked pack, one at a time, each checked against the contract and hashed. */
export async function* unitsOf(pack: Uint8Array): AsyncIterable<IngestUnit> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let line = 0;
  for (let start = 0; start < pack.length; line++) {
    const found = pack.indexOf(10, start);
    const end = found === -1 ? pack.length : found;
    const bytes = pack.subarray(start, end);
    start = end + 1;
    if (bytes.length > limits.unitBytes) {
      throw new DriftError("LIMIT_EXCEEDED", `Unit ${line + 1} of the pack is over ${limits.unitBytes} bytes`, {
        hint: "Leave its file out of the scan",
      });
    }
    yield await parseUnit(bytes, line + 1, decoder);
  }
}

async function parseUnit(bytes: Uint8Array, number: number, decoder: TextDecoder): Promise<IngestUnit> {
  const bad = (why: string) => refuse(`Unit ${number} of the pack: ${why}`);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw bad("It is not UTF-8");
  }
  let unit: unknown;
  try {
    unit = JSON.parse(text);
  } catch {
    throw bad("It is not JSON");
  }
  const problem = unitProblem(unit);
  if (problem) throw bad(problem);
  // The same facts have one hash: any other spelling of them is refused.
  const { v, kind, path, rows } = unit as Unit;
  if (JSON.stringify({ v, kind, path, rows }) !== text) throw bad("It is not in canonical encoding");
  const tables = Object.keys(rows);
  if (tables.some((table, at) => at > 0 && table <= (tables[at - 1] as string)))
    throw bad("Its tables are not in order");
  if (/\\ud[89a-f]/.test(text) && !wellFormed(rows)) throw bad("It holds half a surrogate pair");
  return { v, kind, path, rows, hash: await hashUnit(text) };
}

const wellFormed = (rows: Unit["rows"]): boolean =>
  Object.values(rows).every((list) =>
    list.every((row) => row.every((value) => typeof value !== "string" || value.isWellFormed())),
  );

/**
 * The one door to `wasm/edge.wasm`, in the Worker and in Node.
 *
 * An isolate holds one instance, made on first use. What goes in and comes out are bytes: a reply is
 * `[u32 status][u32 length][bytes]` at the returned address, little endian, and is freed here. A trap (a panic,
 * memory used up, nesting deeper than the stack) leaves an instance in an unknown state, so it is thrown away, the
 * call answers `UNAVAILABLE`, and the next call gets a new one. What an instance held, token tables and graphs, goes
 * with it: who keeps such state compares `generation` and loads again.
 */
import { DriftError, type ErrorCode } from "#contract/errors";
import { compileEdge } from "#wasm/edge";

/** Bytes inside the instance's memory. */
export interface Bytes {
  readonly at: number;
  readonly length: number;
}

/** The exports of `crates/wasm-edge`. Those that give an address give that of a reply. */
export interface EdgeExports {
  readonly memory: WebAssembly.Memory;
  drift_init(): number;
  drift_alloc(length: number): number;
  drift_free(at: number, length: number): void;
  drift_tokens_load(encoding: number, at: number, length: number): number;
  drift_tokens_count(encoding: number, at: number, length: number, limit: number): number;
  drift_graph_begin(): number;
  drift_graph_add(handle: number, at: number, length: number): number;
  drift_graph_finish(handle: number): number;
  drift_graph_load(at: number, length: number): number;
  drift_graph_encode(handle: number): number;
  drift_graph_query(handle: number, at: number, length: number): number;
  drift_graph_drop(handle: number): void;
  drift_outline(at: number, pathLength: number, length: number): number;
  drift_trap(): void;
}

/** What a reply's status means to the caller; 0 is success. As in `crates/wasm-edge/src/reply.rs`. */
const codes: Record<number, ErrorCode> = { 1: "INVALID_ARGUMENT", 2: "LIMIT_EXCEEDED", 3: "UNAVAILABLE" };

/** Bytes that one call takes at most: the instance shares an isolate's memory. */
export const MAX_INPUT_BYTES = 16 << 20;

/** As in `crates/wasm-edge/src/memory.rs`: the panic's text, ended by a zero byte. */
const PANIC_BYTES = 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let compiled: WebAssembly.Module | undefined;
let current: { wasm: EdgeExports; panicAt: number } | undefined;
let made = 0;

/** The number of the instance in use, counted from 1; makes one where there is none. */
export function generation(): number {
  open();
  return made;
}

/**
 * Hands `input` to an export and gives its reply's bytes.
 *
 * @throws DriftError with the module's own words where it refuses the input, `UNAVAILABLE` where it trapped.
 */
export function ask(input: Uint8Array | string, run: (wasm: EdgeExports, input: Bytes) => number): Uint8Array {
  const bytes = typeof input === "string" ? encoder.encode(input) : input;
  const length = bytes.length;
  if (length > MAX_INPUT_BYTES) {
    throw new DriftError("LIMIT_EXCEEDED", `${length} bytes are more than the ${MAX_INPUT_BYTES} that one call takes.`);
  }
  return guarded((wasm) => {
    const at = wasm.drift_alloc(length) >>> 0;
    new Uint8Array(wasm.memory.buffer, at, length).set(bytes);
    const reply = run(wasm, { at, length });
    wasm.drift_free(at, length);
    return take(wasm, reply);
  });
}

/** As `ask`, for the exports whose reply is JSON that they made themselves. */
export function askJson<Answer>(input: Uint8Array | string, run: (wasm: EdgeExports, input: Bytes) => number): Answer {
  return JSON.parse(decoder.decode(ask(input, run)));
}

/** As `ask`, for the exports that take no bytes. */
export function callReply(run: (wasm: EdgeExports) => number): Uint8Array {
  return guarded((wasm) => take(wasm, run(wasm)));
}

/** Calls an export that takes no bytes and gives no reply. */
export function call(run: (wasm: EdgeExports) => void): void {
  guarded(run);
}

/** Bytes of memory the instance holds; 0 where there is none. It never shrinks; the module's own limit bounds it. */
export const bytesHeld = (): number => current?.wasm.memory.buffer.byteLength ?? 0;

function open() {
  if (!current) {
    compiled ??= compileEdge();
    const wasm = new WebAssembly.Instance(compiled, {}).exports as unknown as EdgeExports;
    current = { wasm, panicAt: wasm.drift_init() >>> 0 };
    made += 1;
  }
  return current;
}

function guarded<Answer>(run: (wasm: EdgeExports) => Answer): Answer {
  const { wasm, panicAt } = open();
  try {
    return run(wasm);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    current = undefined;
    throw trapped(wasm, panicAt, error);
  }
}

/** The panic's text may quote what was analysed: it is for the log, as the cause, and never shown. */
function trapped(wasm: EdgeExports, panicAt: number, error: Error): DriftError {
  const text = new Uint8Array(wasm.memory.buffer, panicAt, PANIC_BYTES).slice();
  const panic = decoder.decode(text.subarray(0, Math.max(0, text.indexOf(0))));
  const refusal = new DriftError("UNAVAILABLE", "The analysis module gave up on this input and was restarted.", {
    hint: "Try again with a smaller input: fewer symbols, a smaller depth, or a shorter piece of code.",
  });
  refusal.cause = panic ? new Error(panic, { cause: error }) : error;
  return refusal;
}

function take(wasm: EdgeExports, reply: number): Uint8Array {
  const at = reply >>> 0;
  const head = new DataView(wasm.memory.buffer, at, 8);
  const status = head.getUint32(0, true);
  const length = head.getUint32(4, true);
  const bytes = new Uint8Array(wasm.memory.buffer, at + 8, length).slice();
  wasm.drift_free(at, length + 8);
  if (status !== 0) throw new DriftError(codes[status] ?? "INTERNAL_ERROR", decoder.decode(bytes));
  return bytes;
}

/**
 * Counts tokens as OpenAI's tokenizers do. The counting is in WASM; the ranks of an encoding are a file of about
 * 2 MB that is loaded when that encoding is first asked for: a static asset of the Worker, a file of the package.
 */
import { ask, generation } from "./edge-module.ts";

/** The encodings there are, in the module's order. `o200k_base` is what budgets are counted in. */
export const encodings = ["o200k_base", "cl100k_base"] as const;
export type Encoding = (typeof encodings)[number];

/** A text's tokens. Special tokens are not known to it: `<|endoftext|>` in a text is text. */
export type CountTokens = (text: string) => number;

export interface TokenCounter {
  /** A text's tokens. */
  count(text: string, encoding?: Encoding): Promise<number>;
  /** As `count`, but stops early: a text of more than `limit` tokens is answered with `limit + 1`. */
  countUpTo(text: string, limit: number, encoding?: Encoding): Promise<number>;
  /** Loads an encoding's table, and gives a counter that answers at once. */
  ready(encoding?: Encoding): Promise<CountTokens>;
}

const NO_LIMIT = 0xffff_fffe;

/**
 * A load that is under way is never waited for by another call: in a Worker it belongs to the request that began it,
 * and ends with it. Calls that come before the first table is there each load it.
 *
 * @param loadTable gives the file of an encoding, `wasm/assets/<encoding>.bin`. Not called again once it succeeded.
 */
export function createTokenCounter(loadTable: (encoding: Encoding) => Promise<ArrayBuffer>): TokenCounter {
  const tables = new Map<Encoding, Uint8Array>();
  /** The instance that a table was last put into. */
  const loadedInto = new Map<Encoding, number>();

  const table = async (encoding: Encoding): Promise<Uint8Array> => {
    const bytes = tables.get(encoding) ?? new Uint8Array(await loadTable(encoding));
    tables.set(encoding, bytes);
    return bytes;
  };

  const countWith = async (encoding: Encoding) => {
    const bytes = await table(encoding);
    const index = encodings.indexOf(encoding);
    return (text: string, limit = NO_LIMIT): number => {
      if (loadedInto.get(encoding) !== generation()) {
        ask(bytes, (wasm, input) => wasm.drift_tokens_load(index, input.at, input.length));
        loadedInto.set(encoding, generation());
      }
      const reply = ask(text, (wasm, input) => wasm.drift_tokens_count(index, input.at, input.length, limit));
      return new DataView(reply.buffer).getUint32(0, true);
    };
  };

  return {
    count: async (text, encoding = "o200k_base") => (await countWith(encoding))(text),
    countUpTo: async (text, limit, encoding = "o200k_base") => (await countWith(encoding))(text, limit),
    ready: async (encoding = "o200k_base") => {
      const count = await countWith(encoding);
      return (text) => count(text);
    },
  };
}

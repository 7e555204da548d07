/**
 * Answers of tools that only read, in two levels: this isolate's memory, and a store beyond it.
 *
 * A key is a hash of all that an answer depends on, the snapshot's root hash included, so a push makes
 * new keys and nothing is ever invalidated. The project's row and the caller's role are in it too: one
 * tenant's entry can never be another's hit.
 */
import { sha256 } from "#contract/unit";
import type { ToolAnswer } from "#tools/kit/define-tool";
import { canonical } from "./canonical.ts";
import type { AnswerStore } from "./ports.ts";

const MAX_ENTRIES = 200;
/** UTF-16 units of all entries: two bytes each make 20 MB. */
const MAX_LENGTH = 10_000_000;

/** What distinguishes one answer from another. */
export interface AnswerKey {
  project: number;
  rootHash: string;
  seq: number;
  tool: string;
  input: unknown;
  budget: number;
  role: string;
}

export const hashKey = (key: AnswerKey): Promise<string> => sha256(new TextEncoder().encode(canonical(key)));

interface Entry {
  text: string;
  expires: number;
}

/** Least recently used first. */
class Memory {
  readonly #entries = new Map<string, Entry>();
  #length = 0;

  get(key: string, now: number): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#drop(key, entry);
    if (entry.expires <= now) return undefined;
    this.#add(key, entry);
    return entry.text;
  }

  set(key: string, entry: Entry): void {
    const old = this.#entries.get(key);
    if (old) this.#drop(key, old);
    if (entry.text.length > MAX_LENGTH / 10) return;
    this.#add(key, entry);
    for (const [oldest, dropped] of this.#entries) {
      if (this.#entries.size <= MAX_ENTRIES && this.#length <= MAX_LENGTH) return;
      this.#drop(oldest, dropped);
    }
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#length += entry.text.length;
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#length -= entry.text.length;
  }
}

const memory = new Memory();

export async function cachedAnswer(
  key: string,
  store: AnswerStore,
  now: number,
): Promise<ToolAnswer<unknown> | undefined> {
  const text = memory.get(key, now) ?? (await store.get(key));
  return text === undefined ? undefined : (JSON.parse(text) as ToolAnswer<unknown>);
}

export async function keepAnswer(
  key: string,
  answer: ToolAnswer<unknown>,
  seconds: number,
  store: AnswerStore,
  now: number,
): Promise<void> {
  const text = JSON.stringify(answer);
  memory.set(key, { text, expires: now + seconds * 1000 });
  await store.put(key, text, seconds);
}

/**
 * Guards that go by what a decorator of the repository says of a handler, as NestJS's by `SetMetadata("isPublic", true)`:
 * one that reads what a handler is said to be free of does not ask it.
 */
import type { Registration } from "./registration.ts";

/** The names of rows that say under which key a function puts something, and under which a class reads it. */
const [sets, reads] = ["metadata", "metadata read"];
export const ofMetadata: ReadonlySet<string | null> = new Set([sets, reads]);
/** How keys and decorators are called that let everybody in. */
const letsIn = /^(?:is)?_?public|anonymous|skip|bypass|no_?auth|unauth|allow_?all|exempt|without/i;

export class MetadataGuards {
  /** By what is decorated, the decorators of the repository that stand there. */
  readonly #decorators = new Map<string, string[]>();
  /** By a decorator, or by what is decorated, the keys under which it is said to let everybody in. */
  readonly #opening = new Map<string, string[]>();
  /** By a key, the classes that read it. */
  readonly #reading = new Map<string, string[]>();

  constructor(registrations: readonly Registration[]) {
    for (const { kind, name, owner, route, mounted } of registrations) {
      if (kind !== "guard" || owner === null) continue;
      if (mounted !== null) push(this.#decorators, owner, mounted);
      else if (route !== null && name === reads) push(this.#reading, route, owner);
      else if (route !== null && name === sets && (letsIn.test(route) || letsIn.test(lastName(owner))))
        push(this.#opening, owner, route);
    }
  }

  /** The guards that do not ask before a handler, for what is said of it or of its class. */
  skippedBy(handler: string | null): ReadonlySet<string> {
    if (handler === null || this.#opening.size === 0) return new Set();
    const places = [handler, handler.slice(0, Math.max(0, handler.lastIndexOf(".")))];
    const saying = places.flatMap((one) => [one, ...(this.#decorators.get(one) ?? [])]);
    const keys = saying.flatMap((one) => this.#opening.get(one) ?? []);
    return new Set(keys.flatMap((key) => this.#reading.get(key) ?? []));
  }
}

const lastName = (symbol: string): string => symbol.slice(symbol.search(/[^#.]*$/));

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

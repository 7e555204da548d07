/**
 * Guards that go by what a decorator of the repository says of a handler, as NestJS's by `SetMetadata("isPublic", true)`:
 * one that reads what a handler is said to be free of, and does nothing else before, does not ask it. One that asks for what
 * the decorator names is told with that.
 */

import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import type { Freeing, MetadataReads } from "./metadata-reads.ts";

/** The names of rows that say under which key a function puts something, and under which a class reads it. */
const [sets, reads] = ["metadata", "metadata read"];
/** The names of rows that say what a function puts there, and what this is given where it decorates something. */
export const [metadataPut, metadataGiven] = ["metadata put", "metadata given"];
export const ofMetadata: ReadonlySet<string | null> = new Set([sets, reads, metadataPut, metadataGiven]);
/** How keys and decorators are called that let everybody in. */
const letsIn = /^(?:is)?_?public|anonymous|skip|bypass|no_?auth|unauth|allow_?all|exempt|without/i;

interface Put {
  readonly key: string;
  /** What it says, or the parameters that say it. */
  readonly said: readonly Guard[];
}

export class MetadataGuards {
  readonly #reads: MetadataReads;
  /** By what is decorated, the decorators of the repository that stand there. */
  readonly #decorators = new Map<string, string[]>();
  /** By a decorator, or by what is decorated, the keys under which it is said to let everybody in. */
  readonly #opening = new Map<string, string[]>();
  /** The same of what is put under keys. */
  readonly #put = new Map<string, Put[]>();
  /** By what is decorated and the decorator, what this is given by the names of its parameters. */
  readonly #given = new Map<string, { name: string; given: string }[]>();
  /** By a key, where classes read it. */
  readonly #reading = new Map<string, Registration[]>();

  constructor(registrations: readonly Registration[], reading: MetadataReads) {
    this.#reads = reading;
    for (const one of registrations) {
      const { kind, name, owner, route, mounted, guards } = one;
      if (owner === null) continue;
      if (kind !== "guard") continue;
      if (name === metadataGiven) this.#given.set(`${owner} ${mounted}`, JSON.parse(guards ?? "[]"));
      else if (mounted !== null) push(this.#decorators, owner, mounted);
      else if (route !== null && name === reads) push(this.#reading, route, one);
      else if (route !== null && name === metadataPut)
        push(this.#put, owner, { key: route, said: JSON.parse(guards ?? "[]") });
      else if (route !== null && name === sets && (letsIn.test(route) || letsIn.test(lastName(owner))))
        push(this.#opening, owner, route);
    }
  }

  /** Those of the guards that ask before a handler, for what is said of it or of its class; with what they ask for. */
  asking(guards: readonly Guard[], handler: string | null): readonly Guard[] {
    if (handler === null || this.#reading.size === 0) return guards;
    const type = handler.slice(0, Math.max(0, handler.lastIndexOf(".")));
    const freeing = this.#freeing(handler, type);
    return guards.flatMap((guard) => {
      const how = guard.symbol === null ? undefined : freeing.get(guard.symbol);
      if (how === "free") return [];
      const told = this.#worded(guard, handler, type);
      return [how === "maybe" ? { ...told, maybe: true } : told];
    });
  }

  /** By classes that read what lets everybody in, whether they let in whoever asks for a handler. */
  #freeing(handler: string, type: string): ReadonlyMap<string, Freeing> {
    const told = new Map<string, Freeing>();
    if (this.#opening.size === 0) return told;
    for (const place of [handler, type]) {
      const saying = [place, ...(this.#decorators.get(place) ?? [])];
      for (const key of saying.flatMap((one) => this.#opening.get(one) ?? []))
        for (const read of this.#reading.get(key) ?? []) {
          if (read.owner === null || told.get(read.owner) === "free") continue;
          const how = this.#reads.of(read, place === type);
          if (how !== undefined) told.set(read.owner, how);
        }
    }
    return told;
  }

  /** A guard with what it asks for of a handler: what is said of it goes before what is said of its class. */
  #worded(guard: Guard, handler: string, type: string): Guard {
    if (this.#put.size === 0 || guard.symbol === null || guard.name.includes("(")) return guard;
    for (const place of [handler, type])
      for (const one of [place, ...(this.#decorators.get(place) ?? [])])
        for (const { key, said } of this.#put.get(one) ?? []) {
          if (!this.#reading.get(key)?.some(({ owner }) => owner === guard.symbol)) continue;
          const given = this.#given.get(`${place} ${one}`) ?? [];
          const words = said.flatMap((it) => wordsOf(it, given));
          return words.length === 0 ? guard : { ...guard, name: `${guard.name}(${words.join(", ")})` };
        }
    return guard;
  }
}

/** What is put somewhere, as it is written: a parameter's name stands for what is given for it. */
function wordsOf({ name, symbol }: Guard, given: readonly { name: string; given: string }[]): string[] {
  const own = given.filter((it) => it.name === name.replace(/^\.{3}/, ""));
  if (own.length > 0) return own.map((it) => `'${it.given}'`);
  return symbol === null && /^'.*'$/s.test(name) ? [name] : [];
}

const lastName = (symbol: string): string => symbol.slice(symbol.search(/[^#.]*$/));

function push<One>(map: Map<string, One[]>, key: string, value: One): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** What functions call and hand on, file by file: a file's share is read when a way first leads there. */
import type { DatabaseSync } from "node:sqlite";
import { flowKeys } from "#engine/scan/consulted";
import { shareReader } from "#engine/scan/derive/kept-shares";
import { pathOf } from "#engine/scan/derive/symbols";
import { readTakers } from "./dispatches.ts";
import { byDispatch, FlowShare, type KeptDeclaration } from "./flow-share.ts";
import { isStructural, MethodsOfTypes } from "./methods-of-types.ts";
import { bare, namesOf, type Parameter } from "./requests.ts";

/** A symbol that ways lead to; one object for each. */
export interface Place {
  readonly symbol: string;
  /** Undefined: there is no such declaration, and nothing is known of it. */
  readonly declared: KeptDeclaration | undefined;
}

export interface Step {
  readonly callee: Place;
  /** Lines below the first of the caller's declaration. */
  readonly offset: number;
  /** A word of resolutions, `implementation`: the callee implements what is called, or `dispatch`: it takes what is sent. */
  readonly how: string;
  /** Which of the caller's names it hands on, and as what. */
  readonly passed: readonly (readonly [place: string, name: string])[];
}

/** What a place calls, and the keys of all that this rests on. */
interface Outward {
  readonly steps: readonly Step[];
  readonly rests: readonly number[];
}

/** Of a method that is declared without a body, so many implementations are followed; of more, running code alone knows which. */
const maxImplementations = 4;
/** First parameters that a method is called on. */
const receivers = new Set(["self", "cls", "&self", "&mut self"]);
/** Kinds of declarations whose methods have no body. */
const bodiless = new Set(["interface"]);
const types = new Set(["class", "struct", "interface"]);

export class Code {
  readonly #db: DatabaseSync;
  readonly #share: ReturnType<typeof shareReader>;
  /** By path; null: no file of sources lies there. */
  readonly #files = new Map<string, FlowShare | null>();
  readonly #places = new Map<string, Place>();
  readonly #outward = new Map<Place, Outward>();
  readonly #taken = new Map<Place, Map<string, readonly string[]>>();
  #subtypes: ReadonlyMap<string, readonly string[]> | undefined;
  #methods: MethodsOfTypes | undefined;
  #takers: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#share = shareReader(db, "flows");
  }

  at(symbol: string): Place {
    const known = this.#places.get(symbol);
    if (known) return known;
    const place = { symbol, declared: this.#file(pathOf(symbol))?.declared(symbol) };
    this.#places.set(symbol, place);
    return place;
  }

  /** Whether a symbol is declared, or the code of a file outside of its declarations. */
  has(symbol: string): boolean {
    return symbol.endsWith("#<module>") || this.#kindOf(symbol) !== null;
  }

  isType(symbol: string): boolean {
    return types.has(this.#kindOf(symbol) ?? "");
  }

  #kindOf(symbol: string): string | null {
    return this.at(symbol).declared?.kind ?? null;
  }

  parametersOf({ declared }: Place): readonly Parameter[] {
    return declared?.params ?? [];
  }

  /** The names that a function takes an argument by, which is told by its position or name. */
  taken(by: Place, place: string): readonly string[] {
    const all = this.#taken.get(by) ?? new Map<string, readonly string[]>();
    this.#taken.set(by, all);
    const known = all.get(place);
    if (known) return known;
    const parameters = this.parametersOf(by);
    const own = receivers.has(parameters[0]?.name ?? "") ? 1 : 0;
    const found = /^\d+$/.test(place)
      ? parameters[Number(place) + own]
      : parameters.find(({ name }) => bare(name) === bare(place));
    const names = found ? namesOf(found.name).map(bare) : [];
    all.set(place, names);
    return names;
  }

  /** What a function calls in the repository. */
  stepsOf(place: Place): readonly Step[] {
    return this.#outwardOf(place).steps;
  }

  /** The keys of all that is known of a place and of what it calls. */
  restsOf(place: Place): readonly number[] {
    return this.#outwardOf(place).rests;
  }

  #outwardOf(place: Place): Outward {
    const known = this.#outward.get(place);
    if (known) return known;
    const rests = new Set([flowKeys.symbol(place.symbol)]);
    const steps = (place.declared?.steps ?? []).flatMap(([symbol, offset, how, text]): Step[] => {
      if (how === byDispatch)
        return this.#taking(symbol, rests).map((callee) => ({ callee, offset, how, passed: pairsOf(text) }));
      const step = { callee: this.at(symbol), offset, how, passed: pairsOf(text) };
      rests.add(flowKeys.symbol(symbol));
      const implementations = this.#implementations(step.callee, rests);
      return implementations.length === 0
        ? [step]
        : implementations.map((callee) => ({ ...step, callee, how: "implementation" }));
    });
    const outward = { steps, rests: [...rests] };
    this.#outward.set(place, outward);
    return outward;
  }

  /** The methods that implement one that has no body. */
  #implementations({ symbol: method, declared }: Place, rests: Set<number>): Place[] {
    const parent = declared?.parent;
    if (!parent) return [];
    rests.add(flowKeys.symbol(parent));
    if (!declared.isAbstract && !bodiless.has(this.#kindOf(parent) ?? "")) return [];
    const name = method.slice(method.lastIndexOf(".") + 1);
    rests.add(flowKeys.subtypes(parent));
    const named = [...this.#subtypesOf(parent).map((type) => `${type}.${name}`), ...this.#behind(method, rests)];
    for (const one of named) rests.add(flowKeys.symbol(one));
    const found = [...new Set(named)].filter((one) => this.#kindOf(one) !== null);
    return found.length > maxImplementations ? [] : found.map((one) => this.at(one));
  }

  /** The methods that take a message of a type; of more than a few it is not known which are set up to. */
  #taking(message: string, rests: Set<number>): Place[] {
    rests.add(flowKeys.takers(message));
    this.#takers ??= readTakers(this.#db);
    // What nothing takes may handle itself, as Laravel's jobs do.
    const taking = this.#takers.get(message) ?? (message.includes("#") ? [`${message}.handle`] : []);
    for (const one of taking) rests.add(flowKeys.symbol(one));
    const found = taking.filter((one) => this.#kindOf(one) !== null);
    return found.length > maxImplementations ? [] : found.map((one) => this.at(one));
  }

  /** The methods of types that have all that an interface asks for, where nothing else says that they implement it. */
  #behind(method: string, rests: Set<number>): readonly string[] {
    const path = pathOf(method);
    if (!isStructural(path)) return [];
    this.#methods ??= new MethodsOfTypes(this.#db);
    const qualified = method.slice(path.length + 1);
    rests.add(flowKeys.embedded());
    for (const name of this.#methods.besides(path, qualified)) rests.add(flowKeys.methods(name));
    return this.#methods.behind(path, qualified);
  }

  #subtypesOf(type: string): readonly string[] {
    this.#subtypes ??= readSubtypes(this.#db);
    return this.#subtypes.get(type) ?? [];
  }

  #file(path: string): FlowShare | null {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const share = this.#share(path);
    const file = share === undefined ? null : new FlowShare(path, share);
    this.#files.set(path, file);
    return file;
  }
}

function readSubtypes(db: DatabaseSync): Map<string, string[]> {
  const subtypes = new Map<string, string[]>();
  const related = db.prepare(
    `select type, target from type_relations
     where relation in ('extends', 'implements') and target is not null order by path, fact`,
  );
  for (const { type, target } of related.all()) {
    const list = subtypes.get(String(target));
    if (list) list.push(String(type));
    else subtypes.set(String(target), [String(type)]);
  }
  return subtypes;
}

/** What a call hands on: as what, and which name of its function. */
const pairsOf = (passed: string | 0): [place: string, name: string][] =>
  passed === 0
    ? []
    : passed.split(" ").map((text) => {
        const at = text.indexOf("=");
        return [text.slice(0, at), bare(text.slice(at + 1))];
      });

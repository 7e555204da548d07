/** What functions call and hand on, file by file: a file's rows are read when a way first leads there. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { bare, namesOf, type Parameter } from "./requests.ts";

export interface Step {
  readonly callee: string;
  /** Lines below the first of the caller's declaration. */
  readonly offset: number;
  readonly line: number;
  /** A word of resolutions, or `implementation`: the callee implements what is called. */
  readonly how: string;
  /** Which of the caller's names it hands on, and as what. */
  readonly passed: readonly (readonly [place: string, name: string])[];
}

interface Declared {
  readonly line: number;
  readonly kind: string;
  readonly parent: string | null;
  readonly isAbstract: boolean;
  readonly params: readonly Parameter[];
}

interface FileCode {
  readonly symbols: ReadonlyMap<string, Declared>;
  readonly calls: ReadonlyMap<string, readonly Step[]>;
}

/** Of a method that is declared without a body, so many implementations are followed. */
const maxImplementations = 4;
/** First parameters that a method is called on. */
const receivers = new Set(["self", "cls", "&self", "&mut self"]);
/** Kinds of declarations whose methods have no body. */
const bodiless = new Set(["interface"]);

export class Code {
  readonly #ranges: FactRanges;
  readonly #files = new Map<string, FileCode>();
  readonly #symbols: Statement;
  readonly #calls: Statement;
  readonly #subtypes: ReadonlyMap<string, readonly string[]>;

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#symbols = db.prepare(
      `select id, line, kind, parent, is_abstract, params from symbols where fact >= ? and fact < ?`,
    );
    this.#calls = db.prepare(
      `select caller, line, callee, resolution, passed from calls
       where fact >= ? and fact < ? and callee is not null order by fact`,
    );
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
    this.#subtypes = subtypes;
  }

  has(symbol: string): boolean {
    return symbol.endsWith("#<module>") || this.#declared(symbol) !== undefined;
  }

  isType(symbol: string): boolean {
    return ["class", "struct", "interface"].includes(this.#declared(symbol)?.kind ?? "");
  }

  parametersOf(symbol: string): readonly Parameter[] {
    return this.#declared(symbol)?.params ?? [];
  }

  /** The names that a function takes an argument by, which is told by its position or name. */
  taken(symbol: string, place: string): string[] {
    const parameters = this.parametersOf(symbol);
    const own = receivers.has(parameters[0]?.name ?? "") ? 1 : 0;
    const found = /^\d+$/.test(place)
      ? parameters[Number(place) + own]
      : parameters.find(({ name }) => bare(name) === bare(place));
    return found ? namesOf(found.name).map(bare) : [];
  }

  /** Lines from the first of a symbol's declaration to a line. */
  offset(symbol: string, line: number): number {
    return Math.max(0, line - (this.#declared(symbol)?.line ?? 1));
  }

  /** What a function calls in the repository. */
  stepsOf(symbol: string): readonly Step[] {
    const steps = this.#file(symbol).calls.get(symbol) ?? [];
    return steps.flatMap((step) => {
      const implementations = this.#implementations(step.callee);
      return implementations.length === 0
        ? [step]
        : implementations.map((callee) => ({ ...step, callee, how: "implementation" }));
    });
  }

  /** The methods that implement one that has no body. */
  #implementations(method: string): string[] {
    const declared = this.#declared(method);
    const parent = declared?.parent;
    if (!declared || !parent) return [];
    if (!declared.isAbstract && !bodiless.has(this.#declared(parent)?.kind ?? "")) return [];
    const name = method.slice(method.lastIndexOf(".") + 1);
    const found = (this.#subtypes.get(parent) ?? []).map((type) => `${type}.${name}`);
    return found.filter((one) => this.#declared(one) !== undefined).slice(0, maxImplementations);
  }

  #declared(symbol: string): Declared | undefined {
    return this.#file(symbol).symbols.get(symbol);
  }

  #file(symbol: string): FileCode {
    const path = symbol.slice(0, symbol.indexOf("#"));
    const known = this.#files.get(path);
    if (known) return known;
    const range = this.#ranges.of(path);
    const symbols = new Map<string, Declared>();
    for (const row of this.#symbols.all(...range)) {
      symbols.set(String(row.id), {
        line: Number(row.line),
        kind: String(row.kind),
        parent: row.parent as string | null,
        isAbstract: row.is_abstract === 1,
        params: row.params === null ? [] : (JSON.parse(String(row.params)) as Parameter[]),
      });
    }
    const calls = new Map<string, Step[]>();
    for (const row of this.#calls.all(...range)) {
      const caller = String(row.caller);
      const line = Number(row.line);
      const step: Step = {
        callee: String(row.callee),
        offset: Math.max(0, line - (symbols.get(caller)?.line ?? 1)),
        line,
        how: String(row.resolution),
        passed: pairsOf(row.passed),
      };
      const list = calls.get(caller);
      if (list) list.push(step);
      else calls.set(caller, [step]);
    }
    const file = { symbols, calls };
    this.#files.set(path, file);
    return file;
  }
}

/** What a call hands on: as what, and which name of its function. */
const pairsOf = (passed: unknown): [place: string, name: string][] =>
  typeof passed !== "string"
    ? []
    : passed.split(" ").map((text) => {
        const at = text.indexOf("=");
        return [text.slice(0, at), text.slice(at + 1)];
      });

type Statement = ReturnType<DatabaseSync["prepare"]>;

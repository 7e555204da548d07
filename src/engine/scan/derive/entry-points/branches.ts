/**
 * Branches of an application's pipeline: who is asked in one is asked before requests that come there alone. From a
 * `branch` none of them comes to what is registered elsewhere, from a `branch when` those do that fit its condition.
 * Behind a `branch end` nobody is asked.
 */
import { conditionOf } from "./dotnet/branch-conditions.ts";
import type { Fits } from "./guards/request-patterns.ts";
import type { Registration } from "./registration.ts";

/** The names of mounts of branches; of guards without anybody who asks, the paths that are let into one. */
const [branch, branchWhen] = ["branch", "branch when"];
/** The name of what ends a pipeline for requests that have an endpoint. */
const end = "branch end";
/** So many lines has what says who is let into a branch. */
const linesOfCondition = 3;
/** Functions and branches inside of each other. */
const maxDepth = 12;

/** The paths before which what is used on something asks; null: before all. */
export type Places = readonly Fits[] | null;

/** The calls on a line of a function's file, as they are written. */
export type QuotesOf = (symbol: string, line: number) => readonly string[];

export class Branches {
  /** By what is given a pipeline, what gives it that. */
  readonly #from: ReadonlyMap<string | null, readonly Registration[]>;
  readonly #conditions: readonly Registration[];
  readonly #ends: readonly Registration[];
  readonly #hasAny: boolean;

  readonly #quotesOf: QuotesOf;

  constructor(registrations: readonly Registration[], quotesOf: QuotesOf) {
    this.#quotesOf = quotesOf;
    const mounts = registrations.filter(({ kind }) => kind === "mount");
    this.#ends = registrations.filter(({ kind, name }) => kind === "guard" && name === end);
    this.#hasAny = this.#ends.length > 0 || mounts.some(({ name }) => name === branch || name === branchWhen);
    this.#from = this.#hasAny ? Map.groupBy(mounts, ({ mounted }) => mounted) : new Map();
    this.#conditions = registrations.filter(({ kind, name }) => kind === "guard" && name === branchWhen);
  }

  /** Before which paths what is used on an owner asks: where several ways lead there, on any of them. */
  of(owner: string | null): Places {
    return this.#hasAny && owner !== null ? this.#of(owner, []) : null;
  }

  /** Whether requests that have an endpoint do not come to where something is used. */
  isBehindEnd({ owner, path, line }: Registration): boolean {
    return owner !== null && this.#ends.some((one) => one.owner === owner && one.path === path && one.line < line);
  }

  #of(owner: string, open: readonly string[]): Places {
    const from = this.#from.get(owner) ?? [];
    if (from.length === 0 || open.length >= maxDepth) return null;
    const places: Fits[] = [];
    for (const one of from) {
      if (one.name === branch || one.owner === null || open.includes(one.owner) || this.isBehindEnd(one)) continue;
      const told = one.name === branchWhen ? this.#let(one) : this.#of(one.owner, [...open, owner]);
      if (told === null) return null;
      places.push(...told);
    }
    return places;
  }

  /** The paths that are let into a branch, as far as they are known: its condition stands where it begins. */
  #let({ path, line, end_line: end, symbol }: Registration): readonly Fits[] {
    const last = Math.min(end ?? line, line + linesOfCondition - 1);
    const own = this.#conditions.filter(
      (one) => one.path === path && one.symbol === symbol && one.line >= line && one.line <= last,
    );
    const lines = Array.from({ length: last - line + 1 }, (_, at) => this.#quotesOf(symbol, line + at)[0] ?? "");
    return [
      conditionOf(
        lines.join("\n"),
        own.flatMap(({ route }) => route ?? []),
      ),
    ];
  }
}

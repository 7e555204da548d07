/**
 * What a file brings to flows, kept as a share: its declarations with what they call and where they lead. Lines
 * are told from a declaration's first, so that an edit above changes nothing here. `crates/shares/src/flows.rs` writes it.
 */
import type { FactRow } from "#contract/unit";
import { flowKeys } from "#engine/scan/consulted";
import { Ids } from "#engine/scan/derive/symbols";
import { isStructural } from "./methods-of-types.ts";
import type { Parameter } from "./requests.ts";

type Cell = FactRow[number];

/** A call that leads to a declaration, or to what takes a message of a type (`dispatch`); `passed` as the column of calls. */
export type KeptStep = readonly [callee: string, offset: number, how: string, passed: string | 0];

/** How a step leads that stands for what takes a message. */
export const byDispatch = "dispatch";

/** What is declared; without a kind, only what calls or leads somewhere, as the code of a file outside of functions. */
export interface KeptDeclaration {
  readonly kind: string | null;
  readonly parent: string | null;
  readonly isAbstract: boolean;
  readonly params: readonly Parameter[];
  readonly steps: readonly KeptStep[];
}

type Kept = readonly [
  id: string,
  kind: string | 0,
  parent: string | 0,
  isAbstract: 0 | 1,
  params: readonly Parameter[] | 0,
  steps: readonly KeptStep[],
  targets: readonly (readonly Cell[])[],
];

type Share = readonly [
  declarations: readonly Kept[],
  subtypes: readonly (readonly [base: string, type: string])[],
  /** Of Go: which types embed what, or null where that is outside of the repository. */
  embedded: readonly (readonly [type: string, what: string | null])[],
  takers: readonly (readonly [message: string, method: string])[],
];

/** What was kept of a file, looked at one declaration after the other: most are never asked for. */
export class FlowShare {
  readonly #ids: Ids;
  readonly #kept: ReadonlyMap<string, Kept>;

  constructor(path: string, share: string) {
    const [declarations] = JSON.parse(share) as Share;
    this.#ids = new Ids(path);
    this.#kept = new Map(declarations.map((one) => [one[0], one]));
  }

  declared(symbol: string): KeptDeclaration | undefined {
    const kept = this.#kept.get(this.#ids.short(symbol));
    if (!kept) return undefined;
    const [, kind, parent, isAbstract, params, steps] = kept;
    return {
      kind: kind === 0 ? null : kind,
      parent: parent === 0 ? null : this.#ids.long(parent),
      isAbstract: isAbstract === 1,
      params: params === 0 ? [] : params,
      steps: steps.map(([callee, ...rest]) => [this.#ids.long(callee), ...rest] as const),
    };
  }
}

/** The keys of what is another between two versions of a file: declarations, methods, which types extend a type. */
export function changedInFlows(path: string, before: string | null, after: string | null): number[] {
  const [was, is] = [partsOf(path, before), partsOf(path, after)];
  const all = new Set([...was.keys(), ...is.keys()]);
  return [...all].filter((key) => was.get(key) !== is.get(key));
}

/** What stands under each key. */
function partsOf(path: string, share: string | null): Map<number, string> {
  const parts = new Map<number, string>();
  if (share === null) return parts;
  const ids = new Ids(path);
  const put = (key: number, said: string): unknown => parts.set(key, `${parts.get(key) ?? ""}${said}\n`);
  const [declarations, subtypes, embedded, takers] = JSON.parse(share) as Share;
  for (const one of declarations) {
    put(flowKeys.symbol(ids.long(one[0])), JSON.stringify(one));
    if (one[1] !== "method" || !isStructural(path)) continue;
    put(flowKeys.methods(one[0].slice(one[0].lastIndexOf(".") + 1)), `${one[0]} ${JSON.stringify(one[4])}`);
    // What an interface asks for says which types satisfy it.
    if (one[2] !== 0) put(flowKeys.subtypes(ids.long(one[2])), one[0]);
  }
  for (const one of embedded) put(flowKeys.embedded(), JSON.stringify(one));
  for (const [message, method] of takers) put(flowKeys.takers(ids.long(message)), method);
  for (const [base, type] of subtypes) put(flowKeys.subtypes(ids.long(base)), type);
  return parts;
}

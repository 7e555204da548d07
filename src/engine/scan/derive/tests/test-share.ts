/**
 * What a file brings to what tests cover: its tests, and what their code calls; kept as a share.
 * `crates/shares/src/tests/mod.rs` writes it.
 */
import { Ids } from "#engine/scan/derive/symbols";

export interface TestRow {
  readonly kind: "suite" | "case" | "fixture" | "hook";
  readonly name: string;
  readonly framework: string;
  readonly symbol: string | null;
  readonly line: number;
  readonly end_line: number;
}

/** What calls a callee: a call, or a function that is passed on, or a component. */
export type Origin = "call" | "reference";

/** A call in the code of tests that leads to a declaration for sure, or that rules know. */
export interface SharedSite {
  readonly line: number;
  readonly caller: string;
  /** The last name of what is called. */
  readonly name: string;
  readonly callee: string | null;
  /** Of the callee, 0 to 100. */
  readonly confidence: number;
  readonly meaning: "assertion" | "fixture" | "stub" | null;
  readonly origin: Origin;
  /** What is called there is told how to answer, or asked whether it was called, and does nothing. */
  readonly isStub: boolean;
}

export interface TestShare {
  readonly tests: readonly TestRow[];
  readonly sites: readonly SharedSite[];
  /** Of tests in Python: what they ask for. */
  readonly asked: readonly (readonly [symbol: string, params: readonly string[], decorators: readonly string[]])[];
  readonly bases: readonly (readonly [type: string, base: string])[];
  readonly imports: readonly (readonly [symbol: string | null, resolved: string])[];
  /** Of tests in Python: files of which they import all names, fixtures too. */
  readonly stars: readonly string[];
}

type KeptSite = readonly [
  line: number,
  caller: string,
  name: string,
  callee: string | 0,
  confidence: number,
  meaning: NonNullable<SharedSite["meaning"]> | 0,
  marks: number,
];

const isReference = 1;
const isStubbed = 2;

/** What was kept of a file. */
export function decodeTestShare(path: string, share: string): TestShare {
  type Row = [TestRow["kind"], string, string, string | null, number, number];
  const [rows, kept, asked, bases, imports, stars] = JSON.parse(share) as [
    Row[],
    KeptSite[],
    TestShare["asked"],
    TestShare["bases"],
    TestShare["imports"],
    TestShare["stars"],
  ];
  const ids = new Ids(path);
  return {
    tests: rows.map(([kind, name, framework, symbol, line, end_line]) => ({
      kind,
      name,
      framework,
      symbol: symbol && ids.long(symbol),
      line,
      end_line,
    })),
    sites: kept.map(([line, caller, name, callee, confidence, meaning, marks]) => ({
      line,
      caller: ids.long(caller),
      name,
      callee: callee === 0 ? null : ids.long(callee),
      confidence,
      meaning: meaning === 0 ? null : meaning,
      origin: (marks & isReference) > 0 ? "reference" : "call",
      isStub: (marks & isStubbed) > 0,
    })),
    asked: asked.map(([symbol, params, decorators]) => [ids.long(symbol), params, decorators]),
    bases: bases.map(([type, base]) => [ids.long(type), ids.long(base)]),
    imports,
    stars,
  };
}

/** What functions do one after the other, as it is written, in any of the languages that handlers are written in. */
import { bracedBody } from "./braced-statements.ts";
import { endedBody } from "./ended-statements.ts";
import { indentedBody } from "./indented-statements.ts";

/**
 * `maybe`: what runs any number of times, or in one of several cases. `try`: also what each of its handlers does. `block`:
 * what runs always, behind its head. Lines are counted from the first line of the text, which is 0.
 */
export type Statement = { readonly line: number; readonly last: number } & (
  | { readonly kind: "if"; readonly condition: string; readonly body: Statements; readonly otherwise: Statements }
  | { readonly kind: "maybe" | "block"; readonly head: string; readonly body: Statements }
  | { readonly kind: "try"; readonly body: Statements; readonly handlers: readonly Statements[] }
  | { readonly kind: "return" | "throw" | "do"; readonly text: string; readonly within?: Statements }
);
export type Statements = readonly Statement[];

/** The body of the function that a text declares, or that is given there last; undefined where none is found. */
export function bodyOf(text: string, path: string): Statements | undefined {
  const end = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  if (end === "py") return indentedBody(text);
  if (end === "rb" || end === "ru") return endedBody(text);
  const language = braced[end];
  return language && bracedBody(text, language);
}

/** How a language with braces is written. */
export interface Braced {
  /** A statement ends with its line. */
  readonly byLine: boolean;
  /** A condition stands without parentheses before the block. */
  readonly bare?: boolean;
  /** What stands between the parameters of a function without a name and what it does. */
  readonly arrow?: "=>" | "->";
  /** A block behind a call is a function that the call is given. */
  readonly trailing?: boolean;
  /** Patterns stand between slashes. */
  readonly patterns?: boolean;
  /** A quote may begin what is no text: `'a`. */
  readonly lifetimes?: boolean;
  /** Blocks are worth what their last expression is, and `match` chooses among patterns. */
  readonly arms?: boolean;
  /** Comments begin with `#`, too. */
  readonly hashes?: boolean;
}

const script: Braced = { byLine: true, arrow: "=>", patterns: true };
const braced: Readonly<Record<string, Braced | undefined>> = {
  ...Object.fromEntries(["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"].map((end) => [end, script])),
  go: { byLine: true, bare: true },
  swift: { byLine: true, bare: true, trailing: true },
  kt: { byLine: true, trailing: true },
  kts: { byLine: true, trailing: true },
  java: { byLine: false, arrow: "->" },
  cs: { byLine: false, arrow: "=>" },
  php: { byLine: false, arrow: "=>", hashes: true },
  rs: { byLine: false, bare: true, lifetimes: true, arms: true },
};

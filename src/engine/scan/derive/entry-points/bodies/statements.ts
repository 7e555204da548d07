/** What functions do one after the other, as it is written, in any of the languages that handlers are written in. */

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

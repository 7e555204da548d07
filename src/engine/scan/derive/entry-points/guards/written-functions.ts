/** How functions of Go, Python and C# are written, as far as decisions by the path of a request go by it. */

/** What a function does, one after the other. */
export type Statement =
  | { readonly kind: "if"; readonly condition: string; readonly body: Statements; readonly otherwise: Statements }
  | { readonly kind: "loop"; readonly head: string; readonly body: Statements }
  | { readonly kind: "block"; readonly body: Statements; readonly handlers: Statements }
  | { readonly kind: "return" | "do"; readonly text: string };
export type Statements = readonly Statement[];

/** A function whose statements are known. */
export interface Written {
  readonly statements: Statements;
  /** What it is given by its parameters that hands on. */
  readonly handingOn: RegExp;
  /** What answers a request in the place of what is behind. */
  readonly answering: RegExp;
  /** It is left without an answer where the request goes on. */
  readonly goesOn: boolean;
}

/** How a language writes conditions. */
export interface Dialect {
  /** Words between conditions, and before one that has to fail. */
  readonly or: string;
  readonly and: string;
  readonly not: string;
  /** The path of a request. */
  readonly path: RegExp;
  /** What goes by the path, or by what that leads to. */
  readonly byPath: RegExp;
  /** A request's method, and what is asked of one text by the method or function of this name. */
  readonly method: RegExp;
  readonly asked: (
    condition: string,
  ) => { of: string; by: "begin" | "end" | "part" | "whole"; texts: string } | undefined;
}

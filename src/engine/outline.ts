/** What a piece of code declares, imports and calls, read without a repository: for checking proposed code. */
import type { SymbolKind } from "#contract/fact-words";
import { askJson } from "./edge-module.ts";

export interface OutlineParam {
  name: string;
  type: string | null;
  default: string | null;
  optional: boolean;
  rest: boolean;
}

export interface OutlineSymbol {
  kind: SymbolKind;
  name: string;
  /** Names of the enclosing symbols and this one, joined by dots. */
  qualifiedName: string;
  /** The line of its name. */
  line: number;
  endLine: number;
  exported: boolean;
  isAsync: boolean;
  params: OutlineParam[];
  /** As written; null where none is declared. */
  returnType: string | null;
  hasDoc: boolean;
  /** As written, without the `@`. */
  decorators: string[];
  /** Base types as written. */
  bases: string[];
  complexity: number;
}

export interface OutlineImport {
  /** The module as written. */
  specifier: string;
  /**
   * `imported` is null for the module itself, `*` for all its names, `default` for its default export; `local` is what
   * it is called here, null for all names. Empty: imported for its effects.
   */
  names: { imported: string | null; local: string | null; typeOnly: boolean }[];
  kind: "static" | "dynamic";
  typeOnly: boolean;
  line: number;
}

export interface OutlineCall {
  /** The callee as written, on one line, at most 80 characters kept from its end. */
  text: string;
  /** The called name, which `text` ends in. */
  name: string;
  kind: "call" | "new" | "tag" | "super" | "optional";
  line: number;
  /** Qualified name of the function, method or class around the call; null at the top level. */
  caller: string | null;
  /** A lower bound where `spread`. */
  arguments: number;
  spread: boolean;
}

export interface OutlineProblem {
  kind: "encoding" | "syntax" | "left_out" | "gave_up" | "too_deep";
  line: number;
  message: string;
}

export interface Outline {
  /** `typescript`, `tsx`, `javascript`, `python`, `go`; null: no front end reads files of that name. */
  language: string | null;
  lines: number;
  isTest: boolean;
  symbols: OutlineSymbol[];
  imports: OutlineImport[];
  /** The names that the code offers to others: `default` and `*` have their usual meaning. */
  exports: string[];
  calls: OutlineCall[];
  /** Where the code could not be read as it stands. */
  problems: OutlineProblem[];
}

/** Bytes of code that are read at most. */
export const MAX_OUTLINE_BYTES = 262_144;

const encoder = new TextEncoder();

/**
 * Reads `code` as the file `path` would be read; the path's extension names the language.
 *
 * @throws DriftError `LIMIT_EXCEEDED` over `MAX_OUTLINE_BYTES`, `UNAVAILABLE` where it is nested too deep to read.
 */
export function outline(path: string, code: string): Outline {
  const name = encoder.encode(path);
  const text = encoder.encode(code);
  const input = new Uint8Array(name.length + text.length);
  input.set(name);
  input.set(text, name.length);
  return askJson<Outline>(input, (wasm, { at, length }) => wasm.drift_outline(at, name.length, length - name.length));
}

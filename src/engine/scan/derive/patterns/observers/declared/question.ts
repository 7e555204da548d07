/** One question about how declarations are written, which a language leaves open and repositories settle. */
import type { Convention } from "#engine/scan/derive/patterns/convention";
import type { FileFacts, SymbolRow } from "#engine/scan/derive/patterns/file-facts";

/** Where an answer is given. */
export interface At {
  readonly line: number;
  readonly endLine?: number;
  readonly symbol?: string | null;
}

/** Notes an answer; of what a question asks several things of, with the one. */
export type See = (variant: string, at: At, group?: string) => void;

export interface Question extends Convention {
  /** Families of languages that leave it open. */
  readonly families: readonly string[];
  /** Files whose answers count. */
  readonly of: "code" | "tests";
  readonly ask: (file: FileFacts, see: See) => void;
}

export const atOf = ({ name_line, end_line, id }: SymbolRow): At => ({
  line: name_line,
  endLine: end_line,
  symbol: id,
});

/** A signature's words before its name or its parameters: what it is declared as. */
export const headOf = ({ signature, name }: SymbolRow): string => {
  const plain = signature.replace(/@[\w.]+(?:\([^()]*\))?|#\[[^\]]*\]/g, " ");
  const at = plain.search(new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`));
  return at < 0 ? plain : plain.slice(0, at);
};

export const hasWord = (head: string, word: string): boolean => new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(head);

/** The declarations of a kind, without those that stand in what a test declares. */
export const ofKind = ({ symbols }: FileFacts, ...kinds: readonly string[]): SymbolRow[] =>
  symbols.filter(({ kind }) => kinds.includes(kind));

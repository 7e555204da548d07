/** How facts are shown in answers. */
import type { SymbolKind } from "#contract/fact-words";

/** Kinds of symbols in answers: those of the facts, with an alias called a type. */
export const kinds = [
  "function",
  "method",
  "class",
  "interface",
  "type",
  "struct",
  "enum",
  "enum_member",
  "variable",
  "property",
  "constructor",
  "getter",
  "setter",
  "namespace",
  "extension",
] as const;
export type Kind = (typeof kinds)[number];

export const kindOf = (kind: string): Kind => {
  const known = kind as SymbolKind;
  return known === "type_alias" ? "type" : known;
};

/** A text of at most `length` characters: whole paragraphs where they fit, else whole lines, else cut. */
export function cutText(text: string, length: number): string {
  const whole = text.trim();
  if (whole.length <= length) return whole;
  const head = whole.slice(0, length - 2);
  const at = Math.max(head.lastIndexOf("\n\n"), head.lastIndexOf("\n") - length / 4);
  return `${(at > length / 3 ? head.slice(0, at) : head.replace(/\s+\S*$/, "")).trimEnd()} …`;
}

/** `1 caller`, `2 callers`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

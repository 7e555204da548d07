/** How names of declarations are written, where a language leaves it open. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

/** What a language's own style says, by what is asked: told as a gene alone. */
const usual: Readonly<Record<string, string>> = {
  interfaces: "no prefix",
  "private members": "no prefix",
  methods: "camelCase",
};

const written = (variant: string): string =>
  /^a (?:leading|trailing)|prefix$/.test(variant) ? `with ${variant}` : `in ${variant}`;

const title = (group: string): string => `${group.slice(0, 1).toUpperCase()}${group.slice(1)}`;

export const casing: readonly Convention[] = [
  {
    id: "casing",
    category: "structural",
    gene: "Casing",
    minimum: 10,
    isSilent: (variant, group) => usual[group] === variant,
    name: (variant, group) => `${title(group)} ${written(variant)}`,
    summary: (variant, group) => `${title(group)} are named ${written(variant)}.`,
    reason: (variant) => `is named ${written(variant)}`,
  },
];

/**
 * The terms of the symbol index: one function for what is indexed and what is asked, so that the two meet.
 *
 * Every term is prefixed with its project's number. A posting list then belongs to one project: neither its length
 * nor its statistics can be another tenant's, and a query walks nothing of theirs. The index must take `_` as part
 * of a term: `tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"`.
 */

/** The columns of `symbol_search`, in order. */
export const searchColumns = ["name", "path", "signature", "doc"] as const;
export type SearchColumn = (typeof searchColumns)[number];

/** A document of the index: the values of `searchColumns`. */
export type SearchDocument = Record<SearchColumn, string>;

const maxTermLength = 40;

/**
 * The terms of an identifier, path or text: words split at case, digits and everything that is no letter or digit,
 * in lower case and stemmed, and each compound identifier as a whole: `parseHTTPUrl2` gives `pars`, `http`, `url`,
 * `2`, `parsehttpurl2`.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const [identifier] of text.normalize("NFC").matchAll(/[\p{L}\p{N}_$]+/gu)) {
    const words = identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}]+|\p{N}+/gu) ?? [];
    for (const word of words) found.push(stem(word.toLowerCase()).slice(0, maxTermLength));
    if (words.length > 1) found.push(words.join("").toLowerCase().slice(0, maxTermLength));
  }
  return found;
}

/** What goes into a column of the index. */
export const indexedText = (project: number, text: string): string =>
  terms(text)
    .map((term) => `p${project}_${term}`)
    .join(" ");

/**
 * A MATCH expression that finds documents with any of the words, in one of the columns or in any of them.
 * Undefined: the words hold no term, and nothing matches.
 */
export function matchAny(project: number, words: string, columns?: readonly SearchColumn[]): string | undefined {
  const unique = [...new Set(terms(words))].slice(0, 40);
  if (unique.length === 0) return undefined;
  const any = unique
    // A long word is sought by its beginning too, as code shortens: `configuration` finds `config`.
    .flatMap((term) => [
      `"p${project}_${term}"`,
      ...(/^[a-z]{9,}$/.test(term) ? [`"p${project}_${term.slice(0, 6)}"*`] : []),
    ])
    .join(" OR ");
  return columns ? `{${columns.join(" ")}} : (${any})` : any;
}

/**
 * Brings the English forms of a word together: `parse`, `parses`, `parsed` and `parsing` are `pars`. A stem need
 * not be a word; it is only ever compared with other stems.
 */
export function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  let base = word;
  if (base.endsWith("ies")) base = `${base.slice(0, -3)}y`;
  else if (/[^aeious]s$/.test(base) || /[aeo]s$/.test(base)) base = base.slice(0, -1);
  const suffix = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(base)?.[1];
  if (suffix && suffix.length >= 3) base = suffix.replace(/([bdgmnprt])\1$/, "$1");
  return base.length >= 4 && base.endsWith("e") ? base.slice(0, -1) : base;
}

/** Build files that are programs: their text without comments. */

export interface CommentMarks {
  /** What starts a comment that ends with its line. */
  readonly line: "//" | "#";
  /** Whether there are comments between slashes and stars. */
  readonly block: boolean;
  /** What quotes texts. */
  readonly quotes?: string;
}

/**
 * The text with comments turned into spaces, so that offsets and lines stay. Texts stay as they are; one that does not
 * end ends with its line.
 */
export function blank(source: string, { line, block, quotes = '"' }: CommentMarks): string {
  const parts: string[] = [];
  let kept = 0;
  const drop = (from: number, to: number): void => {
    parts.push(source.slice(kept, from), source.slice(from, to).replace(/[^\n]/g, " "));
    kept = to;
  };
  // Most of a text is neither: what begins either is looked for.
  const begins = new RegExp(`[${quotes}${line[0]}${block ? "/" : ""}]`, "g");
  for (let at = 0; at < source.length; ) {
    begins.lastIndex = at;
    at = begins.exec(source)?.index ?? source.length;
    const char = source[at] ?? "";
    if (char === "") break;
    if (quotes.includes(char)) {
      for (at++; at < source.length && source[at] !== char && source[at] !== "\n"; at++) if (source[at] === "\\") at++;
      at++;
    } else if (source.startsWith(line, at)) {
      const end = source.indexOf("\n", at);
      const to = end < 0 ? source.length : end;
      drop(at, to);
      at = to;
    } else if (block && char === "/" && source[at + 1] === "*") {
      const end = source.indexOf("*/", at + 2);
      const to = end < 0 ? source.length : end + 2;
      drop(at, to);
      at = to;
    } else at++;
  }
  parts.push(source.slice(kept));
  return parts.join("");
}

/** Code of JavaScript without the functions that are written in it: what is called where it runs, and not within these. */

/** How many characters are looked at. */
const most = 4000;
const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const quotes = new Set(['"', "'", "`"]);

/** Up to the first function that does not end in the text. */
export function outsideFunctions(written: string): string {
  const text = written.slice(0, most);
  let code = "";
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const begin = /=>|(?<![\w$.])function\b/.exec(rest);
    if (!begin) return code + rest;
    code += rest.slice(0, begin.index);
    const from = at + begin.index + begin[0].length;
    const end = begin[0] === "=>" ? bodyEnd(text, from) : afterBrackets(text, text.indexOf("(", from), "{");
    if (end < 0) return code;
    at = end;
  }
  return code;
}

/** Where the body of an arrow function ends: a block, or an expression up to what stands around. */
function bodyEnd(text: string, from: number): number {
  const first = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  if (text[first] === "{") return closed(text, first);
  for (let at = first; at < text.length; at++) {
    const one = text[at] ?? "";
    if (/[,;)\]}]/.test(one)) return at;
    const end = one in closing || quotes.has(one) ? closed(text, at) : at + 1;
    if (end < 0) return -1;
    at = end - 1;
  }
  return text.length;
}

/** Behind the brackets that open at a place, and those of a kind that follow. */
function afterBrackets(text: string, at: number, next: string): number {
  const end = at < 0 ? -1 : closed(text, at);
  const body = end < 0 ? -1 : text.indexOf(next, end);
  return body < 0 ? -1 : closed(text, body);
}

/** Behind what closes the bracket or the text that opens at a place; -1: nothing does. */
function closed(text: string, from: number): number {
  const open = text[from] ?? "";
  if (quotes.has(open)) {
    for (let at = from + 1; at < text.length; at++) {
      if (text[at] === "\\") at++;
      else if (text[at] === open) return at + 1;
    }
    return -1;
  }
  for (let at = from + 1; at < text.length; at++) {
    const one = text[at] ?? "";
    if (one === closing[open]) return at + 1;
    if (!(one in closing) && !quotes.has(one)) continue;
    const end = closed(text, at);
    if (end < 0) return -1;
    at = end - 1;
  }
  return -1;
}

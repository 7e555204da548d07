/** The statements of a function of Go that stands before handlers, or that gives one. */
import type {
  Dialect,
  Statement,
  Statements,
  Written,
} from "#engine/scan/derive/entry-points/guards/written-functions";

export const goDialect: Dialect = {
  or: "||",
  and: "&&",
  not: "!",
  path: /^(?:string\()?(?:\w+(?:\(\))?\.)*(?:URL\.Path|Path\(\)|FullPath\(\)|URI\(\)\.Path\(\))\)?$/,
  byPath: /\bPath\b|\bURL\b|\bFullPath\b|\bRequestURI\b|\bOriginalURL\b|\bURI\(\)/,
  method: /^(?:\w+(?:\(\))?\.)*Method(?:\(\))?$/,
  asked: (text) => {
    const [, name, given] = /^strings\.(HasPrefix|HasSuffix|Contains)\((.*)\)$/s.exec(text) ?? [];
    const at = given?.lastIndexOf(",") ?? -1;
    if (given === undefined || at < 0) return undefined;
    const by = name === "HasPrefix" ? "begin" : name === "HasSuffix" ? "end" : "part";
    return { of: given.slice(0, at), by, texts: given.slice(at + 1) };
  },
};

/** What handlers are given of which a request goes on that nobody answers. */
const goingOn = /\*gin\.Context\b|\*app\.RequestContext\b/;
// Whoever is given what answers may do so.
const answering =
  /\bhttp\.(?:Error|Redirect|NotFound)\(|\.(?:Abort\w*|WriteHeader|SendStatus|Redirect|StopWith\w+|StopExecution|CustomAbort|Error|Status|JSON|String|HTML|XML|SendString|Write|SetStatusCode)\(|\bpanic\(|^(?:\w+\.)*\w+\((?:[^()]*,\s*)?(?:c|ctx|w|rw|writer|res)\s*[,)]/;
/** Functions in each other, of which the innermost handles. */
const maxWithin = 4;
const maxLength = 12_000;

/** The statements of what a declaration handles requests by; undefined where it holds others than are read. */
export function goStatements(code: string): Written | undefined {
  if (code.length > maxLength) return undefined;
  let text = withoutComments(code);
  const names = new Set<string>();
  let head = "";
  for (let within = 0; within < maxWithin; within++) {
    const found = functionIn(text, within === 0);
    if (!found) return undefined;
    for (const name of handlersOf(found.params)) names.add(name);
    head += `${found.params} `;
    const inner = givenBack(found.body);
    if (inner === "unknown") return undefined;
    if (inner === undefined) {
      const statements = new Reader(found.body).block();
      if (!statements) return undefined;
      const own = [...names].map((name) => String.raw`(?:^|[^\w.])${name}(?:\.\w+)?\(`);
      const handingOn = new RegExp([String.raw`\.(?:Next|ServeHTTP)\(`, ...own].join("|"));
      return { statements, handingOn, answering, goesOn: goingOn.test(head) };
    }
    text = inner;
  }
  return undefined;
}

/** The first function of a text: what it takes, and what it does. */
function functionIn(text: string, isFirst: boolean): { params: string; body: string } | undefined {
  const start = isFirst
    ? /\bfunc\b\s*(?:\(\s*\w*\s*\*?[\w.[\]]+\s*\)\s*\w+)?[\w\s]*(?:\[[^\]]*\])?(?=\()/
    : /\bfunc\s*(?=\()/;
  const found = start.exec(text);
  if (!found) return undefined;
  const from = found.index + found[0].length;
  const end = closing(text, from);
  const open = text.indexOf("{", end);
  if (end < 0 || open < 0) return undefined;
  const close = closing(text, open);
  return close < 0 ? undefined : { params: text.slice(from + 1, end), body: text.slice(open + 1, close) };
}

/** Parameters that handle requests. */
const handlersOf = (params: string): string[] =>
  [...params.matchAll(/(\w+)\s+(?:\w+\.)*(?:\w*Handler(?:Func)?|Handle|\w*Endpoint|func\()/g)].map(
    ([, name = ""]) => name,
  );

/** The function that is given back, where nothing is decided before; unknown where something is. */
function givenBack(body: string): string | "unknown" | undefined {
  const found = /(?:^|[\n;{])\s*return\s+(?:&?[\w.]+\(|[\w.]+\{\s*)?func\s*\(/.exec(body);
  if (!found) return undefined;
  const before = body.slice(0, found.index);
  if (/(?:^|[\n;])\s*(?:if|for|switch|select|go|defer)\b/.test(before)) return "unknown";
  return body.slice(found.index);
}

const opens = "([{";
const closes = ")]}";

/** Where what opens at a place ends. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const one = text[at] ?? "";
    if (one === '"' || one === "`" || one === "'") at = endOfText(text, at);
    else if (opens.includes(one)) depth++;
    else if (closes.includes(one) && --depth === 0) return at;
  }
  return -1;
}

function endOfText(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\" && quote !== "`") at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

function withoutComments(code: string): string {
  let told = "";
  for (let at = 0; at < code.length; at++) {
    const one = code[at] ?? "";
    if (one === '"' || one === "`" || one === "'") {
      const end = endOfText(code, at);
      told += code.slice(at, end + 1);
      at = end;
    } else if (code.startsWith("//", at)) at = endOr(code.indexOf("\n", at), code) - 1;
    else if (code.startsWith("/*", at)) at = endOr(code.indexOf("*/", at), code) + 1;
    else told += one;
  }
  return told;
}

const endOr = (at: number, code: string): number => (at < 0 ? code.length : at);

class Reader {
  readonly #text: string;
  #at = 0;
  #isKnown = true;

  constructor(text: string) {
    this.#text = text;
  }

  block(): Statements | undefined {
    const told: Statement[] = [];
    for (let one = this.#upTo(); one !== undefined; one = this.#upTo()) {
      const text = one.trim();
      if (text !== "") told.push(...this.#statement(text));
    }
    return this.#isKnown ? told : undefined;
  }

  /** The text up to the end of a statement, or to the block that it begins. */
  #upTo(): string | undefined {
    if (this.#at >= this.#text.length) return undefined;
    const from = this.#at;
    const isHead = /^\s*(?:if|for|switch|select|else)\b/.test(this.#text.slice(from));
    for (; this.#at < this.#text.length; this.#at++) {
      const one = this.#text[this.#at] ?? "";
      if (one === '"' || one === "`" || one === "'") this.#at = endOfText(this.#text, this.#at);
      else if (isHead && one === "{") return this.#text.slice(from, this.#at);
      else if (opens.includes(one)) {
        const end = closing(this.#text, this.#at);
        if (end < 0) break;
        this.#at = end;
      } else if (!isHead && (one === ";" || one === "\n") && !/[.,(+&|]\s*$/.test(this.#text.slice(from, this.#at))) {
        this.#at += 1;
        return this.#text.slice(from, this.#at - 1);
      }
    }
    this.#at = this.#text.length;
    return this.#text.slice(from);
  }

  /** What stands in the block that begins here. */
  #body(): string {
    const end = closing(this.#text, this.#at);
    const body = this.#text.slice(this.#at + 1, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return body;
  }

  #within(body: string): Statements {
    const told = new Reader(body).block();
    this.#isKnown &&= told !== undefined;
    return told ?? [];
  }

  #statement(text: string): Statement[] {
    const [, word, rest = ""] = /^(if|for|switch|select|go|defer|return|goto|else)\b\s*(.*)$/s.exec(text) ?? [];
    switch (word) {
      case undefined:
        return [{ kind: "do", text }];
      case "return":
        return [{ kind: "return", text: rest }];
      case "defer":
        return [];
      case "if":
        return this.#branch(rest);
      case "for":
        return [{ kind: "loop", head: rest, body: this.#within(this.#body()) }];
      case "switch":
        return this.#cases(rest);
      default:
        this.#isKnown = false;
        return [];
    }
  }

  #branch(head: string): Statement[] {
    const at = head.lastIndexOf(";");
    const before = at < 0 ? [] : [{ kind: "do", text: head.slice(0, at).trim() } as const];
    const body = this.#within(this.#body());
    const other = /^[ \t]*else\b\s*(if\b)?/.exec(this.#text.slice(this.#at));
    let otherwise: Statements = [];
    if (other) {
      this.#at += other[0].length;
      if (other[1] === undefined) {
        this.#at = endOr(this.#text.indexOf("{", this.#at), this.#text);
        otherwise = this.#within(this.#body());
      } else {
        const open = endOr(this.#text.indexOf("{", this.#at), this.#text);
        const condition = this.#text.slice(this.#at, open);
        this.#at = open;
        otherwise = this.#branch(condition);
      }
    }
    return [...before, { kind: "if", condition: head.slice(at + 1), body, otherwise }];
  }

  #cases(tag: string): Statement[] {
    const body = this.#body();
    const heads = [...body.matchAll(/(?:^|\n)\s*(case\s[^\n]*?|default\s*):(?=\s)/g)];
    if (heads.length === 0) this.#isKnown = false;
    const parts = heads.map((one, at) => ({
      texts: (one[1] ?? "").replace(/^case\s|^default\s*$/, "").trim(),
      body: this.#within(body.slice(one.index + one[0].length, heads[at + 1]?.index)),
    }));
    const others = parts.find(({ texts }) => texts === "")?.body ?? [];
    const condition = (texts: string) =>
      tag.trim() === ""
        ? texts
        : texts
            .split(",")
            .map((it) => `${tag.trim()} == ${it.trim()}`)
            .join(" || ");
    const told = parts
      .filter(({ texts }) => texts !== "")
      .reduceRight<Statements>(
        (otherwise, { texts, body }) => [{ kind: "if", condition: condition(texts), body, otherwise }],
        others,
      );
    return [...told];
  }
}

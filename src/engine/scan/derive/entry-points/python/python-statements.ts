/** The statements of a function of Python that stands before handlers. */
import type {
  Dialect,
  Statement,
  Statements,
  Written,
} from "#engine/scan/derive/entry-points/guards/written-functions";

export const pythonDialect: Dialect = {
  or: "or",
  and: "and",
  not: "not",
  path: /^(?:self\.)?(?:request|req|scope|connection|conn)(?:\.url)?(?:\.path(?:_info)?|\[["']path["']\])$/,
  byPath:
    /\.path(?:_info)?\b|\[["']path["']\]|\.url\b|\bendpoint\b|\burl_name\b|\bview_name\b|\bresolver_match\b|\bmatch_info\b|\b(?:blueprint|url_rule|view_func|full_path|uri_template)\b|\b[A-Z_]*(?:EXEMPT|PUBLIC|WHITELIST|ALLOWLIST)[A-Z_]*\b/,
  method: /^(?:self\.)?(?:request|req)\.method$|^scope\[["']method["']\]$/,
  asked: (text) => {
    const [, of, name, texts] = /^(.+)\.(startswith|endswith)\((.*)\)$/s.exec(text) ?? [];
    return of === undefined || texts === undefined
      ? undefined
      : { of, by: name === "startswith" ? "begin" : "end", texts };
  },
};

const head = /^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(([^)]*)\)[^:\n]*:[ \t]*/m;
const docstring = /^\s*[rRbBuU]*("""|''')[\s\S]*?\1/;
/** What hands on: what a function is given for that, and what its class holds. */
const onward = String.raw`\b(?:self\.)?(?:get_response|call_next|_?app|handler|next_handler|next)\(|\bsuper\(\)\.(?:__call__|dispatch)\(`;
/** What may refuse by what it is called. */
const refusing =
  /\b(?:\w+\.)*\w*(?:abort|authenticat|authoriz|check|deny|enforce|ensure|forbid|reject|require|unauthor|validate|verif)\w*\(|^(?:await\s+)?(?:\w+\.)*\w+\((?:[^()]*,\s*)?(?:request|req)\s*[,)]/i;
const compound = /^(if|elif|else|for|while|with|try|except|finally|match|case|def|class|async)\b/;

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** The statements of a function's text; undefined where it holds others than are read. */
export function pythonStatements(code: string): Written | undefined {
  const found = head.exec(code);
  if (!found) return undefined;
  const body = code.slice(found.index + found[0].length).replace(docstring, "");
  const lines = logicalLines(body);
  if (!lines) return undefined;
  const reader = new Reader(lines);
  const statements = reader.block(-1);
  if (!statements) return undefined;
  return { statements, handingOn: new RegExp(onward), answering: refusing, goesOn: true };
}

/** Lines without comments, those that brackets hold together as one. */
function logicalLines(body: string): Line[] | undefined {
  const told: Line[] = [];
  let [held, depth, indent] = ["", 0, 0];
  for (const written of body.split("\n")) {
    if (/"""|'''/.test(written)) return undefined;
    const text = withoutComment(written);
    if (depth === 0 && text.trim() === "") continue;
    if (depth === 0 && held === "") indent = /^[ \t]*/.exec(text)?.[0].length ?? 0;
    held += `${held === "" ? "" : " "}${text.trim()}`;
    depth += bracketsOf(text);
    if (depth > 0 || held.endsWith("\\")) {
      held = held.replace(/\\$/, "");
      continue;
    }
    told.push({ indent, text: held });
    held = "";
  }
  // What stands behind the head on its line is the whole body.
  return depth === 0 ? told : undefined;
}

const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const withoutComment = (line: string): string => {
  const at = line.replace(texts, (it) => "_".repeat(it.length)).indexOf("#");
  return at < 0 ? line : line.slice(0, at);
};
const bracketsOf = (line: string): number => {
  const plain = line.replace(texts, "");
  return (plain.match(/[([{]/g)?.length ?? 0) - (plain.match(/[)\]}]/g)?.length ?? 0);
};

class Reader {
  readonly #lines: readonly Line[];
  #at = 0;
  #isKnown = true;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  /** What stands deeper than a line. */
  block(around: number): Statements | undefined {
    const told: Statement[] = [];
    for (let line = this.#next(around); line; line = this.#next(around)) {
      this.#at += 1;
      told.push(...this.#statement(line));
    }
    return this.#isKnown ? told : undefined;
  }

  #next(around: number): Line | undefined {
    const line = this.#lines[this.#at];
    return line && line.indent > around ? line : undefined;
  }

  #statement({ indent, text }: Line): Statement[] {
    const word = compound.exec(text)?.[1];
    if (word === undefined) return [simple(text)];
    switch (word) {
      case "if":
      case "elif":
        return [this.#branch(indent, text)];
      case "for":
      case "while":
        return [{ kind: "loop", head: text, body: this.#body(indent, text) }];
      case "with":
        return [{ kind: "block", body: this.#body(indent, text), handlers: [] }];
      case "async":
        return this.#statement({ indent, text: text.replace(/^async\s+/, "") });
      case "try": {
        const body = this.#body(indent, text);
        const handlers: Statement[] = [];
        for (let line = this.#same(indent, /^except\b/); line; line = this.#same(indent, /^except\b/))
          handlers.push({ kind: "if", condition: line.text, body: this.#body(indent, line.text), otherwise: [] });
        const rest = [/^else\b/, /^finally\b/].flatMap((of) => {
          const line = this.#same(indent, of);
          return line ? this.#body(indent, line.text) : [];
        });
        return [{ kind: "block", body, handlers }, ...rest];
      }
      default:
        this.#isKnown = false;
        return [];
    }
  }

  #branch(indent: number, text: string): Statement {
    const condition = text.replace(/^(?:el)?if\b/, "").replace(/:[^:]*$/, "");
    const body = this.#body(indent, text);
    const other = this.#same(indent, /^(?:elif|else)\b/);
    if (!other) return { kind: "if", condition, body, otherwise: [] };
    const otherwise = other.text.startsWith("elif")
      ? [this.#branch(indent, other.text)]
      : this.#body(indent, other.text);
    return { kind: "if", condition, body, otherwise };
  }

  /** The next line where it stands as deep and begins so. */
  #same(indent: number, of: RegExp): Line | undefined {
    const line = this.#lines[this.#at];
    if (!line || line.indent !== indent || !of.test(line.text)) return undefined;
    this.#at += 1;
    return line;
  }

  /** What stands behind a head, on its line or below it. */
  #body(indent: number, text: string): Statements {
    const behind = /:\s*([^:\s][^:]*)$/.exec(text.replace(texts, (it) => "_".repeat(it.length)));
    const written = behind ? text.slice(-(behind[1]?.length ?? 0)).trim() : "";
    if (written !== "" && !text.endsWith(":")) return [simple(written)];
    return this.block(indent) ?? [];
  }
}

function simple(text: string): Statement {
  if (/^raise\b/.test(text)) return { kind: "return", text };
  const [, given] = /^return\b\s*(.*)$/s.exec(text) ?? [];
  return given === undefined
    ? { kind: "do", text }
    : { kind: "return", text: /^(?:None|True)?$/.test(given) ? "" : given };
}

/** The statements of functions in languages of which blocks end with a word. */
import { maskedHashes, splitAt } from "./masked.ts";
import type { Statement, Statements } from "./statements.ts";

interface Line {
  readonly text: string;
  readonly mask: string;
  readonly line: number;
  readonly last: number;
}

export function endedBody(code: string): Statements | undefined {
  const lines = logicalLines(code);
  const at = lines.findIndex(({ mask }) =>
    /^(?:(?:private|protected|public)\s+)?def\b|\bdo\s*(?:\|[^|]*\|)?$/.test(mask),
  );
  const head = lines[at];
  if (!head) return undefined;
  const reader = new Reader(lines, at + 1);
  // `def index = render json: all`
  const short = /^def\s+[\w.?!]+(?:\([^)]*\))?\s*=\s*(.+)$/s.exec(head.text)?.[1];
  if (short !== undefined) return [plainly({ ...head, text: short, mask: short })];
  return reader.method();
}

const continuing = /(?:[,.([{|&+=\\]|&&|\|\||\b(?:and|or|not))$/;
const blockHead = /\|[^|]*\|$/;

function logicalLines(code: string): Line[] {
  const { plain, mask } = maskedHashes(code);
  const [texts, masks] = [plain.split("\n"), mask.split("\n")];
  const told: Line[] = [];
  let open: { text: string; mask: string; line: number } | undefined;
  let depth = 0;
  for (const [line, text] of texts.entries()) {
    const shape = masks[line]?.trim() ?? "";
    if (!open && shape === "") continue;
    open ??= { text: "", mask: "", line };
    open.text += `${open.text === "" ? "" : "\n"}${text.trim()}`;
    open.mask += `${open.mask === "" ? "" : "\n"}${shape}`;
    for (const one of shape) {
      if ("([{".includes(one)) depth++;
      else if (")]}".includes(one)) depth--;
    }
    const next = masks.slice(line + 1).find((it) => it.trim() !== "");
    const isOpen =
      depth > 0 || (continuing.test(shape) && !blockHead.test(shape)) || /^\s*(?:&?\.\w|&&|\|\|)/.test(next ?? "");
    if (isOpen && line < texts.length - 1) continue;
    told.push({ ...open, last: line });
    open = undefined;
    depth = 0;
  }
  return told;
}

const repeating =
  /\.(?:each\w*|map|flat_map|select|reject|times|find_each|find_in_batches|upto|step|collect|inject|reduce)\b[^|]*\bdo\b/;
const opensBlock = /\bdo(?:\s*\|[^|]*\|)?$/;
/** A value that is chosen: `x = if late`. */
const chosen = /^[\w@.,\s[\]]+(?:\|\||&&)?=\s*(?:if|unless|case|begin)\b/;
const ends = /^(?:end|else|elsif|when|in|rescue|ensure)\b/;

class Reader {
  readonly #lines: readonly Line[];
  #at: number;

  constructor(lines: readonly Line[], at: number) {
    this.#lines = lines;
    this.#at = at;
  }

  /** What a method does, with what it does about errors. */
  method(): Statements {
    const body = this.#block();
    const handlers: Statements[] = [];
    while (/^(?:rescue|else|ensure)\b/.test(this.#word())) {
      const isRescue = this.#word() === "rescue";
      this.#at += 1;
      const handler = this.#block();
      if (isRescue) handlers.push(handler);
    }
    const [first] = body;
    if (handlers.length === 0 || !first) return body;
    return [{ kind: "try", body, handlers, line: first.line, last: first.last }];
  }

  #word(): string {
    return /^\w+/.exec(this.#lines[this.#at]?.mask ?? "")?.[0] ?? "";
  }

  #block(): Statements {
    const told: Statement[] = [];
    for (let line = this.#lines[this.#at]; line && !ends.test(line.mask); line = this.#lines[this.#at]) {
      this.#at += 1;
      told.push(this.#statement(line));
    }
    return told;
  }

  #close(): void {
    if (this.#word() === "end") this.#at += 1;
  }

  #statement(line: Line): Statement {
    const { text, mask, line: first, last } = line;
    const place = { line: first, last };
    const word = /^(?:if|unless|while|until|for|case|begin|def|class|module)\b/.exec(mask)?.[0];
    const behind = text.slice(word?.length ?? 0).trim();
    if (word === "if" || word === "unless")
      return this.#branch(behind.replace(/\s+then$/, ""), word === "unless", place);
    if (word === "begin") {
      const body = this.method();
      this.#close();
      const [only] = body;
      if (body.length === 1 && only?.kind === "try") return only;
      return { kind: "block", head: "", body, ...place };
    }
    if (word !== undefined || chosen.test(mask)) {
      const body: Statement[] = [...this.#block()];
      while (/^(?:else|elsif|when|in|rescue|ensure)\b/.test(this.#word())) {
        this.#at += 1;
        body.push(...this.#block());
      }
      this.#close();
      const isOther = /^(?:def|class|module)$/.test(word ?? "");
      return { kind: "maybe", head: word === undefined ? text : behind, body: isOther ? [] : body, ...place };
    }
    if (opensBlock.test(mask)) {
      const body = this.method();
      this.#close();
      return { kind: repeating.test(mask) ? "maybe" : "block", head: text, body, ...place };
    }
    return modified(line);
  }

  #branch(condition: string, isNegated: boolean, place: { line: number; last: number }): Statement {
    const body = this.#block();
    let otherwise: Statements = [];
    const next = this.#lines[this.#at];
    if (next && this.#word() === "elsif") {
      this.#at += 1;
      const told = next.text.slice("elsif".length).trim();
      otherwise = [this.#branch(told, false, { line: next.line, last: next.last })];
    } else {
      if (this.#word() === "else") {
        this.#at += 1;
        otherwise = this.#block();
      }
      this.#close();
    }
    return { kind: "if", condition: isNegated ? `!(${condition})` : condition, body, otherwise, ...place };
  }
}

/** A statement with a condition behind it: `head :forbidden unless admin?`, `admin? or raise Forbidden`. */
function modified(line: Line): Statement {
  const { text, mask, line: first, last } = line;
  const place = { line: first, last };
  for (const word of ["unless", "if"]) {
    const parts = splitAt(text, mask, new RegExp(` ${word}(?= )`));
    const condition = parts.at(-1);
    if (parts.length !== 2 || condition === undefined) continue;
    const [told = ""] = parts;
    const body = [plainly({ ...line, text: told, mask: mask.slice(0, told.length) })];
    const asked = condition.trim();
    return { kind: "if", condition: word === "unless" ? `!(${asked})` : asked, body, otherwise: [], ...place };
  }
  const [asked = "", ...others] = splitAt(
    text,
    mask,
    /(?: or| \|\|)(?= (?:return|raise|head|render|redirect_to|halt|fail)\b)/,
  );
  if (others.length === 1)
    return {
      kind: "if",
      condition: `!(${asked.trim()})`,
      body: [plainly({ ...line, text: others[0] ?? "", mask: "" })],
      otherwise: [],
      ...place,
    };
  return plainly(line);
}

function plainly({ text, line, last }: Line): Statement {
  const own = text.trim();
  const word = /^(?:return|raise|fail)\b/.exec(own)?.[0];
  const kind = word === undefined ? "do" : word === "return" ? "return" : "throw";
  // `render json: {}, status: 403 and return`, `return redirect_to(login_path)`
  const isLeaving = / and return(?: (?:true|false|nil))?$/.test(own);
  const told = own.slice(word?.length ?? 0).trim();
  return { kind: isLeaving ? "return" : kind, text: told.replace(/ and return(?: \w+)?$/, ""), line, last };
}

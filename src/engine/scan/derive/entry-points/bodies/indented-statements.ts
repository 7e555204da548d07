/** The statements of functions in languages that are put together by how far their lines stand inside. */
import { maskedHashes, splitAt } from "./masked.ts";
import type { Statement, Statements } from "./statements.ts";

/** A statement as it is written, on however many lines, and what stands further inside behind it. */
interface Line {
  readonly indent: number;
  readonly text: string;
  readonly mask: string;
  readonly line: number;
  readonly last: number;
}

export function indentedBody(code: string): Statements | undefined {
  const lines = logicalLines(code);
  const at = lines.findIndex(({ mask }) => /^(?:async\s+)?def\b/.test(mask));
  const head = lines[at];
  if (!head) return undefined;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex(({ indent }) => indent <= head.indent);
  const within = end < 0 ? rest : rest.slice(0, end);
  const own = behindColon(head);
  return own ? statements([own]) : statements(within);
}

function logicalLines(code: string): Line[] {
  const { plain, mask } = maskedHashes(code);
  const [texts, masks] = [plain.split("\n"), mask.split("\n")];
  const told: Line[] = [];
  let depth = 0;
  let open: { indent: number; text: string; mask: string; line: number } | undefined;
  let quoted = false;
  for (const [line, text] of texts.entries()) {
    const shape = masks[line] ?? "";
    if (!open && shape.trim() === "") continue;
    open ??= { indent: shape.length - shape.trimStart().length, text: "", mask: "", line };
    open.text += `${open.text === "" ? "" : "\n"}${text.trim()}`;
    open.mask += `${open.mask === "" ? "" : "\n"}${shape.trim()}`;
    for (const one of shape) {
      if (one === '"') quoted = !quoted;
      else if ("([{".includes(one)) depth++;
      else if (")]}".includes(one)) depth--;
    }
    if (depth > 0 || quoted || shape.trimEnd().endsWith("\\")) continue;
    told.push({ ...open, last: line });
    open = undefined;
    depth = 0;
  }
  return told;
}

/** What stands on the line of what it is behind: `if late: return`. */
function behindColon({ indent, text, mask, line, last }: Line): Line | undefined {
  const [head = ""] = splitAt(text, mask, /:(?!=)/);
  const begin = head.length + 1;
  const rest = text.slice(begin);
  if (begin > text.length || rest.trim() === "") return undefined;
  const skipped = begin + rest.length - rest.trimStart().length;
  return { indent: indent + 1, text: text.slice(skipped), mask: mask.slice(skipped), line, last };
}

const headOf = ({ text, mask }: Line, word: RegExp): string =>
  (splitAt(text, mask, /:(?!=)/)[0] ?? "").replace(word, "").trim();

function statements(lines: readonly Line[]): Statements {
  const told: Statement[] = [];
  const bodyAt = (at: number): { body: Statements; end: number } => {
    const head = lines[at];
    let end = at + 1;
    while (end < lines.length && (lines[end]?.indent ?? 0) > (head?.indent ?? 0)) end++;
    const own = head && behindColon(head);
    return { body: statements(own ? [own] : lines.slice(at + 1, end)), end };
  };
  const branch = (at: number): { one: Statement; end: number } | undefined => {
    const head = lines[at];
    if (!head) return undefined;
    const { body, end } = bodyAt(at);
    const condition = headOf(head, /^(?:el)?if\b/);
    const next = lines[end];
    let [otherwise, last]: [Statements, number] = [[], end];
    if (next?.indent === head.indent && /^elif\b/.test(next.mask)) {
      const other = branch(end);
      if (other) [otherwise, last] = [[other.one], other.end];
    } else if (next?.indent === head.indent && /^else\b/.test(next.mask)) {
      const other = bodyAt(end);
      [otherwise, last] = [other.body, other.end];
    }
    return { one: { kind: "if", condition, body, otherwise, line: head.line, last: head.last }, end: last };
  };
  for (let at = 0; at < lines.length; ) {
    const head = lines[at];
    if (!head) break;
    const { mask, line, last } = head;
    const word = /^(?:async\s+)?([a-z]+)\b/.exec(mask)?.[1] ?? "";
    if (word === "if") {
      const found = branch(at);
      if (found) told.push(found.one);
      at = found?.end ?? at + 1;
    } else if (/^(?:for|while|match|case|elif|else)$/.test(word)) {
      const { body, end } = bodyAt(at);
      told.push({ kind: "maybe", head: headOf(head, /^\w+/), body, line, last });
      at = end;
    } else if (word === "with") {
      const { body, end } = bodyAt(at);
      told.push({ kind: "block", head: headOf(head, /^(?:async\s+)?with\b/), body, line, last });
      at = end;
    } else if (word === "try") {
      const { body, end } = bodyAt(at);
      const handlers: Statements[] = [];
      let behind = end;
      for (let next = lines[behind]; next && /^(?:except|else|finally)\b/.test(next.mask); next = lines[behind]) {
        if (next.indent !== head.indent) break;
        const other = bodyAt(behind);
        if (/^except/.test(next.mask)) handlers.push(other.body);
        behind = other.end;
      }
      told.push({ kind: "try", body, handlers, line, last });
      at = behind;
    } else if (/^(?:def|class)$/.test(word)) at = bodyAt(at).end;
    else {
      if (!mask.startsWith("@")) told.push(plainly(head));
      at += 1;
    }
  }
  return told;
}

function plainly({ text, line, last }: Line): Statement {
  const word = /^(?:return|raise)\b/.exec(text)?.[0];
  const kind = word === undefined ? "do" : word === "return" ? "return" : "throw";
  return { kind, text: text.slice(word?.length ?? 0).trim(), line, last };
}

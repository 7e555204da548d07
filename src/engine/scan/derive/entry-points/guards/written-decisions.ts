/**
 * What functions of Go, Python and C# decide by the path of a request, as they are written: before one that they hand on they ask
 * nobody. Nothing is said of one that is not understood, or that decides nothing by paths.
 */
import { goDialect, goStatements } from "#engine/scan/derive/entry-points/go/go-statements";
import { pythonDialect, pythonStatements } from "#engine/scan/derive/entry-points/python/python-statements";
import type { Condition, Tree } from "./path-decisions.ts";
import { Conditions } from "./written-conditions.ts";
import type { Dialect, Statements, Written } from "./written-functions.ts";

/** A function with more conditions is not looked at. */
const maxConditions = 10;

/** What the code of a function decides; undefined: nothing by the path, or nobody can say. */
export function writtenDecision(code: string, language: "go" | "python"): Tree | undefined {
  const written = language === "go" ? goStatements(code) : pythonStatements(code);
  const told = written && writtenTree(written, language === "go" ? goDialect : pythonDialect);
  return told === "pass" ? undefined : told;
}

/**
 * What the statements of a function decide: by the path, or that it always hands on; undefined: neither, or nobody can say.
 */
export function writtenTree(written: Written, dialect: Dialect): Tree | undefined {
  const conditions = new Conditions(dialect, assignedIn(written.statements));
  let left = maxConditions;
  const end: Tree = written.goesOn ? "pass" : "ask";
  const run = (all: Statements, rest: () => Tree): Tree => {
    const [first, ...others] = all;
    if (!first) return rest();
    let known: Tree | undefined;
    const behind = (): Tree => (known ??= run(others, rest));
    switch (first.kind) {
      case "do":
        if (written.handingOn.test(first.text)) return "pass";
        return written.answering.test(first.text) ? "ask" : behind();
      case "return":
        if (written.handingOn.test(first.text)) return "pass";
        return first.text === "" ? end : "ask";
      case "block": {
        const inner = run(first.body, behind);
        return first.handlers.length > 0 ? branch("free", run(first.handlers, behind), inner) : inner;
      }
      case "loop": {
        left -= 1;
        const isAbout = conditions.mentions(first.head) || textsIn(first.body).some((it) => conditions.mentions(it));
        return left < 0 ? "open" : branch(isAbout ? "open" : "free", run(first.body, behind), behind());
      }
      default: {
        left -= 1;
        if (left < 0) return "open";
        return branch(conditions.read(first.condition), run(first.body, behind), run(first.otherwise, behind));
      }
    }
  };
  const told = run(written.statements, () => end);
  if (left >= 0 && told === "pass") return told;
  const text = JSON.stringify(told);
  return left >= 0 && /"fits"|"open"/.test(text) && text.includes('"ask"') && text.includes('"pass"')
    ? told
    : undefined;
}

const branch = (condition: Condition, then: Tree, otherwise: Tree): Tree =>
  typeof then === "string" && then === otherwise ? then : [condition, then, otherwise];

function textsIn(all: Statements): string[] {
  return all.flatMap((one) => {
    if (one.kind === "if") return [one.condition, ...textsIn(one.body), ...textsIn(one.otherwise)];
    if (one.kind === "loop") return [one.head, ...textsIn(one.body)];
    return one.kind === "block" ? [...textsIn(one.body), ...textsIn(one.handlers)] : [one.text];
  });
}

const assignment = /^(?:var\s+)?(\w+)(?:\s*:\s*\w+)?\s*:?=(?!=)\s*(.+)$/s;

const assignedIn = (all: Statements): (readonly [string, string])[] =>
  textsIn(all).flatMap((text) => {
    const [, name, value] = assignment.exec(text.trim()) ?? [];
    return name !== undefined && value !== undefined ? [[name, value] as const] : [];
  });

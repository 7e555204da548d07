/** What Rust's blocks are worth: the last expression of a function is what it gives back, an arm of a `match` one of several ways. */
import { closing } from "./masked.ts";
import type { Statement, Statements } from "./statements.ts";

interface Arm {
  /** Where its pattern begins and ends, and what it is worth. */
  readonly pattern: readonly [number, number];
  readonly body: readonly [number, number];
}

/** The arms that stand between two places of masked code. */
export function armsIn(mask: string, from: number, to: number): readonly Arm[] {
  const arms: Arm[] = [];
  for (let at = from; at < to; at++) {
    if (/[\s,]/.test(mask[at] ?? "")) continue;
    const arrow = outside(mask, at, to, "=>");
    if (arrow === undefined) return [];
    let begin = arrow + 2;
    while (begin < to && /\s/.test(mask[begin] ?? "")) begin++;
    const block = mask[begin] === "{" ? closing(mask, begin, to) : -1;
    const end = block >= 0 ? block + 1 : (outside(mask, begin, to, ",") ?? to);
    arms.push({ pattern: [at, arrow], body: [begin, end] });
    at = end;
  }
  return arms;
}

/** Where a mark stands first that is in no brackets. */
function outside(mask: string, from: number, to: number, mark: string): number | undefined {
  for (let at = from; at < to; at++) {
    if (mask.startsWith(mark, at)) return at;
    if (!"([{".includes(mask[at] ?? "")) continue;
    const end = closing(mask, at, to);
    if (end < 0) return undefined;
    at = end;
  }
  return undefined;
}

/**
 * Statements whose last one is what a function gives back.
 *
 * @param isOpen whether no semicolon ends a statement
 */
export function withResult(all: Statements, isOpen: (one: Statement) => boolean): Statements {
  const last = all.at(-1);
  const led = (one: Statement): Statement => {
    if (one.kind === "if" && one.otherwise.length > 0)
      return { ...one, body: withResult(one.body, isOpen), otherwise: withResult(one.otherwise, isOpen) };
    if (one.kind === "block") return { ...one, body: withResult(one.body, isOpen) };
    return one.kind === "do" && isOpen(one) ? { ...one, kind: "return" } : one;
  };
  return last ? [...all.slice(0, -1), led(last)] : all;
}

/** Whether an error that a call gives ends the function around it: `check(user).await?`. */
export function isHandedOn(mask: string, call: number): boolean {
  let at = call;
  for (;;) {
    const next = /^(?:\s*\.\s*(?:await\b|\w+(?:::<[^()]*?>)?(?=\()))?\s*/.exec(mask.slice(at))?.[0] ?? "";
    at += next.length;
    if (mask[at] === "?") return true;
    if (mask[at] === "(") at = closing(mask, at) + 1;
    else if (next.trim() === "") return false;
    if (at === 0) return false;
  }
}

/** Hooks of SvelteKit's server that always resolve, whatever they note or change: who asks answers or throws instead. */
import { lastName } from "#engine/scan/derive/symbols";

interface Called {
  readonly callee: string | null;
  readonly callee_text: string;
  readonly quote: string | null;
}

/** Where such hooks stand or come from: all of them are given what resolves. */
const resolving = /^(?:\w+\.)?resolve$/;
/** What answers in the place of what would have been resolved, or throws. */
const answering = /^(?:redirect|error|json|text|fail|Response|NextResponse|svelteKitHandler|handler)$/;
const refusing = /allow|assert|ensure|guard|must|only|permi|protect|reject|require(?!$)|throw|restrict|limit|forbid/i;
/** Answers that are given back without a call that says so. */
const byHand = /\bthrow\b|\bResponse\b|\bredirect\b/;
/** What keeps something of what a call gives. */
const keeping = /(?:\b(?:const|let|var)\b[^=]*|[\w.\]]+\s*)=(?![=>])/;
const held = /\b(?:const|let|var)\s+(\w+)[^=]*=\s*await\s+(?:\w+\.)?resolve\(/;

/** Whether a function does nothing but resolve: `preview` is the begin of its text. */
export function alwaysResolves(
  preview: string,
  calls: readonly Called[],
  throwsBelow: (symbol: string) => boolean,
): boolean {
  if (!calls.some(({ callee_text: text }) => resolving.test(text)) || byHand.test(preview)) return false;
  // What resolves and does nothing else stands for what is not written yet.
  if (calls.every(({ callee_text: text }) => resolving.test(text)) && !keeping.test(preview.replace(/^.*$/m, "")))
    return false;
  const answers = calls.flatMap(({ quote }) => held.exec(quote ?? "")?.[1] ?? []);
  const isOfAnswer = (quote: string) =>
    /\bresolve\b/.test(quote) || answers.some((name) => new RegExp(`\\b${name}\\b`).test(quote));
  return calls.every(({ callee, callee_text: text, quote }) => {
    if (resolving.test(text)) return true;
    const name = lastName(text);
    if (answering.test(name) || (callee !== null && throwsBelow(callee))) return false;
    const code = quote ?? "";
    if (/^\s*(?:if\s*\(.*\)\s*)?return\b/.test(code)) return isOfAnswer(code);
    return !refusing.test(name) || keeping.test(code);
  });
}

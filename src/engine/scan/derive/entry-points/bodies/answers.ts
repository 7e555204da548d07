/** By what statements refuse a request: an answer of 401 or 403, an error of that meaning, the way to where one signs in. */
import type { Statement, Statements } from "./statements.ts";

/** What a refusal answers, or leads to. */
export type Refusal = "401" | "403" | "login";

/** How it ends what runs: for sure; or where whoever called does not go on behind it. */
export interface Refusing {
  readonly answer: Refusal;
  readonly leaves: boolean;
  /** It ends whoever called as well, as an error does. */
  readonly throws: boolean;
}

const texts = /(["'`])(?:\\.|(?!\1)[^\\])*\1/g;
/** Numbers in texts count nothing. */
const withoutTexts = (text: string): string => text.replace(texts, '""');

/** Websockets close with four thousand more. */
const says401 =
  /\b4?401\b|un_?authori[sz]ed(?!Attribute)|un_?authenticated|not_?authenticated|not_?logged_?in|not_?signed_?in|authentication_?(?:required|failed)|AuthenticationException|AuthenticationError|login_?required|(?:no|bad|invalid|missing)_?access_?token|\bAuth(?:Error|Exception)\b|InvalidToken/i;
const says403 =
  /\b4?403\b|(?<!not_?)forbid(?:den)?(?!s)|access_?denied|deny_?access|denied_?access|permission_?denied|no_?permission|not_?permitted|insufficient_?(?:permission|scope|privilege|right)s?|AuthorizationException|AuthorizationError|AuthorizationFailed|not_?authori[sz]ed|not_?allowed(?!_?method)/i;
const notAllowedMethod = /method_?not_?allowed|\b405\b/i;
/** What says so in words alone: `{ error: "Unauthorized" }`. */
const inWords =
  /["'`](?:un-?authori[sz]ed|forbidden|not authori[sz]ed|(?:(?:the )?user (?:is )?)?not (?:authenticated|logged in|signed in)|no permissions?|unauthenticated|access denied|permission denied|you are not authori[sz]ed[^"'`]*|you (?:do not|don't) have (?:the |any )?(?:required |sufficient |necessary |enough |proper )?(?:permission|privilege|right|access)[^"'`]*)[.!]?["'`]/i;
const elsewhere = /redirect|RedirectTo|\bRedirect\b|challenge\(|location\s*[:(,]|navigat|\bheader\(\s*["']Location/i;
const signingIn = /log_?-?in(?!g)|sign_?-?in(?!g)|new_(?:\w+_)?session|\/auth(?:\/|["'`]|\b)|authenticate/i;
/** It is only told to somebody. */
const telling =
  /^(?:await\s+)?(?:\w+[.:]+)*(?:log(?:ger)?|console|_?logger|Rails|slog|zap|warn(?:ings?)?|debug|print\w*|fmt|t|expect|assert\w*|describe|metrics?|flash|messages?|toast|add_message|addError|errors?\.add|errors?\.push)\b[.:(!]/i;
/** What ends by being called: nothing behind it runs. */
const leaving =
  /^(?:await\s+|yield\s+)?(?:[\w$]+(?:\.|->|::))*(?:abort\w*|halt|forbidden|unauthorized|throw\w*|raise\w*|panic\w*|fail|exit|die|deny\w*|AbortWith\w*|wp_die|wp_send_json_error|notFound|sendUnauthorized|bail)[!?]?\s*(?:\(|$|\s)|^(?:await\s+)?(?:permanentR|r)edirect[\s(]/;
/** Something is asked, told or kept, and no answer given. */
const asksItself = /^(?:const|let|var|val|final)\b|^[\w$.>@-]+\s*(?::=|=(?![=>]))/;
const assignsStatus = /(?:status|statusCode|status_code|StatusCode|code)\s*=(?!=)/;

/** Errors about what is asked for, whatever their message is called: `NotFoundException(FORMAT_NOT_ALLOWED)`. */
const ofRequest =
  /^(?:throw\s+)?new\s+\w*(?:NotFound|Validation|IllegalArgument|BadRequest|Conflict)\w*(?:Exception|Error)\b/;
/** It is called after a thing that is not allowed, not after who asks. */
const ofThing = /(?<!user|role|access|action)_?not_?allowed/i;

/** What an answer or an error says of who asks. */
export function refusalOf({ kind, text }: { readonly kind: string; readonly text: string }): Refusal | undefined {
  if (text.length > 2_000 || (kind === "do" && telling.test(text))) return undefined;
  const plain = withoutTexts(text);
  if (kind === "do" && asksItself.test(plain) && !assignsStatus.test(plain)) return undefined;
  // Whether a text begins as one or other is no answer.
  const isTelling =
    kind !== "do" ||
    /\(|^(?:head|halt|render|forbid|unauthor|deny|access|redirect|raise)/i.test(plain) ||
    assignsStatus.test(plain);
  if (!isTelling) return undefined;
  if (notAllowedMethod.test(plain)) return undefined;
  if (ofRequest.test(plain.trim()) && ofThing.test(plain)) return undefined;
  if (says401.test(plain)) return "401";
  if (says403.test(plain)) return "403";
  if (elsewhere.test(plain) && signingIn.test(text) && !/log_?out|sign_?out/i.test(text)) return "login";
  const codes =
    /["'`:](?:UNAUTHORIZED|UNAUTHENTICATED|FORBIDDEN|PERMISSION_DENIED)\b|["'](?:401|403)\b|:(?:unauthorized|forbidden)\b/.exec(
      text,
    )?.[0];
  if (codes !== undefined) return /UNAUTH|401|unauth/.test(codes) ? "401" : "403";
  const word = inWords.exec(text)?.[0];
  if (word === undefined) return undefined;
  return /forbid|denied|permission/i.test(word) ? "403" : "401";
}

/** What statements refuse by, whichever way they take; undefined where one goes on. */
export function refuses(all: Statements): Refusing | undefined {
  const last = all.at(-1);
  if (!last || all.length > 12) return undefined;
  if (last.kind === "if") {
    const [one, other] = [refuses(last.body), refuses(last.otherwise)];
    if (one && other)
      return { answer: one.answer, leaves: one.leaves && other.leaves, throws: one.throws && other.throws };
    return undefined;
  }
  if (last.kind === "block") return refuses(last.body);
  if (last.kind === "try" || last.kind === "maybe") return undefined;
  const own = all.filter(isPlain);
  const found = own.map(refusalOf).findLast((it) => it !== undefined);
  if (!found) return undefined;
  // `if (wantsJson) { return 401 } return redirect("/login")`
  return { answer: found, leaves: isLeaving(last), throws: throws(last) };
}

const isPlain = (one: Statement): one is Extract<Statement, { readonly text: string }> => "text" in one;

/** Whether nothing behind a statement runs. */
export const isLeaving = (one: Statement): boolean =>
  one.kind === "return" || one.kind === "throw" || (one.kind === "do" && leaving.test(one.text));

/** Whether nothing behind statements runs, whichever way they take. */
export function leavesAlways(all: Statements): boolean {
  const last = all.at(-1);
  if (!last) return false;
  if (last.kind === "if") return leavesAlways(last.body) && leavesAlways(last.otherwise);
  if (last.kind === "block") return leavesAlways(last.body);
  if (last.kind === "try") return leavesAlways(last.body) && last.handlers.every(leavesAlways);
  return isLeaving(last);
}

const throws = (one: Statement): boolean => one.kind === "throw" || ("text" in one && leaving.test(one.text));

/** What says that something went wrong, whatever that is. */
export const failing =
  /\bErr(?=[A-Z(])|\berr\b|\b[45]\d\d\b|error|fail|invalid|not_?found|bad_?request|unprocessable|missing|conflict|Problem|exception|abort/i;

/** Whether statements end without going on by what is no error: what stands behind them is not always run. */
export function leavesWell(all: Statements): boolean {
  const last = all.at(-1);
  if (!last) return false;
  if (last.kind === "if") return leavesWell(last.body) || leavesWell(last.otherwise);
  if (last.kind === "block" || last.kind === "try") return leavesWell(last.body);
  if (last.kind !== "return") return false;
  const told = all.filter(isPlain).map(({ text }) => text);
  return !told.some((text) => failing.test(text));
}

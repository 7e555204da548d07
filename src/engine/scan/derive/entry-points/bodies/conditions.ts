/** What the conditions ask under which a request is refused. */
import { closing, maskedTexts, splitAt } from "./masked.ts";

/** Words of what says who somebody is, or what they may. */
const ofWho =
  /user|session|auth(?!or\b)|\baccount|member|\brole|Role|admin|owner|permi|\bcan(?![a-z])|\bcannot\b|Can(?=[A-Z])|\bmay(?=[A-Z_])|\bhas(?:Access|Right|Role|Scope|Perm)|allowed|access|token|jwt|api_?-?key|principal|identity|claims|viewer|logged|signed|staff|secret|signature|bearer|\bacl\b|polic(?:y|ies)|privile|tenant|granted|anonymous|visitor|\bme\b|creator|isAuthor|belongs_?to|\bteam|organi[sz]ation|registered|customer|cookie|x-[\w-]*key|verif(?:y|ied)|hmac|csrf/i;
/** What somebody brings who signs in: that it is wrong asks nobody who he is. */
const ofSigningIn =
  /passw|\bpwd\b|(?<![A-Za-z])pass(?![A-Za-z])|Pass(?![a-z])|hashed|\b(?:signin|login|creds?)\.|\botp|totp|two_?factor|\bmfa|bcrypt|argon|credential|\b(?:verification|reset|invite|login)_?-?(?:code|token)|captcha|(?:body|form|params|input|payload|data|dto|request|req)\W{1,3}(?:\w+\W)?(?:email|username|login)\b|\bby_?email\b|by_?username|findBy(?:Email|Username)|where\W+email/i;
/** What comes with every request says who asks, a password or not: `request.authorization.password`. */
const ofHeader = /\bauthorization\.(?:password|username)\b/g;
/** States of what is asked for, or of somebody who has entered. */
const ofState =
  /bann|block|suspend|lock(?:ed|out)|disabl|expir|deactiv|limit|quota|exceed|maintenance|demo|feature|enabl|archiv|\bclosed|confirmed|onboard|setup|install|subscri|\bplan\b|trial|paid|billing|public|private|protected|visib|publish|self_?-?(?:host|delete)|length|size|status|state\b|count\b|settings?\b|config|feature|environment|NODE_ENV|process\.env|production/i;

/** Who has signed in already. */
const ofSession =
  /current_?user|\b(?:req|request|ctx|context|locals|c|r)\.user\b|is_?authenticated|logged_?in|signed_?in\b/i;

/** What is asked so, and is so, refuses those who are: `user.isAdmin()`, which lets in all others. */
const affirming = /^\(?\s*[$@]?[\w.>?()\s:-]*?(?:\([^()]*\))?\s*\)?[!?]?$/;
export const lacking =
  /not|cannot|denie|denied|anonymous|guest|un_?auth|missing|lacks?|without|\bno[A-Z_]|invalid|forbid|err|fail|expired|empty|blank|nil|null|none|undefined|^!/i;

/** It is about an error that somebody else refused by. */
const ofRefusal = /\binstanceof\b|\bis\s+[A-Z]\w*(?:Exception|Error)\b|\bisinstance\(|Exception\b|\.is_a\?/;

export interface Asked {
  /** The call that says who somebody is, as it is written; undefined: none does. */
  readonly call: string | undefined;
  /** It is asked whatever else holds. */
  readonly isSure: boolean;
  /** Nobody is asked: somebody signs in, or has been refused by others. */
  readonly isSigningIn: boolean;
  /** It is about whoever has signed in already. */
  readonly isOfSession: boolean;
}

/** What variables hold: the text of what each was given last. */
export type Origins = ReadonlyMap<string, string>;

const names = /(?<![\w$.])[$@]?[A-Za-z_]\w*(?!\s*\()/g;
const errors = /^!?\(?\s*(?:err|error|e|ex|exception)\b|\berr(?:or)?\s*!=\s*nil|^!\s*ok$|\.?error\b/;
/** Something is there, be it what it is: `user`, `user != null`. */
const present = /^\(?\s*[$@]?[\w.>?-]+\s*(?:(?:!==?|is not|!=)\s*(?:null|None|nil|undefined))?\s*\)?$/;
const callsIn =
  /(?<![\w$])(?:await\s+|new\s+)?((?:[$@]?[A-Za-z_][\w$]*(?:\(\))?\s*(?:\??\.|->|::)\s*)*[A-Za-z_][\w$]*[!?]?)\s*(?:<[\w, .[\]]+>)?\(/g;
const maxOrigins = 3;
const longest = 60;

/** What a condition is about, with what its variables were given. */
function withOrigins(text: string, origins: Origins): string {
  let told = text;
  const seen = new Set<string>();
  let open = [text];
  for (let step = 0; step < maxOrigins && open.length > 0; step++) {
    const next: string[] = [];
    for (const one of open)
      for (const [name] of one.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '""').matchAll(names)) {
        const origin = origins.get(name);
        if (origin === undefined || seen.has(name)) continue;
        seen.add(name);
        next.push(origin);
        told += ` ${origin}`;
      }
    open = next;
  }
  return told;
}

export function askedBy(condition: string, origins: Origins, flags: ReadonlySet<string>): Asked {
  const { plain, mask } = maskedTexts(condition);
  const isNegated = /^!\s*\(.*\)$/s.test(plain.trim());
  // `unless a || b` is `if !a && !b`, of which each asks.
  const inner = isNegated ? plain.trim().replace(/^!\s*\((.*)\)$/s, "$1") : plain;
  const shape = isNegated ? maskedTexts(inner).mask : mask;
  const mark = isNegated ? /\|\||\bor\b/ : /&&|\band\b/;
  const parts = splitAt(inner, shape, mark)
    .map((it) => it.trim())
    .filter((it) => it !== "");
  const whole = parts.map((part) => withOrigins(part, origins));
  const isSigningIn =
    ofRefusal.test(plain) || whole.some((it) => ofSigningIn.test(it.replace(ofHeader, "authorization")));
  const isSure = parts.every((part, at) => {
    const told = whole[at] ?? part;
    if (told.match(/[A-Za-z_]\w*/g)?.some((name) => flags.has(name))) return false;
    if (!isNegated && affirming.test(part) && !lacking.test(part)) return false;
    if (parts.length > 1 && !isNegated && present.test(part) && !errors.test(part)) return false;
    return ofWho.test(told) && !ofState.test(withoutAskedFor(part).replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '""'));
  });
  const isAffirmed =
    !isNegated && parts.length === 1 && affirming.test(parts[0] ?? "") && !lacking.test(parts[0] ?? "");
  const call = isAffirmed
    ? undefined
    : (parts.map((part) => callOf(part)).find((it) => it !== undefined) ?? originOf(parts, origins));
  return { call, isSure, isSigningIn, isOfSession: ofSession.test(inner) };
}

/** A text without what those are given that it asks: what for says nothing of a state. */
function withoutAskedFor(text: string): string {
  const { mask } = maskedTexts(text);
  let told = text;
  for (const found of text.matchAll(callsIn)) {
    if (!isNamedSo(/[\w$!?]+$/.exec(found[1] ?? "")?.[0] ?? "")) continue;
    const [open, end] = [found.index + found[0].length, closing(mask, found.index + found[0].length - 1)];
    if (end >= open) told = told.slice(0, open) + " ".repeat(end - open) + told.slice(end);
  }
  return told;
}

/** The first call of a text that is called after who somebody is, as it is written. */
export function callOf(text: string): string | undefined {
  for (const found of text.matchAll(callsIn)) {
    const name = found[1] ?? "";
    const last = /[\w$!?]+$/.exec(name)?.[0] ?? "";
    if (!isNamedSo(last) || /^(?:if|while|switch|return|catch|function)$/.test(last)) continue;
    return written(text, found.index + found[0].length - 1, name);
  }
  // Ruby's and Kotlin's need no parentheses: `current_user.admin?`, `signed_in?`.
  const bare =
    /(?<![\w.$@:])((?:[a-z_]\w*\.)*(?:can|may|is|has|allowed|authorized|signed_in|logged_in|permitted)\w*\?|current_\w+\.(?:\w+\.)*\w+\?|\w*(?:signed|logged)_in\?)/.exec(
      text,
    )?.[1];
  return bare && asCalled(bare);
}

/** It asks who somebody is or whether they may; not what merely is theirs. */
const isNamedSo = (name: string): boolean => {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
  return /(?:^|_)(?:auth(?:enticated?|entication|ori[sz]ed?|ori[sz]ation)?|sessions?|(?:current|session|authed|request|signed|logged)_?(?:in)?_(?:user|account|member|viewer)|get_(?:auth|server_session|session|(?:(?:current|my|auth|authenticated|session|request)_)?(?:user|account|viewer|member|principal|identity)$)|(?:user|account|principal)_from_\w+|who_?am_?i|can|cannot|may|allowed|is_?allowed|permitted|permissions?|permission_?check|ensure|require[sd]?|verif(?:y|ied)|check_?\w*(?:access|auth|permission|role|admin|owner|token|session|login|right|user)\w*|has_?\w*(?:access|permission|perm|perms|role|right|scope|authority|privilege)s?|is_?(?:\w+_)?(?:admin|owner|member|staff|author|authenticated|authorized|logged_in|signed_in|superuser|moderator|granted|editor)|user_can|current_user_can|granted|principal|introspect|decode_?(?:token|jwt)|validate_?\w*(?:token|session|key|signature|user|auth)\w*|authori[sz]e\w*|authenticate\w*)(?:_|$|[!?])/.test(
    words,
  );
};

/** Whether a function is called so that it asks who somebody is, or whether they may. */
export const asksWho = (name: string): boolean => isNamedSo(name);

/** A call of a name as it is written in a text. */
export function writtenCall(text: string, name: string): string | undefined {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const behind = /^\s*(?:<[\w, .[\]]+>)?\(/.exec(text.slice(at + name.length));
    if (/[\w$]$/.test(text.slice(0, at))) continue;
    if (behind) return written(text, at + name.length + behind[0].length - 1, name);
    // Ruby's calls need no parentheses.
    const given = /^ ([^\n;{]+)$/.exec(text.slice(at + name.length))?.[1];
    if (given !== undefined || at + name.length === text.length)
      return given ? `${name}(${given.slice(0, longest)})` : asCalled(name);
  }
  return undefined;
}

/** A name that ends with a question mark is not to be taken for one that is not sure. */
const asCalled = (name: string): string => (name.endsWith("?") ? `${name}()` : name);

/** A call without the object that it stands in. */
export const withoutSelf = (call: string): string => call.replace(/^(?:this|self|\$this|@)(?:\??\.|->)/, "");

/** A call with what it is given, as far as it is short. */
function written(text: string, open: number, name: string): string {
  const { mask } = maskedTexts(text);
  const end = closing(mask, open);
  const given =
    end < 0
      ? "…"
      : text
          .slice(open + 1, end)
          .replace(/\s+/g, " ")
          .trim()
          .replace(/,$/, "");
  const own = withoutSelf(name).replace(/\s+/g, "");
  const short = given.length + own.length > longest || /[{}]|=>|\bfunction\b/.test(given) ? "…" : given;
  return `${own}(${short})`;
}

function originOf(parts: readonly string[], origins: Origins): string | undefined {
  for (const part of parts)
    for (const [name] of part.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '""').matchAll(names)) {
      const origin = origins.get(name);
      const found = origin === undefined ? undefined : callOf(origin);
      if (found !== undefined) return found;
    }
  return undefined;
}

const assigning =
  /^(?:export\s+)?(?:const|let|var|val|final|auto)?\s*(?:mut\s+)?(?:[A-Z][\w.<>?[\], ]*\s+)?(\{[^=]*\}|\[[^=]*\]|\([^=]*\)|[$@]?\w+(?:\s*,\s*[$@]?\w+)*)(?:\s*:\s*[^=]+?)?\s*(?::=|\|\|=|\?\?=|=(?![=>~]))\s*([\s\S]+)$/;
const member = /(?:\w+\s*:\s*)?([$@]?[A-Za-z_]\w*)/g;

/** The variables that a statement gives something, with what that is. */
export function assignedBy(text: string): (readonly [string, string])[] {
  const [, left = "", value] = assigning.exec(text) ?? [];
  if (value === undefined) return [];
  // What is renamed goes by its new name: `{ data: session }`.
  return [...left.matchAll(member)].flatMap(([, name]) => (name === undefined ? [] : [[name, value] as const]));
}

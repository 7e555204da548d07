/** What guards are for, by the names that people give them. */
import automatic from "./automatic.json" with { type: "json" };

const whoMayEnter =
  /auth|login|sign(?:ed)?in|permission|admin|jwt|token|session|csrf|role|protect|guard|user(?!_?-?agent)/i;

/** It asks who may enter. What a guard is given to ask for says so too, but of what passes everybody. */
export const asksWho = (guard: string): boolean => whoMayEnter.test(guard) && !isAutomatic(guard);

/** What a guard is given to ask for: `('admin')` of `requireRole('admin')`. */
const given = /(?<=.)\(.*\)$/s;

/** A name as the words are written that names are compared with. */
const plain = (guard: string): string =>
  guard
    .replace(given, "")
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, "");

/** What the guards are called that a function of the repository makes, whatever each is given to ask for. */
export const madeBy = (guard: string): string => guard.replace(given, "");

/** It only notes something of the request, be it who is signed in: `set_user_tag`, `trackUserActivity`. */
const notes =
  /^(?:set|track|log|note|tag|report|touch|remember|store|add|record|prepare)_?(?=.*(?:context|tag|activity|locale|lang|zone|variant|header|cookie|breadcrumb|title|layout|meta|sentry|honeybadger|raven|papertrail|paper_trail|whodunnit|last_(?:seen|active)|visit))(?!.*(?:auth|requir|verif|ensure|check|permission|token))/i;

/** It only looks something up for what comes behind it: Rails' `set_account`, Go's `SetUser`, `HostExtractor`. */
const looksUp =
  /^(?:set_|Set(?=[A-Z]))(?!.*(?:auth|requir|verif|ensure|check|permission|csrf|forgery))|^(?!.*(?:auth|user|admin|token|session|claims)).*extractor$/i;

/** It gives the handler what it works with: FastAPI's `get_db_session`, `get_settings`, `get_cart_service`. */
const gives =
  /^(?:get|provide|make|create|yield)_(?:async_)?(?:db|database|(?:db_|async_|sql_)?session(?:maker)?|settings|config|logger|(?:\w+_)?(?:db|engine|redis|service|repository|repo|dao|uow|storage|client|producer))$/;

/** It sends some away who are signed in, and lets everybody else pass: `sign_out_deleted_users`. */
const signsOut = /^(?:sign|log)_?out/i;

/** It asks nobody who may: what every request passes is no rule that somebody could break. */
export const isAutomatic = (guard: string): boolean => {
  if (notes.test(guard) || looksUp.test(guard) || gives.test(guard) || signsOut.test(guard)) return true;
  const name = plain(guard);
  return automatic.whole.includes(name) || automatic.parts.some((part) => name.includes(part));
};

const opening = new Set(automatic.opening);

/** By its name everybody is let in, whatever else stands there. */
export const letsIn = (guard: string): boolean => opening.has(plain(guard));

/**
 * A chain of guards in no more than so many characters: what is left out first asks nobody, then what asks for something
 * else than who may enter, of each what comes first; `…` stands for what is left out there.
 */
export function shortChain(guards: readonly string[], width: number): string {
  const kept: (string | undefined)[] = [...guards];
  const told = (): string =>
    kept
      .map((one) => one ?? "…")
      .join(", ")
      .replace(/…(?:, …)+/g, "…");
  const expendable = [isAutomatic, (one: string) => !asksWho(one), () => true];
  for (const isExpendable of expendable)
    for (const [at, guard] of guards.entries()) {
      if (told().length <= width) return told();
      if (kept[at] !== undefined && isExpendable(guard)) kept[at] = undefined;
    }
  return told();
}

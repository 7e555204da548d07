/**
 * Filters that ask nobody but who signs in: where that is done alone, by the path that they are made with, if any is known.
 * https://docs.spring.io/spring-security/reference/servlet/authentication/architecture.html#servlet-authentication-abstractprocessingfilter
 */
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import { antPattern } from "#engine/scan/derive/entry-points/guards/request-patterns";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** Whether a filter asks before a path; undefined: it may. */
export type Asks = (method: string, route: string) => boolean | undefined;

/** What such a filter is called, and of which one that asks everywhere is told so once more. */
const [signsIn, always] = ["signs in", "ALWAYS"];

export class SigningIn {
  readonly #asks = new Map<string, Asks>();

  constructor(registrations: readonly Registration[]) {
    const all = registrations.filter(({ kind, name }) => kind === "guard" && name === signsIn);
    for (const [owner, told] of Map.groupBy(all, ({ owner }) => owner)) {
      if (owner === null || told.some(({ method }) => method === always)) continue;
      const paths = told.filter(({ route }) => route !== null).map(atPath);
      this.#asks.set(owner, (method, route) => {
        const asks = paths.map((one) => one(method, route));
        return asks.includes(true) || (asks.includes(undefined) ? undefined : false);
      });
    }
  }

  /** Before which paths a filter asks that is added to a chain. */
  of(filter: Registration): Asks {
    const own = listed(filter).flatMap(({ symbol }) => this.#asks.get(symbol ?? "") ?? []);
    return own[0] ?? (() => true);
  }
}

/** By a pattern, in front of which may stand the method: `POST /login`. */
function atPath({ method, route }: Registration): Asks {
  const [, verb, path] = /^([A-Z]+) (.*)$/s.exec(route ?? "") ?? [null, method, route ?? ""];
  const fits = antPattern(path ?? "");
  return (asked, at) => (verb === null || verb === undefined || verb === asked || asked === "ANY" ? fits(at) : false);
}

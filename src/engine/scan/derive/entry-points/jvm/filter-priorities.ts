/**
 * In which order filters ask: JAX-RS's by the numbers of their priorities, those before matching first, Spring's by their orders.
 * https://jakarta.ee/specifications/restful-ws/4.0/jakarta-restful-ws-spec-4.0#priorities
 * https://docs.spring.io/spring-boot/reference/web/servlet.html#web.servlet.embedded-container.servlets-filters-listeners
 */
import { placeOfStage } from "#engine/scan/derive/entry-points/guards/guard-order";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of guards that say how their owner ranks, as its annotations are written. */
export const ranking = "priority";

/** `Priorities`, and what says nothing. */
const known = new Map([
  ["AUTHENTICATION", 1_000],
  ["AUTHORIZATION", 2_000],
  ["HEADER_DECORATOR", 3_000],
  ["ENTITY_CODER", 4_000],
  ["USER", 5_000],
]);
const user = 5_000;
/** So much further in front are those that ask before a path is matched. */
const beforeMatching = 1_000_000;
/** The stage in which who asks by roles does, and its rank. */
const byRoles = "roles";
const authorization = 2_000;

/** Names of Spring's for orders. */
const ofSpring = new Map([
  ["HIGHEST_PRECEDENCE", -(2 ** 31)],
  ["LOWEST_PRECEDENCE", 2 ** 31 - 1],
  ["DEFAULT_FILTER_ORDER", -100],
  ["REQUEST_WRAPPER_FILTER_MAX_ORDER", 0],
]);
/** The order of Spring Security's chains, and of what says none. */
const [security, unordered] = [-100, 2 ** 31 - 1];

export class FilterPriorities {
  readonly #ranks = new Map<string, number>();
  /** Of Spring's, by what they are said of: where none is known, before Spring Security. */
  readonly #orders = new Map<string, number>();

  constructor(registrations: readonly Registration[]) {
    for (const { kind, name, owner, guards } of registrations) {
      if (kind !== "guard" || name !== ranking || owner === null || guards === null) continue;
      for (const { name: written } of JSON.parse(guards) as Guard[])
        if (/^(?:setOrder|order|Order)\b/.test(written)) this.#orders.set(owner, orderOf(written));
        else this.#ranks.set(owner, (this.#ranks.get(owner) ?? 0) + rankOf(written));
    }
  }

  /** Whether Spring's chains ask before a filter, as far as something says so. */
  isBehindSecurity(owner: string | null, guards: readonly Guard[]): boolean {
    return this.#orderOf(owner, guards) >= security;
  }

  /** The place of a filter of Spring's among the others, and of an interceptor. */
  placeOf(owner: string | null, guards: readonly Guard[], isInterceptor: boolean): number {
    return this.#orderOf(owner, guards, isInterceptor ? 0 : unordered);
  }

  #orderOf(owner: string | null, guards: readonly Guard[], otherwise = unordered): number {
    const orders = [owner, ...guards.map(({ symbol }) => symbol)].flatMap((one) => this.#orders.get(one ?? "") ?? []);
    return orders[0] ?? otherwise;
  }

  /** The rank of what asks first, from `USER` on. */
  of = (guards: readonly Guard[]): number => {
    const ranks = guards.map(({ symbol }) => (symbol === null ? 0 : (this.#ranks.get(symbol) ?? 0)));
    return ranks.length > 0 ? Math.min(...ranks) : 0;
  };

  /** Filters in their order; before endpoints of JAX-RS with the place of those who ask by roles among them. */
  withRoles(guards: readonly Guard[], { framework }: Pick<Registration, "framework">): readonly Guard[] {
    if (framework !== "JAX-RS") return guards;
    const behind = guards.findIndex((one) => this.of([one]) >= authorization - user);
    return guards.toSpliced(behind < 0 ? guards.length : behind, 0, placeOfStage(byRoles));
  }
}

/** `Priority(Priorities.USER + 10)`, `ServerRequestFilter(priority = 10, preMatching = true)`, `PreMatching`, from `USER` on. */
function rankOf(written: string): number {
  const early = /^PreMatching\b|\bpreMatching = true\b/.test(written) ? -beforeMatching : 0;
  const [, base = "USER", sign = "+", more = "0"] =
    /(?:^Priority\(|\bpriority = )(?:[\w.]+\.)?(\w+)(?:\s*([+-])\s*(\d+))?/.exec(written) ?? [];
  const rank = (known.get(base) ?? (/^\d+$/.test(base) ? Number(base) : user)) + Number(`${sign}${more}`);
  return early + rank - user;
}

/** `Order(Ordered.HIGHEST_PRECEDENCE + 1)`, `setOrder(-1)`. */
function orderOf(written: string): number {
  const sum = written
    .replace(/^\w+\(|\)$/g, "")
    .replace(/\bvalue = /, "")
    .replace(/(?<=\d)_(?=\d)/g, "");
  const found = /^(?:[\w.]+\.)?([A-Z_]+|-?\d+)(?:\s*([+-])\s*(\d+))?$/.exec(sum.trim());
  const [, base = "", sign = "+", more = "0"] = found ?? [];
  const known = /\d$/.test(base) ? Number(base) : ofSpring.get(base);
  return known === undefined ? security - 1 : known + Number(`${sign}${more}`);
}

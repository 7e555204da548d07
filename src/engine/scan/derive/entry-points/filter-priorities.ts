/**
 * In which order JAX-RS's filters ask: by the numbers of their priorities, those before matching first.
 * https://jakarta.ee/specifications/restful-ws/4.0/jakarta-restful-ws-spec-4.0#priorities
 */
import { placeOfStage } from "./guard-order.ts";
import type { Guard, Registration } from "./registration.ts";

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

export class FilterPriorities {
  readonly #ranks = new Map<string, number>();

  constructor(registrations: readonly Registration[]) {
    for (const { kind, name, owner, guards } of registrations) {
      if (kind !== "guard" || name !== ranking || owner === null || guards === null) continue;
      for (const { name: written } of JSON.parse(guards) as Guard[])
        this.#ranks.set(owner, (this.#ranks.get(owner) ?? 0) + rankOf(written));
    }
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

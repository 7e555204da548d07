/**
 * Who Hapi asks before a route: by a strategy of its own or by that which holds of all routes, in which scope, and the
 * functions that run before its handler. `rules/http/hapi.yaml` lists all of these behind each other.
 */
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

const hapi = "Hapi";
/** The name of guards that hold of all routes which do not say it. */
const byDefault = "auth default";
/** What stands in a list in front of how strict the asking is, of scopes, and of what runs before the handler. */
const [ofMode, ofScope, ofBefore] = ["mode:", "scope:", "pre:"];
/** Ways to ask that let in whoever comes. */
const letting = new Set(["try", "optional"]);

interface Said {
  readonly strategies: readonly Guard[];
  readonly isLetting: boolean;
  readonly mode: boolean;
  readonly scopes: readonly string[];
  readonly before: readonly Guard[];
}

/** Registrations of Hapi with who is asked, as it is known of all routes together. */
export function withStrategies(registrations: readonly Registration[]): readonly Registration[] {
  const isDefault = ({ framework, name }: Registration) => framework === hapi && name === byDefault;
  const defaults = registrations.filter(isDefault);
  return registrations.flatMap((one): readonly Registration[] => {
    if (one.framework !== hapi) return [one];
    if (isDefault(one)) return [];
    return one.kind === "endpoint" ? [{ ...one, guards: listed(known(one, asked(one, defaults))) }] : [one];
  });
}

/** Of a route without a handler the options stand elsewhere, and so may who is asked. */
const known = ({ handler, handler_name }: Registration, guards: readonly Guard[]): readonly Guard[] =>
  handler === null && handler_name === null && guards.length === 0
    ? [{ name: "auth", symbol: null, maybe: true }]
    : guards;

function asked(one: Registration, defaults: readonly Registration[]): readonly Guard[] {
  const own = saidBy(one);
  const isOpen = own.strategies.some(({ name, symbol }) => symbol === null && name === "false");
  if (isOpen) return own.before;
  const general = own.strategies.length > 0 ? undefined : nearest(one.path, defaults);
  const all = general === undefined ? undefined : saidBy(general);
  const strategies = own.strategies.length > 0 ? own.strategies : (all?.strategies ?? []);
  const scopes = own.scopes.length > 0 ? own.scopes : (all?.scopes ?? []);
  const maybe = own.mode ? own.isLetting : (all?.isLetting ?? false);
  const scope = scopes.length > 0 ? `(${scopes.map((it) => `'${it}'`).join(" | ")})` : "";
  const name = `${strategies.map((it) => it.name).join(" | ") || (scope && "auth")}${scope}`;
  if (name === "") return own.before;
  const [only] = strategies.length === 1 ? strategies : [];
  return [{ ...only, name, symbol: only?.symbol ?? null, ...(maybe ? { maybe } : {}) }, ...own.before];
}

function saidBy({ guards }: Registration): Said {
  const all = JSON.parse(guards ?? "[]") as Guard[];
  const parts = new Map<string, Guard[]>([["", []]]);
  let at = "";
  for (const guard of all) {
    const isMark = guard.symbol === null && [ofMode, ofScope, ofBefore].includes(guard.name);
    if (isMark) at = guard.name;
    parts.set(at, [...(parts.get(at) ?? []), ...(isMark ? [] : [guard])]);
  }
  const texts = (of: string) => (parts.get(of) ?? []).map(({ name }) => name);
  return {
    strategies: parts.get("") ?? [],
    mode: texts(ofMode).length > 0,
    isLetting: texts(ofMode).some((it) => letting.has(it)),
    scopes: texts(ofScope).filter((it) => it !== "false"),
    before: parts.get(ofBefore) ?? [],
  };
}

/** Of several applications in one repository, what the one says that lies nearest. */
function nearest(path: string, defaults: readonly Registration[]): Registration | undefined {
  const shared = (other: string) => {
    const [one, two] = [path.split("/"), other.split("/")];
    const apart = one.findIndex((part, at) => part !== two[at]);
    return apart < 0 ? one.length : apart;
  };
  const around = defaults.filter((one) => path.startsWith(packageOf(one.path)));
  return around.toSorted((a, b) => shared(b.path) - shared(a.path))[0];
}

/** The folder of one of several packages that a repository is made of, which is an application by itself. */
const packageOf = (path: string): string => /^(?:packages|apps|services)\/[^/]+\//.exec(path)?.[0] ?? "";

const listed = (guards: readonly Guard[]): string | null => (guards.length === 0 ? null : JSON.stringify(guards));

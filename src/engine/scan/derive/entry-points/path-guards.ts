/**
 * Who is asked by the path of a request, wherever its handler stands: the filters of an application whose pattern fits,
 * and of the entries that its settings list, the first that does.
 */
import { ApplicationGuards } from "./application-guards.ts";
import type { Guard, Registration } from "./registration.ts";

/** What stands in the name of such a guard before the folder that it holds of. */
export const byPath = "by path below ";
/** What a parameter of a route may be, by which is seen whether an entry fits whatever it is. */
const samples = ["a", "1", "en"];
const parameter = /\{[^{}]*\}|\[[^[\]]*\]/g;

interface Entry {
  readonly registration: Registration;
  /** Undefined: a pattern that is put together elsewhere may fit anything. */
  readonly pattern: RegExp | undefined;
  readonly methods: ReadonlySet<string> | null;
  readonly guards: readonly Guard[];
}

export class PathGuards {
  readonly #entries: readonly Entry[];
  readonly #application: ApplicationGuards;

  constructor(registrations: readonly Registration[]) {
    this.#application = new ApplicationGuards(registrations);
    const all = registrations.filter(({ kind, name }) => kind === "guard" && name?.startsWith(byPath));
    this.#entries = all.map((registration) => ({
      registration,
      pattern: patternOf(registration.route ?? ""),
      methods: registration.method === null ? null : new Set(registration.method.split(",")),
      guards: registration.guards === null ? [] : (JSON.parse(registration.guards) as Guard[]),
    }));
  }

  /** Who is asked before an endpoint, whatever its parameters are. */
  of(endpoint: Registration, method: string, route: string): readonly Guard[] {
    return [...this.#application.before(endpoint, method, route), ...this.#decided(endpoint, method, route)];
  }

  #decided({ framework, path }: Registration, method: string, route: string): readonly Guard[] {
    const holds = ({ registration: { framework: its, name } }: Entry) =>
      its === framework && path.startsWith((name ?? "").slice(byPath.length));
    const entries = this.#entries.filter(holds);
    if (entries.length === 0) return [];
    const decided = [route, ...samples.map((sample) => route.replace(parameter, sample))].map((one) =>
      entries.find(({ pattern, methods }) => (methods?.has(method) ?? true) && (pattern?.test(one) ?? true)),
    );
    const [first, ...others] = decided.map((one) => (one?.pattern === undefined ? [] : one.guards));
    return (first ?? []).filter(({ name }) => others.every((guards) => guards.some((one) => one.name === name)));
  }
}

/** A pattern as PHP writes it, which is the same but for its beginning in most. */
function patternOf(text: string): RegExp | undefined {
  if (text.includes("%")) return undefined;
  try {
    return new RegExp(text.replaceAll("\\A", "^").replaceAll("\\z", "$"));
  } catch {
    return undefined;
  }
}

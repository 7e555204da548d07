/**
 * Which endpoints go by a name, where requests ask for that in the place of a path: `reverse("orders")`, `route('orders')`.
 *
 * A name is put together: what a route is called by itself stands behind what all are called by that it is registered
 * with, and behind what those are called by that hold these. Where it leads to several paths, nothing is told.
 */
import type { DatabaseSync } from "node:sqlite";
import { routeOf } from "./address.ts";
import { railsNames } from "./rails-names.ts";

/** Stands before a route's name in the place of a request's address, as `crates/resolve` writes it. */
const mark = "route ";
/** What stands behind a name, of a route that is called like its handler. */
const ofHandler = "*";
/** What holds what holds it … */
const deepest = 8;
/** What all on one thing are called by, of several that hold it. */
const mostAlternatives = 8;

/** Where an endpoint is registered. */
interface Place {
  readonly path: string;
  readonly line: number;
}

export interface NamedEndpoint extends Place {
  readonly route: string;
}

interface Row extends Place {
  readonly kind: "named" | "endpoint" | "mount";
  readonly owner: string | null;
  readonly mounted: string | null;
  readonly name: string | null;
  readonly route: string | null;
}

/** The name of a route of which a request knows no more. */
export const nameIn = (url: string): string | undefined => (url.startsWith(mark) ? url.slice(mark.length) : undefined);

export class RouteNames {
  readonly #byName = new Map<string, NamedEndpoint[]>();

  constructor(db: DatabaseSync) {
    const rows = db
      .prepare(
        `select kind, owner, mounted, name, route, path, line from registrations
         where kind in ('named', 'endpoint', 'mount') and path not in (select path from files where is_test)
         order by path, fact`,
      )
      .all() as unknown as Row[];
    const written = new Written(rows);
    const endpoints = db
      .prepare(
        `select framework, route, handler_name, path, line from entry_points
         where kind = 'endpoint' and route is not null order by path, fact`,
      )
      .all() as unknown as (NamedEndpoint & { framework: string; handler_name: string | null })[];
    for (const one of endpoints) {
      const action = one.handler_name?.split(/[#@.]/).at(-1) ?? "";
      const own = written.namesAt(one, action);
      const isRails = one.framework === "Rails" && own.length === 0;
      const names = isRails ? railsNames(written.wayTo(one), action) : own;
      for (const name of new Set(names)) {
        const listed = this.#byName.get(name) ?? [];
        this.#byName.set(name, [...listed, { route: one.route, path: one.path, line: one.line }]);
      }
    }
  }

  /** The endpoints of the one path that goes by a name. */
  of(name: string): readonly NamedEndpoint[] {
    const found = this.#byName.get(name) ?? [];
    return found.every(({ route }) => route === found[0]?.route) ? found : [];
  }

  /** The address that a name stands for: `/orders/${id}`. */
  addressOf(name: string): string | undefined {
    const [one] = this.of(name);
    const parts = one && routeOf(one.route).map((part) => (part.isParameter ? `\${${part.text}}` : part.text));
    return parts && `/${parts.join("/")}`;
  }
}

/** What the code calls routes, and all that are registered on something. */
class Written {
  readonly #atLine = new Map<string, Row[]>();
  readonly #ofOwner = new Map<string, string[]>();
  readonly #owners = new Map<string, Set<string>>();
  readonly #holding = new Map<string, Set<string>>();
  /** What helpers call a part of a path by. */
  readonly #otherwise: Row[] = [];

  constructor(rows: readonly Row[]) {
    for (const one of rows) {
      if (one.kind === "endpoint" && one.owner !== null) add(this.#owners, lineOf(one), one.owner);
      if (one.kind === "mount" && one.mounted !== null && one.owner !== null)
        add(this.#holding, one.mounted, one.owner);
    }
    for (const one of rows) {
      if (one.kind !== "named") continue;
      if (one.route?.startsWith("/")) {
        this.#otherwise.push(one);
        continue;
      }
      if (one.name === null && one.route !== ofHandler) continue;
      const isOwn = this.#owners.get(lineOf(one))?.has(one.owner ?? "") ?? false;
      if (isOwn) this.#atLine.set(lineOf(one), [...(this.#atLine.get(lineOf(one)) ?? []), one]);
      else if (one.owner !== null)
        this.#ofOwner.set(one.owner, [...(this.#ofOwner.get(one.owner) ?? []), `${one.name ?? ""}${one.route ?? ""}`]);
    }
  }

  namesAt(place: Place, action: string): string[] {
    const own = this.#atLine.get(lineOf(place)) ?? [];
    const names = own.map(({ name, route }) => `${name ?? ""}${behind(route ?? "", action)}`);
    const before = [...(this.#owners.get(lineOf(place)) ?? [])].flatMap((owner) => this.#before(owner, []));
    const whole = before.flatMap((prefix) => (names.length > 0 ? names : [""]).map((name) => prefix + name));
    // Of what is called by nothing itself, what it is registered with is no name.
    return whole.filter((name) => /[^.:_]$/.test(name));
  }

  /** The path of an endpoint with what its parts are called by in the place of how they are written. */
  wayTo(endpoint: NamedEndpoint): string {
    const around = new Set<string | null>();
    for (let open = [...(this.#owners.get(lineOf(endpoint)) ?? [])]; open.length > 0; ) {
      for (const owner of open) around.add(owner);
      open = open.flatMap((owner) => [...(this.#holding.get(owner) ?? [])]).filter((owner) => !around.has(owner));
    }
    const fitting = this.#otherwise.filter((one) => around.has(one.owner) || lineOf(one) === lineOf(endpoint));
    return fitting.reduce((route, { name, route: part }) => renamed(route, part ?? "", name), endpoint.route);
  }

  /** What stands before the names of all that are on something, once for each that holds it. */
  #before(owner: string, open: readonly string[]): string[] {
    const own = this.#ofOwner.get(owner) ?? [""];
    const holding = [...(this.#holding.get(owner) ?? [])].filter((one) => !open.includes(one) && one !== owner);
    if (holding.length === 0 || open.length >= deepest) return own;
    const told = holding.flatMap((one) => {
      const outer = this.#before(one, [...open, owner]);
      // A name space that the place where it is taken in gives stands in the place of the own one.
      const isReplaced = this.#ofOwner.get(one)?.some((name) => name.endsWith(":")) ?? false;
      return outer.flatMap((prefix) => [
        ...own.filter((name) => !isReplaced || !name.endsWith(":")).map((name) => prefix + name),
        ...(isReplaced && own.some((name) => name.endsWith(":")) ? [prefix] : []),
      ]);
    });
    return [...new Set(told)].slice(0, mostAlternatives);
  }
}

/** A path with a name in the place of some of its parts, at the end of which this stands. */
function renamed(route: string, part: string, name: string | null): string {
  const at = `${route}/`.lastIndexOf(`${part}/`);
  return at < 0 ? route : route.slice(0, at) + (name === null ? "" : `/${name}`) + route.slice(at + part.length);
}

const lineOf = ({ path, line }: Place): string => `${path}:${line}`;

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

/** What stands behind a resource's name for one of its actions: `.index`; of Django's `-list` and `-detail`. */
function behind(pattern: string, action: string): string {
  if (!pattern.includes("*")) return pattern;
  if (!pattern.startsWith("-")) return pattern.replace("*", action);
  const isOfAll = action === "list" || action === "create";
  const isOfOne = ["retrieve", "update", "partial_update", "destroy"].includes(action);
  return pattern.replace("*", isOfAll ? "list" : isOfOne ? "detail" : action.replaceAll("_", "-"));
}

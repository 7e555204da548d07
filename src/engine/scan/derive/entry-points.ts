/**
 * Entry points: what files register with frameworks, with the prefixes and guards that stand before it elsewhere.
 *
 * A registration says on what it is registered, its owner. Owners hang on each other by mounts; an endpoint is reached
 * by every way from an owner that hangs on none down to its own. The owners' names are written by
 * `crates/resolve/src/rows/meaning/anchors.rs`.
 */
import { entryPointKinds, type RegistrationKind } from "#contract/fact-words";
import { encodeUnit, type FactRow } from "#contract/unit";
import { Applications } from "./applications.ts";
import type { Handled, Handlers } from "./handlers.ts";
import { fileNamed } from "./registrations.ts";

export interface Registration {
  readonly kind: RegistrationKind;
  /** Null: a router that a function is given. */
  readonly framework: string | null;
  readonly owner: string | null;
  readonly method: string | null;
  readonly route: string | null;
  readonly name: string | null;
  readonly handler: string | null;
  readonly handler_name: string | null;
  readonly guards: string | null;
  /** Of a mount what is reached through it; of what is handed on, the function that is given it. */
  readonly mounted: string | null;
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
}

/** Goes by the symbol around it. */
const inline = "(inline)";

export type Guard = { readonly name: string; readonly symbol: string | null };

/** A way on which requests come to an owner: what stands before its own paths, and who is asked first. */
interface Way extends Handled {
  readonly route: string;
  readonly guards: readonly Guard[];
  /** Everything on it was known. */
  readonly isWhole: boolean;
}

/** A handler that is mounted in more places is told by the first of them. */
const maxWays = 8;
/** Mounts inside of each other. */
const maxDepth = 12;
const maxGuards = 12;

/** The canonical lines of the units of entry points, one a file that has any. */
export function encodeEntryPoints(
  registrations: readonly Registration[],
  handlers: Handlers,
): { path: string; line: string }[] {
  const owners = new Owners(registrations, handlers);
  const rows = new Map<string, FactRow[]>();
  for (const one of registrations) {
    if (!isEntryPoint(one.kind)) continue;
    const list = rows.get(one.path) ?? [];
    rows.set(one.path, list);
    list.push(...entryPoints(one, owners));
  }
  return [...rows].map(([path, entry_points]) => ({ path, line: encodeUnit("entry_point", path, { entry_points }) }));
}

const isEntryPoint = (kind: RegistrationKind) => (entryPointKinds as readonly string[]).includes(kind);

function entryPoints(one: Registration, owners: Owners): FactRow[] {
  if (one.framework === "gRPC" && one.handler === null)
    return owners.handlers.ofService(one).flatMap((handled) => entryPoints({ ...one, ...handled }, owners));
  const before = [...owners.guardsOn(one.handler, null), ...read(one.guards)];
  if (one.kind !== "endpoint" && one.route !== null && one.kind in between) return named(one, before, owners);
  if (one.kind !== "endpoint") {
    const name = one.name ?? one.handler_name;
    return [row(one, { method: one.method, route: null, name, guards: before, confidence: 95 })];
  }
  const { method, route } = methodAndRoute(one);
  const told = owners.waysTo(one.owner).map((way) => {
    const handled = owners.handlers.of(one, way);
    return row(
      { ...one, ...handled },
      {
        method,
        route: routeOf(whole(join(owners.globalPrefix(one), way.route), route), one.handler),
        name: null,
        guards: [
          ...way.guards,
          ...owners.guardsOn(one.owner, one),
          ...owners.guardsOfMethod(handled.handler),
          ...before,
        ],
        confidence: way.isWhole && !`${way.route}${route}`.includes("${") ? 95 : 70,
      },
    );
  });
  // Several servers that are put together alike, as for tests, are one way.
  return [...new Map(told.map((one) => [JSON.stringify(one), one])).values()];
}

/** A path behind what stands before it; what begins with `?` is one only where nothing does. */
const whole = (before: string, route: string) =>
  !route.startsWith("?") ? join(before, route) : before === "/" ? join("", route.slice(1)) : before;

/** What stands between the parts of the name of what is reached through others. */
const between: Partial<Record<RegistrationKind, string>> = { rpc: ".", command: " ", page: "/", resolver: "." };

/** Entry points that are no endpoints and go by where they hang: a procedure of routers in routers, a command of commands. */
function named(one: Registration, before: readonly Guard[], owners: Owners): FactRow[] {
  const guards = [...owners.guardsOn(one.owner, null), ...before];
  const told = owners.waysTo(one.owner).map((way) => {
    const parts = join(way.route, one.route ?? "")
      .split("/")
      .filter((part) => part !== "");
    const name = parts.join(between[one.kind] ?? "/");
    return row(one, {
      method: one.method,
      route: null,
      name: one.kind === "page" ? `/${name}` : name || (one.name ?? ownerName(one)),
      guards: [...way.guards, ...guards],
      confidence: way.isWhole && parts.length > 0 ? 95 : 70,
    });
  });
  return [...new Map(told.map((it) => [JSON.stringify(it), it])).values()];
}

/** The name of what something is registered on, as `users` of `users.ts#users`. */
const ownerName = ({ owner, handler_name }: Registration) =>
  owner?.split("#").at(-1)?.replace(/^@.*/, "") || handler_name;

/** A route in which `{class-Controller}` is the handler's class without its end, and `{handler}` the handler itself. */
function routeOf(route: string, handler: string | null): string {
  if (handler === null || !/\{(?:class-|handler\})/.test(route)) return route;
  const [around = "", own = ""] = handler
    .slice(handler.lastIndexOf("#") + 1)
    .split(".")
    .slice(-2);
  const without = (end: string) => (around.endsWith(end) ? around.slice(0, around.length - end.length) : around);
  const filled = route.replace(/\{class-(\w*)\}/g, (_, end: string) => without(end));
  return filled.replaceAll("{handler}", own.replace(/~\d+$|Async$/g, ""));
}

/** Go's patterns hold the method: `GET /items/{id}`. */
function methodAndRoute({ method, route }: Registration): { method: string; route: string } {
  const written = /^([A-Z]+)\s+(\S*)$/.exec(route ?? "");
  if (method === null && written) return { method: written[1] ?? "", route: written[2] ?? "" };
  const all = method === null || method === "ALL" || method === "ANY" || method === "";
  return { method: all ? "ANY" : method, route: route ?? "" };
}

interface Told {
  readonly method: string | null;
  readonly route: string | null;
  readonly name: string | null;
  readonly guards: readonly Guard[];
  readonly confidence: number;
}

function row(one: Registration, { method, route, name, guards, confidence }: Told): FactRow {
  const told = distinct(guards).slice(0, maxGuards);
  return [
    one.kind,
    one.framework,
    method,
    route?.slice(0, 1_000) ?? null,
    name,
    one.handler,
    one.handler_name,
    told.length > 0 ? JSON.stringify(told) : null,
    one.path,
    one.line,
    confidence,
  ];
}

function distinct(guards: readonly Guard[]): Guard[] {
  const seen = new Set<string>();
  return guards.filter(({ name, symbol }) => {
    const key = symbol ?? name;
    return !seen.has(key) && seen.add(key);
  });
}

const read = (guards: string | null): Guard[] => (guards === null ? [] : (JSON.parse(guards) as Guard[]));

/**
 * Joins two parts of a path by one slash; a path ends in none. What begins with `~/` is whole, `..` takes back a part.
 * Marks of regular expressions at a path's ends are no part of it.
 */
export function join(before: string, after: string): string {
  if (after.startsWith("~/")) return join("", after.slice(1));
  const parts: string[] = [];
  for (const part of [before, after].flatMap((one) => one.replace(/^\^|\$$/g, "").split("/"))) {
    if (part === "..") parts.pop();
    else if (part !== "") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The name of a mount that counts where nothing else mounts the same. */
const otherwise = "otherwise";
/** The name of guards that a function takes as its parameters. */
const byParameter = "parameter";
/** The methods of guards that a class puts before its own methods and those of classes that extend it, and takes back. */
const [beforeMethods, skipped] = ["BEFORE", "SKIP"];

/** Whether a guard of a class asks before a method: `only index show`, `except index`. */
function asksFor({ name }: Registration, method: string): boolean {
  const [word, ...methods] = (name ?? "").split(" ");
  if (word === "only") return methods.includes(method);
  return word !== "except" || !methods.includes(method);
}
/** The name of prefixes and guards of a class that those hold of which extend it. */
const inherited = "inherited";

class Owners {
  readonly handlers: Handlers;
  readonly #prefixes = new Map<string, Registration[]>();
  readonly #applications: Applications;
  /** By what is mounted. */
  readonly #mounts = new Map<string, Registration[]>();
  readonly #guards = new Map<string, Registration[]>();
  /** Where something is mounted that has handlers, and on what. */
  readonly #mounting = new Set<string>();
  readonly #ways = new Map<string, readonly Way[]>();
  /** Classes hand prefixes or guards on to those that extend them. */
  readonly #inherits: boolean;

  readonly #hasClassGuards: boolean;
  /** Everything that something is registered on. */
  readonly #known: ReadonlySet<string | null>;

  constructor(registrations: readonly Registration[], handlers: Handlers) {
    this.handlers = handlers;
    this.#applications = new Applications(registrations);
    this.#known = new Set(registrations.map(({ owner }) => owner));
    this.#inherits = registrations.some(({ name }) => name === inherited);
    const known = this.#known;
    for (const written of registrations) {
      const one = written.mounted?.startsWith("~/") ? { ...written, mounted: fileNamed(written, known) } : written;
      if (one.kind === "prefix" && one.owner !== null) push(this.#prefixes, one.owner, one);
      if (one.kind === "guard" && one.owner !== null) push(this.#guards, one.owner, one);
      if (one.kind !== "mount" || one.mounted === null) continue;
      // A group under its own name: `const api = new Hono().basePath("/v1")`.
      if (one.mounted === one.owner) {
        push(this.#prefixes, one.mounted, one);
        continue;
      }
      // A function that is mounted has what is registered on its first parameter.
      for (const mounted of [one.mounted, `${one.mounted}(0)`])
        if (known.has(mounted)) {
          push(this.#mounts, mounted, one);
          // A file is mounted by its path, which is listed among no guards.
          if (one === written) this.#mounting.add(placeOf(one));
        }
    }
    this.#hasClassGuards = registrations.some(({ kind, method }) => kind === "guard" && method === beforeMethods);
    for (const [mounted, mounts] of this.#mounts) {
      const sure = mounts.filter(({ name }) => name !== otherwise);
      if (sure.length > 0) this.#mounts.set(mounted, sure);
    }
  }

  /** What stands before every path of the application, or of the file, that a registration is of. */
  globalPrefix(one: Registration): string {
    return this.#applications.prefixOf(one, this.#mounts.has(`${one.path}#<module>`));
  }

  /** The guards on an owner that a registration there has to pass; all of them where none is given. */
  guardsOn(owner: string | null, of: Registration | null, depth = 0): Guard[] {
    const own = owner === null || depth > maxDepth ? [] : (this.#guards.get(owner) ?? []);
    const all = owner === null ? own : [...this.#above(owner, this.#guards), ...own];
    const on = all.filter(({ method }) => method !== beforeMethods && method !== skipped);
    const isBefore = (one: Registration) => !of || one.path !== of.path || one.line <= of.line;
    const isAround = (one: Registration) => !of || join(of.route ?? "", "").startsWith(join(one.route ?? "", ""));
    const told = on.filter((one) => isBefore(one) && isAround(one)).flatMap((one) => this.#asked(one));
    const bases = new Set(on.flatMap(({ mounted }) => (mounted === null || mounted === owner ? [] : [mounted])));
    const first = [...bases].flatMap((base) => this.guardsOn(base, null, depth + 1));
    const taken = owner === null ? [] : this.#guardsOfTypes(owner);
    return this.withoutRouters([...first, ...told, ...taken]);
  }

  /** What a handler's class and those that it extends put before their methods, the outermost first. */
  guardsOfMethod(handler: string | null): Guard[] {
    const end = handler?.lastIndexOf(".") ?? -1;
    if (handler === null || end < handler.indexOf("#") || !this.#hasClassGuards) return [];
    const [own, method] = [handler.slice(0, end), handler.slice(end + 1)];
    const classes = [own, ...this.handlers.basesOf(own)];
    let told: Guard[] = [];
    for (const one of classes.toReversed().flatMap((owner) => this.#guards.get(owner) ?? [])) {
      if ((one.method !== beforeMethods && one.method !== skipped) || !asksFor(one, method)) continue;
      const named = read(one.guards);
      told = told.filter(({ name }) => !named.some((it) => it.name === name));
      if (one.method === beforeMethods) told.push(...named.map((guard) => this.handlers.methodOf(classes, guard)));
    }
    return told;
  }

  /** What the nearest class above a class has that has any, of what classes below it inherit. */
  #above(owner: string, all: ReadonlyMap<string, readonly Registration[]>): readonly Registration[] {
    if (!this.#inherits) return [];
    for (const base of this.handlers.basesOf(owner)) {
      const told = (all.get(base) ?? []).filter(({ name }) => name === inherited);
      if (told.length > 0) return told;
    }
    return [];
  }

  /** Guards by the types of what a function takes. */
  #guardsOfTypes(owner: string): Guard[] {
    const guards = this.handlers.parameterTypes(owner).flatMap((type) => this.#guards.get(type) ?? []);
    return guards.filter(({ name }) => name === byParameter).flatMap((one) => this.#asked(one));
  }

  /** What a function takes asks first where it, or what it takes in turn, can refuse. */
  #refuses(symbol: string, open: readonly string[]): boolean {
    if (this.handlers.throws(symbol)) return true;
    if (open.includes(symbol) || open.length >= maxDepth) return false;
    const own = [symbol, ...this.handlers.parameterTypes(symbol)].flatMap((one) => this.#guards.get(one) ?? []);
    const asked = own.filter(({ name }) => name === byParameter).flatMap((one) => read(one.guards));
    return asked.some((guard) => guard.symbol !== null && this.#refuses(guard.symbol, [...open, symbol]));
  }

  /** Who is asked by a guard: where it mounts something as well, all but the last. */
  #asked(one: Registration): readonly Guard[] {
    if (one.name === byParameter)
      return read(one.guards).filter(({ symbol }) => symbol !== null && this.#refuses(symbol, []));
    return this.#mounting.has(placeOf(one)) ? read(one.guards).slice(0, -1) : read(one.guards);
  }

  /** What is listed among guards and has handlers of its own asks nobody, nor does a path. */
  withoutRouters = (guards: readonly Guard[]): Guard[] =>
    guards.filter(({ name, symbol }) => {
      if (symbol === null) return !name.startsWith("/");
      return name === inline || !this.#known.has(symbol);
    });

  waysTo(owner: string | null): readonly Way[] {
    return owner === null ? [unknownWay] : this.#waysTo(owner, []);
  }

  /** @param open the owners whose ways are being found: a mount that comes back to one of them adds nothing */
  #waysTo(owner: string, open: readonly string[]): readonly Way[] {
    const known = this.#ways.get(owner);
    if (known) return known;
    const prefixes = this.#applications.versioned(this.#prefixes.get(owner) ?? this.#above(owner, this.#prefixes));
    const own: Way = {
      route: prefixes.map(({ route }) => route ?? "").reduce(join, ""),
      guards: prefixes.flatMap(({ guards }) => read(guards)),
      isWhole: true,
      ...handledBy(prefixes),
    };
    if (open.includes(owner) || open.length >= maxDepth) return [];
    const mounts = this.#mounts.get(owner) ?? [];
    const ways = mounts.flatMap((mount) =>
      this.#waysThrough(mount, [...open, owner]).map((way) => ({
        route: join(join(way.route, mount.route ?? ""), own.route),
        guards: [...way.guards, ...this.withoutRouters(read(mount.guards)), ...own.guards],
        isWhole: way.isWhole,
        ...handledBy([own, mount, way]),
      })),
    );
    const found = ways.length > 0 ? ways.slice(0, maxWays) : [own];
    if (open.length === 0) this.#ways.set(owner, found);
    return found;
  }

  #waysThrough(mount: Registration, open: readonly string[]): readonly Way[] {
    if (mount.owner === null) return [unknownWay];
    const before = this.guardsOn(mount.owner, mount);
    return this.#waysTo(mount.owner, open).map((way) => ({ ...way, guards: [...way.guards, ...before] }));
  }
}

const unknownWay: Way = { route: "", guards: [], isWhole: false, handler: null, handler_name: null };

/** What handles by the first of them that tells. */
function handledBy(all: readonly Handled[]): Handled {
  const found = all.find(({ handler_name }) => handler_name !== null);
  return { handler: found?.handler ?? null, handler_name: found?.handler_name ?? null };
}

const placeOf = ({ path, line, owner }: Registration) => `${path}:${line}:${owner}`;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

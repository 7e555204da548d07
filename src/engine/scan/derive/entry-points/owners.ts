/**
 * What endpoints are registered on, and the ways on which requests come to it: owners hang on each other by mounts. What
 * a class declares for others hangs on the classes that serve it.
 */
import { Applications, behindModule, version } from "./applications.ts";
import { ofDecorators } from "./decorated-prefixes.ts";
import { GivenBack } from "./given-back.ts";
import { soleMounts } from "./go/sole-mounts.ts";
import { isAskedBefore, mayMount } from "./guards/asked-before.ts";
import { type Defaults, guardsOfMethod, ofMethods, readDefaults, skipped } from "./guards/class-guards.ts";
import { inOrder, outermost } from "./guards/guard-order.ts";
import { askingBelow, behindPrefix, isAround, pathBelow } from "./guards/guard-paths.ts";
import { byDecorator, listed } from "./guards/guards.ts";
import { maybe, push, RegisteredGuards } from "./guards/registered-guards.ts";
import { TakenBack } from "./guards/taken-back.ts";
import { byParameter, byTypes, TakenGuards } from "./guards/taken-guards.ts";
import { type Handled, handledBy } from "./handler-names.ts";
import type { Handlers } from "./handlers.ts";
import { underNamesMounted, withPlugins } from "./javascript/plugins.ts";
import { behind, join } from "./join-paths.ts";
import { withDecorators, withHandlers } from "./known-owners.ts";
import { apart, withoutUnknown } from "./other-names.ts";
import {
  byMarks,
  called,
  inherited,
  instead,
  making,
  nearest,
  ofCommand,
  ofList,
  otherwise,
  part,
  returned,
  rooted,
  whereMounted,
} from "./owner-words.ts";
import { alternatives, guardsOfMade } from "./python/made-again.ts";
import type { Guard, GuardOn, Registration } from "./registration.ts";
import { fileNamed } from "./registrations.ts";
import { isUnsure, mountedBehind, type Nesting } from "./ruby/shallow.ts";

/** A way on which requests come to an owner: what stands before its own paths, and who is asked first. */
export interface Way extends Handled, Nesting {
  readonly guards: readonly Guard[];
  /** Everything on it was known. */
  readonly isWhole: boolean;
  /** The class that serves what another declares. */
  readonly heir?: string;
  /** The owners that it goes through. */
  readonly through?: readonly string[];
}

/** What is told of an endpoint by what describes it. */
interface Described {
  readonly route: string;
  readonly method: string;
  readonly guards: readonly Guard[];
}

/** A handler that is mounted in more places is told by the first of them. */
const maxWays = 24;
const [maxServed, maxDepth] = [200, 12]; // Ways through classes that serve what one declares; mounts inside of each other.
/** What a function is given: by whom is not known where nothing mounts it, but of Ktor's, which settings name. */
const ofParameter = /^(?![^#]*\.kts?#).*\(\d+\)$/;

export class Owners {
  readonly handlers: Handlers;
  readonly #prefixes = new Map<string, Registration[]>();
  readonly #applications: Applications;
  /** By what is mounted. */
  readonly #mounts = new Map<string, Registration[]>();
  readonly #guards = new RegisteredGuards();
  readonly #taken: TakenGuards;
  /** Where something is mounted that has handlers, and on what: by which paths. */
  readonly #mounting = new Map<string, Set<string | null>>();
  /** What stands before them is not known where nothing mounts them. */
  readonly #parts = new Set<string>();
  #ways = new Map<string, readonly Way[]>();
  /** The versions of the one registration whose ways are being found. */
  #versions: readonly Registration[] | undefined;
  readonly #back: GivenBack;
  /** Classes hand prefixes or guards on to those that extend them. */
  readonly #inherits: boolean;
  readonly #hasClassGuards: boolean;
  readonly #takenBack: TakenBack;
  readonly #defaults: Defaults;
  /** What handlers are called in paths that do not go by their own names. */
  readonly #calledAs = new Map<string, string>();
  /** Endpoints that classes declare for those below them, by what handles them, and these classes. */
  readonly #declared: ReadonlySet<string>;
  readonly #declaring: ReadonlySet<string>;
  /** Everything that something is registered on with a framework, and what leads to that. */
  readonly #known: ReadonlySet<string | null>;

  constructor(registrations: readonly Registration[], handlers: Handlers) {
    this.handlers = handlers;
    this.#taken = new TakenGuards(handlers, this.#guards);
    this.#applications = new Applications(registrations);
    const sole = soleMounts(registrations);
    this.#back = new GivenBack(registrations);
    this.#known = withHandlers([...registrations, ...sole]);
    this.#inherits = registrations.some(({ name }) => name === inherited);
    const declared = registrations.filter(({ kind, name }) => kind === "endpoint" && name === inherited);
    this.#declared = new Set(declared.map(({ handler }) => handler ?? ""));
    this.#declaring = new Set([...this.#declared].map((handler) => handler.slice(0, handler.lastIndexOf("."))));
    const known = this.#known;
    for (const written of [...withPlugins(ofDecorators(registrations)), ...sole]) {
      const one = this.#mountedBy(written);
      if (one.kind === "prefix" && one.owner !== null) {
        if (one.name === ofCommand)
          push(this.#prefixes, one.owner, { ...one, route: one.route?.split(/\s/)[0] ?? null });
        else if (one.name === part) this.#parts.add(one.owner);
        else if (one.name === called) this.#calledAs.set(one.owner, one.route ?? "");
        else push(this.#prefixes, one.owner, one);
      }
      this.#guards.add(one);
      if (one.kind === "guard") this.#taken.add(one);
      if (one.kind !== "mount" || one.mounted === null) continue;
      // A group under its own name: `const api = new Hono().basePath("/v1")`.
      if (one.mounted === one.owner) {
        push(this.#prefixes, one.mounted, one);
        continue;
      }
      // A function that is mounted has what is registered on its first parameter.
      for (const mounted of [one.mounted, `${one.mounted}(0)`])
        if (known.has(mounted) || this.#serves(mounted)) {
          push(this.#mounts, mounted, one);
          // A file is mounted by its path, which is listed among no guards.
          if (one.mounted === written.mounted) this.#noteMount(one);
        }
    }
    this.#defaults = readDefaults(registrations, handlers);
    const saying = (one: string) => [...this.#above(one, this.#guards), ...(this.#guards.get(one) ?? [])];
    this.#takenBack = new TakenBack(registrations, this.#mounts, saying);
    this.#hasClassGuards = registrations.some(
      ({ kind, method }) => kind === "guard" && method !== skipped && ofMethods.has(method),
    );
    for (const [mounted, mounts] of this.#mounts) {
      const sure = mounts.filter(({ name }) => name !== otherwise);
      const counts = sure.some(({ name, owner }) => name !== rooted || owner === null || this.#isRooted(owner));
      if (counts) this.#mounts.set(mounted, [...underNamesMounted(sure, (one) => this.#mounts.has(one))]);
    }
  }

  #noteMount(one: Registration): void {
    const routes = this.#mounting.get(placeOf(one)) ?? new Set<string | null>();
    this.#mounting.set(placeOf(one), routes.add(one.route));
  }

  /** A mount with what is mounted where it only says how to find that: a file, the class that a function gives back. */
  #mountedBy(one: Registration): Registration {
    if (one.name === ofList && one.mounted === one.owner) return { ...one, owner: null };
    if (one.mounted?.startsWith("~/")) return { ...one, mounted: fileNamed(one, this.#known) };
    if (one.name !== returned || one.owner === null) return one;
    return { ...one, mounted: this.handlers.heirs.returnedBy(one.owner) ?? null };
  }

  /** Whether a class serves what one above it declares. */
  #serves = (type: string) =>
    this.#declaring.size > 0 && this.handlers.heirs.above(type).some((one) => this.#declaring.has(one));

  /** What stands before every path of the application, or of the file, that a registration is of, and so before this one. */
  globalPrefixes(one: Registration, route: string): string[] {
    return this.#applications.prefixesOf(one, this.#mounts.has(`${one.path}#<module>`), route);
  }

  /** The guards on an owner that a registration there has to pass; all of them where none is given. */
  guardsOn(owner: string | null, of: Registration | null, depth = 0): Guard[] {
    const own = owner === null || depth > maxDepth ? [] : this.#guards.on(owner, of);
    const all = owner === null ? own : [...this.#above(owner, this.#guards), ...own];
    const on = all.filter(({ method }) => !ofMethods.has(method));
    const asking = on.filter(
      (one) => isAskedBefore(one, of) && (isAround(one, of) || pathBelow(one, of) !== undefined),
    );
    const told = (isAmong: (name: string | null) => boolean) =>
      inOrder(asking.filter(({ name }) => isAmong(name))).flatMap((one) =>
        isAround(one, of) ? this.#asked(one) : askingBelow(this.#asked(one), pathBelow(one, of)),
      );
    const bases = new Set(on.flatMap(({ mounted }) => (mounted === null || mounted === owner ? [] : [mounted])));
    // What a function lists without a name is registered on the function.
    const asked = [...bases].flatMap((base) => (base.endsWith("()") ? [base.slice(0, -2), base] : [base]));
    const first = asked.flatMap((base) => this.guardsOn(base, null, depth + 1));
    const taken = this.#taken.of(owner);
    const outer = [...told((name) => name === outermost), ...first, ...told((name) => name === byParameter)];
    const inner = told((name) => name !== outermost && name !== byParameter);
    // What is put together for a function's parameters asks before what the function is decorated with.
    return [...this.withoutRouters(outer), ...taken.byParameters, ...this.withoutRouters(inner), ...taken.byTypes];
  }

  /** What a handler's class and those that it extends put before their methods, the outermost first. */
  guardsOfMethod(handler: string | null, heir: string | undefined): Guard[] {
    if (handler === null || !this.#hasClassGuards) return [];
    return guardsOfMethod(handler, this.#guards, this.handlers, this.#defaults, heir);
  }

  /** The names of guards that a handler, or what it is registered on, says it does without; on one way, where that is given. */
  takenBack(one: Pick<Registration, "handler" | "owner" | "framework">, way?: Way): ReadonlySet<string> {
    const through = new Set([one.owner, ...(way?.through ?? [])]);
    const all = way && this.#takenBack.isSaid ? this.waysTo(one.owner).flatMap((it) => it.through ?? []) : [];
    return this.#takenBack.of(one, new Set(all.filter((it) => !through.has(it))));
  }

  /** What the nearest class above a class has that has any, of what classes below it inherit. */
  #above(owner: string, all: { get(owner: string): readonly Registration[] | undefined }): readonly Registration[] {
    if (!this.#inherits) return [];
    const { heirs } = this.handlers;
    for (const base of this.#declaring.size > 0 ? heirs.above(owner) : this.handlers.basesOf(owner)) {
      const told = (all.get(base) ?? []).filter(({ name }) => name === inherited);
      if (told.length > 0) return told;
    }
    return [];
  }

  /** Who is asked by a guard: where it mounts something as well, all but the last. */
  #asked(one: GuardOn): readonly Guard[] {
    if (byTypes.has(one.name)) return [];
    if (one.name === byParameter) {
      const saying = [...(this.#prefixes.get(one.owner ?? "") ?? []), ...(this.#guards.get(one.owner ?? "") ?? [])];
      const made = saying.flatMap(listed).filter(({ maybe }) => maybe);
      return this.#taken.asked(one).filter(({ symbol }) => made.every((it) => it.symbol !== symbol));
    }
    if (one.name === byDecorator) return listed(one).filter((guard) => this.handlers.decoratorAsks(guard));
    const mounted = mayMount(one) ? this.#mounting.get(placeOf(one)) : undefined;
    // What another call of the line mounts by another path is no part of it.
    const isMount = mounted && (mounted.has(one.route) || one.route?.startsWith("${"));
    return withDecorators(one, this.#guards).slice(0, isMount ? -1 : undefined);
  }

  /** What is listed among guards and has handlers of its own asks nobody, nor does a path. */
  withoutRouters = (guards: readonly Guard[]): Guard[] =>
    guards.filter(({ name, symbol, place }) => {
      if (symbol === null) return !name.startsWith("/") && name !== "*" && name !== making;
      return place !== undefined || !this.#known.has(symbol);
    });

  /** The names of what a handler asks itself in the place of what is asked around it by the same name. */
  nearest(handler: string | null): ReadonlySet<string> {
    const own = handler === null ? [] : (this.#guards.get(handler) ?? []);
    const all = own.filter(({ name }) => name === nearest).flatMap(listed);
    return new Set(all.map(({ name }) => name.replace(/\(.*$/s, "")));
  }

  /** What a handler is called in paths, where that is not its own name. */
  calledAs = (handler: string | null) => (handler === null ? undefined : this.#calledAs.get(handler));

  /** Whether what has handlers of its own is mounted where something is registered. */
  mountsAt = (one: Registration) => this.#mounting.has(placeOf(one));

  /** An endpoint as it is where it names what describes it: by the paths of that, with its method and who it asks. */
  described(one: Registration, route: string, method: string): readonly Described[] {
    const { mounted } = one;
    if (mounted === null) return [{ route, method, guards: [] }];
    const prefixes = this.#prefixesOf(mounted);
    if (prefixes.length === 0)
      return [{ route: join(`\${${mounted.replace(/^.*[#.]/s, "")}}`, route), method, guards: [] }];
    const of = prefixes.find((it) => it.method !== null)?.method;
    const guards = prefixes.flatMap(listed);
    return this.waysTo(mounted).map((way) => ({
      route: join(way.route, route),
      method: one.method === null && of ? of : method,
      guards,
    }));
  }

  /** Whether an owner is reached through another, by more than mounts that count where theirs is reached. */
  isMounted = (owner: string | null, depth = 0): boolean => {
    const mounts = owner === null || depth > maxDepth ? [] : (this.#mounts.get(owner) ?? []);
    return mounts.some((one) => one.name !== whereMounted || this.isMounted(one.owner, depth + 1));
  };

  /** @param handler what handles a registration there: versions that it says are its own stand before its path alone */
  waysTo(owner: string | null, handler: string | null = null): readonly Way[] {
    if (owner === null) return [unknownWay];
    const said = handler === owner ? [] : (this.#prefixes.get(handler ?? "") ?? []);
    const versions = said.filter(({ name }) => name === version);
    const known = this.#ways;
    if (versions.length > 0) [this.#ways, this.#versions] = [new Map(), versions];
    const ways = this.#waysTo(owner, []);
    [this.#ways, this.#versions] = [known, undefined];
    return ways;
  }

  /** Who handles a registration on a way. None: the class that serves it there registers another in its place. */
  handledOn(one: Registration, way: Way): Handled | undefined {
    const end = one.handler?.lastIndexOf(".") ?? -1;
    if (way.heir === undefined || one.handler === null || end < 0) return this.handlers.of(one, way);
    const [declaring, method] = [one.handler.slice(0, end), one.handler.slice(end + 1)];
    const classes = [way.heir, ...this.handlers.heirs.above(way.heir)];
    for (const type of classes.slice(0, Math.max(0, classes.indexOf(declaring)))) {
      const own = this.handlers.found(`${type}.${method}`);
      if (own && (byMarks.has(one.framework) || this.handlers.takeAlike(own.handler, one.handler)))
        return this.#declared.has(own.handler) || byMarks.has(one.framework) ? undefined : own;
    }
    return one;
  }

  /** The guards on what an endpoint is registered on: where another class serves it, on that. */
  guardsOnWay(one: Registration, way: Way): Guard[] {
    const isOfClass = way.heir !== undefined && this.#declaring.has(one.owner ?? "");
    const own = isOfClass ? this.guardsOn(way.heir ?? null, null) : [];
    return own.length > 0 ? own : this.guardsOn(one.owner, one);
  }

  /** @param open the owners whose ways are being found: a mount that comes back to one of them adds nothing */
  #waysTo(owner: string, open: readonly string[]): readonly Way[] {
    const known = this.#ways.get(owner);
    if (known) return known;
    if (open.includes(owner) || open.length >= maxDepth) return [];
    const found = this.#served(owner, this.#waysTogether(owner, open), open);
    if (open.length === 0) this.#ways.set(owner, found);
    return found;
  }

  /** The ways to an owner, whoever serves it. */
  #waysTogether(owner: string, open: readonly string[]): readonly Way[] {
    const own = this.#ownWays(owner);
    const [mounts, named] = apart(this.#mounts.get(owner) ?? [], this.#isRooted);
    // Who is asked before what a function gives back that it has mounted itself.
    const asked = named.flatMap((one) => this.guardsOn(one.owner, null));
    const through = [...open, owner];
    const rows = this.#applications.versioned(this.#prefixesOf(owner), this.#versions);
    const ways = withoutUnknown(
      mounts,
      (mount) => {
        const isInstead = mount.name === instead || mount.name === returned || this.#back.isTold(mount);
        const module = this.#prefixes.get(mount.owner ?? "");
        return this.#waysThrough(mount, through).flatMap((way) =>
          own.map((one) => ({
            ...way,
            ...behindModule(mountedBehind(way, mount), isInstead ? "" : one.route, rows, module),
            guards: [...way.guards, ...asked, ...this.withoutRouters(listed(mount)), ...one.guards],
            ...handledBy([one, mount, way]),
          })),
        );
      },
      (one) => this.#isRooted(one) || this.#guards.get(one) !== undefined,
    );
    const comesBack = mounts.every((mount) => mount.owner !== null && through.includes(mount.owner));
    const isWhole = mounts.length > 0 || !(ofParameter.test(owner) || this.#parts.has(owner));
    const itself = own.map((way) => ({ ...way, route: join("", way.route), isWhole: way.isWhole && isWhole }));
    if (ways.length === 0) return comesBack || through.length >= maxDepth ? itself : [];
    const isBeside = mounts.every(({ name }) => name === returned) && this.#prefixesOf(owner).length > 0;
    const [served, others] = [ways.filter(({ heir }) => heir), ways.filter(({ heir }) => !heir)];
    return [...(isBeside ? itself : []), ...others.slice(0, maxWays), ...served.slice(0, maxServed)];
  }

  /** The ways that begin at an owner: paths that stand at one declaration are alternatives. */
  #ownWays(owner: string): readonly Way[] {
    const rows = this.#applications.versioned(this.#prefixesOf(owner), this.#versions);
    let ways: Way[] = [{ route: "", guards: guardsOfMade(rows), isWhole: true, ...handledBy(rows) }];
    for (const { routes, isSure } of alternatives(rows))
      ways = ways.flatMap((way) =>
        routes.map((route) => ({ ...way, route: behind(way.route, route), isWhole: way.isWhole && isSure })),
      );
    return ways.slice(0, maxWays);
  }

  /** The prefixes of an owner; where it has no path of its own, of what is above it. */
  #prefixesOf(owner: string): readonly Registration[] {
    const own = this.#prefixes.get(owner) ?? [];
    if (own.some(({ route }) => route !== null)) return own;
    const back = this.#back.of(owner).flatMap((one) => this.#prefixes.get(one) ?? []);
    return back.length > 0 ? [...back, ...own] : [...this.#above(owner, this.#prefixes), ...own];
  }

  /** Whether an owner has a path itself or is mounted. */
  #isRooted = (owner: string) => this.#mounts.has(owner) || this.#prefixesOf(owner).length > 0;

  /** The ways to what a class declares: through the classes that serve it, this among them where it can be made. */
  #served(owner: string, ways: readonly Way[], open: readonly string[]): readonly Way[] {
    if (!this.#declaring.has(owner)) return ways;
    const { heirs } = this.handlers;
    const mounted = this.#mounts.has(owner) ? ways : [];
    const served = heirs.of(owner).flatMap((heir) => {
      const reached = this.#isRooted(heir) ? this.#waysTogether(heir, [...open, owner]) : mounted;
      return reached.map((way) => ({ ...way, heir }));
    });
    const itself = !heirs.isAbstract(owner) && (served.length === 0 || this.#isRooted(owner));
    return [...(itself ? ways : []), ...served.slice(0, maxServed)];
  }

  #waysThrough(mount: Registration, open: readonly string[]): readonly Way[] {
    if (mount.owner === null) return [unknownWay];
    const before = this.guardsOn(mount.owner, mount);
    const isReached = mount.name !== rooted || this.#isRooted(mount.owner);
    const ways = this.#waysTo(mount.owner, open).filter(({ heir }) => isReached || heir !== undefined);
    return ways.map((way) => {
      const own = way.heir !== undefined && this.#declaring.has(mount.owner ?? "") ? this.guardsOn(way.heir, null) : [];
      const guards = own.length > 0 ? own : behindPrefix(before, way.route);
      const isWhole = way.isWhole && !isUnsure(mount) && mount.method !== maybe;
      const through = [...(way.through ?? []), mount.owner ?? ""];
      return { ...way, isWhole, through, guards: [...way.guards, ...guards] };
    });
  }
}

const unknownWay: Way = { route: "", guards: [], isWhole: false, handler: null, handler_name: null };
const placeOf = ({ path, line, owner }: Pick<Registration, "path" | "line" | "owner">) => `${path}:${line}:${owner}`;

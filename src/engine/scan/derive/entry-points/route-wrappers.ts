/**
 * Routes that go through functions of the repository: one that hands on to a framework the path and the handler that it
 * is given registers no endpoint itself; each of its calls does. So it is with what a path is put before.
 */
import { buildersAmong } from "./builders.ts";
import { PlacedArguments, type Places, tellsOthers } from "./javascript/placed-arguments.ts";
import { whereMounted } from "./owner-words.ts";
import type { Guard, Registration } from "./registration.ts";

/** A variable, of a function too, and neither a parameter nor a member of something. */
const isVariable = /#(?:@\d+:)?\w+$/;
/** Functions behind each other that hand on a path. */
const mostHops = 4;
/** What one call registers so. */
const mostMade = 24;

/** A part of a path that is not known where it is registered. */
const open = /\$\{[^}]*\}/;
/** The same of what a function takes, before which a field may stand: `${g.prefix}${path}`. */
const taken = /\$\{[^}.]*\}/;
/** A method that is not known either, before a path in one pattern: `m + " " + path`. */
const openMethod = /^\$\{[^}]*\}\s+(?=\$\{|\/)/;
/** A method before what follows it in one pattern: `GET /orders`. */
const pattern = /^([A-Z]{3,7})\s+(.*)$/s;

/** What is mounted by what a call registers: where that is a parameter of what it calls, what it is given as that. */
function givenTo(callee: string, call: Registration, mounted: string | null): string | null {
  if (call.guards === null || call.name === decorating || !mounted?.startsWith(`${callee}(`)) return mounted;
  const place = mounted.slice(callee.length + 1, -1);
  const given = JSON.parse(call.guards) as Guard[];
  return given.find(({ name, symbol }) => name === place && symbol !== null)?.symbol ?? mounted;
}

/**
 * What a call mounts; where that is a parameter for which it is given nothing that has handlers, the function that it is
 * given asks below the path. Where `others` of the function's calls say what they mount, this one mounts none of that.
 */
function withGiven(end: Registration, call: Registration, others: boolean): Registration[] {
  const isOpen = end.kind === "mount" && end.mounted?.startsWith(`${call.mounted}(`) && (tellsOthers(call) || others);
  if (!isOpen) return [end];
  if (call.handler === null && call.handler_name === null) return [];
  const guards = JSON.stringify([{ name: call.handler_name ?? "(inline)", symbol: call.handler }]);
  return [{ ...end, kind: "guard", mounted: null, handler: null, handler_name: null, guards }];
}

/** What a call asks before what it registers, beside what it is given that has handlers. */
const askedBy = (call: Registration): readonly unknown[] =>
  call.guards === null
    ? []
    : (JSON.parse(call.guards) as { asks?: true }[]).filter(({ asks }) => asks).map(({ asks: _, ...guard }) => guard);

/** What a call gives that asks, by its place. */
const givenBy = (call: Registration): readonly { name: string; given?: readonly Guard[] }[] =>
  call.guards === null ? [] : JSON.parse(call.guards);

/**
 * What asks before what a function registers, and what its call says that asks as well. A parameter that the function
 * lists among these stands for what it is given: `router.get(path, ...checks, show)`.
 */
function guardsOf(
  end: Registration,
  call: Registration,
  parameters: ReadonlySet<string>,
  placed: PlacedArguments,
): string | null {
  if (call.name === decorating) return end.guards;
  if (placed.isKnown) {
    const own = (JSON.parse(end.guards ?? "[]") as Guard[]).flatMap((guard) =>
      guard.symbol === null && placed.isParameter(guard.name) ? placed.askedBy(guard) : [guard],
    );
    const told = [...own, ...(handledByParameter(end, placed)?.before ?? []), ...askedBy(call)];
    return told.length > 0 ? JSON.stringify(told) : null;
  }
  const asked = askedBy(call);
  const own = JSON.parse(end.guards ?? "[]") as Guard[];
  const places = new Map([...parameters].map((name, at) => [name, String(at)]));
  const isGiven = ({ symbol, name }: Guard) => symbol === null && places.has(name);
  if (asked.length === 0 && !own.some(isGiven)) return end.guards;
  const given = givenBy(call);
  const told = own.flatMap((guard): readonly unknown[] => {
    if (!isGiven(guard)) return [guard];
    return given.find((it) => it.given && it.name === places.get(guard.name))?.given ?? [guard];
  });
  return JSON.stringify([...told, ...asked]);
}

/**
 * Who handles what a function registers by what a call gives it: as the parameter that handles, as one that takes all that is
 * left, or as what the handler written there calls first.
 */
function handledByParameter(end: Registration, placed: PlacedArguments): ReturnType<PlacedArguments["handledBy"]> {
  if (end.handler === null && placed.isParameter(end.handler_name)) return placed.handledBy(end.handler_name);
  const { rest } = placed;
  const isListed = (JSON.parse(end.guards ?? "[]") as Guard[]).some(({ name }) => name === rest);
  return rest === undefined || isListed ? undefined : placed.handledBy(rest);
}

/** The name of classes that answer by their methods, and of what makes views of them. */
const answering = "answering";

/** The name of what functions are given that decorate a handler, by the names of their parameters. */
const decorating = "decorating";

/** Stands before the method that a function registers by where its call says none. */
const openWord = "?";
const methodOf = ({ method }: Registration): string | null => method?.replace(openWord, "") || null;
const withMethod = (one: Registration): Registration =>
  one.method?.startsWith(openWord) ? { ...one, method: methodOf(one) } : one;

/** The method and the path of what a function registers, where its call says what is put in. */
function placedBy(
  end: Registration,
  call: Registration,
  placed: PlacedArguments,
): Pick<Registration, "method" | "route"> {
  if (call.name === decorating) {
    const given = new Map(
      (JSON.parse(call.guards ?? "[]") as { name: string; given: string }[]).map((it) => [it.name, it.given]),
    );
    const route = (end.route ?? "").replace(/\$\{([^}]*)\}/g, (mark, name) => given.get(name) ?? mark);
    return { method: call.method ?? methodOf(end), route };
  }
  const isOpen = end.method?.startsWith(openWord) ?? false;
  const method = call.name === answering || isOpen ? (call.method ?? methodOf(end)) : (end.method ?? call.method);
  let isKnown = false;
  const known = (end.route ?? "").replace(/\$\{([^}]*)\}/g, (mark, name) => {
    const text = placed.textOf(name);
    isKnown ||= text !== undefined;
    return text ?? mark;
  });
  const written = isKnown ? known : (end.route ?? "");
  const opened = written.replace(openMethod, method === null ? "$&" : "");
  const place = taken.test(opened) ? taken : open;
  const whole = isKnown ? opened : opened.replace(place, call.route ?? "");
  const [, verb, path] = pattern.exec(whole) ?? [];
  return verb === undefined || path === undefined ? { method, route: whole } : { method: verb, route: path };
}

/**
 * Whether what a function registers is what a call gives it: a class answers by its methods, of those that the function lists
 * as far as it does; what makes a view of what it is given is given a class.
 */
function isGiven(end: Registration, call: Registration): boolean {
  if (end.name !== answering) return true;
  return call.name === answering && (end.method === null || end.method === call.method);
}

/** The registrations without those that others are in all. */
const once = (all: readonly Registration[]): Registration[] => [
  ...new Map(
    all.map((one) => [JSON.stringify([one.kind, one.method, one.route, one.handler, one.owner, one.mounted]), one]),
  ).values(),
];

/** Whether what handles is a function of Go's, whatever a call is given: `r.Get(path, serve(file, files))`. */
const isKnown = ({ handler, handler_name, path }: Registration): boolean =>
  path.endsWith(".go") && handler !== null && handler_name !== "(inline)";

/** What a call registers on: what it is given, or the parameter of the function around that it is given. */
function ownerOf(
  owner: string,
  call: Registration,
  placed: PlacedArguments,
  placesOf: (symbol: string) => Places,
): string | null {
  if (call.owner !== null) return call.owner;
  const place = owner.slice((call.mounted ?? "").length + 1, -1);
  const around = placesOf(call.symbol).get(placed.parameterAt(place) ?? "")?.place;
  return around === undefined ? null : `${call.symbol}(${around})`;
}

/** What is written in place and calls what the function is given is handled by that. */
function byCalledParameter(
  end: Registration,
  placed: PlacedArguments,
  calledIn: (symbol: string) => readonly string[],
): Registration {
  if (!placed.isKnown || end.kind !== "endpoint" || end.handler_name !== "(inline)") return end;
  const called = calledIn(end.symbol).find((one) => placed.isParameter(one) && placed.handledBy(one));
  return called === undefined ? end : { ...end, handler: null, handler_name: called };
}

/** Who handles a registration. */
const handled = ({ handler, handler_name }: Registration) => ({ handler, handler_name });

/**
 * All registrations, with those of calls in the place of those of the functions that are called.
 *
 * @param registrations without those of kind `handed`
 * @param readHanded gives these: many, and of use only where a path is put in that a function is given
 * @param parametersOf the names that a function's parameters bind
 * @param placesOf where it takes them
 * @param calledIn what a function calls, as it is written, in order
 */
export function throughWrappers(
  registrations: readonly Registration[],
  readHanded: () => readonly Registration[],
  parametersOf: (symbol: string) => ReadonlySet<string>,
  placesOf: (symbol: string) => Places = () => new Map(),
  calledIn: (symbol: string) => readonly string[] = () => [],
): readonly Registration[] {
  const isOpen = (one: Registration) => {
    const name = open.exec(one.route ?? "")?.[0].slice(2, -1);
    return name !== undefined && parametersOf(one.symbol).has(name);
  };
  const isGivenBack = (one: Registration) => one.kind === "endpoint" && one.name === decorating;
  // What such a function puts before what it is given is told where that is registered.
  const builders = buildersAmong(registrations);
  const isOfBuilder = ({ kind, owner, symbol }: Registration) =>
    kind === "mount" && owner === symbol && builders.has(symbol);
  const isEnd = (one: Registration) =>
    ((one.kind === "endpoint" || one.kind === "mount") && !isOfBuilder(one) && isOpen(one)) || isGivenBack(one);
  if (!registrations.some(isEnd)) return registrations.map(withMethod);
  const handed = readHanded();
  const callees = new Set(handed.map(({ mounted }) => mounted));
  // What stands before a router that a function makes itself is known where each call gives the same.
  const placed = Map.groupBy(handed, ({ mounted }) => mounted);
  const isOfCalls = ({ kind, owner, mounted, symbol }: Registration): boolean =>
    kind !== "mount" ||
    [owner, mounted].some((it) => it?.startsWith(`${symbol}(`)) ||
    new Set(placed.get(symbol)?.map(({ route }) => route)).size < 2;
  const ends = new Map<string, Registration[]>();
  const kept: Registration[] = [];
  for (const one of registrations) {
    if (!isEnd(one)) kept.push(one);
    else if (callees.has(one.symbol) && isOfCalls(one)) ends.set(one.symbol, [...(ends.get(one.symbol) ?? []), one]);
    else if (one.kind === "mount") kept.push(one);
    else if (one.name === answering || isGivenBack(one)) continue;
    // What nobody calls with a path that is known, where it is a part of one alone.
    else if (one.route?.replace(open, "") !== "") kept.push(one);
  }
  const serving = new Set(handed.filter(tellsOthers).map(({ mounted }) => mounted));
  const links = new Map<string, Registration[]>();
  for (const one of handed)
    if (callees.has(one.symbol) && isOpen(one)) links.set(one.symbol, [...(links.get(one.symbol) ?? []), one]);

  /** What a call of a function registers, by what the function hands on. */
  const made = (call: Registration, hops: number): Registration[] => {
    const callee = call.mounted ?? "";
    const onward = hops < mostHops ? (links.get(callee) ?? []).flatMap((one) => made(one, hops + 1)) : [];
    // What a function gives back that calls a parameter registers where it decorates something.
    const decorates = (end: Registration) => call.name === decorating || !isGivenBack(end);
    const own = (ends.get(callee) ?? []).filter(decorates);
    const all = [...own, ...onward].filter((end) => isGiven(end, call)).slice(0, mostMade);
    const placed = new PlacedArguments(call, placesOf(callee));
    const told = all.map((made) => {
      const end = byCalledParameter(made, placed, calledIn);
      const isOnGiven = end.owner?.startsWith(`${callee}(`) ?? false;
      const owner = end.owner !== null && isOnGiven ? ownerOf(end.owner, call, placed, placesOf) : end.owner;
      return {
        ...end,
        // What it is on is given by the call where that gives a variable.
        ...(end.name === whereMounted && isOnGiven && isVariable.test(owner ?? "") && { name: null }),
        ...((end.name === answering || isGivenBack(end)) && { name: null }),
        // What is registered by a method that the function is given is of that method's framework, and is mounted there.
        ...(call.name === decorating && call.framework !== null && { framework: call.framework, name: null }),
        ...placedBy(end, call, placed),
        guards: guardsOf(end, call, parametersOf(callee), placed),
        ...(isKnown(end) || (call.handler === null && call.handler_name === null) ? handled(end) : handled(call)),
        ...handledByParameter(end, placed)?.handled,
        owner,
        mounted: givenTo(callee, call, end.mounted),
        symbol: call.symbol,
        path: call.path,
        line: call.line,
      };
    });
    const given = told.flatMap((one) => withGiven(one, call, serving.has(call.mounted)));
    return call.name === answering || given.length > 1 ? once(given) : given;
  };
  const isLink = (one: Registration) => links.get(one.symbol)?.includes(one) ?? false;
  return [...kept.map(withMethod), ...handed.filter((one) => !isLink(one)).flatMap((one) => made(one, 0))];
}

/**
 * Functions of the repository that put something before what they are given to register: `adminAuth { get("/x") { } }`.
 * What such a function puts there hangs between what it is called on and what its call registers, once for each call.
 * `crates/resolve/src/rows/meaning/builders.rs` writes the rows.
 */
import { asks, listed } from "./guards/guards.ts";
import type { Registration } from "./registration.ts";

/** What stands in the name of a call's mount before the parameter into whose place comes what it registers. */
const within = "within ";
/** Such functions inside of each other. */
const mostHops = 6;

/** What may stand between what a function is called on and what it is given. */
const between: ReadonlySet<string> = new Set(["mount", "guard", "prefix"]);

/** All registrations, with what stands before what a function is given in the place of the calls of such functions. */
export function throughBuilders(
  registrations: readonly Registration[],
  parametersOf: (symbol: string) => ReadonlySet<string> = () => new Set(),
): readonly Registration[] {
  const isCall = ({ kind, name }: Registration) => kind === "mount" && name?.startsWith(within) === true;
  const calls = registrations.filter(isCall);
  if (calls.length === 0) return registrations;
  const functions = new Set(calls.map((call) => functionOf(call)));
  const inside = Map.groupBy(
    registrations.filter((one) => between.has(one.kind) && one.owner !== null && isInside(one, functions)),
    ({ symbol }) => symbol,
  );

  const made = (call: Registration, hops: number): Registration[] => {
    const given = (call.name ?? "").slice(within.length);
    const own = inside.get(functionOf(call)) ?? [];
    const isRun = own.some(({ mounted }) => mounted === given);
    // Where it runs what it is given is not known: of what it asks no more is than its name.
    if (!isRun || hops >= mostHops)
      return [{ ...call, name: null, guards: isAsking(functionOf(call)) ? call.guards : null }];
    const renamed = (anchor: string | null): string | null => {
      if (anchor === given) return call.mounted;
      if (anchor === functionOf(call)) return call.owner;
      return anchor?.includes("#@") ? `${anchor} of ${call.mounted}` : anchor;
    };
    const textOf = textsGiven(call, own, [...parametersOf(functionOf(call))]);
    const inPlace = (route: string | null): string | null =>
      route?.replace(parameter, (mark, name: string) => textOf(name) ?? mark) ?? null;
    const told = own.map((written) => {
      const one = { ...written, route: inPlace(written.route) };
      const owner = renamed(one.owner);
      // What it asks of what it is called on is asked where it is called.
      const place = owner === call.owner ? { path: call.path, line: call.line } : {};
      return { ...one, ...place, owner, mounted: renamed(one.mounted) };
    });
    const all = told.flatMap((one) => (isCall(one) ? made(one, hops + 1) : [one]));
    const asked = all.some(({ kind }) => kind === "guard") ? listed(call) : [];
    if (asked.length === 0) return all;
    return all.map((one) =>
      one.kind === "mount" && one.owner === call.owner
        ? { ...one, guards: JSON.stringify([...asked, ...listed(one)]) }
        : one,
    );
  };
  return [...registrations.filter((one) => !isCall(one)), ...calls.filter(isReached).flatMap((one) => made(one, 0))];
}

const parameter = /\$\{(\w+)\}/g;

/**
 * The texts that a call gives for parameters by which paths are made: by their places where it gives texts alone, and the
 * only one that is a path, for the only parameter that is a part of one.
 */
function textsGiven(
  call: Registration,
  own: readonly Registration[],
  parameters: readonly string[],
): (name: string) => string | undefined {
  const [written] = listed(call);
  const given = /^[\w.]+\((.*)\)$/s.exec(written?.name ?? "")?.[1] ?? "";
  const texts = /^(?:'[^']*'(?:, |$))*$/.test(given)
    ? [...given.matchAll(/'([^']*)'/g)].map(([, text = ""]) => text)
    : [];
  const isOfTexts = texts.length === parameters.length - 1;
  const parts = new Set(own.flatMap(({ route }) => [...(route ?? "").matchAll(parameter)].map(([, name]) => name)));
  return (name) => {
    const at = parameters.indexOf(name);
    if (at < 0) return undefined;
    if (isOfTexts) return texts[at];
    return texts.length === 1 && parts.size === 1 && texts[0]?.startsWith("/") ? texts[0] : undefined;
  };
}

/** The functions of the repository that put something before what they are given. */
export const buildersAmong = (registrations: readonly Registration[]): ReadonlySet<string> =>
  new Set(
    registrations.flatMap((one) => (one.kind === "mount" && one.name?.startsWith(within) ? [functionOf(one)] : [])),
  );

/** Whether a registration stands in one of those functions; one that is led to itself is meant to lead to a library's. */
const isInside = (one: Registration, functions: ReadonlySet<string>): boolean =>
  functions.has(one.symbol) &&
  one.owner !== `${one.symbol}()` &&
  !(one.name?.startsWith(within) && functionOf(one) === one.symbol);

/** Whether a function lets some requests through and others not by what it is called. */
const isAsking = (symbol: string): boolean =>
  asks.test(symbol.replace(/^.*[#.]/s, "").replace(/[A-Z]/g, (mark) => `_${mark.toLowerCase()}`));

/** What a function only hands on to another is told where that function is called. */
const isReached = ({ mounted, symbol }: Registration): boolean => mounted?.startsWith(`${symbol}(`) !== true;

/** The function that a call leads to. */
const functionOf = ({ name }: Registration): string => (name ?? "").slice(within.length).replace(/\(\d+\)$/, "");

/**
 * Functions of the repository that put something before what they are given to register: `adminAuth { get("/x") { } }`.
 * What such a function puts there hangs between what it is called on and what its call registers, once for each call.
 * `crates/resolve/src/rows/meaning/builders.rs` writes the rows.
 */
import { asks, listed } from "./guards.ts";
import type { Registration } from "./registration.ts";

/** What stands in the name of a call's mount before the parameter into whose place comes what it registers. */
const within = "within ";
/** Such functions inside of each other. */
const mostHops = 6;

/** What may stand between what a function is called on and what it is given. */
const between: ReadonlySet<string> = new Set(["mount", "guard", "prefix"]);

/** All registrations, with what stands before what a function is given in the place of the calls of such functions. */
export function throughBuilders(registrations: readonly Registration[]): readonly Registration[] {
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
    const told = own.map((one) => {
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

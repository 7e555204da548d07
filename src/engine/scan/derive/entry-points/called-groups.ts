/**
 * Functions that give a group which they make of what they are given: `func group(r, path, ...checks) { g := r.Group(path);
 * g.Use(checks...); return g }`. Each call makes one of its own, so what the function registers is registered once for
 * each of them, with what that is given in the place of the parameters.
 */
import type { Guard, Registration } from "./registration.ts";

/** The name of mounts that say what a call is given which gives a group. */
const called = "called";
/** What is written at the place of a call that nothing holds. */
const inPlace = "in place";
/** Functions that make groups by each other. */
const maxRounds = 6;
/** What one function registers, and so many calls of it. */
const maxRows = 200;

/** What a call is given at the place of a parameter: a path, a router, who asks. */
interface Given {
  readonly name: string;
  readonly text?: string;
  readonly symbol?: string;
  readonly given?: readonly Guard[];
}

/** All registrations, with those of calls in the place of those of the functions that are called. */
export function byCalledGroups(
  registrations: readonly Registration[],
  parametersOf: (symbol: string) => ReadonlySet<string>,
): readonly Registration[] {
  const isCall = ({ kind, name }: Registration) => kind === "mount" && name === called;
  if (!registrations.some(isCall)) return registrations;
  let all = registrations;
  const left = new Set<string>();
  for (let round = 0; round < maxRounds; round += 1) {
    const calls = all.filter((one) => isCall(one) && !left.has(one.mounted ?? ""));
    const makers = new Set(calls.map(({ mounted }) => mounted ?? ""));
    const open = new Set(calls.map(({ symbol }) => symbol));
    // What others' calls stand in is told once these are.
    const ready = [...makers].filter((one) => !open.has(one));
    if (ready.length === 0) break;
    for (const maker of ready) {
      const made = ofCalls(
        maker,
        calls.filter(({ mounted }) => mounted === maker),
        all,
        [...parametersOf(maker)],
      );
      if (made === undefined) left.add(maker);
      else all = made;
    }
  }
  // What a function gives that makes no group of its own goes by its name.
  return all.flatMap((one) => {
    if (!isCall(one)) return [one];
    return one.handler_name === inPlace ? [linkOf(one)] : [];
  });
}

const linkOf = (call: Registration): Registration => ({
  ...call,
  name: null,
  handler_name: null,
  guards: null,
  mounted: `${call.mounted}()`,
});

function ofCalls(
  maker: string,
  calls: readonly Registration[],
  all: readonly Registration[],
  parameters: readonly string[],
): readonly Registration[] | undefined {
  const given = `${maker}()`;
  const own = all.filter(({ symbol }) => symbol === maker);
  const links = own.filter(({ kind, framework }) => kind === "mount" && framework === null);
  const [link, ...others] = links.filter(({ owner }) => owner === given);
  // Behind the first of several that it gives, each goes by its place.
  const behind = links.filter(({ owner }) => owner?.startsWith(`${given}.`));
  const parts = new Map(behind.map(({ owner, mounted }) => [mounted, owner?.slice(given.length)]));
  const group = link?.mounted;
  if (link === undefined || others.length > 0 || own.length > maxRows || calls.length > maxRows) return undefined;
  const isMade = own.some(
    ({ kind, framework, mounted }) => kind === "mount" && framework !== null && mounted === group,
  );
  if (group === null || group === undefined || !isMade || !group.includes("#@")) return undefined;
  const kept = own.filter((one) => one !== link && !behind.includes(one));
  const told = new Set<Registration>(own);
  const places = new Set(calls.map(({ path, line }) => `${path}:${line}`));
  // What the calls said of the function as a whole.
  for (const one of all)
    if (one.kind === "mount" && one.framework === null && one.name !== called && places.has(`${one.path}:${one.line}`))
      if (one.mounted === given || one.mounted?.startsWith(`${maker}(`)) told.add(one);
  for (const one of calls) told.add(one);
  const clones = calls.flatMap((call) => ofCall(call, { maker, group, parts, kept, parameters }));
  return [...all.filter((one) => !told.has(one)), ...clones];
}

function ofCall(
  call: Registration,
  of: {
    maker: string;
    group: string;
    parts: ReadonlyMap<string | null, string | undefined>;
    kept: readonly Registration[];
    parameters: readonly string[];
  },
): Registration[] {
  const { maker, group, parts, kept, parameters } = of;
  const given = JSON.parse(call.guards ?? "[]") as Given[];
  const at = (name: string) => given.filter((it) => it.name === String(parameters.indexOf(name)));
  const text = (path: string | null): string | null =>
    path?.replace(/\$\{(\w+)\}/g, (mark, name: string) => at(name).find((it) => it.text !== undefined)?.text ?? mark) ??
    null;
  const locals = new Set(kept.flatMap(({ owner, mounted }) => [owner, mounted]).filter((it) => it?.includes("#@")));
  const named = (name: string | null): string | null => {
    if (name === null) return null;
    if (name === group) return call.owner;
    const part = parts.get(name);
    const held = part === undefined ? undefined : given.find((it) => it.name === part)?.symbol;
    if (held !== undefined) return held;
    const place = name.startsWith(`${maker}(`) ? name.slice(maker.length + 1, -1) : undefined;
    if (place !== undefined) return given.find((it) => it.name === place && it.symbol !== undefined)?.symbol ?? name;
    return locals.has(name) ? `${name}~${call.path}:${call.line}` : name;
  };
  const asked = (guards: string | null): string | null => {
    if (guards === null) return null;
    const listed = (JSON.parse(guards) as Guard[]).flatMap((guard) => {
      if (guard.symbol !== null || !parameters.includes(guard.name)) return [guard];
      const lists = at(guard.name).filter((it) => it.given !== undefined);
      return lists.length === 0 ? [guard] : lists.flatMap((it) => it.given ?? []);
    });
    return JSON.stringify(listed);
  };
  return kept.map((one) => ({
    ...one,
    owner: named(one.owner),
    mounted: named(one.mounted),
    route: text(one.route),
    guards: one.name === called ? passed(one.guards, { text, named, at, parameters }) : asked(one.guards),
    symbol: call.symbol,
    ...(one.kind === "guard"
      ? { at: { path: call.path, line: call.line } }
      : { path: call.path, line: call.line, made: one.made ?? { path: one.path, line: one.line }, fact: 0 }),
  }));
}

/** What a call within is given, where that is what the call around is. */
function passed(
  guards: string | null,
  {
    text,
    named,
    at,
    parameters,
  }: {
    text: (path: string | null) => string | null;
    named: (name: string | null) => string | null;
    at: (name: string) => readonly Given[];
    parameters: readonly string[];
  },
): string {
  const told = (JSON.parse(guards ?? "[]") as Given[]).map((one) => ({
    ...one,
    ...(one.text !== undefined && { text: text(one.text) ?? one.text }),
    ...(one.symbol !== undefined && { symbol: named(one.symbol) ?? one.symbol }),
    ...(one.given !== undefined && {
      given: one.given.flatMap((guard) => {
        if (guard.symbol !== null || !parameters.includes(guard.name)) return [guard];
        const lists = at(guard.name).filter((it) => it.given !== undefined);
        return lists.length === 0 ? [guard] : lists.flatMap((it) => it.given ?? []);
      }),
    }),
  }));
  return JSON.stringify(told);
}

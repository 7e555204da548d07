/**
 * Classes of Python that extend what something is registered on, and what is made of them: what their constructors say holds
 * of each, with what that is given in the place of their parameters, and what is registered on the class is on each.
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import { part } from "#engine/scan/derive/entry-points/owner-words";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** The name of rows that say what a constructor is given, as `crates/resolve/src/rows/meaning/made_classes.rs` writes them. */
const made = "made";
/** Constructors that call each other. */
const maxDepth = 8;

type Given = ReadonlyMap<string, string>;

const isMade = ({ kind, name }: Registration): boolean => kind === "prefix" && name === made;
const isOfPython = ({ path }: Registration): boolean => path.endsWith(".py");

/** What a call gives, by the names of parameters; `outer`: what the function is given that it stands in. */
const givenBy = ({ guards }: Registration, outer: Given): Given =>
  new Map(
    (JSON.parse(guards ?? "[]") as { name: string; given: string }[]).map((it) => [it.name, put(it.given, outer)]),
  );

/** What stands for the parameters of a class's constructor that a call leaves out, where that is a text or nothing. */
function readDefaults(db: DatabaseSync): (type: string) => Given {
  const ranges = new FactRanges(db);
  const declared = db.prepare("select params from symbols where fact >= ? and fact < ? and id = ?");
  return (type) => {
    const row = declared.get(...ranges.of(type), `${type}.__init__`);
    const params = JSON.parse(String(row?.params ?? "[]")) as { name: string; default?: string }[];
    const told = params.flatMap(({ name, default: text = "" }): [string, string][] => {
      if (text === "None") return [[name, ""]];
      const inner = /^(["'])([^"'{]*)\1$/.exec(text)?.[2];
      return inner === undefined ? [] : [[name, inner]];
    });
    return new Map(told);
  };
}

const put = (text: string, given: Given): string =>
  text.replace(/\$\{([^}]*)\}/g, (mark, name) => given.get(name) ?? mark);

/** Registrations in which what is made of such classes has what their constructors say, and what is registered on them. */
export function withMadeClasses(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const calls = registrations.filter(isMade);
  if (calls.length === 0) return registrations;
  const heirs = new Heirs(db);
  const types = new Set(calls.map(({ mounted }) => mounted));
  const above = new Set([...types].flatMap((type) => (type === null ? [] : heirs.above(type))));
  const isClass = (owner: string | null) => types.has(owner) || above.has(owner ?? "");
  const of = Map.groupBy(registrations.filter(isOfPython), ({ owner }) => owner);
  const defaults = readDefaults(db);
  /** The prefixes that a class's constructor says. */
  const said = (type: string, handedOver: Given, depth: number): readonly Registration[] => {
    const given = new Map([...defaults(type), ...handedOver]);
    const own = of.get(type) ?? [];
    const prefixes = own.filter((one) => one.kind === "prefix" && one.name !== made);
    const bases = own.filter((one) => isMade(one) && one.mounted !== type);
    const handed =
      depth > maxDepth ? [] : bases.flatMap((one) => said(one.mounted ?? "", givenBy(one, given), depth + 1));
    if (prefixes.length + bases.length > 0) {
      const told = (one: Registration) => ({ ...one, route: one.route === null ? null : put(one.route, given) });
      return [...handed, ...prefixes.map(told)];
    }
    // The nearest constructor above it.
    const [next] = heirs.above(type);
    return next === undefined || depth > maxDepth ? [] : said(next, given, depth + 1);
  };
  const instances = calls.filter(({ owner }) => !isClass(owner) && owner !== null);
  const rows = new Map(instances.map((one) => [one, said(one.mounted ?? "", givenBy(one, new Map()), 0)]));
  /** Where a constructor says the path, what it is given is none of itself. */
  const says = ({ name, route }: Registration) => name !== part && route !== null;
  const placed = new Set([...rows].flatMap(([one, told]) => (told.some(says) ? [placeOf(one)] : [])));
  const served = Map.groupBy(
    instances.flatMap((one) => [one.mounted ?? "", ...heirs.above(one.mounted ?? "")].map((type) => ({ type, one }))),
    ({ type }) => type,
  );
  const mounted = new Set(
    registrations.flatMap((one) => (one.kind === "mount" && one.framework !== null ? [one.mounted] : [])),
  );
  /** What is made of a class; where some of that is mounted, what is not serves nothing. */
  const servedOn = (type: string) => {
    const all = served.get(type);
    const reached = all?.filter(({ one }) => mounted.has(one.owner)) ?? [];
    return reached.length > 0 ? reached : all;
  };
  return registrations.flatMap((one): readonly Registration[] => {
    const prefixes = rows.get(one);
    const { owner, symbol, path, line } = one;
    if (prefixes) return prefixes.map((prefix) => ({ ...prefix, owner, symbol, path, line }));
    if (isMade(one)) return [];
    const isPath = one.kind === "prefix" && one.name === null && one.route !== null;
    if (isPath && placed.has(placeOf(one))) return [];
    const on = one.kind === "prefix" ? undefined : servedOn(owner ?? "");
    return on ? on.map(({ one: { owner } }) => ({ ...one, owner })) : [one];
  });
}

const placeOf = ({ owner, path, line }: Registration) => `${path}:${line}:${owner}`;

/**
 * Sinatra's classes: those that extend one serve its routes as well, and ask first whom it asks. What an extension asks is
 * asked before all of the application that registers it, and what methods of classes and extensions register is
 * registered where a class calls them. https://sinatrarb.com/intro.html, https://sinatrarb.com/extensions.html
 */
import type { DatabaseSync } from "node:sqlite";
import { inFront, inOrder, inside, throughout } from "#engine/scan/derive/entry-points/guards/guard-order";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { extensionOf, sinatra } from "./sinatra-extensions.ts";
import { SinatraMethods } from "./sinatra-methods.ts";

/** The classes that applications extend. */
const bases = ["Sinatra::Base", "::Sinatra::Base", "Sinatra::Application", "::Sinatra::Application"];

interface Class {
  readonly id: string;
  readonly path: string;
  readonly line: number;
}

export function withSinatraClasses(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const own = written.filter(({ framework }) => framework === sinatra);
  if (own.length === 0) return written;
  const heirs = new Heirs(db);
  const classes = classesOf(db, heirs);
  const called = new SinatraMethods(db, classes, heirs, own).called();
  const all = withExtensionsAsking([...own, ...called].toSorted(byPlace));
  const on = Map.groupBy(all, ({ owner }) => owner);
  // Whom classes above ask is asked before whom a class asks itself, wherever both stand.
  const above = [...classes.values()].flatMap((type) =>
    heirs
      .above(type.id)
      .toReversed()
      .flatMap((base) => (on.get(base) ?? []).filter(({ kind }) => kind === "guard"))
      .filter(({ name }) => asksThroughout(name))
      .map((one) => ({ ...one, owner: type.id })),
  );
  const fronted = askingInFront([...above, ...all]);
  const mounted = new Set(written.map(({ mounted: one }) => one));
  const isReached = (type: string) => [type, ...heirs.of(type)].some((one) => mounted.has(one));
  const serving = [...classes.values()].flatMap((type) =>
    heirs
      .above(type.id)
      .slice(0, 1)
      .filter((base) => classes.has(base) && serves(base, on, heirs))
      // Of classes of which some are put somewhere, those serve that are.
      .filter((base) => isReached(type.id) || !isReached(base))
      .map((base): Registration => ({ ...mount, ...type, owner: type.id, mounted: base, symbol: type.id })),
  );
  const others = written.filter(({ framework }) => framework !== sinatra);
  return [...above, ...others, ...all.flatMap((one) => [one, ...fronted(one)]), ...serving];
}

/**
 * Whom an application asks that another puts in front of itself: it asks them of all requests that come to it, also where the
 * other answers them.
 */
function askingInFront(own: readonly Registration[]): (mount: Registration, depth?: number) => readonly Registration[] {
  const on = Map.groupBy(own, ({ owner }) => owner);
  return function fronted(mount, depth = 0): readonly Registration[] {
    const { kind, name, owner, mounted, path, line, fact } = mount;
    if (kind !== "mount" || name !== inFront || mounted === null || depth > maxFronted) return [];
    const inner = on.get(mounted) ?? [];
    const asking = inOrder(inner.filter((one) => one.kind === "guard" && asksThroughout(one.name)));
    const deeper = inner.flatMap((one) => fronted(one, depth + 1));
    const place = { owner, path, line, name: path.endsWith(ofRack) ? null : throughout };
    return [...deeper, ...asking].map((one) => ({ ...one, ...(fact !== undefined && { fact }), ...place }));
  };
}

/** Applications in front of each other. */
const maxFronted = 4;
/** What stands in Rack's file asks before what stands below it there. */
const ofRack = ".ru";

const asksThroughout = (name: string | null): boolean => name === throughout || name === inside;

const byPlace = (one: Registration, other: Registration): number =>
  one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line;

const mount = {
  kind: "mount",
  framework: sinatra,
  method: null,
  route: "",
  name: null,
  handler: null,
  handler_name: null,
  guards: null,
} as const;

/** Whether a class has routes, be it from those above it. */
const serves = (type: string, on: ReadonlyMap<string | null, readonly Registration[]>, heirs: Heirs): boolean =>
  [type, ...heirs.above(type)].some((one) => on.get(one)?.some(({ kind }) => kind !== "guard"));

/** The repository's applications by their classes, also where it adds to the library's own. */
function classesOf(db: DatabaseSync, heirs: Heirs): ReadonlyMap<string, Class> {
  const roots = db
    .prepare(
      `select distinct type from type_relations
       where relation = 'extends' and name in (${bases.map(() => "?").join(", ")}) order by type`,
    )
    .all(...bases)
    .map(({ type }) => String(type));
  const places = db.prepare("select path, line from symbols where fact >= ? and fact < ? and id = ?");
  const ranges = new FactRanges(db);
  const found = new Set(roots.flatMap((one) => [one, ...heirs.of(one)]));
  return new Map(
    [...found].flatMap((id) => {
      const row = places.get(...ranges.of(id), id);
      return row === undefined ? [] : [[id, { id, path: String(row.path), line: Number(row.line) }] as const];
    }),
  );
}

/** Whom an extension asks before what it registers asks before all of the application, from where that registers it on. */
function withExtensionsAsking(own: readonly Registration[]): readonly Registration[] {
  const asking = Map.groupBy(
    own.filter(({ kind, name }) => kind === "guard" && asksThroughout(name)),
    ({ owner }) => owner,
  );
  return own.flatMap((one) => {
    const given = extensionOf(one);
    const guards = given === undefined ? [] : (asking.get(given) ?? []);
    return [one, ...guards.map((guard) => ({ ...guard, owner: one.owner }))];
  });
}

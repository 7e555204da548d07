/**
 * Routers that classes hold, mounted as members of what a loop goes through or a function is given, of which only running
 * code knows the class: `routes.forEach((it) => app.use("/", it.router))`.
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

/** The name of a mount before whose paths more may stand. */
export const unsure = "unsure";
/** A member of a variable that a function written in place, or a loop, has. */
const ofLocal = /\.[cm]?[jt]sx?#(?:.*\.)?@\d+:\w+\.(\w+)$/;
/** What a class holds. */
const held = /\.[cm]?[jt]sx?#\w+\.(\w+)$/;
/** What a path is put together of: `${it.path}`. */
const member = /\$\{(?:\w+\.)*(\w+)\}/g;
/** What a property is declared to hold. */
const text = /=\s*(?:"([^"$]*)"|'([^'$]*)'|`([^`$]*)`)\s*;?$/;

/** Registrations with mounts of the routers of all classes that one which is not known may be of. */
export function withHeldRouters(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const mounts = registrations.filter(({ kind }) => kind === "mount");
  const known = new Set(registrations.flatMap(({ kind, owner }) => (kind === "endpoint" ? [owner] : [])));
  const open = mounts.filter(
    ({ framework, mounted }) =>
      framework !== null && mounted !== null && !known.has(mounted) && (ofLocal.test(mounted) || held.test(mounted)),
  );
  if (open.length === 0) return registrations;
  const heirs = new Heirs(db);
  const textOf = readTexts(db);
  const taken = new Set(mounts.map(({ mounted }) => mounted));
  const free = new Map<string, Set<string>>();
  for (const { kind, framework, owner } of registrations) {
    const name = kind === "endpoint" && !taken.has(owner) ? held.exec(owner ?? "")?.[1] : undefined;
    if (name === undefined || owner === null) continue;
    const key = `${framework} ${name}`;
    free.set(key, (free.get(key) ?? new Set()).add(owner));
  }
  const keyOf = ({ framework, mounted }: Registration) => `${framework} ${ofLocal.exec(mounted ?? "")?.[1]}`;
  const locals = Map.groupBy(open, keyOf);
  const isOnly = (one: Registration) =>
    (locals.get(keyOf(one)) ?? []).every(({ owner, route }) => owner === one.owner && route === one.route);
  const told = new Map<Registration, readonly Registration[]>();
  for (const one of open) {
    const type = one.mounted?.slice(0, one.mounted.lastIndexOf(".")) ?? "";
    const routers = ofLocal.test(one.mounted ?? "")
      ? isOnly(one)
        ? [...(free.get(keyOf(one)) ?? [])]
        : []
      : heirs
          .of(type)
          .map((heir) => `${heir}.${lastName(one.mounted ?? "")}`)
          .filter((owner) => known.has(owner));
    if (routers.length === 0) continue;
    told.set(
      one,
      routers.map((mounted) => ({ ...one, ...pathOf(one, mounted, textOf), mounted, name: one.name ?? unsure })),
    );
  }
  return registrations.flatMap((one) => told.get(one) ?? [one]);
}

/** The path of a mount, with what the class holds of which a router is. */
function pathOf(
  { route, guards }: Registration,
  router: string,
  textOf: (symbol: string) => string | undefined,
): Pick<Registration, "route"> {
  const [first] = route === null && guards !== null ? (JSON.parse(guards) as Guard[]) : [];
  const written = route ?? (first?.symbol === null && /^\w+$/.test(first.name) ? `\${${first.name}}` : null);
  const type = router.slice(0, router.lastIndexOf("."));
  return { route: written?.replace(member, (mark, name) => textOf(`${type}.${name}`) ?? mark) ?? null };
}

/** Finds the text that a property is declared to hold. */
function readTexts(db: DatabaseSync): (symbol: string) => string | undefined {
  const ranges = new FactRanges(db);
  const declared = db.prepare(
    "select signature from symbols where fact >= ? and fact < ? and id = ? and kind = 'property'",
  );
  return (symbol) => {
    const row = declared.get(...ranges.of(symbol), symbol);
    const [, ...texts] = text.exec(String(row?.signature ?? "")) ?? [];
    return texts.find((it) => it !== undefined);
  };
}

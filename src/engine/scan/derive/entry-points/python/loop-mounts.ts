/**
 * Routers of Python that a loop mounts of which only running code knows what it goes through: `for part in parts:
 * app.include_router(part)`. Where there is one such mount, what nothing else mounts hangs on it.
 */
import type { DatabaseSync } from "node:sqlite";
import { part } from "#engine/scan/derive/entry-points/owner-words";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

/** The name of a mount before whose paths more may stand. */
const unsure = "unsure";
/** A variable of a function or a loop. */
const local = /\.py#(?:.*\.)?@\d+:\w+$/;
/** What is made to be mounted: an application is not. */
const router = /=\s*(?:[\w.]+\.)?\w*(?:Blueprint|Router|Namespace)\(/;

/** Registrations with what such a loop mounts. */
export function withLoopMounts(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const mounts = registrations.filter(({ kind }) => kind === "mount");
  // What something is registered on, or leads to that, is known.
  const known = new Set(registrations.map(({ owner }) => owner));
  const isOpen = ({ framework, mounted }: Registration) =>
    framework !== null && mounted !== null && local.test(mounted) && !known.has(mounted);
  const open = Map.groupBy(mounts.filter(isOpen), ({ framework }) => framework);
  if (open.size === 0) return registrations;
  const mounted = new Set(mounts.map((one) => one.mounted));
  const mounting = Map.groupBy(mounts, ({ owner }) => owner);
  // What another framework registers goes through a part of this one: `Api(blueprint)`.
  const isMounting = (owner: string, of: string | null) =>
    mounting.get(owner)?.some(({ framework }) => framework === of || framework === null) ?? false;
  const ranges = new FactRanges(db);
  const declared = db.prepare("select name, signature from symbols where fact >= ? and fact < ? and id = ?");
  const isRouter = (owner: string): boolean => {
    const symbol = declared.get(...ranges.of(owner), owner);
    return symbol !== undefined && router.test(`${String(symbol.signature).slice(lastName(owner).length)}`);
  };
  const told = [...open].flatMap(([framework, [mount, ...others]]) => {
    if (!mount || others.some(({ owner, route }) => owner !== mount.owner || route !== mount.route)) return [];
    const owners = new Set(
      registrations.flatMap((one) => {
        const isPart = one.kind === "prefix" && one.name === part && mounting.has(one.owner);
        return one.framework === framework && (one.kind === "endpoint" || isPart) ? [one.owner] : [];
      }),
    );
    return [...owners]
      .filter((owner) => owner !== null && !mounted.has(owner) && !isMounting(owner, framework) && isRouter(owner))
      .map((owner) => ({ ...mount, mounted: owner, name: mount.name ?? unsure }));
  });
  return [...registrations, ...told];
}

/**
 * Routers of Python that a loop mounts of which only running code knows what it goes through: `for part in parts:
 * app.include_router(part)`. Where there is one such mount, what nothing else mounts hangs on it.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";
import type { Registration } from "./registration.ts";

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
  const mounting = new Set(mounts.map(({ owner }) => owner));
  const ranges = new FactRanges(db);
  const declared = db.prepare("select name, signature from symbols where fact >= ? and fact < ? and id = ?");
  const isRouter = (owner: string): boolean => {
    const symbol = declared.get(...ranges.of(owner), owner);
    return symbol !== undefined && router.test(`${String(symbol.signature).slice(lastName(owner).length)}`);
  };
  const told = [...open].flatMap(([framework, [mount, ...others]]) => {
    if (!mount || others.some(({ owner, route }) => owner !== mount.owner || route !== mount.route)) return [];
    const owners = new Set(
      registrations.flatMap((one) => (one.kind === "endpoint" && one.framework === framework ? [one.owner] : [])),
    );
    return [...owners]
      .filter((owner) => owner !== null && !mounted.has(owner) && !mounting.has(owner) && isRouter(owner))
      .map((owner) => ({ ...mount, mounted: owner, name: mount.name ?? unsure }));
  });
  return [...registrations, ...told];
}

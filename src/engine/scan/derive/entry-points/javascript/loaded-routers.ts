/**
 * Routers of Express that a file gives out and no other file names: whoever loads it by its name, as those of a folder are
 * loaded, knows what stands before its paths.
 */
import type { DatabaseSync } from "node:sqlite";
import { part } from "#engine/scan/derive/entry-points/owner-words";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const ofScripts = /\.[cm]?[jt]sx?#/;
const unknown = `\${prefix}`;

/** Registrations with a prefix that is not known for each such router. */
export function withLoadedRouters(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const reached = new Set(registrations.flatMap(({ kind, mounted }) => (kind === "mount" ? [mounted] : [])));
  const isOpen = ({ kind, name, owner, framework }: Registration) =>
    kind === "prefix" &&
    framework === "Express" &&
    name === part &&
    owner !== null &&
    ofScripts.test(owner) &&
    !reached.has(owner);
  const open = registrations.filter(isOpen);
  if (open.length === 0) return registrations;
  const named = new Set(
    db
      .prepare(
        `select resolved from imports where resolved is not null
         union select resolved from exports where resolved is not null`,
      )
      .all()
      .map(({ resolved }) => resolved),
  );
  const given = new Set(
    db
      .prepare("select symbol from exports where name in ('default', 'export=') and symbol is not null")
      .all()
      .map(({ symbol }) => symbol),
  );
  const loaded = open.filter(({ owner, path }) => given.has(owner) && !named.has(path));
  return [...registrations, ...loaded.map((one) => ({ ...one, name: null, route: unknown }))];
}

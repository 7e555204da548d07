/**
 * Applications that extend others, as Nuxt's do their layers: what a layer answers is answered by who extends it, so who
 * asks in either asks before what both answer.
 * https://nuxt.com/docs/guide/going-further/layers
 */
import type { DatabaseSync } from "node:sqlite";
import { unsure } from "#engine/scan/derive/entry-points/guards/guards";
import { byPathBelow } from "#engine/scan/derive/entry-points/guards/path-guards";
import { besides } from "#engine/scan/derive/entry-points/join-paths";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The folder of an application whose layers lie in it, which it extends without saying so. */
const ofItself = /^(.*?\/|)layers\/[^/]+\/$/;
const [framework, everywhere] = ["Nuxt", "^"];

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** Guards by files, each of all applications that answer what lies below its folder. */
export function throughLayers(
  db: DatabaseSync,
  registrations: readonly Registration[],
  folders: readonly string[],
): readonly Registration[] {
  const own = new Map<string, Registration>();
  for (const one of registrations)
    if (one.kind === "guard" && one.framework === framework && one.name?.startsWith(byPathBelow))
      own.set(one.name.slice(byPathBelow.length), one);
  if (own.size === 0) return registrations;
  const layers = layersOf(db, folders);
  if (layers.size === 0) return registrations;
  const within = (folder: string, known: readonly string[] = []): readonly string[] =>
    known.includes(folder)
      ? known
      : (layers.get(folder) ?? []).reduce<readonly string[]>((all, one) => within(one, all), [...known, folder]);
  const extended = new Set([...layers].flatMap(([, all]) => all));
  const applications = folders.filter((one) => !extended.has(one)).map((one) => within(one));
  const guardsOf = (folder: string): readonly Guard[] => JSON.parse(own.get(folder)?.guards ?? "[]");
  const [any] = own.values();
  const told = folders.flatMap((folder): Registration[] => {
    const having = applications.filter((all) => all.includes(folder));
    const asked = [...new Set(having.flat())];
    const isSure = (one: string) => having.every((all) => all.includes(one));
    const guards = asked.flatMap((one) => (isSure(one) ? guardsOf(one) : guardsOf(one).map(unsure)));
    const first = own.get(folder) ?? any;
    if (having.length === 0) return own.has(folder) && first ? [first] : [];
    if (guards.length === 0 || !first) return [];
    return [{ ...first, route: everywhere, name: `${byPathBelow}${folder}`, guards: JSON.stringify(guards) }];
  });
  const replaced = new Set(own.values());
  return [...registrations.filter((one) => !replaced.has(one)), ...told];
}

/** The folders that others name as their layers, or that lie in these as such. */
function layersOf(db: DatabaseSync, folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const written = db
    .prepare("select path, route from registrations where framework = ? and name = 'layer' and route is not null")
    .all(framework);
  const packages = new Map(
    db
      .prepare("select name, path from packages where name is not null")
      .all()
      .map(({ name, path }) => [String(name), folderOf(String(path))] as const),
  );
  const layers = new Map<string, string[]>();
  const add = (folder: string, layer: string | undefined): void => {
    if (layer === undefined || layer === folder || !folders.includes(layer)) return;
    layers.set(folder, [...(layers.get(folder) ?? []), layer]);
  };
  for (const { path, route } of written) {
    const [from, named] = [folderOf(String(path)), String(route).replace(/\/$/, "")];
    const beside = /^\.{1,2}(?:\/|$)/.test(named) ? besides(String(path), named) : undefined;
    add(from, beside === undefined ? packages.get(named) : beside === "" ? "" : `${beside}/`);
  }
  for (const layer of folders) {
    const around = ofItself.exec(layer)?.[1];
    if (around !== undefined) add(folders.includes(around) ? around : folderOf(around.slice(0, -1)), layer);
  }
  return layers;
}

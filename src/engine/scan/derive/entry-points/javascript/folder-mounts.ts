/**
 * Plugins that are loaded from a folder, as `@fastify/autoload` does: each file gives one out, behind the names of the
 * folders in which it lies. Of a folder with an index file no other file is one, and hooks of a folder ask before what
 * lies beside them.
 */
import { posix } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of a mount of all files of the folder that its route names. */
const ofFolder = "folder";
/** What stands for the folder of the file in which a path is put together. */
const ofFile = /^\$\{(?:__dirname|dirname|url)\}(?=\/|$)/;
const script = /(?<!\.d)\.(?:[cm]?[jt]s)$/;
const ofTests = /[._-](?:test|spec)\.[cm]?[jt]s$/;
const index = /^index\.[cm]?[jt]s$/;
const hooks = /^[_.]?auto_?-?hooks\.[cm]?[jt]s$/i;
/** The exports by which a file says itself what it stands behind. */
const prefixes = ["autoPrefix", "prefixOverride"];

interface Exported {
  readonly path: string;
  readonly name: string;
  readonly symbol: string | null;
}

/** Registrations with a mount for each file in the place of those of a folder. */
export function withFolderMounts(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const isOfFolder = ({ kind, name }: Registration) => kind === "mount" && name === ofFolder;
  if (!registrations.some(isOfFolder)) return registrations;
  const all = db
    .prepare(
      `select path, name, symbol from exports
       where name in ('export=', 'default', 'autoPrefix', 'prefixOverride') order by path, fact`,
    )
    .all() as unknown as Exported[];
  const told = db
    .prepare("select path, name, value from constants where name in ('autoPrefix', 'prefixOverride') and kind = 'text'")
    .all() as unknown as (Pick<Exported, "path" | "name"> & { readonly value: string })[];
  const texts = new Map(told.map(({ path, name, value }) => [`${path} ${name}`, value]));
  const guards = registrations.filter(({ kind }) => kind === "guard");
  return registrations.flatMap((one) => (isOfFolder(one) ? mountsOf(one, all, guards, texts) : [one]));
}

/**
 * The mounts of the files of a folder, with what their folders' hooks ask.
 *
 * @param texts what files say themselves that they stand behind, by file and export
 */
function mountsOf(
  one: Registration,
  all: readonly Exported[],
  guards: readonly Registration[],
  texts: ReadonlyMap<string, string>,
): Registration[] {
  const { path, route } = one;
  if (route === null || !ofFile.test(route)) return [];
  const folder = posix.join(posix.dirname(path), route.replace(ofFile, ".")).replace(/\/$/, "");
  const below = folder === "." ? "" : `${folder}/`;
  const within = all.filter(({ path }) => path.startsWith(below) && script.test(path) && !ofTests.test(path));
  const named = new Set(within.filter(({ name }) => prefixes.includes(name)).map(({ path }) => path));
  const plugins = new Map(within.filter(({ name }) => !prefixes.includes(name)).map((it) => [it.path, it]));
  const indexed = new Set([...plugins.keys()].filter((path) => index.test(posix.basename(path))).map(posix.dirname));
  const isHooking = (path: string) => hooks.test(posix.basename(path));
  const isFlat = one.method?.toLowerCase() === "false";
  const isCascading = one.guards?.includes('"true"') ?? false;
  return [...plugins.values()].flatMap((plugin) => {
    const at = posix.dirname(plugin.path);
    if (isHooking(plugin.path) || (indexed.has(at) && !index.test(posix.basename(plugin.path)))) return [];
    const inner = plugin.path.slice(below.length, -posix.basename(plugin.path).length);
    const [own, instead] = prefixes.map((name) => texts.get(`${plugin.path} ${name}`));
    const prefix = named.has(plugin.path)
      ? (own ?? `\${autoPrefix}`)
      : isFlat
        ? ""
        : inner.replace(/(^|\/)_(?=\w)/g, "$1:");
    const mounted = anchorOf(plugin);
    const around = [...plugins.values()].filter((it) => {
      const of = posix.dirname(it.path);
      return isHooking(it.path) && (of === at || (isCascading && `${at}/`.startsWith(`${of}/`)));
    });
    const asked = around.flatMap((it) => guards.filter(({ owner }) => owner === `${anchorOf(it)}(0)`));
    const plain = { name: null, method: null, handler: null, handler_name: null, guards: null };
    return [
      ...asked.map((guard) => ({ ...guard, owner: `${mounted}(0)` })),
      { ...one, ...plain, route: instead ?? join(one.handler_name ?? "", prefix), mounted },
    ];
  });
}

/** What a file gives out as a whole, by the name by which others mount it. */
const anchorOf = ({ path, name, symbol }: Exported): string => symbol ?? `${path}#export:${name}`;

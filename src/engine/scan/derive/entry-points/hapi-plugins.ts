/**
 * Plugins of Hapi: objects whose `register` is given the server, behind the path that is said where they are registered; and
 * routes that a file gives out as a whole.
 */
import { unsure } from "./held-routers.ts";
import type { Registration } from "./registration.ts";

const hapi = "Hapi";
/** The names of mounts of plugins, and of routes that something holds. */
const [plugin, routes] = ["plugin", "routes"];
/** What the function of a plugin is given. */
const given = /[#.]register\(0\)$/;
/** What a file gives out as a whole, as others name it and as itself. */
const [whole, itself] = [/#export:(?:export=|default)$/, "#exports"];
/** What it gives out by a name. */
const givenOut = "#export:";
/** The files of a folder, or of folders in it, that are required by a name. */
const ofFolder = /^(.*)\/\*$/;
const required = /^[^/]+?(?:\/index)?\.[cm]?[jt]sx?$/;

/** Registrations with what plugins register, behind what registers them. */
export function withHapiPlugins(registrations: readonly Registration[]): readonly Registration[] {
  const isOf = ({ kind, framework, name }: Registration, named: string) =>
    kind === "mount" && framework === hapi && name === named;
  if (!registrations.some((one) => isOf(one, plugin) || isOf(one, routes))) return registrations;
  const owners = new Set(registrations.flatMap(({ owner }) => owner ?? []));
  const functions = Map.groupBy(
    [...owners].filter((owner) => given.test(owner)),
    fileOf,
  );
  const all = registrations.flatMap((one): readonly Registration[] => {
    if (one.mounted === null) return [one];
    if (isOf(one, routes)) {
      const names = [one.mounted, one.mounted.replace(whole, itself), one.mounted.replace(givenOut, "#")];
      return [{ ...one, name: null, mounted: names.find((it) => owners.has(it)) ?? one.mounted }];
    }
    if (!isOf(one, plugin)) return [one];
    const folder = ofFolder.exec(one.mounted)?.[1];
    const told = folder === undefined ? pluginsOf(one.mounted, functions) : inFolder(folder, functions);
    return told.map((mounted) => ({ ...one, name: folder === undefined ? null : unsure, mounted }));
  });
  // What a plugin is given is of no other framework.
  const mounts = all.filter(({ kind, framework }) => kind === "mount" && framework === hapi);
  const reached = new Set(mounts.map(({ mounted }) => mounted));
  return all.filter(({ framework, owner }) => framework === null || framework === hapi || !reached.has(owner));
}

const fileOf = (owner: string): string => owner.slice(0, owner.indexOf("#"));

/** What the function of a plugin is given, by the name by which the plugin is registered. */
function pluginsOf(mounted: string, functions: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const all = functions.get(fileOf(mounted)) ?? [];
  if (whole.test(mounted)) return all.length > 1 ? all.filter((one) => /#(?:exports|plugin)\./.test(one)) : all;
  const name = mounted.replace(/\(\)$/, "").replace(givenOut, "#");
  const own = all.filter((one) => one === `${name}(0)` || one.startsWith(`${name}.`));
  return own.length === 0 && mounted.endsWith(itself) && all.length === 1 ? all : own;
}

function inFolder(folder: string, functions: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const inside = [...functions].filter(
    ([path]) => path.startsWith(`${folder}/`) && required.test(path.slice(folder.length + 1)),
  );
  return inside.flatMap(([, owners]) => owners);
}

/**
 * Plugins of Hapi: objects whose `register` is given the server, behind the path that is said where they are registered; and
 * routes that a file gives out as a whole.
 */

import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { unsure } from "./held-routers.ts";

const hapi = "Hapi";
/** The names of mounts of plugins, and of routes that something holds. */
const [plugin, routes] = ["plugin", "routes"];
/** The name of mounts of what lists are put together of, wherever they are registered. */
const listed = "listed routes";
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
  if (!registrations.some((one) => isOf(one, plugin) || isOf(one, routes)))
    return registrations.filter((one) => !isOf(one, listed));
  const owners = new Set(registrations.flatMap(({ owner }) => owner ?? []));
  const functions = Map.groupBy(
    [...owners].filter((owner) => given.test(owner)),
    fileOf,
  );
  const all = registrations.flatMap((one): readonly Registration[] => {
    if (one.mounted === null) return [one];
    if (isOf(one, routes) || isOf(one, listed)) {
      const names = [one.mounted, one.mounted.replace(whole, itself), one.mounted.replace(givenOut, "#")];
      const name = isOf(one, listed) ? listed : null;
      return [{ ...one, name, mounted: names.find((it) => owners.has(it)) ?? one.mounted }];
    }
    if (!isOf(one, plugin)) return [one];
    const folder = ofFolder.exec(one.mounted)?.[1];
    const told = folder === undefined ? pluginsOf(one.mounted, functions) : inFolder(folder, functions);
    return told.map((mounted) => ({ ...one, name: folder === undefined ? null : unsure, mounted }));
  });
  const told = whereRegistered(all);
  // What a plugin is given is of no other framework.
  const mounts = told.filter(({ kind, framework }) => kind === "mount" && framework === hapi);
  const reached = new Set(mounts.map(({ mounted }) => mounted));
  return told.filter(({ framework, owner }) => framework === null || framework === hapi || !reached.has(owner));
}

/** Registrations without what is put into lists that nothing registers. */
function whereRegistered(registrations: readonly Registration[]): readonly Registration[] {
  const isListed = ({ kind, framework, name }: Registration) =>
    kind === "mount" && framework === hapi && name === listed;
  const lists = Map.groupBy(registrations.filter(isListed), ({ owner }) => owner);
  if (lists.size === 0) return registrations;
  const reached = new Set<string | null>();
  for (const one of registrations) if (one.kind === "mount" && !isListed(one)) reached.add(one.mounted);
  for (const list of reached) for (const { mounted } of lists.get(list) ?? []) reached.add(mounted);
  return registrations.flatMap((one) => {
    if (!isListed(one)) return [one];
    return reached.has(one.owner) ? [{ ...one, name: null }] : [];
  });
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

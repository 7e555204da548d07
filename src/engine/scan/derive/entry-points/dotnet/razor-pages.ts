/**
 * The paths of Razor Pages: by where their files lie, `Pages/Orders/Index.cshtml` for `/Orders`, below `Areas/Admin` for
 * `/Admin/Orders`, and by what the file says behind `@page`. A page whose model answers no GET itself is shown all the same.
 */

import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { isBlazorPage, ofFolder, ofNobody } from "#engine/scan/schemas/prefixes/blazor-pages";

/** The route of a page that is named by where its file lies. */
const ofFile = "{page}";
/** The name of prefixes that are a page and, behind a mark, a path of it. */
const added = "page route";
/** What stands in the name of what a page's own file says before its path. */
const said = "page ";

/** All registrations; those of pages have their paths, and who is asked before all of their folder. */
export const withPages = (registrations: readonly Registration[]): readonly Registration[] =>
  withFolders(withPaths(registrations));

/** Pages of Blazor with what `_Imports.razor` of their folder and those around say, the outermost first. */
function withFolders(registrations: readonly Registration[]): readonly Registration[] {
  const isSaid = ({ kind, name }: Registration) =>
    kind === "guard" && (name === ofNobody || name?.startsWith(ofFolder) === true);
  const said = registrations.filter(isSaid);
  if (said.length === 0) return registrations;
  const open = new Set(said.flatMap(({ name, path }) => (name === ofNobody ? [path] : [])));
  const folders = said
    .flatMap((one) => (one.name === ofNobody ? [] : [{ folder: (one.name ?? "").slice(ofFolder.length), one }]))
    .sort((one, other) => one.folder.length - other.folder.length);
  return registrations.flatMap((one) => {
    if (isSaid(one)) return [];
    if (one.kind !== "page" || !isBlazorPage(one.path) || open.has(one.path)) return [one];
    const around = folders.filter(({ folder }) => one.path.startsWith(folder)).flatMap((it) => listed(it.one));
    return around.length === 0 ? [one] : [{ ...one, guards: JSON.stringify([...around, ...listed(one)]) }];
  });
}

function withPaths(all: readonly Registration[]): readonly Registration[] {
  const isAdded = ({ kind, name }: Registration) => kind === "prefix" && name === added;
  const registrations = all.some(isAdded) ? all.filter((one) => !isAdded(one)) : all;
  /** By pages, the paths that an application says they have besides. */
  const more = Map.groupBy(
    all.filter(isAdded).flatMap(({ route }) => {
      const [page = "", path] = route?.split("#") ?? [];
      return path === undefined ? [] : [{ page: join("", page.replace(/(?:^|\/)Index$/, "")), path }];
    }),
    ({ page }) => page,
  );
  const isPage = ({ kind, route }: Registration) => kind === "page" && route === ofFile;
  if (!registrations.some(isPage)) return registrations;
  const isSaid = (one: Registration) => isPage(one) && one.name?.startsWith(said) === true;
  const own = new Map(registrations.filter(isSaid).map(({ path, name }) => [path, name?.slice(said.length) ?? ""]));
  const shown = new Set(
    registrations.flatMap((one) => (isPage(one) && !isSaid(one) && one.method === "GET" ? [one.path] : [])),
  );
  return registrations.flatMap((one) => {
    if (!isPage(one)) return [one];
    if (isSaid(one) && shown.has(`${one.path}.cs`)) return [];
    const file = one.path.replace(/\.cs$/, "");
    const route = pathOf(file, own.get(file) ?? "");
    const besides = (more.get(fileOfPage(file) ?? "") ?? []).map(({ path }) => join("", path));
    const routes = new Set([...(route === undefined ? [] : [route]), ...besides]);
    return [...routes].map((route) => ({ ...one, route, name: null }));
  });
}

function pathOf(file: string, own: string): string | undefined {
  if (/^~?\//.test(own)) return join("", own.replace(/^~/, ""));
  const found = fileOfPage(file);
  return found === undefined ? undefined : join(found, own);
}

/** What a page is called among the application's pages, whatever its path is. */
export function fileOfPage(file: string): string | undefined {
  const found = /(?:^|\/)(?:Areas\/(?<area>[^/]+)\/)?Pages\/(?<page>.+)\.cshtml(?:\.cs)?$/.exec(file)?.groups;
  return found && join(found.area ?? "", (found.page ?? "").replace(/(?:^|\/)Index$/, ""));
}

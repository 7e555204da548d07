/**
 * The paths of Razor Pages: by where their files lie, `Pages/Orders/Index.cshtml` for `/Orders`, below `Areas/Admin` for
 * `/Admin/Orders`, and by what the file says behind `@page`. A page whose model answers no GET itself is shown all the same.
 */
import { join } from "./join-paths.ts";
import type { Registration } from "./registration.ts";

/** The route of a page that is named by where its file lies. */
const ofFile = "{page}";
/** What stands in the name of what a page's own file says before its path. */
const said = "page ";

/** All registrations; those of pages have their paths. */
export function withPages(registrations: readonly Registration[]): readonly Registration[] {
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
    return route === undefined ? [] : [{ ...one, route, name: null }];
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

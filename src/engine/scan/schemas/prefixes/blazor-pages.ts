/**
 * Components of Blazor that are pages: each `@page "/items/{Id:int}"` is a path of one, and attributes say who may see it. What
 * `_Imports.razor` says holds of its folder and below.
 * https://learn.microsoft.com/en-us/aspnet/core/blazor/fundamentals/routing
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";

export const isBlazorPage = (path: string): boolean => path.endsWith(".razor");

/** The names of guards that hold of the components of a folder, and of a page that takes these back. */
export const [ofFolder, ofNobody] = ["pages below ", "page open"];

const framework = "ASP.NET Core";
const mostPages = 20;
const page = /^\uFEFF?[ \t]*@page[ \t]+"(\/[^"\n]*)"/gm;
const attribute = /^[ \t]*@attribute[ \t]+\[([^\n]*)\][ \t]*\r?$/gm;
const comment = /@\*[\s\S]*?\*@/g;
const asking = /^Authorize\b|^\w+\.Authorize\b/;
const open = /^(?:[\w.]+\.)?AllowAnonymous\b/;

export function readBlazorPage(path: string, written: string): FactRow[] {
  const text = written.replace(comment, (it) => it.replace(/[^\n]/g, " "));
  const attributes = [...text.matchAll(attribute)].map(([, one = ""]) => one.trim());
  const isOpen = attributes.some((one) => open.test(one));
  const guards = isOpen ? [] : attributes.filter((one) => asking.test(one)).map(guardOf);
  if (/(?:^|\/)_Imports\.razor$/.test(path)) {
    if (guards.length === 0) return [];
    const name = `${ofFolder}${path.replace(/[^/]*$/, "")}`;
    return [rowOfRegistration(path, { kind: "guard", framework, name, guards, line: 1 })];
  }
  const handler = path.replace(/^.*\/|\.razor$/g, "");
  const pages = [...text.matchAll(page)].slice(0, mostPages);
  const told = pages.map((found) =>
    rowOfRegistration(path, {
      kind: "page",
      framework,
      symbol: `${path}#<module>`,
      method: "GET",
      name: found[1] ?? null,
      handler,
      guards,
      line: text.slice(0, found.index).split("\n").length,
    }),
  );
  const isAside = isOpen && pages.length > 0;
  return isAside ? [...told, rowOfRegistration(path, { kind: "guard", framework, name: ofNobody, line: 1 })] : told;
}

/** As attributes of classes are told: `Authorize(Roles = 'admin')`. */
const guardOf = (written: string): { name: string; symbol: null } => ({
  name: written.replace(/^(?:\w+\.)+/, "").replaceAll('"', "'"),
  symbol: null,
});

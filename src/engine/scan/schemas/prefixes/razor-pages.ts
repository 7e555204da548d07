/**
 * Razor Pages: a file that begins with `@page` is one, with or without a path of its own, and names its model.
 * https://learn.microsoft.com/en-us/aspnet/core/razor-pages/
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";

export const isRazorPage = (path: string): boolean => /(?:^|\/)Pages\/.+\.cshtml$/.test(path);

const directive = /^\uFEFF?(?:\s|@\*[\s\S]*?\*@)*@page\b[ \t]*(?:"([^"\n]*)")?/;
const model = /^[ \t]*@model[ \t]+([\w.]+)/m;

/** A page that is asked for by GET; its name says its own path: `page /auth/sign-in`. */
export function readRazorPage(path: string, text: string): FactRow[] {
  const found = directive.exec(text);
  if (!found) return [];
  const named = model.exec(text)?.[1]?.split(".").at(-1);
  return [
    rowOfRegistration(path, {
      kind: "page",
      framework: "ASP.NET Core",
      symbol: named === undefined ? `${path}#<module>` : `${path}.cs#${named}`,
      method: "GET",
      route: "{page}",
      name: `page ${found[1] ?? ""}`,
      handler: named ?? path.replace(/^.*\/|\.cshtml$/g, ""),
      line: found[0].split("\n").length,
    }),
  ];
}

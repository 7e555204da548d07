/** What an application of Azure Functions puts before all of its paths: https://learn.microsoft.com/en-us/azure/azure-functions/functions-host-json */
import type { Prefix } from "./prefix.ts";

export const isFunctionsHost = (path: string): boolean => /(?:^|\/)host\.json$/.test(path);

export function readFunctionsHost(path: string, text: string): Prefix[] {
  // Comments are allowed there, and the version stands in each.
  if (!/"version"\s*:\s*"/.test(text)) return [];
  const said = /"routePrefix"\s*:\s*"([^"\n]*)"/.exec(text)?.[1] ?? "api";
  const route = `/${said.replace(/^\/+|\/+$/g, "")}`;
  if (route === "/") return [];
  const line =
    Math.max(
      0,
      text.split("\n").findIndex((it) => it.includes('"routePrefix"')),
    ) + 1;
  return [{ framework: "Azure Functions", route, below: path.replace(/host\.json$/, ""), line }];
}

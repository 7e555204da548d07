/**
 * Routes of Play, which files of their own list: `GET /orders/:id controllers.Orders.show(id: Long)`, and the files that others
 * put behind a path: `-> /admin admin.Routes`.
 * https://www.playframework.com/documentation/latest/JavaRouting
 */
import type { FactRow } from "#contract/unit";
import { rowOfPrefix, rowOfRoute } from "./prefix.ts";

export const isPlayRoutes = (path: string): boolean => /(?:^|\/)conf\/(?:routes|[\w-]+\.routes)$/.test(path);

export const play = "Play";
const maxRoutes = 2_000;

const route =
  /^[ \t]*(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+(\/\S*)[ \t]+@?([\w.]+)\.(\w+)[ \t]*(?:\([^\n]*)?[ \t\r]*$/gm;
const included = /^[ \t]*->[ \t]+(\/\S*)[ \t]+([\w.-]+)\.Routes[ \t\r]*$/gm;

export function readPlayRoutes(path: string, text: string): FactRow[] {
  const lineOf = (at: number) => text.slice(0, at).split("\n").length;
  const routes = [...text.matchAll(route)].slice(0, maxRoutes).map((found) => {
    const [, method = "", written = "", controller = "", action = ""] = found;
    const handler = `${controller.replaceAll(".", "/")}#${action}`;
    const name = `${controller}.${action}`;
    return rowOfRoute(path, {
      framework: play,
      name,
      method,
      route: plain(written),
      handler,
      line: lineOf(found.index),
    });
  });
  const folder = path.replace(/[^/]+$/, "");
  const prefixes = [...text.matchAll(included)].map((found) => {
    const [, before = "", of = ""] = found;
    const below = `${folder}${of}.routes`;
    return rowOfPrefix(path, { framework: play, route: before, below, line: lineOf(found.index) });
  });
  return [...prefixes, ...routes];
}

/** A part that an expression says more of goes by its name: `$id<[0-9]+>`. */
const plain = (written: string): string => written.replace(/\$(\w+)<[^>]*>/g, ":$1");

import { Hono } from "hono";
import { assets } from "#pages/assets";
import type { Edge } from "#worker/edge";

/** The stylesheet and the icon: everyone's, and the same for everyone. */
export const assetRoutes = (): Hono<Edge> => {
  const routes = new Hono<Edge>();
  for (const [path, { type, text, cache }] of Object.entries(assets)) {
    routes.get(path, (c) => c.body(text, 200, { "content-type": type, "cache-control": cache }));
  }
  return routes;
};

/** What whoever runs the service may see. */
import { Hono } from "hono";
import { prometheusText } from "#mcp/metrics";
import type { Edge } from "./edge.ts";

/** Counters of calls, for a scraper that sends the operator's token. Without one configured there is no such page. */
export const operatorRoutes = new Hono<Edge>().get("/metrics", async (c) => {
  const { OPERATOR_TOKEN } = c.env;
  if (!OPERATOR_TOKEN) return c.notFound();
  const given = c.req.header("authorization")?.replace(/^Bearer +/i, "") ?? "";
  if (!(await sameText(given, OPERATOR_TOKEN))) {
    return c.body("The operator's token is required.\n", 401, { "www-authenticate": "Bearer" });
  }
  return c.body(prometheusText(), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
});

/** Compares digests, so that the time taken tells nothing of where texts differ, or of their length. */
async function sameText(a: string, b: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b));
}

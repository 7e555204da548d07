/** How far a deletion is. No token is asked for: whoever began it may have none left, and the id cannot be guessed. */
import { Hono } from "hono";
import { DriftError } from "#contract/errors";
import type { Edge } from "#worker/edge";
import { accountOf, iso, isoOrNull } from "./organisation-of.ts";

export const deletionRoutes = (): Hono<Edge> =>
  new Hono<Edge>().get("/v1/deletions/:deletion", async (c) => {
    const id = c.req.param("deletion");
    const found = /^del_[0-9A-Za-z]{22}$/.test(id) ? await accountOf(c).deletions.find(id) : undefined;
    if (!found) throw new DriftError("NOT_FOUND", "There is no such deletion.");
    const { kind, name, requestedAt, finishedAt } = found;
    return c.json(
      { kind, name, done: finishedAt !== null, requestedAt: iso(requestedAt), finishedAt: isoOrNull(finishedAt) },
      200,
      { "cache-control": "no-store" },
    );
  });

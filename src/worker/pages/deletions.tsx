import { Hono } from "hono";
import { DriftError } from "#contract/errors";
import { page } from "#pages/page";
import { DeletionPage } from "#pages/team/deletion";
import type { Edge } from "#worker/edge";
import { accountOf } from "./frame.tsx";

/** How far a deletion is, for whoever has its id: who began it may have no other right left. */
export const deletionPages = (): Hono<Edge> =>
  new Hono<Edge>().get("/deletions/:deletion", async (c) => {
    const found = await accountOf(c).deletions.find(c.req.param("deletion"));
    if (!found) throw new DriftError("NOT_FOUND", "There is no such deletion.");
    return page(c, <DeletionPage now={Date.now()} deletion={found} />);
  });

import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";
import { DriftError, statusOf } from "#contract/errors";
import type { Edge } from "./edge.ts";
import { projectRoutes } from "./routes/projects.ts";
import { pushRoutes } from "./routes/push.ts";

export { Project } from "#durable/project/project";
export class Session extends DurableObject {}
export class Hub extends DurableObject {
  #events: unknown[] = [];
  async publish(event: unknown) {
    this.#events.push(event);
  }
  async heard() {
    return this.#events;
  }
}
const app = new Hono<Edge>()
  .use(async (c, next) => {
    c.set("requestId", "r");
    await next();
  })
  .route("/", pushRoutes())
  .route("/", projectRoutes())
  .onError((error, c) =>
    error instanceof DriftError
      ? c.json({ ...error.body, requestId: "r" }, statusOf(error.body.code) as 400)
      : (console.error(error), c.json({ code: "INTERNAL_ERROR", message: String(error) }, 500)),
  );
export default app;

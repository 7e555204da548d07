/** The Worker's routes, and what every request passes first. */
import { hostHeaderValidationResponse, originValidationResponse } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DriftError, statusOf } from "#contract/errors";
import { logFault } from "#mcp/log";
import type { Surface } from "#mcp/server";
import type { Edge } from "./edge.ts";
import { mcpRoutes } from "./mcp-endpoint.ts";
import { authorizeRoutes } from "./oauth/authorize.tsx";
import { deviceRoutes } from "./oauth/device.tsx";
import { discoveryRoutes } from "./oauth/discovery.ts";
import { oauthEndpoints } from "./oauth/endpoints.ts";
import { setupRoutes } from "./oauth/setup.tsx";
import { signInRoutes } from "./oauth/sign-in.tsx";
import { operatorRoutes } from "./operator.ts";
import { assetRoutes } from "./pages/assets.ts";
import { errorPage, wantsPage } from "./pages/error-page.tsx";
import { pageRoutes } from "./pages/pages.ts";
import { auditRoutes } from "./routes/audit.ts";
import { deletionRoutes } from "./routes/deletions.ts";
import { memberRoutes } from "./routes/members.ts";
import { organisationRoutes } from "./routes/organisations.ts";
import { projectRoutes } from "./routes/projects.ts";
import { pushRoutes } from "./routes/push.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { trustRoutes } from "./routes/trusts.ts";
import { whoamiRoutes } from "./routes/whoami.ts";

const named = createMiddleware<Edge>(async (c, next) => {
  c.set("requestId", crypto.randomUUID());
  await next();
  // Headers of a response that another part of the runtime made may be immutable.
  c.res = new Response(c.res.body, c.res);
  c.res.headers.set("x-request-id", c.var.requestId);
  c.res.headers.set("x-content-type-options", "nosniff");
});

/** Before anything else, so that a rebound name learns nothing, not even where to sign in. */
const ownHost = createMiddleware<Edge>(
  async (c, next) => hostHeaderValidationResponse(c.req.raw, c.env.ALLOWED_HOSTS.split(",")) ?? next(),
);

/** Before everything but what any client may read and ask, where no cookie and no token counts. */
const ownOrigin = createMiddleware<Edge>(
  async (c, next) => originValidationResponse(c.req.raw, c.env.ALLOWED_HOSTS.split(",")) ?? next(),
);

/** @param surface what the MCP server offers: tests add to the product's. */
export const createApp = (surface: Surface): Hono<Edge> =>
  new Hono<Edge>()
    .use(named)
    .use(ownHost)
    .route("/", discoveryRoutes)
    .route("/", oauthEndpoints)
    .use(ownOrigin)
    .get("/health", (c) => c.json({ ok: true }))
    .route("/", authorizeRoutes)
    .route("/", deviceRoutes)
    .route("/", signInRoutes)
    .route("/", setupRoutes)
    .route("/", assetRoutes())
    .route("/", pageRoutes())
    .route("/", operatorRoutes)
    .route("/", whoamiRoutes())
    .route("/", projectRoutes())
    .route("/", pushRoutes())
    .route("/", trustRoutes())
    .route("/", organisationRoutes())
    .route("/", memberRoutes())
    .route("/", tokenRoutes())
    .route("/", auditRoutes())
    .route("/", deletionRoutes())
    .route("/", mcpRoutes(surface))
    .notFound((c) => {
      const body = new DriftError("NOT_FOUND", "Nothing is served at this path.").body;
      return wantsPage(c) ? errorPage(c, body) : c.json({ ...body }, 404);
    })
    .onError((error, c) => {
      const { requestId } = c.var;
      if (error instanceof DriftError) {
        const { code, retryAfterMs } = error.body;
        const headers = retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1000)) };
        if (wantsPage(c)) return errorPage(c, error.body, headers);
        return c.json({ ...error.body, requestId }, statusOf(code) as ContentfulStatusCode, headers);
      }
      logFault({ requestId, at: `${c.req.method} ${c.req.routePath}` }, error);
      const body = new DriftError("INTERNAL_ERROR", "Something went wrong here. It has been recorded.").body;
      return wantsPage(c) ? errorPage(c, body) : c.json({ ...body, requestId }, 500);
    });

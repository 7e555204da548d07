import { cors } from "hono/cors";

/** Clients in a browser call from any origin. No cookie counts where this stands, so any may. */
export const open = cors({
  origin: "*",
  allowMethods: ["GET", "POST"],
  allowHeaders: ["authorization", "content-type", "mcp-protocol-version"],
  exposeHeaders: ["www-authenticate", "retry-after", "x-request-id"],
  maxAge: 86_400,
});

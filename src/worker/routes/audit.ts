/** The audit of an organisation over HTTP: pages as JSON, and everything as NDJSON or CSV. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import type { AuditRow } from "#contract/audit";
import { DriftError } from "#contract/errors";
import { auditPage } from "#db/account/audit-log";
import { signedIn } from "#worker/auth";
import type { Edge } from "#worker/edge";
import { streamOf } from "#worker/stream-of";
import { accountOf, iso, organisationFor } from "./organisation-of.ts";

const query = z.strictObject({
  action: z.string().max(64).optional(),
  actor: z.string().max(64).optional(),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(auditPage).default(100),
  format: z.enum(["json", "ndjson", "csv"]).default("json"),
});

const columns = ["id", "at", "actor", "actorName", "action", "subject", "detail", "origin"] as const;

export const auditRoutes = (): Hono<Edge> =>
  new Hono<Edge>().get("/v1/organisations/:organisation/audit", signedIn("drift:admin"), async (c) => {
    const organisation = organisationFor(c, "audit.read");
    const parsed = query.safeParse(c.req.query());
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new DriftError("INVALID_ARGUMENT", `${issue?.path.join(".") || "query"}: ${issue?.message}`);
    }
    const { format, limit, ...filter } = parsed.data;
    const { auditLog } = accountOf(c);
    if (format === "json") {
      const rows = await auditLog.page({ organisation, ...filter, limit });
      const next = rows.length === limit ? rows.at(-1)?.id : undefined;
      return c.json({ rows: rows.map(shown), ...(next !== undefined && { next }) });
    }
    return exportAudit(c, auditLog.all({ organisation, ...filter }), format, c.var.resolved.organisation);
  });

/** All of it, as a file to be kept. */
export function exportAudit(
  c: Context<Edge>,
  pages: AsyncIterable<AuditRow[]>,
  format: "csv" | "ndjson",
  organisation: string,
): Response {
  return c.body(streamOf(format === "csv" ? csv(pages) : ndjson(pages)), 200, {
    "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8",
    "content-disposition": `attachment; filename="audit-${organisation}.${format}"`,
    "cache-control": "no-store",
  });
}

const shown = (row: AuditRow) => ({ ...row, at: iso(row.at) });

const encoder = new TextEncoder();

async function* ndjson(pages: AsyncIterable<AuditRow[]>): AsyncIterable<Uint8Array> {
  for await (const rows of pages) yield encoder.encode(rows.map((row) => `${JSON.stringify(shown(row))}\n`).join(""));
}

/** RFC 4180. */
async function* csv(pages: AsyncIterable<AuditRow[]>): AsyncIterable<Uint8Array> {
  yield encoder.encode(`${columns.join(",")}\r\n`);
  for await (const rows of pages) {
    const lines = rows.map((row) => columns.map((column) => field(shown(row)[column])).join(","));
    yield encoder.encode(lines.map((line) => `${line}\r\n`).join(""));
  }
}

/** Quoted, and marked as text where a spreadsheet would run it as a formula. */
function field(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** The audit of an organisation, and its export. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { page } from "#pages/page";
import { AuditPage } from "#pages/team/audit";
import type { Edge } from "#worker/edge";
import { exportAudit } from "#worker/routes/audit";
import { person } from "#worker/session";
import { accountOf, member, readerOf, teamFrame } from "./frame.tsx";

const base = "/o/:organisation/audit";
/** Rows of a page. */
const rowsOfPage = 50;

const query = z.object({
  action: z.string().max(64).optional().catch(undefined),
  actor: z.string().max(64).optional().catch(undefined),
  before: z.coerce.number().int().positive().optional().catch(undefined),
});

/** What the address asks for; what it gets wrong is left out. An empty choice is none. */
const filterOf = (c: Context<Edge>) => {
  const { action, actor, before } = query.parse(c.req.query());
  return { action: action || undefined, actor: actor || undefined, before };
};

async function show(c: Context<Edge>): Promise<Response> {
  const { id, slug } = c.var.seat;
  const account = accountOf(c);
  const { before, ...filter } = filterOf(c);
  const [rows, actions, members, projects, tokens, invitations] = await Promise.all([
    account.auditLog.page({ organisation: id, ...filter, before, limit: rowsOfPage }),
    account.auditLog.actions(id),
    account.members.of(id),
    readerOf(c).projects(),
    account.tokens.list(id),
    account.invitations.list(id),
  ]);
  const names = new Map<string, string>([
    ...members.map(({ user, name }) => [user, name] as const),
    ...projects.map(({ project }) => [String(project.id), project.slug] as const),
    ...tokens.map((token) => [token.id, token.name] as const),
    ...invitations.map((one) => [one.id, one.email ?? "whoever has the link"] as const),
    ...(await account.identities.names(rows.map(({ subject }) => subject))),
    [id, slug],
  ]);
  const path = `/o/${slug}/audit`;
  const last = rows.length === rowsOfPage ? rows.at(-1)?.id : undefined;
  return page(
    c,
    <AuditPage
      frame={teamFrame(c)}
      rows={rows}
      filter={filter}
      actions={actions}
      people={members}
      names={names}
      older={last === undefined ? undefined : address(path, { ...filter, before: String(last) })}
      exportAs={{
        csv: address(`${path}/export`, { ...filter, format: "csv" }),
        json: address(`${path}/export`, { ...filter, format: "ndjson" }),
      }}
    />,
  );
}

const address = (path: string, values: Record<string, string | undefined>): string => {
  const given = Object.entries(values).filter((one): one is [string, string] => one[1] !== undefined);
  return `${path}?${new URLSearchParams(given)}`;
};

export const auditPages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(base, person, member("audit.read"), show)
    .get(`${base}/export`, person, member("audit.read"), (c) => {
      const { before: _, ...filter } = filterOf(c);
      const { id, slug } = c.var.seat;
      const format = c.req.query("format") === "csv" ? "csv" : "ndjson";
      return exportAudit(c, accountOf(c).auditLog.all({ organisation: id, ...filter }), format, slug);
    });

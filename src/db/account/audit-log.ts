import { and, asc, desc, eq, lt } from "drizzle-orm";
import type { AuditRow } from "#contract/audit";
import { audit, users } from "#db/schema/account";
import type { AccountHandle } from "./handle.ts";

/** Rows of one page. */
export const auditPage = 500;

export interface AuditQuery {
  organisation: string;
  action?: string | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  /** Only rows with a smaller id. */
  before?: number | undefined;
  /** At most {@link auditPage}. */
  limit: number;
}

/** What has been changed in an organisation, by whom, when and from where. Rows are never changed or removed. */
export class AuditLog {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /** A page of rows, the newest first. */
  async page({ organisation, action, actor, subject, before, limit }: AuditQuery): Promise<AuditRow[]> {
    return this.#handle.db
      .select({
        id: audit.id,
        at: audit.at,
        actor: audit.actor,
        actorName: users.name,
        action: audit.action,
        subject: audit.subject,
        detail: audit.detail,
        origin: audit.origin,
      })
      .from(audit)
      .leftJoin(users, eq(users.id, audit.actor))
      .where(
        and(
          eq(audit.organisation, organisation),
          action === undefined ? undefined : eq(audit.action, action),
          actor === undefined ? undefined : eq(audit.actor, actor),
          subject === undefined ? undefined : eq(audit.subject, subject),
          before === undefined ? undefined : lt(audit.id, before),
        ),
      )
      .orderBy(desc(audit.id))
      .limit(Math.min(limit, auditPage));
  }

  /** Every action that an organisation's rows tell of, by name. */
  async actions(organisation: string): Promise<string[]> {
    const rows = await this.#handle.db
      .selectDistinct({ action: audit.action })
      .from(audit)
      .where(eq(audit.organisation, organisation))
      .orderBy(asc(audit.action));
    return rows.map(({ action }) => action);
  }

  /** All rows of a query, the newest first, a page at a time. */
  async *all(query: Omit<AuditQuery, "limit">): AsyncIterable<AuditRow[]> {
    for (let { before } = query; ; ) {
      const rows = await this.page({ ...query, before, limit: auditPage });
      if (rows.length > 0) yield rows;
      if (rows.length < auditPage) return;
      before = rows.at(-1)?.id;
    }
  }
}

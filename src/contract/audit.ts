/** A row of an organisation's audit, as it is read. */
export interface AuditRow {
  /** Rises with time: a page goes on before the last one's. */
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** A user, or a project's CI trust; null for the service itself. */
  actor: string | null;
  /** Null where the actor is no user. */
  actorName: string | null;
  /** Such as `project.create`. */
  action: string;
  subject: string;
  detail: Record<string, unknown> | null;
  /** The network address it came from. */
  origin: string | null;
}

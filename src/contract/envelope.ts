/** The envelope of every tool's answer: `structuredContent` of the MCP result, and what `drift call` prints. */
import * as z from "zod";

export const nextActionSchema = z.object({
  tool: z.string(),
  /** Complete: callable as they are. */
  args: z.record(z.string(), z.unknown()),
  reason: z.string(),
  priority: z.enum(["high", "medium", "low"]),
});
export type NextAction = z.infer<typeof nextActionSchema>;

/** fresh: under an hour old. stale: over 24 hours, or the tree was dirty. partial: in between. */
export const freshnessSchema = z.enum(["fresh", "partial", "stale"]);

export const snapshotSchema = z.object({
  /** `organisation/project` */
  project: z.string(),
  branch: z.string(),
  seq: z.number().int(),
  commit: z.string().nullable(),
  scannedAt: z.string(),
  ageMinutes: z.number().int(),
  dirty: z.boolean(),
  freshness: freshnessSchema,
});
export type SnapshotMeta = z.infer<typeof snapshotSchema>;

export const metaSchema = z.object({
  requestId: z.string(),
  durationMs: z.number(),
  /** o200k tokens of the whole answer as text. */
  tokenEstimate: z.number().int(),
  cached: z.boolean(),
  /** Pass it back in `session` where no session id is sent. */
  session: z.string(),
  /** Absent on tools that read no project. */
  snapshot: snapshotSchema.optional(),
});

export const envelopeSchema = z.object({
  summary: z.string(),
  data: z.unknown(),
  pagination: z
    .object({
      total: z.number().int(),
      hasMore: z.boolean(),
      nextCursor: z.string().nullable(),
      pageSize: z.number().int(),
    })
    .optional(),
  nextActions: z.array(nextActionSchema).optional(),
  warnings: z.array(z.string()).optional(),
  meta: metaSchema,
});
export type Envelope = z.infer<typeof envelopeSchema>;

/**
 * The push protocol, version 1: what the client sends and the service answers.
 *
 * 1. `POST /v1/projects/{organisation}/{project}/pushes` with {@link openRequest} → {@link openAnswer}
 * 2. `PUT /v1/pushes/{id}/packs/{n}`: gzip of newline-separated canonical units, each named in the
 *    answer's `missing` → {@link packAnswer}
 * 3. `GET /v1/pushes/{id}` → {@link statusAnswer}: what is still missing
 * 4. `POST /v1/pushes/{id}/commit` → {@link commitAnswer}
 * 5. `DELETE /v1/pushes/{id}` → 204
 *
 * Every step may be repeated. Nothing is visible before step 4 has answered.
 */
import * as z from "zod";
import { BranchName, CommitHash, Hash } from "./ids.ts";
import { pushLimits } from "./push-limits.ts";

export const sourceModes = ["none", "snippets", "full"] as const;
export type SourceMode = (typeof sourceModes)[number];

/** What a scan counted; shown by `drift_status`. */
export const countsSchema = z.object({
  files: z.number().int().nonnegative(),
  symbols: z.number().int().nonnegative(),
  calls: z.record(z.string(), z.number().int().nonnegative()),
  skipped: z.record(z.string(), z.number().int().nonnegative()),
  languages: z.record(z.string(), z.number().int().nonnegative()),
  problems: z.number().int().nonnegative(),
  /** What the facts cannot tell of, file by file; absent where an older scanner pushed. */
  coverage: z
    .object({
      /** Files of which a part was not understood. */
      damaged: z.number().int().nonnegative(),
      /** Files that have a row and no facts: reading them brought the scanner down or took too long. */
      givenUp: z.number().int().nonnegative(),
      /** Languages that are read, and of which calls are not led anywhere. */
      unresolvedLanguages: z.array(z.string().max(40)).max(40),
      /** Source files in languages that are not read, by ending. */
      unread: z.record(z.string().max(20), z.number().int().nonnegative()),
      /** Lock files that tell no versions: too large, binary or broken. */
      locks: z.array(z.string().max(1_024)).max(20).optional(),
      /** Where files did not parse: the longest ranges of lines, first the longest. */
      places: z
        .array(z.strictObject({ path: z.string().max(1_000), line: z.number().int(), endLine: z.number().int() }))
        .max(50)
        .optional(),
    })
    .optional(),
});
export type Counts = z.infer<typeof countsSchema>;

export const openRequest = z.strictObject({
  branch: BranchName,
  commit: CommitHash.nullable(),
  /** Commit time, seconds since the epoch. */
  commitTime: z.number().int().nonnegative().nullable(),
  dirty: z.boolean(),
  scannedAt: z.iso.datetime(),
  scanner: z.string().min(1).max(60),
  sourceMode: z.enum(sourceModes),
  counts: countsSchema,
  /** The head this push was made against; null: the branch has none yet (it may then build on `base`). */
  parentSeq: z.number().int().nonnegative().nullable(),
  /** Merkle root over all unit hashes of the snapshot. */
  rootHash: Hash,
  /** Either the whole list, or what changed against `parentSeq`. */
  units: z.union([
    z.strictObject({ all: z.array(Hash).max(pushLimits.units) }),
    z.strictObject({
      added: z.array(Hash).max(pushLimits.units),
      removed: z.array(Hash).max(pushLimits.units),
    }),
  ]),
  /**
   * Of the client's choosing, and the same until one of its pushes has committed: a push that its client
   * left behind, whatever became of the client, does not hold up the next.
   */
  attempt: z.string().min(16).max(64).optional(),
  /** Move the head even if it is not `parentSeq`. */
  force: z.boolean().default(false),
});
export type OpenRequest = z.infer<typeof openRequest>;

/** A branch's head as `GET /v1/projects/{organisation}/{project}/branches/{branch}` shows it. */
export const branchHead = z.object({
  branch: z.string(),
  seq: z.number().int(),
  rootHash: Hash,
  commit: z.string().nullable(),
  pushedAt: z.string(),
});
export type BranchHead = z.infer<typeof branchHead>;

export const openAnswer = z.object({
  /** `organisation/project`, as it is called now: a push finds a project by its earlier names, too. */
  project: z.string(),
  /** Null when the branch already shows this root hash: nothing is left to do. */
  push: z.string().nullable(),
  upToDate: z.boolean(),
  /** The branch's sequence number, once committed. */
  seq: z.number().int(),
  missing: z.array(Hash),
  /** When another push may take this one's place. */
  leaseMs: z.number().int(),
});
export type OpenAnswer = z.infer<typeof openAnswer>;

export const packAnswer = z.object({
  /** Units of the pack that are now stored, new or not. */
  accepted: z.number().int(),
  /** How many are missing still. */
  missing: z.number().int(),
});
export type PackAnswer = z.infer<typeof packAnswer>;

export const statusAnswer = z.object({
  push: z.string(),
  state: z.enum(["open", "committed", "abandoned"]),
  seq: z.number().int(),
  missing: z.array(Hash),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

export const commitAnswer = z.object({
  project: z.string(),
  branch: z.string(),
  seq: z.number().int(),
  rootHash: Hash,
  units: z.number().int(),
});
export type CommitAnswer = z.infer<typeof commitAnswer>;

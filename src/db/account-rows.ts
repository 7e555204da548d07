/** Rows of the account database as the rest of the service sees them. */
import { ProjectNumber } from "#contract/ids";
import type { Counts, SourceMode } from "#contract/push";
import type { Pushers } from "#contract/teams";
import type { branches, organisations, projects } from "./schema/account.ts";

export interface Project {
  id: ProjectNumber;
  /** Row of the organisation. */
  organisation: string;
  organisationSlug: string;
  slug: string;
  /** Name of the D1 binding that holds its facts. */
  shard: string;
  defaultBranch: string;
  /** The most that a push may carry of the source. */
  sourceMode: SourceMode;
  keepSnapshots: number;
  keepDays: number;
  /** Who may push in person. */
  pushers: Pushers;
  createdAt: number;
}

/** `organisation/project`, as people write it. */
export const projectName = (project: Pick<Project, "organisationSlug" | "slug">): string =>
  `${project.organisationSlug}/${project.slug}`;

export interface Branch {
  /** Row of the branch: the `branch` of its manifests. */
  id: number;
  name: string;
  /** Undefined: nothing has been pushed. */
  head: Head | undefined;
  /** The snapshot it is laid over; undefined: it stands alone. */
  base: { branch: number; seq: number } | undefined;
}

/** What a branch shows now. Times are milliseconds since the epoch, `commitTime` seconds. */
export interface Head {
  /** Row of the branch: the `branch` of its manifests. */
  branch: number;
  name: string;
  seq: number;
  /** See {@link Branch}. */
  base?: { branch: number; seq: number };
  rootHash: string;
  units: number;
  commit: string | null;
  commitTime: number | null;
  dirty: boolean;
  scannedAt: number;
  pushedAt: number;
  pushedBy: string;
  /** The push that moved the head here. */
  push: string;
  counts: Counts;
  scanner: string;
  sourceMode: SourceMode;
  /** Opens a shard session that sees the head's rows. */
  bookmark: string | null;
}

export const toProject = (
  row: typeof projects.$inferSelect,
  organisation: Pick<typeof organisations.$inferSelect, "slug">,
): Project => ({
  id: ProjectNumber.parse(row.id),
  organisation: row.organisation,
  organisationSlug: organisation.slug,
  slug: row.slug,
  shard: row.shard,
  defaultBranch: row.defaultBranch,
  sourceMode: row.sourceMode,
  keepSnapshots: row.keepSnapshots,
  keepDays: row.keepDays,
  pushers: row.pushers,
  createdAt: row.createdAt,
});

const baseOf = (row: typeof branches.$inferSelect): Branch["base"] =>
  row.baseBranch === null || row.baseSeq === null ? undefined : { branch: row.baseBranch, seq: row.baseSeq };

export const toBranch = (row: typeof branches.$inferSelect): Branch => ({
  id: row.id,
  name: row.name,
  head: toHead(row),
  base: baseOf(row),
});

/** Undefined while nothing has been pushed. */
export function toHead(row: typeof branches.$inferSelect): Head | undefined {
  if (row.headSeq === 0) return undefined;
  const base = baseOf(row);
  return {
    branch: row.id,
    name: row.name,
    seq: row.headSeq,
    ...(base && { base }),
    rootHash: row.rootHash as string,
    units: row.units as number,
    commit: row.commit,
    commitTime: row.commitTime,
    dirty: row.dirty as boolean,
    scannedAt: row.scannedAt as number,
    pushedAt: row.pushedAt as number,
    pushedBy: row.pushedBy as string,
    push: row.push as string,
    counts: row.counts as Counts,
    scanner: row.scanner as string,
    sourceMode: row.sourceMode as SourceMode,
    bookmark: row.bookmark,
  };
}

import { and, asc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import type { OpenRequest } from "#contract/push";
import { type Branch, type Project, toBranch } from "#db/account-rows";
import { branches } from "#db/schema/account";
import { type AccountHandle, type Author, whereExists } from "./handle.ts";

/** Branches of a project. */
export const branchesOfProject = 2_000;

export interface HeadMove {
  branch: number;
  /** The sequence number the head must still have. */
  from: number;
  push: string;
  project: Project;
  request: Omit<OpenRequest, "units">;
  units: number;
  bookmark: string | null;
  author: Author;
}

/** The branches of projects and their heads: for the Project object, the only one that moves them. */
export class Branches {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /** The branch of that name; undefined: nothing has ever opened a push to it. */
  async find(project: number, name: string): Promise<Branch | undefined> {
    const [row] = await this.#handle.db
      .select()
      .from(branches)
      .where(and(eq(branches.project, project), eq(branches.name, name)));
    return row && toBranch(row);
  }

  /**
   * Makes the row of a branch without a head, laid over the default branch's head if that stands alone.
   * Throws `LIMIT_EXCEEDED`.
   */
  async create(project: Project, name: string): Promise<Branch> {
    const [[base], [owned]] = await this.#handle.db.batch([
      this.#handle.db
        .select()
        .from(branches)
        .where(
          and(
            eq(branches.project, project.id),
            eq(branches.name, project.defaultBranch),
            gt(branches.headSeq, 0),
            isNull(branches.baseBranch),
          ),
        ),
      this.#handle.db
        .select({ count: sql<number>`count(*)`.as("count") })
        .from(branches)
        .where(eq(branches.project, project.id)),
    ]);
    if ((owned?.count ?? 0) >= branchesOfProject) {
      throw new DriftError("LIMIT_EXCEEDED", `A project has at most ${branchesOfProject} branches`);
    }
    await this.#handle.db
      .insert(branches)
      .values({
        project: project.id,
        name,
        headSeq: 0,
        ...(base && name !== project.defaultBranch && { baseBranch: base.id, baseSeq: base.headSeq }),
      })
      .onConflictDoNothing();
    const made = await this.find(project.id, name);
    if (!made) throw new Error("The branch was not made");
    return made;
  }

  /** Branches of a project, with and without a head, by their row; at most `limit` after row `after`. */
  async list(project: number, after = 0, limit: number = branchesOfProject): Promise<Branch[]> {
    const rows = await this.#handle.db
      .select()
      .from(branches)
      .where(and(eq(branches.project, project), gt(branches.id, after)))
      .orderBy(asc(branches.id))
      .limit(limit);
    return rows.map(toBranch);
  }

  /** Removes a branch that nothing was ever committed to. */
  async dropEmpty(branch: number): Promise<void> {
    await this.#handle.db.delete(branches).where(and(eq(branches.id, branch), eq(branches.headSeq, 0)));
  }

  /** Removes the row of a branch of a project that is being deleted. */
  async drop(branch: number): Promise<void> {
    await this.#handle.db.delete(branches).where(eq(branches.id, branch));
  }

  /** Notes that the state a head shows was scanned again, later. */
  async renewScan(branch: number, seq: number, scannedAt: number): Promise<void> {
    await this.#handle.db
      .update(branches)
      .set({ scannedAt })
      .where(and(eq(branches.id, branch), eq(branches.headSeq, seq), lt(branches.scannedAt, scannedAt)));
  }

  /** Moves a head by one, in one statement. False: it is no longer where the caller saw it. */
  async moveHead({ branch, from, push, project, request, units, bookmark, author }: HeadMove): Promise<boolean> {
    const row = and(eq(branches.id, branch), eq(branches.project, project.id), eq(branches.headSeq, from));
    const { rootHash, commit, commitTime, dirty, counts, scanner, sourceMode, force } = request;
    const told = { branch: request.branch, seq: from + 1, commit, rootHash, force };
    const times = { scannedAt: Date.parse(request.scannedAt), pushedAt: this.#handle.now() };
    const head = { headSeq: from + 1, rootHash, units, commit, commitTime, dirty, counts, scanner, sourceMode };
    const [, moved] = await this.#handle.db.batch([
      this.#handle.audit({
        ...{ organisation: project.organisation, author, action: "push.commit", subject: String(project.id) },
        ...{ detail: told, when: whereExists(branches, row) },
      }),
      this.#handle.db
        .update(branches)
        .set({ ...head, ...times, pushedBy: author.user, push, bookmark })
        .where(row)
        .returning({ id: branches.id }),
    ]);
    return moved.length > 0;
  }
}

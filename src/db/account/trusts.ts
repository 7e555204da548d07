import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import { type CiKind, rolesThatMay } from "#contract/teams";
import type { Project } from "#db/account-rows";
import { organisations, projects, tokens, trusts } from "#db/schema/account";
import { hashToken, mintToken, randomText } from "#db/tokens";
import { projectNamed } from "./access.ts";
import { type AccountHandle, type Author, exists, whereExists } from "./handle.ts";
import { roleRequired } from "./organisations.ts";

/** Trusts of a project. */
export const trustsOfProject = 50;
/** How long a token of a CI run is good. */
export const runTokenMs = 10 * 60_000;
const day = 86_400_000;

export interface Trust {
  id: string;
  project: number;
  kind: CiKind;
  issuer: string;
  /** `owner/name`, in lower case. */
  repository: string;
  /** Null until its first run. */
  repositoryId: string | null;
  ref: string;
  environment: string | null;
  createdAt: number;
  lastUsedAt: number | null;
}

/** A project, as URLs name it. */
export interface Named {
  organisation: string;
  project: string;
}

/** A trust that a run may mean, with where it leads. */
export interface TrustCandidate extends Trust {
  organisation: string;
  /** `organisation/project` */
  projectName: string;
}

/** Which CI runs may push without a stored secret, and the tokens they are given. */
export class Trusts {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /** Throws `ROLE_REQUIRED`, `LIMIT_EXCEEDED`. */
  async create(
    project: Pick<Project, "id" | "organisation">,
    trust: Pick<Trust, "kind" | "issuer" | "repository" | "ref" | "environment">,
    author: Author & { user: string },
  ): Promise<Trust> {
    const { db, now } = this.#handle;
    const { organisation } = project;
    if ((await this.of(project.id)).length >= trustsOfProject) {
      throw new DriftError("LIMIT_EXCEEDED", `A project trusts at most ${trustsOfProject} repositories and refs`, {
        hint: "A ref may hold `*`: one rule can do for many branches",
      });
    }
    const { kind, issuer, ref, environment } = trust;
    const repository = trust.repository.toLowerCase();
    const id = `tru_${randomText(16)}`;
    const allowed = and(
      this.#handle.isMember(organisation, author, rolesThatMay("trusts.set")),
      exists(projects, and(eq(projects.id, project.id), isNull(projects.deletedAt))),
    );
    const detail = { project: project.id, kind, issuer, repository, ref, environment };
    const [, made] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "trust.create", subject: id, detail },
        when: sql`where ${allowed}`,
      }),
      db
        .insert(trusts)
        .select(
          sql`select ${id}, ${project.id}, ${kind}, ${issuer}, ${repository}, null, ${ref}, ${environment}, ${author.user}, ${now()}, null where ${allowed}`,
        )
        .returning(),
    ]);
    const [row] = made;
    if (!row) throw roleRequired("trusts.set");
    return row;
  }

  /** The trusts of a project, the oldest first. */
  async of(project: number): Promise<Trust[]> {
    return this.#handle.db
      .select()
      .from(trusts)
      .where(eq(trusts.project, project))
      .orderBy(asc(trusts.createdAt), asc(trusts.id));
  }

  /** Ends a trust, and with it the tokens that runs have by it. Throws `NOT_FOUND`, also for another project's. */
  async remove(project: Pick<Project, "id" | "organisation">, id: string, author: Author): Promise<void> {
    const { organisation } = project;
    const row = and(
      eq(trusts.id, id),
      eq(trusts.project, project.id),
      this.#handle.isMember(organisation, author, rolesThatMay("trusts.set")),
    );
    const { db } = this.#handle;
    const [, gone] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "trust.remove", subject: id },
        when: whereExists(trusts, row),
      }),
      db.delete(trusts).where(row).returning({ id: trusts.id }),
    ]);
    if (gone.length === 0) throw new DriftError("NOT_FOUND", "There is no such trust.");
  }

  /** The trusts of a project in a repository of an issuer; refs and environments are still to be compared. */
  async candidates(issuer: string, repository: string, named: Named): Promise<TrustCandidate[]> {
    const rows = await this.#handle.db
      .select({ trust: trusts, slug: projects.slug, organisation: organisations })
      .from(trusts)
      .innerJoin(projects, and(eq(projects.id, trusts.project), isNull(projects.deletedAt)))
      .innerJoin(organisations, and(eq(organisations.id, projects.organisation), isNull(organisations.deletedAt)))
      .where(
        and(
          eq(trusts.issuer, issuer),
          eq(trusts.repository, repository.toLowerCase()),
          eq(organisations.slug, named.organisation),
          eq(projects.id, projectNamed(sql`${organisations.id}`, named.project)),
        ),
      )
      .orderBy(asc(trusts.createdAt))
      .limit(trustsOfProject);
    return rows.map(({ trust, slug, organisation }) => ({
      ...trust,
      organisation: organisation.id,
      projectName: `${organisation.slug}/${slug}`,
    }));
  }

  /**
   * Gives a run a push token of ten minutes for the trust's project, and ties the trust to the repository's
   * number at its first run. Undefined: the trust is gone, or tied to another number.
   */
  async mint(
    trust: TrustCandidate,
    run: { repositoryId: string; name: string },
    author: Author,
  ): Promise<{ token: string; expiresAt: number } | undefined> {
    const { db, now } = this.#handle;
    const minted = mintToken("dpt_");
    const [id, hash] = [`tok_${randomText(16)}`, (await hashToken(minted)) as string];
    const expiresAt = now() + runTokenMs;
    const row = and(
      eq(trusts.id, trust.id),
      or(isNull(trusts.repositoryId), eq(trusts.repositoryId, run.repositoryId)),
    );
    const [, , made] = await db.batch([
      this.#handle.audit({
        ...{ organisation: trust.organisation, author: { ...author, user: trust.id }, action: "trust.use" },
        ...{ subject: id, detail: { run: run.name, project: trust.project } },
        when: whereExists(trusts, row),
      }),
      db.update(trusts).set({ repositoryId: run.repositoryId, lastUsedAt: now() }).where(row),
      db
        .insert(tokens)
        .select(
          sql`select ${id}, ${hash}, 'push', ${run.name}, null, ${trust.organisation}, ${JSON.stringify(["drift:push"])}, ${JSON.stringify([trust.project])}, ${trust.id}, ${now()}, ${expiresAt}, null, null ${whereExists(trusts, row)}`,
        )
        .returning({ id: tokens.id }),
      // A run leaves a row for a day, so that its use can be looked up; the audit keeps it longer.
      db.delete(tokens).where(and(eq(tokens.trust, trust.id), lt(tokens.expiresAt, now() - day))),
    ]);
    return made.length === 0 ? undefined : { token: minted, expiresAt };
  }
}

import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Principal } from "#contract/principal";
import { projectNamed } from "./account/access.ts";
import { type Head, type Project, toHead, toProject } from "./account-rows.ts";
import { branches, organisations, projects } from "./schema/account.ts";

export interface ProjectOverview {
  project: Project;
  /** Of the default branch; absent: nothing has been pushed to it. */
  head?: Head;
}

/**
 * The account database as one principal may see it: the projects of its organisation that its token
 * is not kept from. It cannot write, and cannot name another organisation.
 */
export class AccountReader {
  readonly #db: DrizzleD1Database;
  readonly #principal: Pick<Principal, "organisation" | "projects">;

  constructor(account: D1Database | D1DatabaseSession, principal: Pick<Principal, "organisation" | "projects">) {
    this.#db = drizzle(account as D1Database);
    this.#principal = principal;
  }

  /** The projects by name, each with the head of its default branch. */
  async projects(): Promise<ProjectOverview[]> {
    const rows = await this.#db
      .select({ project: projects, organisation: organisations, branch: branches })
      .from(projects)
      .innerJoin(organisations, eq(organisations.id, projects.organisation))
      .leftJoin(branches, and(eq(branches.project, projects.id), eq(branches.name, projects.defaultBranch)))
      .where(this.#own())
      .orderBy(asc(projects.slug));
    return rows.map(({ project, organisation, branch }) => {
      const head = branch ? toHead(branch) : undefined;
      return { project: toProject(project, organisation), ...(head && { head }) };
    });
  }

  /** The heads of a project's branches by name; empty for a project that is not the principal's. */
  async branches(project: number): Promise<Head[]> {
    const rows = await this.#db
      .select({ branch: branches })
      .from(branches)
      .innerJoin(projects, eq(projects.id, branches.project))
      .where(and(this.#own(), eq(branches.project, project), gt(branches.headSeq, 0)))
      .orderBy(asc(branches.name));
    return rows.flatMap(({ branch }) => toHead(branch) ?? []);
  }

  /** One of the projects, by a name that it has or had, or by number. */
  async project(which: { organisation: string; project: string } | { id: number }): Promise<Project | undefined> {
    const named =
      "id" in which
        ? eq(projects.id, which.id)
        : and(
            eq(organisations.slug, which.organisation),
            eq(projects.id, projectNamed(this.#principal.organisation, which.project)),
          );
    const [row] = await this.#db
      .select({ project: projects, organisation: organisations })
      .from(projects)
      .innerJoin(organisations, eq(organisations.id, projects.organisation))
      .where(and(this.#own(), named));
    return row && toProject(row.project, row.organisation);
  }

  /** Never more than the principal's: every query here stands on it. */
  #own() {
    const { organisation, projects: limited } = this.#principal;
    return and(
      eq(projects.organisation, organisation),
      isNull(projects.deletedAt),
      limited && inArray(projects.id, limited),
    );
  }
}

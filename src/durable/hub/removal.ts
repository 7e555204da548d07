import type { AccountDb } from "#db/account-db";
import type { Project as ProjectRow } from "#db/account-rows";

/** Projects whose removal is begun in one step. */
const projectsPerStep = 20;
/** Grants that are forgotten in one step; a statement takes at most 100 parameters. */
const grantsPerStep = 50;

/** What removing an organisation needs of the other objects. */
export interface Removers {
  project(project: ProjectRow): Promise<unknown>;
  /** Lets a user's object forget grants. */
  grants(user: string, grants: string[]): Promise<unknown>;
}

/**
 * Removes what is left of an organisation that was ended in the account database. Each step may be cut
 * off anywhere and be taken again: what is done is seen from the rows that are gone.
 */
export class Removal {
  readonly #account: AccountDb;
  readonly #removers: Removers;

  constructor(account: AccountDb, removers: Removers) {
    this.#account = account;
    this.#removers = removers;
  }

  /** "more": another step is due; "wait": projects are still being removed; "done": nothing is left. */
  async step(organisation: string): Promise<"more" | "wait" | "done"> {
    const projects = await this.#account.projects.shownOf(organisation, projectsPerStep);
    for (const project of projects) await this.#removers.project(project);
    if (projects.length > 0) return "more";
    const grants = await this.#account.grants.leftOf(organisation, grantsPerStep);
    for (const user of new Set(grants.map((grant) => grant.user))) {
      const own = grants.filter((grant) => grant.user === user).map(({ id }) => id);
      await this.#removers.grants(user, own);
      await this.#account.grants.drop(own);
    }
    if (grants.length > 0) return "more";
    return (await this.#account.organisations.forget(organisation)) ? "done" : "wait";
  }
}

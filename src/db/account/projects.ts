import { and, asc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import type { SourceMode } from "#contract/push";
import { type Pushers, rolesThatMay } from "#contract/teams";
import { type Project, toProject } from "#db/account-rows";
import {
  audit,
  branches,
  deletions,
  grants,
  organisations,
  projectAliases,
  projects,
  tokens,
  trusts,
} from "#db/schema/account";
import { randomText } from "#db/tokens";
import { type AccountHandle, type Author, exists, whereExists } from "./handle.ts";
import { roleRequired } from "./organisations.ts";

export const projectLimits = {
  /** Projects of an organisation. */
  projects: 1_000,
  /** Earlier names of a project. */
  aliases: 20,
} as const;

/** What an admin sets of a project. */
export interface ProjectSettings {
  defaultBranch: string;
  /** The most that a push may carry of the source. */
  sourceMode: SourceMode;
  /** A snapshot is kept while it is among the last so many of its branch, or younger than so many days. */
  keepSnapshots: number;
  keepDays: number;
  pushers: Pushers;
}

/** Some of the settings; the others stay as they are. */
export type SomeSettings = { [Key in keyof ProjectSettings]?: ProjectSettings[Key] | undefined };

const defaults: ProjectSettings = {
  defaultBranch: "main",
  sourceMode: "snippets",
  keepSnapshots: 20,
  keepDays: 30,
  pushers: "admins",
};

export class Projects {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /**
   * Makes a project on the shard that holds the fewest units. A name that another project had before is
   * free. Throws `CONFLICT`, `LIMIT_EXCEEDED`, `ROLE_REQUIRED`.
   */
  async create(
    organisation: string,
    slug: string,
    shards: readonly string[],
    author: Author,
    settings: SomeSettings = {},
  ): Promise<Project> {
    const { db, now } = this.#handle;
    const [loads, [owned]] = await db.batch([
      db
        .select({ shard: projects.shard, load: sql<number>`count(*) + total(${branches.units})`.as("load") })
        .from(projects)
        .leftJoin(branches, eq(branches.project, projects.id))
        .groupBy(projects.shard),
      db
        .select({ count: sql<number>`count(*)`.as("count") })
        .from(projects)
        .where(and(eq(projects.organisation, organisation), isNull(projects.deletedAt))),
    ]);
    if ((owned?.count ?? 0) >= projectLimits.projects) {
      throw new DriftError("LIMIT_EXCEEDED", `An organisation has at most ${projectLimits.projects} projects`, {
        hint: "Delete one that is no longer needed with `drift projects delete`",
      });
    }
    const load = (shard: string) => loads.find((row) => row.shard === shard)?.load ?? 0;
    const [shard] = [...shards].sort((one, other) => load(one) - load(other));
    if (!shard) throw new Error("No shard is bound");
    const {
      defaultBranch = defaults.defaultBranch,
      sourceMode = defaults.sourceMode,
      pushers = defaults.pushers,
    } = settings;
    const { keepSnapshots = defaults.keepSnapshots, keepDays = defaults.keepDays } = settings;
    const named = this.#named(organisation, slug);
    const allowed = and(
      this.#handle.isMember(organisation, author, rolesThatMay("projects.create")),
      exists(organisations, and(eq(organisations.id, organisation), isNull(organisations.deletedAt))),
    );
    const [made, , , [state]] = await db.batch([
      db
        .insert(projects)
        .select(
          sql`select null, ${organisation}, ${slug}, ${shard}, ${defaultBranch}, ${sourceMode}, ${keepSnapshots}, ${keepDays}, ${pushers}, ${now()}, null
          where ${allowed} and not ${exists(projects, named)}`,
        )
        .returning(),
      db
        .delete(projectAliases)
        .where(
          and(eq(projectAliases.organisation, organisation), eq(projectAliases.slug, slug), exists(projects, named)),
        ),
      this.#handle.audit({
        ...{ organisation, author, action: "project.create", subject: sql`${projects.id}`, detail: { slug, shard } },
        when: sql`from ${projects} where ${named} and not exists (select 1 from ${audit} told
          where told.organisation = ${organisation} and told.action = 'project.create' and told.subject = cast(${projects.id} as text))`,
      }),
      db
        .select({ slug: organisations.slug, allowed: sql<number>`${allowed}`.as("allowed") })
        .from(organisations)
        .where(eq(organisations.id, organisation)),
    ]);
    const [row] = made;
    if (row && state) return toProject(row, state);
    if (!state?.allowed) throw roleRequired("projects.create");
    throw nameTaken(slug);
  }

  /** Changes settings. Throws `ROLE_REQUIRED`. */
  async set(project: Project, settings: SomeSettings, author: Author): Promise<Project> {
    const { db } = this.#handle;
    const row = this.#changeable(project, author);
    const [, changed] = await db.batch([
      this.#handle.audit({
        ...{ organisation: project.organisation, author, action: "project.settings", subject: String(project.id) },
        ...{ detail: settings, when: whereExists(projects, row) },
      }),
      db.update(projects).set(settings).where(row).returning(),
    ]);
    const [after] = changed;
    if (!after) throw roleRequired("projects.settings");
    return toProject(after, { slug: project.organisationSlug });
  }

  /** Gives a project another name; the old one goes on leading to it. Throws `CONFLICT`, `LIMIT_EXCEEDED`, `ROLE_REQUIRED`. */
  async rename(project: Project, slug: string, author: Author): Promise<Project> {
    if (slug === project.slug) return project;
    const { db } = this.#handle;
    const { id, organisation } = project;
    const [kept] = await db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(projectAliases)
      .where(and(eq(projectAliases.project, id), ne(projectAliases.slug, slug)));
    if ((kept?.count ?? 0) >= projectLimits.aliases) {
      throw new DriftError("LIMIT_EXCEEDED", `A project keeps at most ${projectLimits.aliases} earlier names`, {
        hint: "Go back to one of them",
      });
    }
    const free = sql`not exists (select 1 from projects other where other.organisation = ${organisation}
      and other.slug = ${slug} and other.deleted_at is null)`;
    const row = and(this.#changeable(project, author), free);
    const renames = exists(projects, row);
    const [, , , changed] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "project.rename", subject: String(id) },
        ...{ detail: { from: project.slug, to: slug }, when: sql`where ${renames}` },
      }),
      db
        .delete(projectAliases)
        .where(and(eq(projectAliases.organisation, organisation), eq(projectAliases.slug, slug), renames)),
      db
        .insert(projectAliases)
        .select(sql`select ${projects.organisation}, ${projects.slug}, ${projects.id} from ${projects} where ${row}`),
      db.update(projects).set({ slug }).where(row).returning(),
    ]);
    const [after] = changed;
    if (after) return toProject(after, { slug: project.organisationSlug });
    const [taken] = await db.select({ id: projects.id }).from(projects).where(this.#named(organisation, slug));
    throw taken ? nameTaken(slug) : roleRequired("projects.settings");
  }

  /**
   * Hides a project from everyone at once, and ends the tokens and grants that were for it alone; its rows
   * are removed afterwards. Answers the id by which one asks whether that is done. Hidden again, the same.
   */
  async hide(project: Project, author: Author): Promise<string> {
    const { db, now } = this.#handle;
    const { id, organisation, slug } = project;
    const row = and(eq(projects.id, id), isNull(projects.deletedAt));
    const hides = exists(projects, row);
    const alone = JSON.stringify([id]);
    const fresh = `del_${randomText(22)}`;
    const at = now();
    const [, , , , , [deletion]] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "project.delete", subject: String(id), detail: { slug } },
        when: sql`where ${hides}`,
      }),
      db
        .insert(deletions)
        .select(
          sql`select ${fresh}, ${organisation}, ${id}, ${`${project.organisationSlug}/${slug}`}, ${at}, null where ${hides}`,
        ),
      db
        .update(tokens)
        .set({ revokedAt: at })
        .where(
          and(
            eq(tokens.organisation, organisation),
            sql`${tokens.projects} = ${alone}`,
            isNull(tokens.revokedAt),
            hides,
          ),
        ),
      db
        .update(grants)
        .set({ revokedAt: at })
        .where(
          and(
            eq(grants.organisation, organisation),
            sql`${grants.projects} = ${alone}`,
            isNull(grants.revokedAt),
            hides,
          ),
        ),
      db.update(projects).set({ deletedAt: at }).where(row),
      db
        .select({ id: deletions.id })
        .from(deletions)
        .where(and(eq(deletions.organisation, organisation), eq(deletions.project, id))),
    ]);
    if (!deletion) throw new Error("The project was never there");
    return deletion.id;
  }

  /** Removes the last rows of a hidden project, once its shard holds nothing of it. */
  async forget(project: Project): Promise<void> {
    const { db, now } = this.#handle;
    const { id, organisation, slug } = project;
    const alone = JSON.stringify([id]);
    const there = eq(projects.id, id);
    await db.batch([
      this.#handle.audit({
        ...{ organisation, author: { user: null }, action: "project.deleted", subject: String(id), detail: { slug } },
        when: whereExists(projects, there),
      }),
      db
        .delete(tokens)
        .where(
          and(
            eq(tokens.organisation, organisation),
            sql`(${tokens.projects} = ${alone} or ${tokens.trust} in (select id from trusts where project = ${id}))`,
          ),
        ),
      db.delete(grants).where(and(eq(grants.organisation, organisation), sql`${grants.projects} = ${alone}`)),
      db.delete(trusts).where(eq(trusts.project, id)),
      db.delete(projectAliases).where(eq(projectAliases.project, id)),
      db.delete(branches).where(eq(branches.project, id)),
      db
        .update(deletions)
        .set({ finishedAt: now() })
        .where(and(eq(deletions.organisation, organisation), eq(deletions.project, id))),
      db.delete(projects).where(there),
    ]);
  }

  /** Projects of an organisation by name, but for those that are being removed; at most `limit`. */
  async shownOf(organisation: string, limit: number): Promise<Project[]> {
    const rows = await this.#handle.db
      .select({ project: projects, organisation: organisations })
      .from(projects)
      .innerJoin(organisations, eq(organisations.id, projects.organisation))
      .where(and(eq(projects.organisation, organisation), isNull(projects.deletedAt)))
      .orderBy(asc(projects.slug))
      .limit(limit);
    return rows.map((row) => toProject(row.project, row.organisation));
  }

  #named(organisation: string, slug: string): SQL | undefined {
    return and(eq(projects.organisation, organisation), eq(projects.slug, slug), isNull(projects.deletedAt));
  }

  #changeable({ id, organisation }: Project, author: Author): SQL | undefined {
    return and(
      eq(projects.id, id),
      isNull(projects.deletedAt),
      this.#handle.isMember(organisation, author, rolesThatMay("projects.settings")),
    );
  }
}

const nameTaken = (slug: string): DriftError =>
  new DriftError("CONFLICT", `There is a project "${slug}" already`, { hint: "Choose another name." });

/** A project to push to in tests, spoken to as the routes do. */
import { env } from "cloudflare:workers";
import type { CommitAnswer, OpenAnswer, OpenRequest, PackAnswer } from "#contract/push";
import { AccountDb } from "#db/account-db";
import type { Project } from "#db/account-rows";
import { ShardReader, type SnapshotRef } from "#db/shard-reader";
import { unwrap } from "#durable/outcome";
import { type Line, openOf, packOf } from "./fixture.ts";

export const account = new AccountDb(env.ACCOUNT);
export const author = { user: "usr_test" };

/** An organisation that nobody else has. */
export async function createOrganisation(): Promise<string> {
  const owner = await account.identities.createLocal("Alice");
  const slug = crypto.randomUUID().slice(0, 18);
  return account.organisations.create({ slug, name: "Acme", owner }, { user: null });
}

export class FixtureProject {
  readonly row: Project;

  private constructor(row: Project) {
    this.row = row;
  }

  /** In an organisation of its own. Snapshots are kept by number alone, not by age. */
  static async create(): Promise<FixtureProject> {
    const organisation = await createOrganisation();
    const settings = { keepDays: 0 };
    return new FixtureProject(
      await account.projects.create(organisation, "shop", ["SHARD_1"], { user: null }, settings),
    );
  }

  get object() {
    return env.PROJECTS.getByName(String(this.row.id));
  }

  async open(units: readonly Line[], more: Partial<OpenRequest> = {}, by = author): Promise<OpenAnswer> {
    return unwrap(await this.object.open(this.row, by, await openOf(units, more)));
  }

  async send(push: OpenAnswer, units: readonly Line[]): Promise<PackAnswer> {
    return unwrap(await this.object.pack(push.push ?? "", await packOf(units)));
  }

  async commit(push: OpenAnswer): Promise<CommitAnswer> {
    return unwrap(await this.object.commit(push.push ?? ""));
  }

  /** All of it; `sent` says how many units were asked for. */
  async push(units: readonly Line[], more: Partial<OpenRequest> = {}): Promise<CommitAnswer & { sent: number }> {
    const opened = await this.open(units, more);
    const missing = new Set(opened.missing);
    const lacking = units.filter(({ hash }) => missing.has(hash));
    if (lacking.length > 0) await this.send(opened, lacking);
    return { sent: lacking.length, ...(await this.commit(opened)) };
  }

  /** Hashes of the units that a snapshot shows, sorted. */
  async visible(snapshot: SnapshotRef): Promise<string[]> {
    const seen: string[] = [];
    const reader = new ShardReader(env.SHARD_1.withSession("first-primary"), this.row.id);
    for await (const page of reader.visible(snapshot)) seen.push(...page);
    return seen.sort();
  }

  /** Paths of the units that a branch shows, sorted. */
  async shown(name = "main"): Promise<string[]> {
    const branch = await account.branches.find(this.row.id, name);
    if (!branch?.head) return [];
    const hashes = await this.visible({ branch: branch.id, seq: branch.head.seq, base: branch.base });
    const { results } = await env.SHARD_1.prepare("select hash, path from units where project = ?")
      .bind(this.row.id)
      .all<{ hash: string; path: string }>();
    return results
      .filter(({ hash }) => hashes.includes(hash))
      .map(({ path }) => path)
      .sort();
  }

  rows(table: string): Promise<number | null> {
    return env.SHARD_1.prepare(`select count(*) as n from ${table} where project = ?`).bind(this.row.id).first("n");
  }
}

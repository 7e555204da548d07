/** An organisation in the account database alone, with people in it, for tests of its rules. */
import { env } from "cloudflare:workers";
import type { DriftError } from "#contract/errors";
import type { Role } from "#contract/principal";
import { AccountDb } from "#db/account-db";

const service = { user: null };

export class Company {
  readonly id: string;
  readonly slug: string;
  readonly owner: string;
  readonly account: AccountDb;

  private constructor(id: string, slug: string, owner: string, account: AccountDb) {
    this.id = id;
    this.slug = slug;
    this.owner = owner;
    this.account = account;
  }

  static async create(account = new AccountDb(env.ACCOUNT)): Promise<Company> {
    const owner = await account.identities.createLocal("Olga");
    const slug = `co-${crypto.randomUUID().slice(0, 12)}`;
    const id = await account.organisations.create({ slug, name: "Company", owner }, as(owner));
    return new Company(id, slug, owner, account);
  }

  /** A user who is a member. */
  async add(role: Role): Promise<string> {
    const user = await this.account.identities.createLocal(role);
    await this.account.members.add(this.id, user, role, service);
    return user;
  }

  async roles(): Promise<Record<string, Role>> {
    const members = await this.account.members.of(this.id);
    return Object.fromEntries(members.map(({ user, role }) => [user, role]));
  }

  /** Actions of the log with their subjects, the oldest first. */
  async told(action?: string): Promise<string[]> {
    const rows = await this.account.auditLog.page({ organisation: this.id, action, limit: 500 });
    return rows.reverse().map((row) => `${row.action} ${row.subject}`);
  }
}

export const as = (user: string) => ({ user, origin: "203.0.113.7" });

/** "done", or the code of the refusal. */
export const outcome = (change: Promise<unknown>): Promise<string> =>
  change.then(
    () => "done",
    (error: DriftError) => error.body?.code ?? String(error),
  );

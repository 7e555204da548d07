/** Two organisations and who is in them, for tests inside workerd. */
import { env } from "cloudflare:workers";
import type { Role, Scope } from "#contract/principal";
import type { TokenKind } from "#contract/teams";
import { AccountDb } from "#db/account-db";
import type { Project } from "#db/account-rows";

const author = { user: null };
const day = 86_400_000;

export interface Person {
  user: string;
  token: string;
}

export class Organisation {
  readonly id: string;
  readonly slug: string;

  /** The user who made it, its owner. */
  readonly founder: string;

  private constructor(id: string, slug: string, founder: string) {
    this.id = id;
    this.slug = slug;
    this.founder = founder;
  }

  /** Names are made unique: the files of a run share their databases. */
  static async create(name: string): Promise<Organisation> {
    const slug = `${name}-${crypto.randomUUID().slice(0, 8)}`;
    const founder = await account().identities.createLocal(`founder of ${name}`);
    const id = await account().organisations.create({ slug, name, owner: founder }, author);
    return new Organisation(id, slug, founder);
  }

  /** A member with a token of these scopes. */
  async member(
    name: string,
    {
      role = "member",
      scopes = ["drift:read", "drift:write"],
      projects,
      kind = "personal",
    }: { role?: Role; scopes?: Scope[]; projects?: number[]; kind?: TokenKind } = {},
  ): Promise<Person> {
    const user = await account().identities.createLocal(name);
    await account().members.add(this.id, user, role, author);
    const { token } = await account().tokens.create(
      {
        kind,
        name,
        organisation: this.id,
        user,
        scopes,
        ...(projects && { projects }),
        expiresAt: Date.now() + day,
      },
      author,
    );
    return { user, token };
  }

  /** Makes a user of elsewhere a member. */
  admit(user: string, role: Role): Promise<void> {
    return account().members.add(this.id, user, role, author);
  }

  /** Removes a member. */
  async dismiss(user: string): Promise<void> {
    await account().members.remove(this.id, user, { user: this.founder });
  }

  project(slug: string, shard = "SHARD_1"): Promise<Project> {
    return account().projects.create(this.id, slug, [shard], author);
  }
}

const account = () => new AccountDb(env.ACCOUNT);

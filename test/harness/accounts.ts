/** Two organisations and who is in them, for tests inside workerd. */
import { env } from "cloudflare:workers";
import type { Role, Scope } from "#contract/principal";
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

  private constructor(id: string, slug: string) {
    this.id = id;
    this.slug = slug;
  }

  /** Names are made unique: the files of a run share their databases. */
  static async create(name: string): Promise<Organisation> {
    const slug = `${name}-${crypto.randomUUID().slice(0, 8)}`;
    return new Organisation(await account().createOrganisation(slug, name), slug);
  }

  /** A member with a token of these scopes. */
  async member(
    name: string,
    {
      role = "member",
      scopes = ["drift:read", "drift:write"],
      projects,
    }: { role?: Role; scopes?: Scope[]; projects?: number[] } = {},
  ): Promise<Person> {
    const user = await account().createUser(name);
    await account().setMember(this.id, user, role, author);
    const { token } = await account().createToken(
      {
        prefix: "dpa_",
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

  project(slug: string, shard = "SHARD_1"): Promise<Project> {
    return account().createProject(this.id, slug, [shard], author);
  }
}

const account = () => new AccountDb(env.ACCOUNT);

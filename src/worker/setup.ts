import { WorkerEntrypoint } from "cloudflare:workers";
import { BranchName, Slug } from "#contract/ids";
import { scopes } from "#contract/principal";
import { AccountDb } from "#db/account-db";
import { hashToken } from "#db/tokens";
import { shardsOf } from "./routes/project-of.ts";

/** The organisation of an edge that serves one machine. */
const ORGANISATION = "local";
const YEARS_10 = 10 * 365 * 86_400_000;

/** What `drift up` has: the token that an earlier run printed, and the project to serve. */
export interface LocalRequest {
  token: string | undefined;
  project: string;
  defaultBranch: string;
}

export interface LocalAccount {
  token: string;
  /** `organisation/project` */
  project: string;
}

/**
 * Makes what an edge on one's own machine needs. No route leads here: only a service binding reaches an
 * entrypoint, and only `drift up` binds this one.
 */
export class Setup extends WorkerEntrypoint<Cloudflare.Env> {
  /** Run again, it finds what it made. A token is made where none is given or it is not good any more. */
  async local(request: LocalRequest): Promise<LocalAccount> {
    const account = new AccountDb(this.env.ACCOUNT);
    const author = { user: null, origin: "drift up" };
    const token = (await this.#isGood(request.token)) ?? (await this.#newToken(account, author));
    const slug = Slug.parse(request.project);
    const resolved = await account.resolve(
      { token: (await hashToken(token)) as string },
      { organisation: ORGANISATION, project: slug },
    );
    if (!resolved.ok) throw new Error("The token that was just made is not good");
    if (!resolved.project) {
      const defaultBranch = BranchName.parse(request.defaultBranch);
      const { principal } = resolved;
      await account.projects.create(principal.organisation, slug, shardsOf(this.env), author, { defaultBranch });
    }
    return { token, project: `${ORGANISATION}/${slug}` };
  }

  async #isGood(token: string | undefined): Promise<string | undefined> {
    const hash = token && (await hashToken(token));
    if (!hash) return undefined;
    return (await new AccountDb(this.env.ACCOUNT).resolve({ token: hash })).ok ? token : undefined;
  }

  async #newToken(account: AccountDb, author: { user: null; origin: string }): Promise<string> {
    const user = await account.identities.createLocal("you");
    const found = await account.organisations.find(ORGANISATION);
    const organisation =
      found?.id ??
      (await account.organisations.create({ slug: ORGANISATION, name: "This machine", owner: user }, author));
    await account.members.add(organisation, user, "owner", author);
    const made = await account.tokens.create(
      { kind: "personal", name: "drift up", organisation, user, scopes: [...scopes], expiresAt: Date.now() + YEARS_10 },
      author,
    );
    return made.token;
  }
}

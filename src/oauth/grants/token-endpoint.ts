import { callLibrary, oauthApi, paths } from "#oauth/library";
import type { OauthPorts, TokenCall } from "#oauth/ports";
import type { ExpiringStore } from "#oauth/store/expiring-store";
import { type Owner, ownerOf, placeOf } from "#oauth/store/place";
import { tokenStore } from "#oauth/store/token-store";
import { RefreshFamily } from "./refresh-family.ts";
import { Serial } from "./serial.ts";

/** The user and grant that the request's code or token claims to belong to. */
export const ownerOfCall = (form: URLSearchParams): Owner | undefined =>
  ownerOf(form.get("code") ?? form.get("refresh_token") ?? form.get("token") ?? "");

export function tokenRequest({ issuer, body, authorization }: TokenCall): Request {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...(authorization ? { authorization } : {}),
  };
  return new Request(issuer + paths.token, { method: "POST", headers, body });
}

/**
 * The token endpoint as it runs inside a user's object: the library, one request at a time for a
 * grant. The library reads a grant and writes it back later; where two requests can meet in
 * between, two redemptions of one code both succeed and its replay check sees neither.
 */
export class TokenEndpoint {
  readonly #store: ExpiringStore;
  readonly #user: string;
  readonly #serial = new Serial();

  constructor(store: ExpiringStore, user: string) {
    this.#store = store;
    this.#user = user;
  }

  async handle(ports: OauthPorts, call: TokenCall): Promise<Response> {
    const form = new URLSearchParams(call.body);
    const owner = ownerOfCall(form);
    if (owner?.user !== this.#user) throw new Error("The request names another user");
    return this.#serial.run(owner.grant, async () => {
      const family = new RefreshFamily(this.#store, owner, ports.lifetimes.refreshTokenSeconds);
      const grant = family.grant();
      const library = () => callLibrary(ports, this.#tokens(ports), tokenRequest(call), grant?.resource);
      if (!grant) return library();

      const revoke = () => this.#revoke(ports, owner.grant);
      const { authorization } = call;
      const refreshing = form.get("grant_type") === "refresh_token";
      const response = refreshing ? await family.refresh({ form, authorization, library, revoke }) : await library();
      // The library revokes too: on request (RFC 7009), and when a code comes twice.
      if (!family.grant()) {
        family.forget();
        await ports.grants.revoke([owner.grant]);
      }
      return response;
    });
  }

  /** Forgets grants; an id that no grant of this user can have is passed over. */
  async revoke(ports: OauthPorts, grants: readonly string[]): Promise<void> {
    const possible = grants.filter((grant) => placeOf(`grant:${this.#user}:${grant}`));
    for (const grant of possible) await this.#serial.run(grant, () => this.#revoke(ports, grant));
  }

  async #revoke(ports: OauthPorts, grant: string): Promise<void> {
    const owner = { user: this.#user, grant };
    await oauthApi(ports, this.#tokens(ports)).revokeGrant(grant, this.#user);
    new RefreshFamily(this.#store, owner, ports.lifetimes.refreshTokenSeconds).forget();
  }

  #tokens(ports: OauthPorts) {
    return tokenStore(ports, { user: this.#user, records: this.#store });
  }
}

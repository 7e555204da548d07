import type { AuthRequest } from "@cloudflare/workers-oauth-provider";
import { shownName } from "./clients/record.ts";
import { resolveClient } from "./clients/resolve.ts";
import { oauthApi } from "./library.ts";
import type { GrantRow, OauthPorts } from "./ports.ts";
import { ownerOf } from "./store/place.ts";
import { tokenStore } from "./store/token-store.ts";

/** What a person decided to give. */
export type Given = Pick<GrantRow, "user" | "organisation" | "scopes" | "projects" | "origin">;

/**
 * Makes the grant of an authorization request, and answers where to send its code. The grant stands
 * in the account database before the code leaves: what is not there opens nothing.
 */
export async function issueGrant(ports: OauthPorts, request: AuthRequest, given: Given): Promise<URL> {
  const client = await resolveClient(ports, request.clientId);
  if (!client) throw new Error("The client is gone");
  const { redirectTo } = await oauthApi(ports, tokenStore(ports), request.resource as string).completeAuthorization({
    request,
    userId: given.user,
    scope: given.scopes,
    metadata: {},
    // Whom the grant is for stands in the account database, where it can change.
    props: {},
    // The default signs out the same client's other devices.
    revokeExistingGrants: false,
  });
  const location = new URL(redirectTo);
  const owner = ownerOf(location.searchParams.get("code") ?? "");
  if (!owner) throw new Error("The library made a code of another shape");
  await ports.grants.add({ ...given, id: owner.grant, client: client.clientId, clientName: shownName(client) });
  return location;
}

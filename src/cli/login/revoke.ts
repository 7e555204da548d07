import { type AuthorizationServer, CLIENT_ID, postForm } from "./server.ts";

/** Ends a sign-in at its server, with all its tokens (RFC 7009). One that has ended before is no error. */
export async function revoke(server: AuthorizationServer, refreshToken: string): Promise<void> {
  if (server.revoke === undefined) return;
  await postForm(server.revoke, { token: refreshToken, token_type_hint: "refresh_token", client_id: CLIENT_ID });
}

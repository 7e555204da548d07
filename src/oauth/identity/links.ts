/** Handles by which a signed-in person adds a way to sign in: good once, for one session and one provider. */
import type { OauthPorts } from "#oauth/ports";
import { randomSecret, sha256 } from "#oauth/secrets";
import { vaultOf } from "#oauth/store/place";

const TTL_MS = 600_000;

const keyOf = async (handle: string, provider: string, session: string): Promise<string> =>
  `link:${await sha256(JSON.stringify([handle, provider, session]))}`;

export async function offerLink(ports: OauthPorts, provider: string, session: string): Promise<string> {
  const handle = randomSecret();
  const key = await keyOf(handle, provider, session);
  await vaultOf(ports, key).put(key, "1", { expiresAt: Date.now() + TTL_MS });
  return handle;
}

/** Whether the handle was good; now it is not any more. */
export async function takeLink(ports: OauthPorts, handle: string, provider: string, session: string): Promise<boolean> {
  const key = await keyOf(handle, provider, session);
  return (await vaultOf(ports, key).take(key)) !== null;
}

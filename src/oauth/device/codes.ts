import { oauthError, tokenAnswer } from "#oauth/answer";
import { grantableScopes } from "#oauth/clients/own";
import { resolveClient } from "#oauth/clients/resolve";
import { ownerOfCall } from "#oauth/grants/token-endpoint";
import { issueGrant } from "#oauth/issue-grant";
import { paths } from "#oauth/library";
import type { DeviceDecision, OauthPorts } from "#oauth/ports";
import { requestedResource } from "#oauth/resources";
import { randomSecret, sha256 } from "#oauth/secrets";
import { vaultOf } from "#oauth/store/place";
import { DEVICE_SECONDS, type DeviceRecord, POLL_SECONDS } from "./record.ts";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** 20 letters without vowels and look-alikes, 8 of them: 2.5e10 codes, guessed at 10 a window. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LETTERS = 8;

/** RFC 8628, section 3.1: a device asks for a pair of codes. */
export async function authorizeDevice(ports: OauthPorts, form: URLSearchParams): Promise<Response> {
  const clientId = form.get("client_id") ?? "";
  const client = await resolveClient(ports, clientId);
  // Only clients without a secret: others have a browser, and a code page is easy to phish with.
  if (client?.tokenEndpointAuthMethod !== "none") return oauthError("invalid_client", "Client not found", 401);
  const resource = requestedResource(ports.issuer, form, clientId);
  if (!resource) return oauthError("invalid_target", "The resource is not one of this server's");
  const asked = (form.get("scope") ?? "").split(" ");
  const scopes = grantableScopes(clientId).filter((scope) => asked.includes(scope));

  const deviceCode = randomSecret();
  const key = await deviceKey(deviceCode);
  const userCode = randomUserCode();
  const expiresAt = Date.now() + DEVICE_SECONDS * 1000;
  const record: DeviceRecord = {
    clientId,
    resource: resource.uri,
    scopes: scopes.length > 0 ? scopes : ["drift:read"],
    state: "pending",
    interval: POLL_SECONDS,
    lastPoll: 0,
    expiresAt,
  };
  const typed = await userCodeKey(userCode);
  await vaultOf(ports, key).put(key, JSON.stringify(record), { expiresAt });
  await vaultOf(ports, typed).put(typed, key, { expiresAt });
  const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
  return tokenAnswer({
    device_code: deviceCode,
    user_code: shown,
    verification_uri: ports.issuer + paths.device,
    verification_uri_complete: `${ports.issuer}${paths.device}?user_code=${shown}`,
    expires_in: DEVICE_SECONDS,
    interval: POLL_SECONDS,
  });
}

/**
 * RFC 8628, section 3.4. An approved device code becomes a grant of the library's, by its own code
 * flow, whose code never leaves this function. So device tokens rotate, expire, are revoked and
 * validated like any other.
 */
export async function redeemDevice(ports: OauthPorts, form: URLSearchParams): Promise<Response> {
  const clientId = form.get("client_id") ?? "";
  const key = await deviceKey(form.get("device_code") ?? "");
  const poll = await vaultOf(ports, key).pollDevice(key, clientId);
  if ("error" in poll) return oauthError(poll.error);

  const { approval, resource } = poll;
  const client = await resolveClient(ports, clientId);
  const redirectUri = client?.redirectUris[0];
  if (!redirectUri) return oauthError("invalid_client", "Client not found", 401);
  const verifier = randomSecret();
  const request = {
    responseType: "code",
    clientId,
    redirectUri,
    scope: approval.scopes,
    state: "",
    codeChallenge: await sha256(verifier),
    codeChallengeMethod: "S256",
    resource,
  };
  const location = await issueGrant(ports, request, approval);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: location.searchParams.get("code") ?? "",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const owner = ownerOfCall(body);
  if (!owner) throw new Error("The grant has no code");
  return ports.user(owner.user).token({ issuer: ports.issuer, body: body.toString(), authorization: null });
}

export interface FoundDevice {
  key: string;
  record: DeviceRecord;
}

/** The record that a typed code leads to, while it waits. Case, spaces and the hyphen do not matter. */
export async function findDevice(ports: OauthPorts, typed: string): Promise<FoundDevice | undefined> {
  const code = typed
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
  if (code.length !== CODE_LETTERS) return undefined;
  const pointer = await userCodeKey(code);
  const key = await vaultOf(ports, pointer).get(pointer);
  if (key === null) return undefined;
  const value = await vaultOf(ports, key).get(key);
  const record = value === null ? undefined : (JSON.parse(value) as DeviceRecord);
  return record?.state === "pending" ? { key, record } : undefined;
}

/** Returns whether the code was still waiting for a decision. */
export const decide = async (ports: OauthPorts, { key }: FoundDevice, decision: DeviceDecision): Promise<boolean> =>
  vaultOf(ports, key).decideDevice(key, decision);

const deviceKey = async (deviceCode: string): Promise<string> => `device:${await sha256(deviceCode)}`;
const userCodeKey = async (code: string): Promise<string> => `user-code:${await sha256(code)}`;

/** Bytes from 240 up would favour some letters, and are drawn again. */
function randomUserCode(): string {
  let code = "";
  while (code.length < CODE_LETTERS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(CODE_LETTERS))) {
      if (byte < 240 && code.length < CODE_LETTERS) code += LETTERS[byte % LETTERS.length];
    }
  }
  return code;
}

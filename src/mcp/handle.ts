/**
 * Session handles: 18 bytes that name a session, and 6 that prove we made it, in base64url. The 2025 era
 * sends one as `Mcp-Session-Id`, the stateless era as the argument `session`.
 *
 * The proof only keeps invented handles from waking an object. What protects a session is its owner.
 */
import { fromBase64Url, toBase64Url } from "#contract/base64url";

const NAME_BYTES = 18;
const PROOF_BYTES = 6;

/** A handle no one has. */
export const newHandle = (key: string): Promise<string> =>
  handleOf(key, crypto.getRandomValues(new Uint8Array(NAME_BYTES)));

/** The handle of the session that a stateless caller has without naming one. */
export const implicitHandle = async (key: string, ...owner: string[]): Promise<string> =>
  handleOf(key, (await mac(key, `implicit\0${owner.join("\0")}`)).subarray(0, NAME_BYTES));

export async function isHandle(key: string, text: string): Promise<boolean> {
  const bytes = text.length === 32 ? fromBase64Url(text) : undefined;
  return bytes !== undefined && (await handleOf(key, bytes.subarray(0, NAME_BYTES))) === text;
}

async function handleOf(key: string, name: Uint8Array): Promise<string> {
  const bytes = new Uint8Array(NAME_BYTES + PROOF_BYTES);
  bytes.set(name);
  bytes.set((await mac(key, `handle\0${toBase64Url(name)}`)).subarray(0, PROOF_BYTES), NAME_BYTES);
  return toBase64Url(bytes);
}

async function mac(key: string, text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, encoder.encode(text)));
}

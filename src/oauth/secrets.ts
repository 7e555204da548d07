/** Random values, digests and sealed texts of the authorization server. */
import { toBase64Url } from "#contract/base64url";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const digest = (text: string) => crypto.subtle.digest("SHA-256", bytesOf(text));

export const randomSecret = (bytes = 32): string => toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));

/** In base64url: 43 characters. */
export const sha256 = async (text: string): Promise<string> => toBase64Url(new Uint8Array(await digest(text)));

/** In hexadecimal, as the library names tokens in its store. */
export const sha256Hex = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await digest(text)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Both sides are hashed first, so that neither length nor content leaks through time. */
export async function equalSecrets(a: string, b: string): Promise<boolean> {
  const [x, y] = await Promise.all([digest(a), digest(b)]);
  return crypto.subtle.timingSafeEqual(x, y);
}

export interface Sealed {
  iv: number[];
  data: number[];
}

/** Encrypts `text` so that only someone who presents `secret` again can read it. */
export async function seal(secret: string, text: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyFrom(secret), bytesOf(text));
  return { iv: [...iv], data: [...new Uint8Array(data)] };
}

export async function unseal(secret: string, { iv, data }: Sealed): Promise<string> {
  const algorithm = { name: "AES-GCM", iv: new Uint8Array(iv) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await keyFrom(secret), new Uint8Array(data)));
}

/** The info string keeps this key apart from the hash under which the same secret is stored. */
async function keyFrom(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", bytesOf(secret), "HKDF", false, ["deriveKey"]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: bytesOf("drift grace answer v1") };
  return crypto.subtle.deriveKey(hkdf, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

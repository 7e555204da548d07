import { sha256 } from "#contract/unit";

/**
 * Opaque bearer tokens: a prefix, 43 random base62 characters (256 bits), 6 of checksum. They are
 * stored by hash alone. The checksum lets a secret scanner, and the service, drop a wrong string
 * without a look-up. `dpa_` is a person's, `dpt_` a machine's, `dpi_` the secret of an invitation.
 */
export type TokenPrefix = "dpa_" | "dpt_" | "dpi_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const shape = /^dp[ati]_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** A new token: shown once, kept nowhere. */
export function mintToken(prefix: TokenPrefix): string {
  const body = randomText(43);
  return prefix + body + checksum(body);
}

/** The hash a token is stored under; undefined when it cannot be a token of ours. */
export async function hashToken(token: string): Promise<string | undefined> {
  const [, body, sum] = shape.exec(token) ?? [];
  if (!body || checksum(body) !== sum) return undefined;
  return sha256(new TextEncoder().encode(token));
}

/** Random base62 text: 22 characters hold 131 bits. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the last multiple of 62: the bytes above would make some characters likelier.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** CRC-32 (IEEE 802.3) in six base62 digits. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = ~crc >>> 0;
  let digits = "";
  for (let at = 0; at < 6; at++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Cursors: where a page ended, signed with the session's secret.
 *
 *     base64url(JSON [version, made, seq, query hash, key]) "." base64url(HMAC-SHA-256)
 *
 * Bound to the session by its secret, to the tool and its arguments by the query hash, and to the
 * snapshot by `seq`: a page is read from the snapshot that the first one was read from.
 */
import { fromBase64Url, toBase64Url } from "#contract/base64url";
import { DriftError } from "#contract/errors";
import { sha256 } from "#contract/unit";
import type { CursorCodec } from "#tools/kit/cursor";

const VERSION = 1;
const LIFETIME_MS = 3_600_000;

export type CursorKey = readonly (string | number)[];

interface Payload {
  seq: number;
  query: string;
  key: CursorKey;
}

export interface Cursors extends CursorCodec {
  /** The snapshot that a cursor belongs to. Throws `INVALID_CURSOR`. */
  seqOf(cursor: string): Promise<number>;
}

interface CursorOptions {
  /** Of the session: at least 32 bytes. */
  secret: Uint8Array<ArrayBuffer>;
  /** The snapshot that is read: cursors are sealed for it. */
  seq: () => number;
  now: number;
}

export function cursorCodec({ secret, seq, now }: CursorOptions): Cursors {
  let imported: Promise<CryptoKey> | undefined;
  const key = () => {
    imported ??= crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
    return imported;
  };

  const read = async (cursor: string): Promise<Payload> => {
    const [text = "", mac = "", ...more] = cursor.split(".");
    const signature = fromBase64Url(mac);
    // `verify` compares in constant time.
    const genuine =
      more.length === 0 &&
      signature &&
      (await crypto.subtle.verify("HMAC", await key(), signature, encoder.encode(text)));
    if (!genuine) throw invalid("It was changed, or belongs to another session.");
    const [version, made, snapshot, query, after] = JSON.parse(decoder.decode(fromBase64Url(text))) as [
      number,
      number,
      number,
      string,
      CursorKey,
    ];
    if (version !== VERSION) throw invalid("It is of another version of the service.");
    if (now - made > LIFETIME_MS || made > now + LIFETIME_MS) throw invalid("It is over an hour old.");
    return { seq: snapshot, query, key: after };
  };

  return {
    async seal(query, after) {
      const payload = [VERSION, now, seq(), await shortHash(query), after];
      const text = toBase64Url(encoder.encode(JSON.stringify(payload)));
      const mac = await crypto.subtle.sign("HMAC", await key(), encoder.encode(text));
      return `${text}.${toBase64Url(new Uint8Array(mac))}`;
    },
    async open(query, cursor) {
      const payload = await read(cursor);
      if (payload.query !== (await shortHash(query))) throw invalid("It belongs to other arguments.");
      return payload.key;
    },
    seqOf: async (cursor) => (await read(cursor)).seq,
  };
}

const invalid = (why: string): DriftError =>
  new DriftError("INVALID_CURSOR", `This cursor cannot be used. ${why}`, {
    hint: "Call again without `cursor`, then page on with the `nextCursor` of that answer and otherwise the same arguments.",
  });

/** 64 bits: a cursor is signed, so this only has to tell queries of one session apart. */
const shortHash = async (text: string): Promise<string> => (await sha256(encoder.encode(text))).slice(0, 16);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

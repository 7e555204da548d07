import { fetchJson } from "#oauth/fetch-json";
import type { OauthPorts } from "#oauth/ports";
import { sha256 } from "#oauth/secrets";
import { vaultOf } from "#oauth/store/place";

interface Kept {
  readAt: number;
  document: unknown;
}

/** For so long a document stands in for a server that is down. */
const STALE_MS = 24 * 3_600_000;
/** A document is read again at most this often, whoever asks: a forged key id must not make us hammer a server. */
const COOLDOWN_MS = 30_000;

/** Documents of identity providers, kept for all isolates: a provider's outage signs nobody out whose keys are known. */
export class CachedDocument {
  readonly #ports: OauthPorts;
  readonly #url: string;
  readonly #freshMs: number;

  constructor(ports: OauthPorts, url: string, freshMs: number) {
    this.#ports = ports;
    this.#url = url;
    this.#freshMs = freshMs;
  }

  /** Throws `FetchFailed` where there is none, not even an old one. */
  async read(): Promise<unknown> {
    const kept = await this.#kept();
    if (kept && kept.readAt > Date.now() - this.#freshMs) return kept.document;
    return this.#fetch(kept);
  }

  /** What it says now; undefined: it was read too lately to ask again. */
  async readAgain(): Promise<unknown> {
    const kept = await this.#kept();
    return kept && kept.readAt > Date.now() - COOLDOWN_MS ? undefined : this.#fetch(kept);
  }

  async #fetch(kept: Kept | undefined): Promise<unknown> {
    try {
      const document = await fetchJson(this.#url);
      await this.#keep({ readAt: Date.now(), document });
      return document;
    } catch (error) {
      if (kept) return kept.document;
      throw error;
    }
  }

  async #kept(): Promise<Kept | undefined> {
    const key = await this.#key();
    const value = await vaultOf(this.#ports, key).get(key);
    return value === null ? undefined : (JSON.parse(value) as Kept);
  }

  async #keep(kept: Kept): Promise<void> {
    const key = await this.#key();
    await vaultOf(this.#ports, key).put(key, JSON.stringify(kept), { expiresAt: kept.readAt + STALE_MS });
  }

  #key = async (): Promise<string> => `provider-document:${await sha256(this.#url)}`;
}

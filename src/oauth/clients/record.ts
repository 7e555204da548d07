import type { Lifetimes } from "#oauth/ports";

/** A client as the library stores one (`client:{id}` in its storage schema). */
export interface ClientRecord {
  clientId: string;
  clientName?: string;
  redirectUris: string[];
  tokenEndpointAuthMethod: string;
  authMethodExplicit?: true;
  grantTypes: string[];
  responseTypes: string[];
}

/** How long a registered client is kept that nobody uses, in seconds: no grant of it outlives it. */
export const clientSeconds = ({ refreshTokenSeconds }: Lifetimes): number => 2 * refreshTokenSeconds;

const MAX_NAME = 80;

/**
 * The name that a client gives itself, to be shown as somebody else's words: control characters and
 * marks that change the direction of text are taken out.
 */
export function shownName({ clientId, clientName }: Pick<ClientRecord, "clientId" | "clientName">): string {
  const name = (clientName ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
  return (name || clientId).slice(0, MAX_NAME);
}

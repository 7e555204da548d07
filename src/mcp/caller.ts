/** Who calls, and where to, as the bearer check established it for one request. */
import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import type { Endpoint } from "#contract/endpoint";
import type { Principal } from "#contract/principal";
import type { Head, Project } from "#db/account-rows";

/** Plain data: it crosses to a session as a header. */
export interface Caller {
  requestId: string;
  principal: Principal;
  /** Slug of the principal's organisation. */
  organisation: string;
  endpoint: Endpoint;
  /** Whether the request belongs to a session of the 2025 era, which names itself on every request. */
  sessionful: boolean;
  /** What the client calls itself. */
  client: string;
  /** `?tools=` of the URL: what is listed. */
  tools?: string;
  /** The project that the request names, by its path or its arguments, or else the only one there is. */
  project?: Project;
  /** Of the branch that the path names or else the default branch. */
  head?: Head;
}

/** To whom a session belongs: to every other caller it does not exist. */
export const ownerOf = ({ principal, endpoint }: Caller): string =>
  JSON.stringify([principal.organisation, principal.user, principal.grant, endpoint.path]);

/** What {@link ownerOf} put together. */
export function readOwner(owner: string): { organisation: string; grant: string } {
  const [organisation, , grant] = JSON.parse(owner) as [string, string, string, string];
  return { organisation, grant };
}

/** The SDK hands this on to the handlers, in both eras. */
export const authInfoOf = (caller: Caller): AuthInfo => ({
  token: caller.principal.grant,
  clientId: caller.principal.grant,
  scopes: caller.principal.scopes,
  expiresAt: caller.principal.expiresAt,
  extra: { caller },
});

export function callerOf(context: ServerContext): Caller {
  const caller = context.http?.authInfo?.extra?.caller;
  if (!caller) throw new Error("A request came without its caller");
  return caller as Caller;
}

const HEADER = "x-drift-caller";

/** Only the Worker may set this header: it overwrites whatever a client sent under the name. */
export const setCaller = (headers: Headers, caller: Caller): void =>
  headers.set(HEADER, encodeURIComponent(JSON.stringify(caller)));

export function getCaller(headers: Headers): Caller {
  const caller = headers.get(HEADER);
  if (caller === null) throw new Error("A request came without its caller");
  return JSON.parse(decodeURIComponent(caller)) as Caller;
}

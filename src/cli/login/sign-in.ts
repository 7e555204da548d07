/** From a server's URL to an account that is kept. */
import { CliError } from "#cli/errors";
import { note } from "#cli/output";
import { type Account, type AccountBook, accountId } from "./account-book.ts";
import { hasBrowser, openBrowser } from "./browser.ts";
import { signInByBrowser, type Wanted } from "./code-flow.ts";
import { givenToken } from "./credential.ts";
import { signInByDevice } from "./device-flow.ts";
import { listenForRedirect } from "./redirect.ts";
import { revoke } from "./revoke.ts";
import { type AuthorizationServer, discover, OauthRefusal } from "./server.ts";
import { secretOf, type TokenAnswer } from "./tokens.ts";
import { type Identity, whoIs } from "./whoami.ts";

/** What the command line asks for: consent may give less. */
export const scopes = ["drift:read", "drift:write", "drift:push", "drift:admin"] as const;

export interface SignIn {
  readonly server: string;
  readonly organisation: string | undefined;
  /** By a code that is typed on another device, whether or not there is a browser here. */
  readonly device: boolean;
  /** Whether to open the browser, or to say alone what to open. */
  readonly open: boolean;
  /** Of the redirect address; 0: any that is free. */
  readonly port: number;
}

/** @throws CliError what is wrong with the server, the browser or the answer. */
export async function signIn(book: AccountBook, request: SignIn): Promise<{ account: Account; identity: Identity }> {
  const server = await discover(request.server);
  const wanted = { scopes, organisation: request.organisation };
  const answer = await (request.device || (request.open && !hasBrowser())
    ? byDevice(server, wanted)
    : byBrowser(server, wanted, request)
  ).catch((error: unknown) => {
    throw error instanceof OauthRefusal
      ? new CliError(
          "refused",
          `${server.issuer} refuses the sign-in: ${error.message}`,
          error.clock ?? "Run drift login again.",
        )
      : error;
  });
  const secret = secretOf(answer);
  const identity = await whoIs(server.issuer, givenToken("option", secret.accessToken));
  const { user, organisation } = identity;
  const now = new Date().toISOString();
  const account = {
    id: accountId(server.issuer, user.id, organisation.id),
    server: server.issuer,
    user,
    organisation: { id: organisation.id, slug: organisation.slug },
    scopes: identity.scopes,
    signedInAt: now,
    chosenAt: now,
  };
  const { kept, before } = await book.whileLocked(account.id, async () => {
    const known = book.find(account.id);
    const spent = known && (await book.secret(known).catch(() => undefined));
    return { kept: await book.keep(account, secret), before: spent };
  });
  // One sign-in of a person on a machine is enough: what it replaces should not lie about. It may have ended before.
  if (before) await revoke(server, before.refreshToken).catch(() => {});
  return { account: kept, identity };
}

async function byBrowser(server: AuthorizationServer, wanted: Wanted, { port, open }: SignIn): Promise<TokenAnswer> {
  const redirect = await listenForRedirect(port);
  try {
    const without = Promise.withResolvers<undefined>();
    const signedIn = signInByBrowser(server, redirect, wanted, (url) => {
      note(
        open
          ? `Sign in with the browser that opens now. If none does, open this address:\n\n  ${url}\n`
          : `Open this address to sign in:\n\n  ${url}\n`,
      );
      if (open) void openBrowser(url).then((isOpen) => isOpen || without.resolve(undefined));
    });
    const answer = await Promise.race([signedIn, without.promise]);
    if (answer) return answer;
  } finally {
    redirect.close();
  }
  note("No browser could be opened.");
  return byDevice(server, wanted);
}

const byDevice = (server: AuthorizationServer, wanted: Wanted): Promise<TokenAnswer> =>
  signInByDevice(server, wanted, ({ code, url, complete, minutes }) => {
    note(
      [
        `Open ${url} in any browser and type this code:`,
        "",
        `  ${code}`,
        "",
        ...(complete ? [`Or open ${complete}`] : []),
        `It is good for ${minutes} minutes. Never type a code that somebody else gave you.`,
      ].join("\n"),
    );
  });

/** Signing in and out, and adding a way to sign in. */
import { type Context, Hono } from "hono";
import { DriftError } from "#contract/errors";
import { returnPath } from "#contract/return-path";
import { AccountDb } from "#db/account-db";
import { oauthPorts } from "#durable/oauth-ports";
import { offerLink, takeLink } from "#oauth/identity/links";
import { type Provider, readProviders } from "#oauth/identity/providers";
import {
  type Begun,
  beginSignIn,
  finishSignIn,
  SIGN_IN_SECONDS,
  SignInFailed,
  stateCookie,
} from "#oauth/identity/sign-in";
import { MessagePage } from "#pages/message";
import { page } from "#pages/page";
import { SignInPage } from "#pages/sign-in";
import type { Edge } from "#worker/edge";
import { admit } from "#worker/rates";
import {
  checkCsrf,
  endSession,
  isSameOrigin,
  originOf,
  person,
  readForm,
  readHostCookie,
  readPerson,
  setHostCookie,
  startSession,
} from "#worker/session";
import { localPerson, signsInLocally } from "./local-sign-in.ts";

const signInPage = (c: Context<Edge>, returnTo: string, error?: string, status = 200) =>
  page(
    c,
    <SignInPage
      providers={readProviders(c.env.IDENTITY_PROVIDERS)}
      returnTo={returnTo}
      local={signsInLocally(c)}
      error={error === undefined ? undefined : { tone: "danger", text: error }}
    />,
    status,
  );

const provider = (c: Context<Edge>): Provider | undefined =>
  readProviders(c.env.IDENTITY_PROVIDERS).find(({ id }) => id === c.req.param("provider"));

/** What to sign in with; where there is one way alone, straight on to it. */
function choose(c: Context<Edge>): Response | Promise<Response> {
  const returnTo = returnPath(c.req.query("return"));
  const [only, ...others] = readProviders(c.env.IDENTITY_PROVIDERS);
  if (!only || others.length > 0 || signsInLocally(c)) return signInPage(c, returnTo);
  return c.redirect(`/sign-in/${only.id}?return=${encodeURIComponent(returnTo)}`, 303);
}

/** Sends the browser to the provider. `link`: the one-time handle of `POST /account/link`. */
async function begin(c: Context<Edge>): Promise<Response> {
  const chosen = provider(c);
  if (!chosen) return c.notFound();
  await admit(c, "signIn");
  const handle = c.req.query("link");
  let link: Begun["link"];
  if (handle !== undefined) {
    const who = await readPerson(c);
    const offered = who && (await takeLink(oauthPorts(c.env, originOf(c)), handle, chosen.id, who.session));
    if (!offered) throw new SignInFailed("This link was used, or has expired.", "/account");
    link = { user: who.user, session: who.session };
  }
  const returnTo = link ? "/account" : returnPath(c.req.query("return"));
  const { location, state } = await beginSignIn(oauthPorts(c.env, originOf(c)), chosen, {
    returnTo,
    ...(link && { link }),
  });
  setHostCookie(c, await stateCookie(state), state, SIGN_IN_SECONDS);
  c.header("cache-control", "no-store");
  return c.redirect(location, 303);
}

async function finish(c: Context<Edge>): Promise<Response> {
  const chosen = provider(c);
  if (!chosen) return c.notFound();
  await admit(c, "signIn");
  const { searchParams } = new URL(c.req.url);
  const cookie = await stateCookie(searchParams.get("state") ?? "");
  const given = readHostCookie(c, cookie);
  if (given !== undefined) setHostCookie(c, cookie, "", 0);
  c.header("cache-control", "no-store");
  const ports = oauthPorts(c.env, originOf(c));
  const { identity, returnTo, link } = await finishSignIn(ports, chosen, searchParams, given);
  const account = new AccountDb(c.env.ACCOUNT);
  if (!link) {
    const { user } = await account.identities.signIn(identity);
    await startSession(c, user, identity);
    return c.redirect(returnTo, 303);
  }
  // Both are proved only while the session that asked is still this browser's.
  const who = await readPerson(c);
  if (who?.session !== link.session) throw new SignInFailed("You were signed out meanwhile.", "/account");
  await account.identities.link(link.user, identity);
  return c.redirect(returnTo, 303);
}

async function signInLocally(c: Context<Edge>): Promise<Response> {
  if (!signsInLocally(c)) return c.notFound();
  await admit(c, "secret");
  if (!isSameOrigin(c)) throw new DriftError("FORM_REFUSED", "This form was sent from another page.");
  const form = await readForm(c);
  const returnTo = returnPath(form.get("return"));
  const found = await localPerson(c, (form.get("email") ?? "").trim());
  if (!found) return signInPage(c, returnTo, "Give the token that `drift up` printed, or an e-mail address.", 400);
  await startSession(c, found.user, found.identity);
  return c.redirect(returnTo, 303);
}

/**
 * Asks for another way to sign in. The answer is a page with a link, not a redirect: a stranger's page
 * could begin one otherwise, and browsers stop a posted form's redirects at hosts that are not ours.
 */
async function link(c: Context<Edge>): Promise<Response> {
  const { form, person: who } = c.var;
  const chosen = readProviders(c.env.IDENTITY_PROVIDERS).find(({ id }) => id === form.get("provider"));
  if (!chosen) throw new DriftError("NOT_FOUND", "There is no such provider.");
  const handle = await offerLink(oauthPorts(c.env, originOf(c)), chosen.id, who.session);
  return page(
    c,
    <MessagePage
      title={`Add ${chosen.name}`}
      text={`Sign in there as yourself. From then on ${chosen.name} leads to this account, too.`}
      action={{ label: `Continue with ${chosen.name}`, href: `/sign-in/${chosen.id}?link=${handle}` }}
    />,
  );
}

async function signOut(c: Context<Edge>): Promise<Response> {
  await endSession(c, c.var.person);
  return page(
    c,
    <MessagePage
      title="Signed out"
      text="This browser is signed out. Clients that you connected stay connected: your account lists them."
      action={{ label: "Sign in", href: "/sign-in" }}
    />,
  );
}

export const signInRoutes = new Hono<Edge>()
  .get("/sign-in", async (c) => {
    const signedIn = await readPerson(c);
    return signedIn ? c.redirect(returnPath(c.req.query("return")), 303) : choose(c);
  })
  .post("/sign-in/local", signInLocally)
  .get("/sign-in/:provider", begin)
  .get("/sign-in/:provider/callback", finish)
  .post("/account/link", person, checkCsrf, link)
  .post("/sign-out", person, checkCsrf, signOut)
  .onError((error, c) => {
    if (!(error instanceof SignInFailed)) throw error;
    return signInPage(c, error.returnTo, error.message, 400);
  });

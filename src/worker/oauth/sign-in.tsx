/** Signing in and out. */
import { type Context, Hono } from "hono";
import { DriftError } from "#contract/errors";
import { isLoopback } from "#contract/origin";
import { scopes } from "#contract/principal";
import { returnPath } from "#contract/return-path";
import { AccountDb } from "#db/account-db";
import { hashToken } from "#db/tokens";
import type { Identity } from "#oauth/sessions";
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
  readPerson,
  startSession,
} from "#worker/session";

/** The issuer of identities that this service vouches for itself, on one's own machine. */
const LOCAL_ISSUER = "local";

/** People sign in without a provider on their own machine alone: anywhere else the setting is refused. */
function signsInLocally(c: Context<Edge>): boolean {
  if (c.env.LOCAL_SIGN_IN !== "1") return false;
  const hosts = c.env.ALLOWED_HOSTS.split(",");
  if (hosts.every(isLoopback) && isLoopback(new URL(originOf(c)).hostname)) return true;
  throw new Error("LOCAL_SIGN_IN is set where others than this machine's own browsers come");
}

const signInPage = (c: Context<Edge>, returnTo: string, error?: string, status = 200) =>
  page(
    c,
    <SignInPage
      providers={[]}
      returnTo={returnTo}
      local={signsInLocally(c)}
      error={error === undefined ? undefined : { tone: "danger", text: error }}
    />,
    status,
  );

async function signedIn(c: Context<Edge>, identity: Identity, returnTo: string): Promise<Response> {
  const { user } = await new AccountDb(c.env.ACCOUNT).identities.signIn(identity);
  await startSession(c, user, identity);
  return c.redirect(returnTo, 303);
}

/**
 * On one's own machine: the token that `drift up` printed shows that one may read its files, and signs in as
 * its owner. An e-mail address makes another person, who belongs to nothing until they are invited.
 */
async function signInLocally(c: Context<Edge>): Promise<Response> {
  if (!signsInLocally(c)) return c.notFound();
  await admit(c, "secret");
  if (!isSameOrigin(c)) throw new DriftError("FORM_REFUSED", "This form was sent from another page.");
  const form = await readForm(c);
  const returnTo = returnPath(form.get("return"));
  const typed = (form.get("email") ?? "").trim();
  const owner = await ownerOfToken(c, typed);
  if (owner) {
    const identity = { issuer: LOCAL_ISSUER, subject: owner.id, email: null, emailVerified: false, name: owner.name };
    await startSession(c, owner.id, identity);
    return c.redirect(returnTo, 303);
  }
  const email = typed.toLowerCase();
  if (email.length > 200 || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    return signInPage(c, returnTo, "Give an e-mail address, or the token that `drift up` printed.", 400);
  }
  const name = email.split("@")[0] as string;
  return signedIn(c, { issuer: LOCAL_ISSUER, subject: email, email, emailVerified: true, name }, returnTo);
}

/** Only a token that may do everything stands for its user: a session may. */
async function ownerOfToken(c: Context<Edge>, typed: string): Promise<{ id: string; name: string } | undefined> {
  const hash = await hashToken(typed);
  if (!hash) return undefined;
  const account = new AccountDb(c.env.ACCOUNT);
  const resolved = await account.resolve({ token: hash });
  if (!resolved.ok || resolved.principal.kind !== "user" || resolved.principal.projects) return undefined;
  if (!scopes.every((scope) => resolved.principal.scopes.includes(scope))) return undefined;
  return account.identities.user(resolved.principal.user);
}

export const signInRoutes = new Hono<Edge>()
  .get("/sign-in", async (c) => {
    const returnTo = returnPath(c.req.query("return"));
    return (await readPerson(c)) ? c.redirect(returnTo, 303) : signInPage(c, returnTo);
  })
  .post("/sign-in/local", signInLocally)
  .post("/sign-out", person, checkCsrf, async (c) => {
    await endSession(c, c.var.person);
    return page(
      c,
      <MessagePage
        title="Signed out"
        text="This browser is signed out. Clients that you connected stay connected: your account lists them."
        action={{ label: "Sign in", href: "/sign-in" }}
      />,
    );
  });

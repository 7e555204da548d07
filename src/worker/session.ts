/** The browser session: who sits in front of the page that was asked for. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { DriftError } from "#contract/errors";
import { canonicalOrigin } from "#contract/origin";
import { equalSecrets } from "#oauth/secrets";
import { type Identity, readCookieValue, SESSION_MS } from "#oauth/sessions";
import type { Edge, Person } from "./edge.ts";

/** Bytes of a posted form. */
const MAX_FORM = 64 * 1024;

/** The service's canonical origin. */
export const originOf = (c: Context): string => canonicalOrigin(c.env.ISSUER, c.req.url);

/**
 * `__Host-`: set by this host alone, over TLS, for all paths, so that no subdomain can plant one. On
 * one's own machine there is no TLS, and some browsers then keep no `Secure` cookie.
 */
export function setHostCookie(c: Context, name: string, value: string, seconds: number): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;
  const secure = isSecure(c) ? "; Secure" : "";
  c.header("set-cookie", `${hostCookie(c, name)}=${value}; ${attributes}${secure}`, { append: true });
}

export function readHostCookie(c: Context, name: string): string | undefined {
  const wanted = `${hostCookie(c, name)}=`;
  const pairs = (c.req.header("cookie") ?? "").split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length);
}

const isSecure = (c: Context): boolean => originOf(c).startsWith("https:");
const hostCookie = (c: Context, name: string): string => (isSecure(c) ? `__Host-${name}` : name);

const COOKIE = "drift";

/** Signs a person in to this browser, under a cookie that is always new: a planted one stays worthless. */
export async function startSession(c: Context<Edge>, user: string, identity: Identity): Promise<void> {
  const cookie = await c.env.USERS.getByName(user).startSession(identity, c.req.header("user-agent") ?? "");
  setHostCookie(c, COOKIE, cookie, SESSION_MS / 1000);
}

export async function endSession(c: Context<Edge>, person: Person): Promise<void> {
  await c.env.USERS.getByName(person.user).endSession(person.session);
  setHostCookie(c, COOKIE, "", 0);
}

/** Who is signed in; undefined: nobody. */
export async function readPerson(c: Context<Edge>): Promise<Person | undefined> {
  const cookie = readCookieValue(readHostCookie(c, COOKIE) ?? "");
  const session = cookie && (await c.env.USERS.getByName(cookie.user).session(cookie.secret));
  if (!session) return undefined;
  const { user, identity, id, csrf } = session;
  return { user, name: identity.name, email: identity.email, identity, session: id, csrf };
}

/** Sets `c.var.person`, or sends the browser to sign in and back to the page it asked for. */
export const person = createMiddleware<Edge>(async (c, next) => {
  const found = await readPerson(c);
  if (!found) {
    const { pathname, search } = new URL(c.req.url);
    // A form cannot be sent again by going back to where it was posted.
    const back = c.req.method === "GET" ? pathname + search : "/";
    return c.redirect(`/sign-in?return=${encodeURIComponent(back)}`, 303);
  }
  c.set("person", found);
  return next();
});

/** Stands behind `person` before every handler of a posted form, and sets `c.var.form`. */
export const checkCsrf = createMiddleware<Edge>(async (c, next) => {
  const form = await readForm(c);
  if (!isSameOrigin(c) || !(await equalSecrets(c.var.person.csrf, form.get("csrf") ?? ""))) {
    throw new DriftError("FORM_REFUSED", "This form has expired, or was sent from another page.", {
      hint: "Go back, reload the page and send it again.",
    });
  }
  c.set("form", form);
  return next();
});

/** What browsers say of where a form stood: a page of ours, if they say it. */
export function isSameOrigin(c: Context): boolean {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  return (origin === undefined || origin === originOf(c)) && (site === undefined || site === "same-origin");
}

/** The fields of a posted form. Throws `INVALID_ARGUMENT`, `LIMIT_EXCEEDED`. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") throw new DriftError("INVALID_ARGUMENT", "The body is no form");
  return new URLSearchParams(await readText(c.req.raw, MAX_FORM));
}

/** The body; the limit is checked while reading, since the length header is the caller's word. Throws `LIMIT_EXCEEDED`. */
export async function readText(request: Request, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new DriftError("LIMIT_EXCEEDED", `The body is over ${most} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Where a request came from, for the audit; undefined: on this machine nobody says. */
export const authorOrigin = (c: Context): string | undefined => c.req.header("cf-connecting-ip");

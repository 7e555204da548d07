/** How a page leaves the service: its headers are those of every page. */
import type { Context, Env } from "hono";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface PageOptions {
  /** 200 where nothing is said. */
  status?: number;
  /**
   * Origins that a form of the page may end at by a redirect, beside our own. `form-action` holds for the redirect
   * that answers a post, too: without the client's origin, a browser stops there and shows nothing.
   */
  formTargets?: readonly string[];
  /** More headers; they cannot weaken the page's own. */
  headers?: HeadersInit;
}

/**
 * Renders a page: no script, no frame, no style or picture from elsewhere, kept by nobody.
 *
 * The referrer stays within the service instead of being empty: with `no-referrer`, browsers would post our own forms
 * with `Origin: null`.
 *
 * @param options a number is a status.
 */
export async function page<E extends Env>(
  c: Context<E>,
  content: Child,
  options: number | PageOptions = {},
): Promise<Response> {
  const { status = 200, formTargets = [], headers = {} } = typeof options === "number" ? { status: options } : options;
  // Not from Hono's context: a page's headers are all said here, and cookies come with `headers`.
  for (const [name, value] of new Headers(headers)) c.header(name, value, { append: name === "set-cookie" });
  for (const [name, value] of Object.entries(pageHeaders(formTargets))) c.header(name, value);
  return c.html(await html`<!doctype html>${await content}`, status as ContentfulStatusCode);
}

/** @param formTargets see {@link PageOptions} */
export function pageHeaders(formTargets: readonly string[]): Record<string, string> {
  const targets = formTargets.map((target) => originOf(target));
  return {
    "content-security-policy": [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      `form-action ${["'self'", ...targets].join(" ")}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
  };
}

/**
 * A target as a source of the policy: the origin of a web address, the scheme of another (an app's own). Only what
 * the URL parser gives back is written, so that no target can end the policy's part and begin another.
 */
function originOf(target: string): string {
  const { origin, protocol } = new URL(target);
  return origin === "null" ? protocol : origin;
}

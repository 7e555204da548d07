const MOST = 4_000;

/**
 * A path of this site to go back to, out of text that anybody can put into a link. What leads
 * anywhere else is `/`: another host, also as `//host`, `/\host` or with characters that browsers
 * drop, and another scheme.
 */
export function returnPath(text: string | null | undefined): string {
  const base = "https://here.invalid";
  if (!text?.startsWith("/") || text.length > MOST || !URL.canParse(text, base)) return "/";
  const { origin, pathname, search } = new URL(text, base);
  // A path that begins with two slashes would name a host where it is sent back.
  return origin === base && !pathname.startsWith("//") ? pathname + search : "/";
}

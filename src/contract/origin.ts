/** Whether a URL's host name is this machine's own. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/**
 * The canonical origin of the service: as it is configured, else the host that was asked for, which
 * has been found among the allowed ones. A port counts on this machine alone: elsewhere it would be
 * the caller's word.
 */
export function canonicalOrigin(configured: string | undefined, url: string): string {
  if (configured !== undefined) return new URL(configured).origin;
  const { origin, hostname } = new URL(url);
  return isLoopback(hostname) ? origin : `https://${hostname}`;
}

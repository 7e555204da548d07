/**
 * Packages of the repository's own. `linguist-vendored` is as often set to keep a folder out of a language's share as to say
 * that others wrote it: what shares a package with code that is not marked so was written here.
 */

/** Where the packages of a source set begin, by the layout that Maven and Gradle share. */
const inSourceSet = /(?:^|\/)src\/[\w-]+\/(?:java|kotlin|scala|groovy)\/(.*)\/[^/]+\.(?:java|kts?|scala|groovy)$/;

/** Names that many share: only what stands behind them is somebody's own. */
const shared =
  /^(?:(?:com|io|dev|me)\/(?:github|gitlab|google)|org\/(?:apache|eclipse|springframework)|jakarta|javax?)\//;

/** `org/shop` of a file in `org.shop.orders`; undefined of what lies in no package that tells whose it is. */
export function ownerOf(path: string): string | undefined {
  const folders = inSourceSet.exec(path)?.[1];
  if (folders === undefined) return undefined;
  const parts = folders.split("/");
  const length = shared.test(`${folders}/`) ? 3 : 2;
  return parts.length >= length ? parts.slice(0, length).join("/") : undefined;
}

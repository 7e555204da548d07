/**
 * Symbolic links that stay in the repository: what lies behind one is read once, under its own path, and a name that goes
 * through the link leads there. One that leads out, nowhere, or to a folder around itself is no other name for anything.
 */
import { readlinkSync } from "node:fs";
import { posix } from "node:path";

/** The path of a link, and the one of the file or folder it stands for. */
export type Link = readonly [path: string, target: string];

/** A link to a link to a link: beyond this, one of a circle. */
const mostLinks = 8;

/**
 * @param links paths of links, as listed
 * @param files all listed files, none of them behind a link
 */
export function linksWithin(root: string, links: readonly string[], files: readonly { path: string }[]): Link[] {
  if (links.length === 0) return [];
  const targets = new Map<string, string>();
  for (const path of links) {
    const target = targetOf(root, path);
    if (target !== undefined) targets.set(path, target);
  }
  const known = new Set<string>();
  for (const { path } of files) for (let at = path; at !== "." && !known.has(at); at = posix.dirname(at)) known.add(at);
  return [...targets.keys()].sort().flatMap((path) => {
    const target = followed(path, targets);
    return known.has(target) && !`${path}/`.startsWith(`${target}/`) ? [[path, target] as const] : [];
  });
}

/** Undefined: it leads out of the repository, or was taken away meanwhile. */
function targetOf(root: string, path: string): string | undefined {
  try {
    const written = readlinkSync(`${root}/${path}`);
    if (posix.isAbsolute(written)) return undefined;
    const target = posix.join(posix.dirname(path), written).replace(/\/$/, "");
    return /^\.\.(?:\/|$)/.test(target) ? undefined : target;
  } catch {
    return undefined;
  }
}

/** Where a link leads at last, also where folders on the way are links. */
function followed(path: string, targets: ReadonlyMap<string, string>): string {
  let at = path;
  for (let left = mostLinks; left > 0; left--) {
    const through = upward(at).find((above) => targets.has(above));
    if (through === undefined) return at;
    at = posix.join(targets.get(through) ?? "", at.slice(through.length));
  }
  return at;
}

function upward(path: string): string[] {
  const paths: string[] = [];
  for (let at = path; at !== "." && at !== "/"; at = posix.dirname(at)) paths.push(at);
  return paths;
}

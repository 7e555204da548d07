/** What a folder looks like from outside, as one text: while it stays the same, a scan would find nothing new. */
import { digest } from "./digest.ts";
import { findRepository, readCommit } from "./git.ts";
import type { Listing } from "./list-files.ts";

export const stampOf = ({ files, skipped }: Listing, commit: string | null): string =>
  digest(
    commit,
    files.map(({ path, size, mtime, ctime }) => [path, size, mtime, ctime]),
    [...skipped],
  );

/** The stamp of a folder as it is now. */
export async function readStamp(folder: string): Promise<string> {
  const { listFiles } = await import("./list-files.ts");
  const isGit = (await findRepository(folder)).kind === "git";
  const [listing, commit] = await Promise.all([listFiles(folder, isGit), isGit ? readCommit(folder) : null]);
  return stampOf(listing, commit);
}

/** The folders that files lie in, those around them included, the root's empty path first. */
export function foldersOf({ files }: Listing): string[] {
  const folders = new Set([""]);
  for (const { path } of files) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** Paths of a repository: `/` between the parts, none at the ends. */

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const stemOf = (path: string): string => fileName(path).replace(/(?:\.d)?\.[^.]+$/, "");

/** How many folders two paths share from the root. */
export function sharedFolders(a: string, b: string): number {
  const [left, right] = [folderOf(a).split("/"), folderOf(b).split("/")];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared] && left[shared] !== "") shared++;
  return shared;
}

/** From the folder of `file` to `target`, beginning with `./` or `../`. */
export function relativePath(file: string, target: string): string {
  const shared = sharedFolders(file, target);
  const up = folderOf(file) === "" ? 0 : folderOf(file).split("/").length - shared;
  const down = target.split("/").slice(shared).join("/");
  return up === 0 ? `./${down}` : `${"../".repeat(up)}${down}`;
}

export type Family = "script" | "python" | "go";

/** Languages whose files may import one another. */
export function familyOf(path: string): Family | undefined {
  if (/\.(?:[cm]?[jt]sx?)$/.test(path)) return "script";
  if (/\.pyi?$/.test(path)) return "python";
  return path.endsWith(".go") ? "go" : undefined;
}

/** How names are written, and where files stand. */

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
export const fileOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const lastOf = (folder: string): string => folder.slice(folder.lastIndexOf("/") + 1);

/** What a module goes by: its file's name without endings, or its folder's where the file stands for that. */
export function moduleName(path: string): string {
  const name = fileOf(path).replace(/\..*$/, "");
  return /^(?:__init__|index|mod)$/.test(name) ? lastOf(folderOf(path)) || name : name;
}

/** An id of a text; of a long one its start, and what tells it apart from others that start alike. */
export function slug(text: string, most = 120): string {
  const whole = slugOf(text);
  if (whole.length <= most) return whole;
  const mark = scatter(whole).toString(36);
  return `${whole.slice(0, most - mark.length - 1).replace(/-+$/, "")}-${mark}`;
}

const slugOf = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/(?<![a-z0-9])_(?![a-z0-9])/g, "underscore")
    .replace(/#/g, "-hash-")
    .replace(/@/g, "-at-")
    .replace(/~/g, "-tilde-")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** A type's name without its arguments and without what stands before it. */
export function bareType(name: string): string {
  const plain = name.replace(/[<[(].*$/s, "").trim();
  return /[^.:\\]*$/.exec(plain)?.[0] ?? plain;
}

/** A path without the folders of packages, whose names are the code's own: `src/main/java/com/example/demo/`. */
const withoutPackage = (path: string): string =>
  path.replace(/(?<=(?:^|\/)src\/\w+\/(?:java|kotlin|scala|groovy)\/).*\//, "");

/** Folders beside the code: what shows or measures it follows no convention of it. */
export const isAside = (path: string): boolean =>
  /(?:^|\/)(?:examples?|samples?|demos?|docs?|www|website|bench(?:es|marks?)?|documentation|[^/]+\.docc|jmh|fixtures?|\.?scripts)\//i.test(
    withoutPackage(path),
  );

/** What shows others how something is used. */
export const isSample = (path: string): boolean =>
  /(?:^|\/)(?:examples?|samples?|demos?)\//i.test(withoutPackage(path));

/** FNV-1a: an order of paths that no folder has a say in. */
export function scatter(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

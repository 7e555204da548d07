/** Asks git for contents and for what lies where in a commit's tree: a process a question, however much it asks. */
import { git } from "#engine/scan/git";

/** Manifests and decision records that people write are smaller. */
const maxBytes = 256 * 1_024;
/** Bytes that are held at once. */
const maxTotalBytes = 32 * 1_024 * 1_024;

/** Hashes of objects by their names, such as `<commit>^:src`; a name that leads nowhere is left out. */
export async function findObjects(folder: string, names: Iterable<string>): Promise<Map<string, string>> {
  // One name a line: a path with a line end in it cannot be asked for.
  const asked = [...new Set(names)].filter((name) => !name.includes("\n"));
  if (asked.length === 0) return new Map();
  const format = "--batch-check=%(objectname) %(objecttype)";
  const lines = (await git(folder, ["cat-file", format], `${asked.join("\n")}\n`)).toString().split("\n");
  return new Map(
    asked.flatMap((name, at) => {
      const found = /^([0-9a-f]{40,64}) (?:blob|tree|commit)$/.exec(lines[at] ?? "");
      return found?.[1] ? [[name, found[1]] as const] : [];
    }),
  );
}

/** Texts of blobs by their hashes. Left out: what is large, and what would be too much together. */
export async function readBlobs(folder: string, hashes: Iterable<string>): Promise<Map<string, string>> {
  const asked = [...new Set(hashes)];
  const texts = new Map<string, string>();
  if (asked.length === 0) return texts;
  const sizes = (await git(folder, ["cat-file", "--batch-check=%(objectname) %(objectsize)"], `${asked.join("\n")}\n`))
    .toString()
    .split("\n");
  let total = 0;
  const wanted = sizes.flatMap((line) => {
    const [hash = "", size = ""] = line.split(" ");
    const bytes = Number(size);
    if (!Number.isInteger(bytes) || bytes > maxBytes || total + bytes > maxTotalBytes || size === "") return [];
    total += bytes;
    return [hash];
  });
  if (wanted.length === 0) return texts;
  const printed = await git(folder, ["cat-file", "--batch=%(objectname) %(objectsize)"], `${wanted.join("\n")}\n`);
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf(10, at);
    if (end < 0) break;
    const [hash = "", size = ""] = printed.toString("latin1", at, end).split(" ");
    const bytes = Number(size);
    if (!Number.isInteger(bytes)) break;
    texts.set(hash, printed.toString("utf8", end + 1, end + 1 + bytes));
    at = end + bytes + 2;
  }
  return texts;
}

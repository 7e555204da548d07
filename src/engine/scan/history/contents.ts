/** Asks git for contents and for what lies where in a commit's tree. */
import { GitServer, git } from "#engine/scan/git";

/** Manifests and decision records that people write are smaller. */
const maxBytes = 256 * 1_024;
/** Bytes that are held at once. */
const maxTotalBytes = 32 * 1_024 * 1_024;

export class Contents {
  readonly #folder: string;
  #names: GitServer | undefined;
  #texts: GitServer | undefined;
  #prefix: Promise<string> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The folder's path in the repository, with a slash behind it. */
  prefix(): Promise<string> {
    this.#prefix ??= git(this.#folder, ["rev-parse", "--show-prefix"]).then((said) => said.toString().trim());
    return this.#prefix;
  }

  /** Hashes of objects by their names, such as `<commit>^:src`; a name that leads nowhere is left out. */
  async find(names: Iterable<string>): Promise<Map<string, string>> {
    // One name a line: a path with a line end in it cannot be asked for.
    const asked = [...new Set(names)].filter((name) => !name.includes("\n"));
    const lines = await this.#look(asked);
    return new Map(
      asked.flatMap((name, at) => {
        const found = /^([0-9a-f]{40,64}) (?:blob|tree|commit) /.exec(lines[at] ?? "");
        return found?.[1] ? [[name, found[1]] as const] : [];
      }),
    );
  }

  /** Texts of blobs by their hashes. Left out: what is large, and what would be too much together. */
  async read(hashes: Iterable<string>): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const wanted: string[] = [];
    let total = 0;
    let printedBytes = 0;
    for (const line of await this.#look([...new Set(hashes)])) {
      const [hash = "", kind, size = ""] = line.split(" ");
      const bytes = Number(size);
      if (kind !== "blob" || bytes > maxBytes || total + bytes > maxTotalBytes) continue;
      total += bytes;
      // `hash size`, its contents, each with a line end.
      printedBytes += hash.length + 1 + size.length + 1 + bytes + 1;
      wanted.push(hash);
    }
    if (wanted.length === 0) return texts;
    this.#texts ??= new GitServer(this.#folder, ["cat-file", "--batch=%(objectname) %(objectsize)"]);
    const printed = await this.#texts.ask(`${wanted.join("\n")}\n`, { bytes: printedBytes });
    for (let at = 0; at < printed.length; ) {
      const end = printed.indexOf(10, at);
      const [hash = "", size = ""] = printed.toString("latin1", at, end).split(" ");
      const bytes = Number(size);
      texts.set(hash, printed.toString("utf8", end + 1, end + 1 + bytes));
      at = end + bytes + 2;
    }
    return texts;
  }

  end(): void {
    this.#names?.end();
    this.#texts?.end();
  }

  /** `hash type size` of each name, or that it is missing. */
  async #look(names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    const format = "--batch-check=%(objectname) %(objecttype) %(objectsize)";
    this.#names ??= new GitServer(this.#folder, ["cat-file", format]);
    const printed = await this.#names.ask(`${names.join("\n")}\n`, { lines: names.length });
    return printed.toString().split("\n");
  }
}

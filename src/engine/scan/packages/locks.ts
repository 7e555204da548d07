/** Which lock file fixes what a manifest depends on, and the versions it says. */
import { type LockFormat, lockFormats } from "./formats.ts";
import { folderOf, type Lock, type Manifest, nameOf, upward, type Workspace } from "./manifest.ts";
import { lockNames } from "./names.ts";
import { attempt } from "./sources.ts";

/** Where lock files lie, and their texts. */
export interface LockFiles {
  readonly paths: readonly string[];
  /** Undefined: it is too large, or cannot be read. */
  readonly text: (path: string) => string | undefined;
}

/** What a lock file says of a manifest. */
export interface Locked {
  readonly path: string;
  readonly manager: string;
  readonly resolve: (dependency: Manifest["dependencies"][number]) => string | null;
  readonly beside?: Lock["beside"];
}

/** So many are held at a time: neighbours share one, and a repository may have thousands. */
const maxHeld = 4;

const order: readonly string[] = lockNames;

const formatOf = (path: string): LockFormat => lockFormats[nameOf(path) as keyof typeof lockFormats];

export class Locks {
  readonly #files: LockFiles;
  readonly #byFolder = new Map<string, string[]>();
  readonly #held = new Map<string, Lock | undefined>();
  readonly #unread = new Set<string>();

  constructor(files: LockFiles) {
    this.#files = files;
    for (const path of files.paths) {
      const folder = folderOf(path);
      this.#byFolder.set(folder, [...(this.#byFolder.get(folder) ?? []), path]);
    }
    for (const list of this.#byFolder.values())
      list.sort((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
  }

  /** Those that a manifest needed and that tell nothing: too large, binary, broken. */
  get unread(): string[] {
    return [...this.#unread].sort();
  }

  /**
   * The lock file of a manifest: in its folder, at the root of a workspace that it is a member of, or above it where
   * the lock file names it.
   *
   * @param wanted the manager that the manifest or its workspace names
   */
  of(manifest: Manifest, workspaces: readonly Workspace[], wanted: string | undefined): Locked | undefined {
    const own = folderOf(manifest.path);
    for (const folder of upward(own)) {
      const found = (this.#byFolder.get(folder) ?? [])
        .map((path) => ({ path, format: formatOf(path) }))
        .filter(
          ({ format: { ecosystem, serves } }) =>
            ecosystem === manifest.ecosystem && (serves?.test(manifest.path) ?? true),
        );
      const first = found.find(({ format }) => format.manager === wanted) ?? found[0];
      if (!first) continue;
      const { path, format } = first;
      const lock = this.#lock(path, format);
      const below = own.slice(folder.length).replace(/\/$/, "");
      const isMember = workspaces.some((one) => one.folder === folder && one.holds(own));
      const isHeld = below === "" || (lock?.holds ? lock.holds(manifest, below) : isMember);
      if (!isHeld) continue;
      const { manager } = format;
      const resolve: Locked["resolve"] = (one) => attempt(() => lock?.resolve(one, manifest, below)) ?? null;
      return { path, manager, resolve, ...(lock?.beside && { beside: lock.beside }) };
    }
    return undefined;
  }

  /** Undefined: it tells nothing. */
  #lock(path: string, { read }: LockFormat): Lock | undefined {
    if (this.#held.has(path)) return this.#held.get(path);
    const text = read === null ? undefined : this.#files.text(path);
    const lock = text === undefined ? undefined : attempt(() => read?.(text));
    if (!lock) this.#unread.add(path);
    const oldest = this.#held.keys().next().value;
    if (this.#held.size >= maxHeld && oldest !== undefined) this.#held.delete(oldest);
    this.#held.set(path, lock);
    return lock;
  }
}

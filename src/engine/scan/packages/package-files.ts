/** The files that packages are read from: which there are, whether they changed, and their texts. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "#engine/scan/digest";
import { isSettled } from "#engine/scan/file-cache";
import type { ListedFile, Listing } from "#engine/scan/list-files";
import { vendoredPart } from "#engine/scan/selection/vendored";
import type { LockFiles } from "./locks.ts";
import { folderOf } from "./manifest.ts";
import { isConfiguration } from "./named.ts";
import { isPage } from "./named-pages.ts";
import { isPythonConfiguration } from "./named-python.ts";
import { isStyleSheet } from "./named-styles.ts";
import { isLock, isManifest } from "./names.ts";
import { attempt } from "./sources.ts";

/** A larger one is no manifest that anybody wrote. */
const maxManifestBytes = 2 ** 20;
/** Of one that is a program, which is read by patterns. */
const maxProgramBytes = 2 ** 18;
/** Of all manifests together, whose texts are held at a time. */
const maxManifestsBytes = 2 ** 27;
/** Lock files of the largest monorepos have some MiB. */
const maxLockBytes = 2 ** 24;
/** Of all lock files together, in the order in which they are needed. */
const maxLocksBytes = 2 ** 26;

/** Of all files of configuration together. */
const maxConfigurationsBytes = 2 ** 24;

const isProgram = /\.(?:gradle|kts|py|swift|gemspec)$|(?:^|\/)(?:Gemfile|gems\.rb|importmap\.rb)$/;

const ofPip =
  /(?:^|\/)(?:pyproject\.toml|Pipfile|setup\.(?:cfg|py)|[^/]*requirements[^/]*\.(?:txt|in))$|(?:^|\/)requirements\//;

/** Whether what packages are read from may be another where this file is. */
export const isOfPackages = (path: string): boolean =>
  isManifest(path) ||
  isLock(path) ||
  isConfiguration(path) ||
  isPage(path) ||
  isPythonConfiguration(path) ||
  isStyleSheet(path);

export class PackageFiles {
  readonly #folder: string;
  readonly #manifests: readonly ListedFile[];
  readonly #locks: ReadonlyMap<string, ListedFile>;
  readonly #configurations: readonly ListedFile[];

  constructor(folder: string, { files, skipped }: Listing) {
    this.#folder = folder;
    // `linguist-vendored` of `web/*` is about statistics, where code below is read.
    const isOwn = (path: string, reason: string): boolean =>
      reason === "vendored" &&
      isManifest(path) &&
      vendoredPart(path) === undefined &&
      files.some((file) => file.path.startsWith(folderOf(path)));
    this.#manifests = [
      ...files.filter(({ path }) => isManifest(path)),
      ...[...skipped].flatMap(([path, reason]) => (isOwn(path, reason) ? (statOf(folder, path) ?? []) : [])),
    ];
    // A lock file is often marked as generated, which it is; it is wanted all the same.
    const generated = [...skipped].filter(([path, reason]) => reason === "generated" && isLock(path));
    const locks = [
      ...files.filter(({ path }) => isLock(path)),
      ...generated.flatMap(([path]) => statOf(folder, path) ?? []),
    ];
    const isOfNpm = this.#manifests.some(({ path }) => path.endsWith("package.json"));
    const isOfPip = this.#manifests.some(({ path }) => ofPip.test(path));
    // There are the most style sheets, and they tell the least: they come last.
    this.#configurations = [
      ...files.filter(
        ({ path }) => (isOfNpm && (isConfiguration(path) || isPage(path))) || (isOfPip && isPythonConfiguration(path)),
      ),
      ...files.filter(({ path }) => isOfNpm && isStyleSheet(path)),
    ];
    this.#locks = new Map(locks.map((file) => [file.path, file]));
  }

  /**
   * Stands for the bytes of all these files; undefined where one changed so lately that its stamps may not tell of
   * the next change.
   *
   * @param now milliseconds since the epoch
   */
  stamp(now: number): string | undefined {
    const all = [...this.#manifests, ...this.#locks.values(), ...this.#configurations];
    if (!all.every((file) => isSettled(file, now))) return undefined;
    return digest(all.map(({ path, size, mtime, ctime }) => [path, size, mtime, ctime]));
  }

  /** Texts of manifests and what they inherit from. */
  texts(): Map<string, string> {
    const texts = new Map<string, string>();
    let bytes = 0;
    for (const { path, size } of this.#manifests) {
      if (size > (isProgram.test(path) ? maxProgramBytes : maxManifestBytes)) continue;
      bytes += size;
      if (bytes > maxManifestsBytes) break;
      const text = this.#read(path);
      if (text !== undefined) texts.set(path, text);
    }
    return texts;
  }

  /** Texts of files that tell tools of packages. */
  configurations(): Map<string, string> {
    const texts = new Map<string, string>();
    let left = maxConfigurationsBytes;
    for (const { path, size } of this.#configurations) {
      if (size > maxProgramBytes || size > left) continue;
      left -= size;
      const text = this.#read(path);
      if (text !== undefined) texts.set(path, text);
    }
    return texts;
  }

  locks(): LockFiles {
    let left = maxLocksBytes;
    return {
      paths: [...this.#locks.keys()],
      text: (path) => {
        const size = this.#locks.get(path)?.size ?? Number.POSITIVE_INFINITY;
        if (size > maxLockBytes || size > left) return undefined;
        left -= size;
        return this.#read(path);
      },
    };
  }

  #read(path: string): string | undefined {
    try {
      return new TextDecoder().decode(readFileSync(join(this.#folder, path)));
    } catch {
      // Unreadable, or gone since it was listed: the listing tells.
      return undefined;
    }
  }
}

function statOf(folder: string, path: string): ListedFile | undefined {
  const stat = attempt(() => lstatSync(join(folder, path)));
  return stat?.isFile() ? { path, size: stat.size, mtime: stat.mtimeMs, ctime: stat.ctimeMs } : undefined;
}

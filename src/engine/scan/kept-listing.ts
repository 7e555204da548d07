/**
 * What the last scan saw of a folder, kept to tell that nothing of it is another: what was asked and answered before
 * files are listed, and how each path looked. Where all of that is the same, so are the listing and the bytes of files.
 *
 * What had settled when it was looked at has other stamps once it changes. Of the few read files that had not, as of those
 * that were edited just before a scan, the bytes tell: their hashes are kept too. Of anything else nothing is kept then.
 */
import { hash } from "node:crypto";
import { lstatSync, readFileSync, type Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { digest } from "./digest.ts";
import { isSettled } from "./file-cache.ts";
import {
  float64Of,
  forgetParts,
  putParts,
  readParts,
  readSince,
  replacePart,
  sinceNoter,
  textOf,
} from "./kept-parts.ts";
import { linksWithin } from "./links.ts";
import type { ListedFile, Listing, LookedAt } from "./list-files.ts";
import { isRulesFile } from "./selection/project-file.ts";
import type { SkipReason } from "./skip-reason.ts";

/** Of a folder it counts alone that it is one: files come and go in it that nobody asks for. */
const kinds = { gone: 0, folder: 1, other: 2 } as const;

/** Of the files that changed last so many are looked at before all others. */
const lately = 8;

/** More that had not settled are not read to look whether they changed. */
export const mostUnsettled = 32;

/** Of files that may change and look the same, the hashes of their bytes. */
export type Unsettled = ReadonlyMap<string, string>;

const quietly = { throwIfNoEntry: false } as const;

type Look = readonly [kind: number, size: number, mtime: number, ctime: number];
const width = 4;

const gone: Look = [kinds.gone, 0, 0, 0];
const folder: Look = [kinds.folder, 0, 0, 0];

const lookOf = (stat: Stats | undefined): Look =>
  !stat ? gone : stat.isDirectory() ? folder : [kinds.other, stat.size, stat.mtimeMs, stat.ctimeMs];

/** One text for the names that git gave, and for all else that decides what is listed and kept of it. */
export const askedOf = (names: Uint8Array, ...settings: unknown[]): string =>
  digest(hash("sha256", names), ...settings);

export class KeptListing {
  readonly #root: string;
  readonly #asked: string;
  /** The listed files first, in their order. */
  readonly #paths: readonly string[];
  readonly #listed: number;
  readonly #looks: Float64Array;
  readonly #skipped: readonly [string, SkipReason][];
  /** A scan since saw something else, which it could not keep: only the paths are still of use. */
  readonly #isOutdated: boolean;
  /** Of the first paths, in their order. */
  readonly #found: (Stats | undefined)[] = [];
  #compared: { readonly length: number; readonly at: readonly number[] } | undefined;
  readonly #unsettled: Unsettled;
  /** Of those, whether their bytes were the same when they were read. */
  readonly #read = new Map<string, boolean>();

  private constructor(
    root: string,
    said: Said,
    paths: string,
    looks: Float64Array,
    unsettled: Unsettled,
    isOutdated: boolean,
  ) {
    this.#root = root;
    this.#unsettled = unsettled;
    this.#asked = said.asked;
    this.#listed = said.listed;
    this.#skipped = said.skipped;
    this.#paths = paths.split("\0");
    this.#looks = looks;
    this.#isOutdated = isOutdated;
  }

  /** Undefined: no scan could keep one. */
  static read(db: DatabaseSync, root: string): KeptListing | undefined {
    const parts = readParts(db, "listing");
    if (!parts) return undefined;
    return new KeptListing(
      root,
      JSON.parse(textOf(parts, "said")) as Said,
      textOf(parts, "paths"),
      float64Of(parts, "looks"),
      new Map(JSON.parse(textOf(parts, "unsettled") || "[]") as [string, string][]),
      readSince(db, "listing")?.length !== 0,
    );
  }

  /** Of the last scan's files some may have changed without a trace: what was kept before no longer tells what is the same. */
  static outdate(db: DatabaseSync): void {
    sinceNoter(db, "listing")("");
  }

  /**
   * Keeps a listing for the next scan, where a change since will be seen.
   *
   * @param now when this scan began
   * @param unsettled files that had not settled when they were read
   */
  static put(
    db: DatabaseSync,
    asked: string,
    { files, skipped, looks }: LookedAt,
    now: number,
    unsettled: Unsettled = new Map(),
  ): void {
    forgetParts(db, "listing");
    // Of what cannot be reached no stamp tells when it can.
    if (looks.size === 0 || new Set(skipped.values()).has("unreadable")) return;
    const listed = new Set(files.map(({ path }) => path));
    const paths = [...listed, ...[...looks.keys()].filter((path) => !listed.has(path))];
    const numbers = new Float64Array(paths.length * width);
    for (const [at, path] of paths.entries()) {
      const look = lookOf(looks.get(path));
      const [kind, , mtime, ctime] = look;
      if (kind === kinds.other && !unsettled.has(path) && !isSettled({ mtime, ctime }, now)) return;
      numbers.set(look, at * width);
    }
    const said: Said = { asked, listed: files.length, skipped: [...skipped] };
    putParts(db, "listing", {
      said: Buffer.from(JSON.stringify(said)),
      paths: Buffer.from(paths.join("\0")),
      looks: numbers,
      unsettled: encode(unsettled),
    });
  }

  /**
   * Of the listed files that changed last, those that look other than they did: what is worked on changes again.
   * Undefined: nothing can be told by how files look.
   */
  latestChanged(): string[] | undefined {
    if (this.#isOutdated) return undefined;
    const pathOf = (at: number): string => this.#paths[at] ?? "";
    try {
      const differs = (at: number) => !this.#isAsKept(lstatSync(`${this.#root}/${pathOf(at)}`, quietly), at);
      return this.#latest().filter(differs).map(pathOf);
    } catch {
      return undefined;
    }
  }

  /**
   * Whether every path looks as it did: known before git has named any. A loop over all paths of a repository, which
   * makes nothing but what `lstat` gives, and ends where one does not.
   */
  looksSame(): boolean {
    if (this.#isOutdated) return false;
    for (let at = 0; at < this.#paths.length; at++)
      if (!this.#look(at) || !this.#isAsKept(this.#found[at], at)) return false;
    return true;
  }

  /** The listed files that are still there and look other than they did. */
  changed(): string[] {
    if (this.#isOutdated) return [];
    return this.#differing().flatMap((at) => (this.#isListedFile(at) ? (this.#paths[at] ?? "") : []));
  }

  /** The positions of what looks other than it did, of all that was looked at. */
  #differing(): readonly number[] {
    const { length } = this.#found;
    if (this.#compared?.length !== length) {
      const at = Array.from({ length }, (_, at) => at).filter((at) => !this.#isAsKept(this.#found[at], at));
      this.#compared = { length, at };
    }
    return this.#compared.at;
  }

  #isListedFile(at: number): boolean {
    return at < this.#listed && this.#found[at]?.isFile() === true;
  }

  /** How all paths look, where they do not look the same: for who lists them once git has named them. */
  looks(): Map<string, Stats> {
    while (this.#found.length < this.#paths.length && this.#look(this.#found.length));
    const looks = new Map<string, Stats>();
    for (const [at, stat] of this.#found.entries()) if (stat) looks.set(this.#paths[at] ?? "", stat);
    return looks;
  }

  /** The positions of the listed files that changed last. */
  #latest(): number[] {
    const latest: number[] = [];
    const changedAt = (at: number | undefined): number => this.#looks[(at ?? 0) * width + 2] ?? 0;
    let least = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < this.#listed; at++) {
      if (changedAt(at) <= least) continue;
      const place = latest.findIndex((other) => changedAt(other) < changedAt(at));
      latest.splice(place < 0 ? latest.length : place, 0, at);
      latest.length = Math.min(latest.length, lately);
      if (latest.length === lately) least = changedAt(latest.at(-1));
    }
    return latest;
  }

  /** False: it cannot be reached any more, and the listing says why. */
  #look(at: number): boolean {
    try {
      this.#found.push(lstatSync(`${this.#root}/${this.#paths[at]}`, quietly));
      return true;
    } catch {
      return false;
    }
  }

  #isAsKept(stat: Stats | undefined, at: number): boolean {
    const [looks, from] = [this.#looks, at * width];
    const kind = looks[from];
    if (!stat || stat.isDirectory()) return kind === (stat ? kinds.folder : kinds.gone);
    const isSameTime = stat.mtimeMs === looks[from + 2] && stat.ctimeMs === looks[from + 3];
    if (kind !== kinds.other || stat.size !== looks[from + 1] || !isSameTime) return false;
    return this.#unsettled.size === 0 || this.#hasSameBytes(this.#paths[at] ?? "");
  }

  /** Whether a file that looks as it did is the same; of one that had settled that is sure. */
  #hasSameBytes(path: string): boolean {
    const kept = this.#unsettled.get(path);
    if (kept === undefined) return true;
    let isSame = this.#read.get(path);
    if (isSame === undefined) {
      try {
        isSame = hash("sha256", readFileSync(`${this.#root}/${path}`)) === kept;
      } catch {
        isSame = false;
      }
      this.#read.set(path, isSame);
    }
    return isSame;
  }

  /** @param asked empty where it is not known */
  isOf(asked: string): boolean {
    return asked !== "" && this.#asked === asked;
  }

  /** As it was listed then. */
  listing(): Listing {
    const files: ListedFile[] = [];
    for (let at = 0; at < this.#listed; at++) {
      const [path = "", from] = [this.#paths[at], at * width];
      const [size = 0, mtime = 0, ctime = 0] = [this.#looks[from + 1], this.#looks[from + 2], this.#looks[from + 3]];
      files.push({ path, size, mtime, ctime });
    }
    return { files, skipped: new Map(this.#skipped) };
  }

  /**
   * As it is, of a folder of which git names the same: known without listing it where nothing but files that were
   * listed look other than they did, and none of them says what is listed.
   */
  renewed(): (Omit<LookedAt, "looks" | "note"> & Required<Pick<Listing, "differing">>) | undefined {
    if (this.#isOutdated || this.#found.length < this.#paths.length) return undefined;
    const differing = this.#differing();
    if (!differing.every((at) => this.#isListedFile(at) && !isRulesFile(this.#paths[at] ?? ""))) return undefined;
    for (const at of differing) this.#looks.set(lookOf(this.#found[at]), at * width);
    const listing = this.listing();
    // What looks as it did leads where it did.
    const links = this.#skipped.flatMap(([path, reason]) => (reason === "symlink" ? path : []));
    return {
      ...listing,
      links: linksWithin(this.#root, links, listing.files),
      differing: new Set(differing.map((at) => this.#paths[at] ?? "")),
    };
  }

  /** Keeps what was `renewed`, as `put` keeps what was listed. */
  keepRenewed(db: DatabaseSync, now: number, unsettled: Unsettled): void {
    const differing = new Set(this.#differing());
    const still = [...this.#unsettled].filter(([path]) => {
      const at = this.#paths.indexOf(path);
      const [mtime = 0, ctime = 0] = this.#looks.subarray(at * width + 2);
      return !differing.has(at) && !isSettled({ mtime, ctime }, now);
    });
    replacePart(db, "listing", "looks", this.#looks);
    replacePart(db, "listing", "unsettled", encode(new Map([...still, ...unsettled])));
  }
}

const encode = (unsettled: Unsettled): Uint8Array => Buffer.from(JSON.stringify([...unsettled]));

interface Said {
  readonly asked: string;
  /** How many of the paths are those of listed files. */
  readonly listed: number;
  readonly skipped: [string, SkipReason][];
}

/**
 * Reads what `git diff-tree -z --raw --numstat --format=%H%x00%at%x00%an%x00%s%x00%b` prints, as it comes.
 *
 * A commit is five fields, each ended by a NUL; then `:mode mode hash hash status`, NUL, path (two of a move), NUL for
 * each path, the first with a line end before it; then `insertions⇥deletions⇥path`, NUL (of a move: no path there, but
 * two fields behind it). What is held is bounded, whatever is printed.
 */
import type { Commit, FileChange } from "./commit.ts";

/** Bytes of a field that are kept: of a message all that a person would write. */
const maxFieldBytes = 32_768;
/** Changes of a commit that are held. */
export const maxHeldFiles = 2_000;

interface Draft {
  readonly hash: string;
  readonly time: number;
  readonly author: string;
  readonly summary: string;
  readonly body: string;
  fileCount: number;
  readonly files: FileChange[];
}

/** What the next fields are. */
type State = "hash" | "time" | "author" | "summary" | "body" | "changes";

export class CommitParser {
  readonly #take: (commit: Commit) => unknown;
  #state: State = "hash";
  #head: string[] = [];
  #draft: Draft | undefined;
  #byPath = new Map<string, FileChange>();
  /** The change or count that still lacks its paths. */
  #pending: { readonly words: readonly string[]; readonly isCount: boolean; readonly paths: string[] } | undefined;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(take: (commit: Commit) => unknown) {
    this.#take = take;
  }

  push(piece: Buffer): void {
    for (let from = 0; from <= piece.length; ) {
      const end = piece.indexOf(0, from);
      if (end < 0) {
        this.#hold(piece.subarray(from));
        break;
      }
      this.#field(this.#text(piece, from, end));
      from = end + 1;
    }
  }

  end(): void {
    this.#finish();
  }

  /** A field that ends in this piece, and mostly begins in it too. */
  #text(piece: Buffer, from: number, end: number): string {
    if (this.#parts.length === 0) return piece.toString("utf8", from, Math.min(end, from + maxFieldBytes));
    this.#hold(piece.subarray(from, end));
    const text = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.#length = 0;
    return text;
  }

  #hold(part: Buffer): void {
    const kept = part.subarray(0, Math.max(0, maxFieldBytes - this.#length));
    // A copy: the piece that it lies in is not to be held for it.
    if (kept.length > 0) this.#parts.push(Buffer.from(kept));
    this.#length += kept.length;
  }

  #field(text: string): void {
    if (this.#state !== "changes") this.#headField(text);
    else if (this.#pending) this.#path(text);
    else this.#changeField(text);
  }

  #changeField(text: string): void {
    const field = text.startsWith("\n") ? text.slice(1) : text;
    if (field.startsWith(":")) {
      this.#pending = { words: field.slice(1).split(" "), isCount: false, paths: [] };
      return;
    }
    const counted = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(field);
    if (counted) {
      const [, insertions = "", deletions = "", path = ""] = counted;
      if (path !== "") this.#count(path, insertions, deletions);
      else this.#pending = { words: [insertions, deletions], isCount: true, paths: [] };
      return;
    }
    if (field === "") return;
    this.#finish();
    this.#state = "hash";
    this.#headField(field);
  }

  #headField(text: string): void {
    this.#head.push(text);
    const order: readonly State[] = ["hash", "time", "author", "summary", "body", "changes"];
    this.#state = order[order.indexOf(this.#state) + 1] ?? "changes";
    if (this.#state !== "changes") return;
    const [hash = "", time = "", author = "", summary = "", body = ""] = this.#head;
    this.#draft = { hash, time: Number(time), author, summary, body, fileCount: 0, files: [] };
    this.#head = [];
  }

  #path(path: string): void {
    const pending = this.#pending;
    if (!pending) return;
    pending.paths.push(path);
    const { words, isCount, paths } = pending;
    const isMove = isCount || /^[RC]/.test(words[4] ?? "");
    if (paths.length < (isMove ? 2 : 1)) return;
    this.#pending = undefined;
    const [first = "", second = ""] = paths;
    if (isCount) this.#count(second, words[0] ?? "", words[1] ?? "");
    else this.#change(words, first, second);
  }

  #change(words: readonly string[], path: string, to: string): void {
    const [, , old = "", now = "", status = ""] = words;
    const content = (hash: string): string | null => (/^0*$/.test(hash) ? null : hash);
    const [before, after] = [content(old), content(now)];
    const none = { insertions: 0, deletions: 0 };
    if (status.startsWith("R")) {
      this.#add({ path, change: "deleted", moved: to, before, after: null, ...none });
      this.#add({ path: to, change: "added", moved: path, before, after, ...none });
      return;
    }
    const change = changes[status[0] ?? ""];
    if (change) this.#add({ path, change, before, after, ...none });
  }

  #add(file: FileChange): void {
    if (!this.#draft) return;
    this.#draft.fileCount++;
    if (this.#draft.files.length >= maxHeldFiles) return;
    this.#draft.files.push(file);
    this.#byPath.set(file.path, file);
  }

  #count(path: string, insertions: string, deletions: string): void {
    const file = this.#byPath.get(path);
    if (!file) return;
    file.insertions = lines(insertions);
    file.deletions = lines(deletions);
  }

  #finish(): void {
    if (this.#draft) this.#take(this.#draft);
    this.#draft = undefined;
    this.#byPath = new Map();
  }
}

const changes: Record<string, FileChange["change"]> = { A: "added", M: "modified", D: "deleted" };

/** `-` stands for a binary file. */
const lines = (written: string): number => Math.min(Number(written) || 0, 0x7fffffff);

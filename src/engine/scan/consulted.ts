/**
 * Keys: numbers of 32 bits for the questions that resolving a file asks of the rest of the repository. A unit is made
 * again when the file changed or an answer to one of its questions may have. As in `crates/resolve/src/project/consulted.rs`;
 * two questions that share a key cost work, never truth.
 */

export type Keys = Uint32Array<ArrayBuffer>;

/** Whether a file is there, and what it is as a whole; with it stand the keys of what it was asked for. */
export const fileKey = (path: string): number => key("f", path);

/** Everything that a file declares. */
export const wholeKey = (path: string): number => key("w", path);

/** What lies directly in a folder; the root's path is empty. */
export const folderKey = (path: string): number => key("d", path);

/** What the files say that tell how modules are found. */
export const configsKey = (): number => key("c", "");

/** What flows rest on: a declaration with what it calls, which types extend one, and which have a method of a name. */
export const flowKeys = {
  symbol: (symbol: string): number => key("s", symbol),
  subtypes: (type: string): number => key("t", type),
  methods: (name: string): number => key("m", name),
  /** Which methods take a message of a type. */
  takers: (type: string): number => key("h", type),
  /** Which types of Go embed which. */
  embedded: (): number => key("e", ""),
};

const encoder = new TextEncoder();

/** FNV-1a over the letter of a question's kind and its text, in UTF-8. */
function key(kind: string, text: string): number {
  const bytes = isAscii(text) ? undefined : encoder.encode(text);
  const length = bytes?.length ?? text.length;
  let hash = withByte(0x811c9dc5, kind.charCodeAt(0));
  for (let at = 0; at < length; at++) hash = withByte(hash, bytes ? (bytes[at] ?? 0) : text.charCodeAt(at));
  return hash >>> 0;
}

const withByte = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is asked for
const isAscii = (text: string): boolean => !/[^\u0000-\u007f]/.test(text);

/** Null where there are none: SQLite has no other word for an empty blob here. */
export const toBlob = (keys: Keys): Uint8Array | null =>
  keys.length === 0 ? null : new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength);

/** The keys of a stored blob. */
export function fromBlob(blob: Uint8Array | null | undefined): Keys {
  if (!blob) return new Uint32Array();
  // A blob of SQLite's need not lie where numbers may.
  const { buffer, byteOffset, byteLength } = blob.byteOffset % 4 === 0 ? blob : blob.slice();
  return new Uint32Array(buffer as ArrayBuffer, byteOffset, byteLength >> 2);
}

/** Whether sorted keys hold one. */
export function holds(keys: Keys, wanted: number): boolean {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const key = keys[middle] as number;
    if (key === wanted) return true;
    if (key < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** The questions whose answers may have changed between two scans. */
export class Dirty {
  readonly #keys = new Set<number>();
  /** Files, alone or together, that declare something else under some names. */
  readonly #named: { readonly lead: number; readonly asked: readonly number[] }[] = [];

  get isEmpty(): boolean {
    return this.#keys.size === 0 && this.#named.length === 0;
  }

  /** A file is another as a whole, or it is read or not read as it was not before. */
  file(path: string): void {
    this.#keys.add(fileKey(path));
  }

  /** A file declares something else under the names of these keys. */
  names(path: string, names: readonly number[]): void {
    this.#named.push({ lead: fileKey(path), asked: [wholeKey(path), ...names] });
  }

  /** A path came or went: questions about the folder, and about what it makes of the one around it. */
  path(path: string): void {
    this.file(path);
    const folder = parentOf(path);
    this.#keys.add(folderKey(folder));
    this.#keys.add(folderKey(parentOf(folder)));
  }

  /** What files declare together, by its key, is something else under these names; null: under any. */
  together(key: number, names: readonly number[] | null): void {
    if (names) this.#named.push({ lead: key, asked: names });
    else this.#keys.add(key);
  }

  /** Whether there is anything at all has another answer, of these questions. */
  presences(keys: Iterable<number>): void {
    for (const key of keys) this.#keys.add(key);
  }

  configs(): void {
    this.#keys.add(configsKey());
  }

  /** A file takes part in the answers to other questions than before. */
  keys(before: Keys, after: Keys): void {
    const [was, is] = [new Set(before), new Set(after)];
    for (const key of was) if (!is.has(key)) this.#keys.add(key);
    for (const key of is) if (!was.has(key)) this.#keys.add(key);
  }

  /** Of each file that they touch, its unit rests on one of these. */
  get leads(): ReadonlySet<number> {
    return new Set([...this.#keys, ...this.#named.map(({ lead }) => lead)]);
  }

  /** Whether any of them is among those that a unit rests on; these are sorted. */
  touches(consulted: Keys): boolean {
    if (this.#keys.size > consulted.length)
      return consulted.some((key) => this.#keys.has(key)) || this.#asks(consulted);
    for (const key of this.#keys) if (holds(consulted, key)) return true;
    return this.#asks(consulted);
  }

  #asks(consulted: Keys): boolean {
    return this.#named.some(({ lead, asked }) => holds(consulted, lead) && asked.some((key) => holds(consulted, key)));
  }
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

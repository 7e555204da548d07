/**
 * Reads SCIP indexes: https://github.com/sourcegraph/scip, `scip.proto`. Only what says where names lead is decoded;
 * documents are given one after the other.
 */

/** How columns of a document count. */
export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

export interface Occurrence {
  /** From 0. */
  readonly line: number;
  /** From 0, in units of the document's encoding. */
  readonly column: number;
  readonly symbol: string;
  readonly isDefinition: boolean;
}

export interface Document {
  /** Relative to the index's project root, `/` between the parts. */
  readonly path: string;
  readonly encoding: PositionEncoding;
  readonly occurrences: readonly Occurrence[];
}

/** The bytes are no SCIP index, or not a whole one. */
export class NotScip extends Error {
  override readonly name = "NotScip";
}

const documentsField = 2;
const fields = { path: 1, occurrences: 2, encoding: 6, range: 1, symbol: 2, roles: 3 } as const;
const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;
/** `SymbolRole.Definition` */
const definitionRole = 1;

const decoder = new TextDecoder();

class Reader {
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  varint(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || this.#at > this.#end || shift > 2 ** 63) throw new NotScip("a number is cut short");
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  }

  /** A field's number, and how its value is written. */
  key(): { field: number; type: number } {
    const key = this.varint();
    return { field: Math.floor(key / 8), type: key % 8 };
  }

  message(): Reader {
    const length = this.varint();
    const start = this.#at;
    if (start + length > this.#end) throw new NotScip("a part is cut short");
    this.#at = start + length;
    return new Reader(this.#bytes, start, this.#at);
  }

  text(): string {
    const { start, end } = this.message().#bounds();
    return decoder.decode(this.#bytes.subarray(start, end));
  }

  #bounds(): { start: number; end: number } {
    return { start: this.#at, end: this.#end };
  }

  skip(type: number): void {
    if (type === wire.varint) this.varint();
    else if (type === wire.bytes) this.message();
    else if (type === wire.fixed64 || type === wire.fixed32) this.#at += type === wire.fixed64 ? 8 : 4;
    else throw new NotScip(`a value of type ${type}`);
    if (this.#at > this.#end) throw new NotScip("a value is cut short");
  }
}

/**
 * The documents of an index.
 *
 * @throws NotScip
 */
export function* documents(bytes: Uint8Array): Generator<Document> {
  const index = new Reader(bytes);
  while (!index.isAtEnd) {
    const { field, type } = index.key();
    if (field === documentsField && type === wire.bytes) yield readDocument(index.message());
    else index.skip(type);
  }
}

function readDocument(document: Reader): Document {
  let path = "";
  let encoding: PositionEncoding = "utf-16";
  const occurrences: Occurrence[] = [];
  while (!document.isAtEnd) {
    const { field, type } = document.key();
    if (field === fields.path && type === wire.bytes) path = document.text();
    else if (field === fields.encoding && type === wire.varint) encoding = encodingOf(document.varint());
    else if (field === fields.occurrences && type === wire.bytes) {
      const occurrence = readOccurrence(document.message());
      if (occurrence) occurrences.push(occurrence);
    } else document.skip(type);
  }
  return { path, encoding, occurrences };
}

/** An index that does not say counts as its indexer's language does, which is UTF-16 for all that do not say. */
const encodingOf = (value: number): PositionEncoding => (value === 1 ? "utf-8" : value === 3 ? "utf-32" : "utf-16");

function readOccurrence(occurrence: Reader): Occurrence | undefined {
  const range: number[] = [];
  let symbol = "";
  let roles = 0;
  while (!occurrence.isAtEnd) {
    const { field, type } = occurrence.key();
    if (field === fields.range && type === wire.bytes) {
      const packed = occurrence.message();
      while (!packed.isAtEnd) range.push(packed.varint());
    } else if (field === fields.range && type === wire.varint) range.push(occurrence.varint());
    else if (field === fields.symbol && type === wire.bytes) symbol = occurrence.text();
    else if (field === fields.roles && type === wire.varint) roles = occurrence.varint();
    else occurrence.skip(type);
  }
  const [line, column] = range;
  if (line === undefined || column === undefined || symbol === "") return undefined;
  return { line, column, symbol, isDefinition: (roles & definitionRole) !== 0 };
}

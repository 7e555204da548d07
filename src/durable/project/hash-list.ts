/** A set of SHA-256 hashes as sorted digests, 32 bytes each: 200,000 of them take 6.4 MB. */
export class HashList {
  readonly bytes: Uint8Array;

  /** @param bytes digests in ascending order */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  static of(hashes: Iterable<string>): HashList {
    const sorted = [...new Set(hashes)].sort();
    const bytes = new Uint8Array(sorted.length * 32);
    sorted.forEach((hash, at) => {
      bytes.set(Buffer.from(hash, "hex"), at * 32);
    });
    return new HashList(bytes);
  }

  get size(): number {
    return this.bytes.length / 32;
  }

  at(index: number): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + index * 32, 32).toString("hex");
  }

  /** -1: it is not in the list. */
  indexOf(hash: string): number {
    const sought = Buffer.from(hash, "hex");
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = sought.compare(this.bytes, middle * 32, middle * 32 + 32);
      if (order === 0) return middle;
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return -1;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }
}

/** Which entries of a list are there: a bit each. */
export class Bitmap {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  static ofSize(bits: number): Bitmap {
    return new Bitmap(new Uint8Array(Math.ceil(bits / 8)));
  }

  has(index: number): boolean {
    return (((this.bytes[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
  }

  add(index: number): void {
    this.bytes[index >> 3] = (this.bytes[index >> 3] ?? 0) | (1 << (index & 7));
  }

  delete(index: number): void {
    this.bytes[index >> 3] = (this.bytes[index >> 3] ?? 0) & ~(1 << (index & 7));
  }
}

/** What the scan module tells of a unit besides its line. */

/** What a file brings to what is derived of all files, by the tables that keep it, in UTF-8: `derive/kept-shares.ts`. */
export type BroughtShares = Readonly<
  Partial<Record<"depends" | "flows" | "reach" | "said" | "tests" | "wraps", Uint8Array>>
>;

const decoder = new TextDecoder();
const newline = 10;

/** What stands behind the first line of a reply, in bytes and in this order. */
export interface Lengths {
  readonly unit: number;
  readonly shares: readonly (readonly [keyof BroughtShares, number])[];
}

/** A first line of JSON, and what stands behind it. */
export function headed<T>(bytes: Uint8Array<ArrayBuffer>): { head: T; behind: Uint8Array<ArrayBuffer> } {
  const split = bytes.indexOf(newline);
  return { head: JSON.parse(decoder.decode(bytes.subarray(0, split))) as T, behind: bytes.subarray(split + 1) };
}

export function sharesIn(bytes: Uint8Array, { unit, shares }: Lengths): BroughtShares {
  let end = unit;
  return Object.fromEntries(
    shares.map(([name, length]) => {
      const start = end;
      end += length;
      return [name, bytes.subarray(start, end)];
    }),
  );
}

/** As `tables.mjs` says. */
export declare function takeTables(
  module: Buffer,
  map: string,
): {
  module: Buffer;
  tables: Buffer;
  places: Record<string, [address: number, offset: number, length: number][]>;
};

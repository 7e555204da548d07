import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { ScanError } from "#engine/scan/scan-error";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

/** As protobuf writes it: the least that an index needs. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
const field = (number: number, bytes: readonly number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const text = (value: string): number[] => [...Buffer.from(value)];
type Name = readonly [line: number, column: number, symbol: string, isDefinition?: boolean];

function index(files: Readonly<Record<string, readonly Name[]>>): Uint8Array {
  const documents = Object.entries(files).flatMap(([path, names]) => {
    const occurrences = names.flatMap(([line, column, symbol, isDefinition]) => {
      const range = field(1, [...varint(line), ...varint(column), ...varint(column + 1)]);
      return field(2, [...range, ...field(2, text(symbol)), ...(isDefinition ? [24, 1] : [])]);
    });
    return field(2, [...field(1, text(path)), ...occurrences]);
  });
  return Uint8Array.from([...field(1, field(3, text("file:///elsewhere"))), ...documents]);
}

const sources = {
  "a.ts": "export class Store {\n  load() {}\n}\nexport class Other {\n  load() {}\n}\n",
  "b.ts": 'import { make } from "lib";\nmake().load();\n/* ä */ make().load();\nmake();\n',
};
const load = "scip-typescript npm shop 1.0.0 src/`a.ts`/Store#load().";

const edges = (folder: TempFolder, options: { scip?: string[] } = {}) =>
  runScan(folder, options).then(({ db, units }) => {
    const database = new DatabaseSync(db, { readOnly: true });
    const rows = database.prepare("select line, callee, resolution, target from calls order by line, site").all();
    const { disagreements } = database.prepare("select disagreements from scan_files where path = 'b.ts'").get() as {
      disagreements: string | null;
    };
    database.close();
    return { rows, changed: units.changed, disagreements: JSON.parse(disagreements ?? "[]") as unknown };
  });

test("what an index says of a call is exact, until the index is left out again", async () => {
  const folder = new TempFolder(sources);
  folder.write({
    "index.scip": index({
      "a.ts": [[1, 2, load, true]],
      "b.ts": [
        [1, 7, load],
        // Columns count UTF-16 units where the index does not say.
        [2, 15, load],
        [3, 0, "scip-typescript npm lib 2.0.0 src/`index.d.ts`/make()."],
      ],
    }),
  });
  const before = await edges(folder);
  const told = await edges(folder, { scip: ["index.scip"] });
  const exact = { callee: "a.ts#Store.load", resolution: "exact", target: null };
  expect(told.rows.filter((row) => row.callee !== null)).toEqual([
    { line: 2, ...exact },
    { line: 3, ...exact },
  ]);
  expect(told.disagreements).toEqual(
    [2, 3].map((line) => ({ line, name: "load", kind: "outside", ours: "lib.make.load", theirs: exact.callee })),
  );
  expect(told.changed).toBe(1);
  expect((await edges(folder, { scip: ["index.scip"] })).changed).toBe(0);
  expect(await edges(folder)).toEqual({ ...before, changed: 1 });
});

test("an index of another state of a file says nothing of names that are not there", async () => {
  const folder = new TempFolder(sources);
  folder.write({ "index.scip": index({ "a.ts": [[0, 13, load, true]], "b.ts": [[1, 7, load]] }) });
  const { rows } = await edges(folder, { scip: ["index.scip"] });
  expect(rows.filter((row) => row.callee !== null)).toEqual([]);
});

test.each([
  ["index.scip", "no such file", undefined],
  ["index.scip", "no SCIP index", Uint8Array.of(0x12, 0xff, 1)],
])("%s that cannot be read is refused: %s", async (name, said, bytes) => {
  const folder = new TempFolder(sources);
  if (bytes) folder.write({ [name]: bytes });
  const refusal = await edges(folder, { scip: [name] }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ScanError);
  expect(refusal).toMatchObject({ kind: "input", message: expect.stringContaining(said) });
});

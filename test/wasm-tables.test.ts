/** A module whose grammars' tables were taken out is the same one, once they are filled in. */
import { expect, test } from "vitest";
import { takeTables } from "../scripts/wasm/tables.mjs";

const number = (value: number): number[] => (value < 64 ? [value] : [(value & 0x7f) | 0x80, ...number(value >> 7)]);
const section = (id: number, body: number[]): number[] => [id, ...number(body.length), ...body];
const start = 70_000;
const data = Uint8Array.from({ length: 9_000 }, (_, at) => 1 + (at % 251));

/** Three pages of memory under the name `m`, with `data` at `start`. */
const linked = Buffer.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(5, [1, 0, 3]),
  ...section(7, [1, 1, 0x6d, 2, 0]),
  ...section(11, [1, 0, 0x41, ...number(start), 0x0b, ...number(data.length), ...data]),
]);

const line = (at: number, length: number, name: string): string =>
  `${(start + at).toString(16).padStart(8)} ${"0".padStart(8)} ${length.toString(16).padStart(8)}         ${name}`;

const ofGrammar = (name: string, chunk: string) => `/t/rustc1/libtree_sitter_${name}-0a1b.rlib(2c-parser.o):(${chunk})`;

const map = [
  line(0, data.length, ".rodata"),
  line(100, 2_000, ofGrammar("c_sharp", ".rodata.ts_parse_table")),
  line(100, 2_000, "                ts_parse_table"),
  line(2_100, 1_024, ofGrammar("c_sharp", ".rodata.ts_lex_modes")),
  line(4_000, 200, ofGrammar("go", ".data.rel.ro.language")),
  line(4_500, 1_500, ofGrammar("go", ".rodata.ts_small_parse_table")),
  line(6_000, 2_500, "/t/rustc1/libother-0a1b.rlib(other.o):(.rodata.large)"),
].join("\n");

/** The Worker's types know no module that is compiled as it runs. */
const Compiled = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module;

const memoryOf = (module: Buffer): Uint8Array => {
  const { m } = new WebAssembly.Instance(new Compiled(module), {}).exports;
  return new Uint8Array((m as WebAssembly.Memory).buffer);
};

test("what is large and a grammar's is taken, where it lies side by side as one", () => {
  const { module, tables, places } = takeTables(linked, map);
  expect(places).toEqual({ c_sharp: [[start + 100, 0, 3_024]], go: [[start + 4_500, 3_024, 1_500]] });
  expect([tables.length, linked.length - module.length > 4_400]).toEqual([4_524, true]);
});

test("memory is as it was once all tables are filled in, and nothing where they are not", () => {
  const { module, tables, places } = takeTables(linked, map);
  const memory = memoryOf(module);
  expect(memory.subarray(start + 100, start + 3_124).every((byte) => byte === 0)).toBe(true);
  expect(memory[start + 3_124]).toBe(data[3_124]);
  for (const [address, offset, length] of Object.values(places).flat())
    memory.set(tables.subarray(offset, offset + length), address);
  expect(Buffer.compare(memory, memoryOf(linked))).toBe(0);
});

test("a map that names no grammar, or what is not in the module, is refused", () => {
  expect(() => takeTables(linked, "")).toThrow("no tables of grammars");
  const elsewhere = line(50_000, 2_000, ofGrammar("go", ".rodata.ts_parse_table"));
  expect(() => takeTables(linked, elsewhere)).toThrow("has no data at 120000");
});

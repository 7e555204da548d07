import { readFile } from "node:fs/promises";
import { get_encoding } from "tiktoken";
import { expect, test } from "vitest";
import { createTokenCounter, type Encoding, encodings } from "./tokens.ts";

const loadTable = async (encoding: Encoding): Promise<ArrayBuffer> => {
  const bytes = await readFile(new URL(`../../wasm/assets/${encoding}.bin`, import.meta.url));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
};

/** Random texts, other ones each run: a count that differs is shown with its text. */
function* texts(count: number): Generator<string> {
  const random = (below: number) => Math.floor(Math.random() * below);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const words =
    "const await 'll 'S I'm HTTPServer getUserById x1 12345 == => // \n\n \t \r\n   /* */ 漢字 かな 한글 Привет γειά שלום العربية हिन्दी 👩‍👩‍👧 🏳️‍🌈 e\u0301 \u00a0 \u3000 \u0085 ſ ǅ ½ Ⅻ \u200d <|endoftext|>".split(
      " ",
    );
  const make = [
    () => pick(words),
    () => pick(words).repeat(1 + random(40)),
    () => String.fromCodePoint(random(0x300)),
    () => String.fromCodePoint(random(0x110000)),
    () => new TextDecoder().decode(Uint8Array.from({ length: random(20) }, () => random(256))),
    () => " ".repeat(random(12)),
  ];
  for (let at = 0; at < count; at += 1) {
    yield Array.from({ length: random(30) }, () => pick(make)()).join(pick(["", " ", "\n"]));
  }
}

test.each(encodings)("counts of %s equal tiktoken's", async (encoding) => {
  const reference = get_encoding(encoding);
  const count = await createTokenCounter(loadTable).ready(encoding);
  for (const text of texts(2_000)) {
    expect({ text, tokens: count(text) }).toEqual({ text, tokens: reference.encode(text, [], []).length });
  }
  reference.free();
});

test("100 kB of one letter are counted like any other text", async () => {
  const reference = get_encoding("o200k_base");
  const counter = createTokenCounter(loadTable);
  // The reference needs time in proportion to the square, so it counts a tenth.
  expect(await counter.count("a".repeat(10_000))).toBe(reference.encode("a".repeat(10_000)).length);
  expect(await counter.count("a".repeat(100_000))).toBe(12_500);
  reference.free();
});

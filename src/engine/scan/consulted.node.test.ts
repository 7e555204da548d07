import { expect, test } from "vitest";
import { configsKey, fileKey, flowKeys, folderKey, fromBlob, toBlob, wholeKey } from "./consulted.ts";

/** FNV-1a of 32 bits, http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv(text: string): number {
  let hash = 2_166_136_261n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 16_777_619n) % 2n ** 32n;
  return Number(hash);
}

test.each(["", "src/a.ts", "src/caf\u00e9.ts", "\u4e2d/\ud83d\ude00.py", "a\u007f", "a\u0080"])(
  "a key is made of the UTF-8 of its text: %j",
  (path) => {
    expect(fileKey(path)).toBe(fnv(`f${path}`));
    expect([wholeKey(path), folderKey(path)]).toEqual([fnv(`w${path}`), fnv(`d${path}`)]);
    expect([flowKeys.symbol(path), flowKeys.subtypes(path)]).toEqual([fnv(`s${path}`), fnv(`t${path}`)]);
    expect(configsKey()).toBe(fnv("c"));
  },
);

test("keys are read as they were stored, wherever their bytes lie", () => {
  const keys = Uint32Array.of(1, 2 ** 31, 2 ** 32 - 1);
  const stored = toBlob(keys) ?? new Uint8Array();
  expect(fromBlob(stored)).toEqual(keys);
  const shifted = new Uint8Array(stored.length + 1);
  shifted.set(stored, 1);
  expect(fromBlob(shifted.subarray(1))).toEqual(keys);
  expect(toBlob(new Uint32Array())).toBeNull();
  expect(fromBlob(null)).toEqual(new Uint32Array());
});

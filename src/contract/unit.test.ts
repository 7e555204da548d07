import { expect, it } from "vitest";
import { encodeUnit, hashUnit, merkleRoot, sha256 } from "./unit.ts";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const leaf = (hash: string) => sha256(bytes(`00${hash}`));
const node = (left: string, right: string) => sha256(bytes(`01${left}${right}`));

it("the root hash is that of RFC 6962 over the sorted hashes, whatever their order and repetitions", async () => {
  const [a, b, c] = await Promise.all(["a", "b", "c"].map(hashUnit)).then((hashes) => hashes.sort());
  if (!a || !b || !c) throw new Error("three hashes");
  expect(await merkleRoot([])).toBe(await sha256(new Uint8Array()));
  expect(await merkleRoot([a])).toBe(await leaf(a));
  const three = await node(await node(await leaf(a), await leaf(b)), await leaf(c));
  expect(await merkleRoot([a, b, c])).toBe(three);
  expect(await merkleRoot([c, a, b, a])).toBe(three);
  expect(await merkleRoot([a, b])).not.toBe(three);
});

it("a unit is encoded with its tables in order and empty ones left out", () => {
  expect(
    encodeUnit("package", "package.json", { packages: [["a", "package.json", "npm", null, 0]], dependencies: [] }),
  ).toBe('{"v":1,"kind":"package","path":"package.json","rows":{"packages":[["a","package.json","npm",null,0]]}}');
});

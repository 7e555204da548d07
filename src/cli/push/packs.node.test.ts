import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { pushLimits } from "#contract/push-limits";
import { hashUnit } from "#contract/unit";
import { compress, packsOf, type UnitLine } from "./packs.ts";

const unit = async (path: string, length: number): Promise<UnitLine> => {
  const line = path.padEnd(length, ".");
  return { hash: await hashUnit(line), path, line };
};

async function packed(units: UnitLine[]) {
  const packs: { number: number; units: number; bytes: number }[] = [];
  for await (const pack of packsOf(units)) {
    const lines = gunzipSync(await compress(pack)).toString();
    expect(lines).toBe(pack.lines);
    packs.push({ number: pack.number, units: pack.units, bytes: lines.length });
  }
  return packs;
}

it("units share a pack until it is full; a large one has its own", async () => {
  const megabyte = 2 ** 20;
  const units = await Promise.all([1, 1, 1.5, 3.5, 0.1].map((size, at) => unit(`f${at}`, size * megabyte)));
  expect((await packed(units)).map(({ units }) => units)).toEqual([2, 1, 1, 1]);
  expect((await packed(units)).every(({ bytes }) => bytes <= pushLimits.packBytes)).toBe(true);
  expect(await packed([])).toEqual([]);
});

it("a unit that the service would not take is named", async () => {
  await expect(packed([await unit("src/huge.ts", pushLimits.unitBytes)])).rejects.toMatchObject({
    failure: "limit",
    message: expect.stringContaining("src/huge.ts"),
  });
});

it("a unit that was damaged on this disk is not sent", async () => {
  const { hash, path, line } = await unit("src/a.ts", 100);
  await expect(packed([{ hash, path, line: `${line}x` }])).rejects.toMatchObject({ failure: "damaged" });
});

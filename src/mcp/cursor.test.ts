import { describe, expect, it } from "vitest";
import type { DriftError } from "#contract/errors";
import { cursorCodec } from "./cursor.ts";
import { implicitHandle, isHandle, newHandle } from "./handle.ts";

const hour = 3_600_000;
const codec = (secret: number, seq = 7, now = 1_000 * hour) =>
  cursorCodec({ secret: new Uint8Array(32).fill(secret), seq: () => seq, now });
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "no error",
    (error: DriftError) => `${error.body.code}: ${error.body.message}`,
  );

describe("a cursor", () => {
  it("gives back where the page ended, and the snapshot it belongs to", async () => {
    const cursor = await codec(1).seal("drift_recent {}", [1_700_000_000, "src/a.ts"]);
    expect(await codec(1).open("drift_recent {}", cursor)).toEqual([1_700_000_000, "src/a.ts"]);
    expect(await codec(1, 9).seqOf(cursor)).toBe(7);
  });

  it("is refused with another query, in another session, after an hour, and with any byte changed", async () => {
    const cursor = await codec(1).seal("q", ["a"]);
    expect(await refusal(codec(1).open("other", cursor))).toContain(
      "INVALID_CURSOR: This cursor cannot be used. It belongs to other arguments.",
    );
    expect(await refusal(codec(2).open("q", cursor))).toContain("belongs to another session");
    expect(await refusal(codec(1, 7, 1_001 * hour + 1).open("q", cursor))).toContain("over an hour old");
    for (let at = 0; at < cursor.length; at++) {
      const changed = `${cursor.slice(0, at)}${cursor[at] === "A" ? "B" : "A"}${cursor.slice(at + 1)}`;
      // The last character of unpadded base64url holds bits that mean nothing.
      if (at !== cursor.length - 1) expect(await refusal(codec(1).open("q", changed))).toContain("INVALID_CURSOR");
    }
  });

  it.each(["", ".", "x", "a.b.c", "💥.💥", "e30.e30"])("is refused when it is %j", async (cursor) => {
    expect(await refusal(codec(1).open("q", cursor))).toContain("INVALID_CURSOR");
  });
});

describe("a handle", () => {
  const key = "a key for tests, of at least 32 bytes";

  it("proves that it was made here", async () => {
    const handle = await newHandle(key);
    expect(await isHandle(key, handle)).toBe(true);
    expect(await isHandle(`${key}!`, handle)).toBe(false);
    expect(await isHandle(key, `${handle.slice(0, -1)}${handle.endsWith("A") ? "B" : "A"}`)).toBe(false);
    expect(await isHandle(key, "invented")).toBe(false);
  });

  it("is the same for the same owner, client and project, and no other's", async () => {
    const mine = await implicitHandle(key, "owner", "client", "project");
    expect(await implicitHandle(key, "owner", "client", "project")).toBe(mine);
    expect(await implicitHandle(key, "owner", "client", "")).not.toBe(mine);
    expect(await isHandle(key, mine)).toBe(true);
  });
});

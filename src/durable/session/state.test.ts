import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { RateWindow } from "#mcp/rate-window";
import { Ledger } from "./ledger.ts";
import { SessionState } from "./session-state.ts";

const inObject = <T>(run: (storage: DurableObjectStorage) => T): Promise<T> =>
  runInDurableObject(env.SESSIONS.getByName(crypto.randomUUID()), (_, { storage }) => run(storage));

it("tells new, unchanged and changed items apart", async () => {
  await inObject((storage) => {
    const ledger = new Ledger(storage.sql);
    expect(ledger.recognise([{ key: "a", hash: "1" }])).toEqual(["new"]);
    const second = [
      { key: "a", hash: "1" },
      { key: "b", hash: "1" },
    ];
    expect(ledger.recognise(second)).toEqual(["unchanged", "new"]);
    expect(new Ledger(storage.sql).recognise([{ key: "a", hash: "2" }])).toEqual(["changed"]);
  });
});

it("forgets the oldest items", async () => {
  await inObject((storage) => {
    const ledger = new Ledger(storage.sql);
    ledger.recognise(Array.from({ length: 5_001 }, (_, at) => ({ key: `k${at}`, hash: "h" })));
    expect(
      ledger.recognise([
        { key: "k1", hash: "h" },
        { key: "k0", hash: "h" },
      ]),
    ).toEqual(["unchanged", "new"]);
  });
});

it("keeps its rate window over an eviction, but for a few calls", async () => {
  await inObject((storage) => {
    const before = new SessionState(storage);
    for (let call = 0; call < 15; call++) expect(before.admit("heavy", 1_000)).toBeUndefined();
    expect(before.admit("heavy", 1_000)).toMatchObject({ limit: 15 });
    const after = new SessionState(storage);
    const admitted = Array.from({ length: 15 }, () => after.admit("heavy", 1_000)).filter((refusal) => !refusal);
    expect(admitted.length).toBeLessThan(10);
  });
});

it("slides: what is a minute old no longer counts, and waiting as told is enough", () => {
  const window = new RateWindow({ all: 2, heavy: 1 });
  expect(window.admit("light", 0)).toBeUndefined();
  expect(window.admit("heavy", 10_000)).toBeUndefined();
  expect(window.admit("heavy", 20_000)).toEqual({
    limit: 1,
    retryAfterMs: 50_001,
    resetAt: "1970-01-01T00:01:10.000Z",
  });
  expect(window.admit("light", 20_000)).toMatchObject({ limit: 2, retryAfterMs: 40_001 });
  expect(window.admit("light", 60_001)).toBeUndefined();
});

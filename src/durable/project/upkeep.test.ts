import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { pushLimits } from "#contract/push-limits";
import { unwrap } from "#durable/outcome";
import { fileUnit, fileUnits, openOf } from "./fixture.ts";
import { account, author, FixtureProject } from "./fixture-project.ts";

let shop: FixtureProject;
beforeEach(async () => {
  shop = await FixtureProject.create();
  return () => vi.useRealTimers();
});

/** The Project object's clock is this isolate's: tests and objects share it. */
const later = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });

const open: FixtureProject["open"] = (...of) => shop.open(...of);
const send: FixtureProject["send"] = (...of) => shop.send(...of);
const commit: FixtureProject["commit"] = (...of) => shop.commit(...of);
const push: FixtureProject["push"] = (...of) => shop.push(...of);
const shown: FixtureProject["shown"] = (...of) => shop.shown(...of);
const rowsOf: FixtureProject["rows"] = (...of) => shop.rows(...of);

describe("upkeep", () => {
  const alarm = () => runDurableObjectAlarm(shop.object);

  it("removes what an expired push brought", async () => {
    const kept = await fileUnits(2, "kept");
    await push(kept);
    const dead = await fileUnits(3, "dead");
    await send(await open(dead, { parentSeq: 1 }), dead);
    expect(await rowsOf("units")).toBe(5);
    later(pushLimits.pushTtlMs + 1);
    expect(await alarm()).toBe(true);
    expect(await rowsOf("units")).toBe(2);
    expect(await rowsOf("calls")).toBe(2);
    expect(await shown()).toEqual(["src/f0.ts", "src/f1.ts"]);
  });

  it("keeps what an open push has use for", async () => {
    const dead = await fileUnits(3, "dead");
    const first = await open(dead);
    await send(first, dead);
    unwrap(await shop.object.abandon(first.push ?? ""));
    const second = await open(dead.slice(0, 1));
    expect(second.missing).toEqual([]);
    await alarm();
    expect(await rowsOf("units")).toBe(1);
    expect(await commit(second)).toMatchObject({ seq: 1 });
  });

  it("removes a branch that nothing was committed to", async () => {
    const opened = await open(await fileUnits(1), { branch: "feature" });
    unwrap(await shop.object.abandon(opened.push ?? ""));
    expect(await account.branches.find(shop.row.id, "feature")).toBeDefined();
    await alarm();
    expect(await account.branches.find(shop.row.id, "feature")).toBeUndefined();
  });

  it("forgets snapshots beyond the last twenty, and then their units", async () => {
    for (let seq = 1; seq <= 23; seq++) await push(await fileUnits(1, `body ${seq}`), { parentSeq: seq - 1 });
    expect(await rowsOf("units")).toBe(23);
    later(1_000);
    await alarm();
    expect(await rowsOf("snapshots")).toBe(20);
    expect(await rowsOf("units")).toBe(20);
    expect(await shown()).toEqual(["src/f0.ts"]);
  });

  it("keeps the snapshot that another branch is laid over", async () => {
    const first = await fileUnits(2, "first");
    await push(first);
    await push([...first, await fileUnit("src/more.ts")], { branch: "feature" });
    for (let seq = 2; seq <= 23; seq++) await push(await fileUnits(1, `body ${seq}`), { parentSeq: seq - 1 });
    later(1_000);
    await alarm();
    expect(await shown("feature")).toEqual(["src/f0.ts", "src/f1.ts", "src/more.ts"]);
  });

  it("removes a deleted project: rows, blobs, and then its name is free", async () => {
    const units = await fileUnits(3);
    await push(units);
    const prefix = `projects/${shop.row.id}/`;
    expect((await env.BLOBS.list({ prefix })).objects.length).toBeGreaterThan(0);
    await shop.object.remove(shop.row, author);
    expect(await shop.object.open(shop.row, author, await openOf(units))).toMatchObject({ ok: false });
    const known = env.ACCOUNT.prepare("select count(*) as n from projects where id = ?").bind(shop.row.id);
    await vi.waitFor(async () => expect(await known.first("n")).toBe(0), 5_000);
    for (const table of ["units", "calls", "files", "symbols", "snapshots"]) expect(await rowsOf(table)).toBe(0);
    expect((await env.BLOBS.list({ prefix })).objects).toEqual([]);
    expect(
      (await account.projects.create(shop.row.organisation, shop.row.slug, ["SHARD_1"], { user: null })).id,
    ).not.toBe(shop.row.id);
  });
});

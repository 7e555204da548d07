import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenAnswer } from "#contract/push";
import { pushLimits } from "#contract/push-limits";
import { changedPaths, ShardWriter } from "#db/shard-writer";
import { unwrap } from "#durable/outcome";
import { changeEvents } from "./announce.ts";
import { fileUnit, fileUnits, gzip, type Line, openOf, packOf } from "./fixture.ts";
import { account, author, FixtureProject } from "./fixture-project.ts";
import { Bitmap, HashList } from "./hash-list.ts";

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

const error = (work: Promise<unknown>) => work.then(() => undefined).catch((refusal) => refusal.body);

describe("a push", () => {
  it("asks for what the project lacks, and shows it when it commits", async () => {
    const units = await fileUnits(3);
    const opened = await open(units);
    expect(opened).toMatchObject({ upToDate: false, seq: 1, leaseMs: pushLimits.leaseMs });
    expect(opened.missing).toEqual(units.map(({ hash }) => hash).sort());
    expect(await send(opened, units)).toEqual({ accepted: 3, missing: 0 });
    expect(await shown()).toEqual([]);
    expect(await commit(opened)).toMatchObject({ branch: "main", seq: 1, units: 3 });
    expect(await shown()).toEqual(["src/f0.ts", "src/f1.ts", "src/f2.ts"]);
  });

  it("sends nothing where the branch shows that state already", async () => {
    const units = await fileUnits(2);
    await push(units);
    expect(await open(units, { parentSeq: 1 })).toEqual({
      project: expect.stringMatching(/^[\w-]+\/[\w-]+$/),
      push: null,
      upToDate: true,
      seq: 1,
      missing: [],
      leaseMs: pushLimits.leaseMs,
    });
  });

  it("renews the scan time of a state that was scanned again", async () => {
    const units = await fileUnits(1);
    await push(units);
    await open(units, { parentSeq: 1, scannedAt: "2026-02-02T00:00:00Z" });
    expect((await account.branches.find(shop.row.id, "main"))?.head?.scannedAt).toBe(
      Date.parse("2026-02-02T00:00:00Z"),
    );
  });

  it("is a snapshot of its own for another commit of the same facts", async () => {
    const units = await fileUnits(1);
    await push(units);
    expect(await push(units, { parentSeq: 1, commit: "a".repeat(40) })).toMatchObject({ sent: 0, seq: 2 });
  });

  it("sends only what changed against its parent", async () => {
    const units = await fileUnits(4);
    await push(units);
    const edited = await fileUnit("src/f1.ts", "edited");
    const next = [edited, ...units.filter((_, at) => at !== 1)];
    const request = await openOf(next, {
      parentSeq: 1,
      units: { added: [edited.hash], removed: [units[1]?.hash ?? ""] },
    });
    const opened = unwrap(await shop.object.open(shop.row, author, request));
    expect(opened.missing).toEqual([edited.hash]);
    await send(opened, [edited]);
    expect(await commit(opened)).toMatchObject({ seq: 2, units: 4 });
    expect(await shown()).toEqual(["src/f0.ts", "src/f1.ts", "src/f2.ts", "src/f3.ts"]);
  });

  it("takes back old units when a commit is reverted", async () => {
    const [first, second] = [await fileUnits(2, "one"), await fileUnits(2, "two")];
    await push(first);
    await push(second, { parentSeq: 1 });
    expect(await push(first, { parentSeq: 2 })).toMatchObject({ sent: 0, seq: 3 });
  });

  it("leaves an older snapshot readable while newer ones come", async () => {
    const units = await fileUnits(2, "one");
    await push(units);
    await push(await fileUnits(3, "two"), { parentSeq: 1 });
    const branch = (await account.branches.find(shop.row.id, "main"))?.id ?? 0;
    expect(await shop.visible({ branch, seq: 1 })).toEqual(units.map(({ hash }) => hash).sort());
  });

  it("answers the same when any request of it is repeated", async () => {
    const units = await fileUnits(3);
    const opened = await open(units);
    expect(await open(units)).toEqual(opened);
    await send(opened, units.slice(0, 2));
    expect(await send(opened, units.slice(0, 2))).toEqual({ accepted: 2, missing: 1 });
    expect(await send(opened, units)).toEqual({ accepted: 3, missing: 0 });
    const answer = await commit(opened);
    expect(await commit(opened)).toEqual(answer);
    expect(await rowsOf("calls")).toBe(3);
    const { results } = await env.SHARD_1.prepare("select count(*) as n from symbol_search where symbol_search match ?")
      .bind(`p${shop.row.id}_run`)
      .all<{ n: number }>();
    expect(results).toEqual([{ n: 3 }]);
  });

  it("goes on from what is missing", async () => {
    const units = await fileUnits(3);
    const opened = await open(units);
    await send(opened, units.slice(1));
    expect(unwrap(await shop.object.status(opened.push ?? ""))).toMatchObject({
      state: "open",
      missing: [units[0]?.hash],
    });
    expect((await open(units)).missing).toEqual([units[0]?.hash]);
    expect(await error(commit(opened))).toMatchObject({ code: "CONFLICT", message: "1 unit is still missing" });
  });

  it("takes 100,000 calls in packs of its own choosing", async () => {
    const units = await fileUnits(5, "x", 20_000);
    const opened = await open(units);
    for (const unit of units) await send(opened, [unit]);
    await commit(opened);
    expect(await rowsOf("calls")).toBe(100_000);
  });

  it("shows an empty repository", async () => {
    expect(await push([])).toMatchObject({ seq: 1, units: 0 });
  });
});

describe("a push is refused", () => {
  it("when its parent is not the head, unless it is forced", async () => {
    await push(await fileUnits(1, "one"));
    const other = await fileUnits(1, "two");
    expect(await error(open(other))).toMatchInlineSnapshot(`
      {
        "code": "CONFLICT",
        "command": "drift push --force",
        "hint": "Push again to build on that head, or move it all the same with \`--force\`",
        "message": "The push was made against an empty branch, but main is at 1",
      }
    `);
    expect(await push(other, { force: true })).toMatchObject({ seq: 2 });
  });

  it("while another is being worked on, and takes its place once that is idle", async () => {
    const [ours, theirs] = [await fileUnits(1, "ours"), await fileUnits(1, "theirs")];
    const first = await open(ours);
    expect(await error(open(theirs, {}, { user: "usr_other" }))).toMatchObject({
      code: "CONFLICT",
      message: "Another push to main is under way",
      retryAfterMs: expect.any(Number),
    });
    later(pushLimits.leaseMs);
    const second = await open(theirs, {}, { user: "usr_other" });
    expect(await error(send(first, ours))).toMatchObject({
      code: "CONFLICT",
      message: "This push was given up already",
    });
    await send(second, theirs);
    expect(await commit(second)).toMatchObject({ seq: 1 });
    expect(await error(commit(first))).toMatchObject({ code: "CONFLICT" });
  });

  it("unless it is the same client's, who left the other behind", async () => {
    const attempt = "an attempt of one";
    const [lost, next] = [await fileUnits(1, "lost"), await fileUnits(1, "next")];
    const first = await open(lost, { attempt });
    expect(await error(open(next, { attempt }, { user: "usr_other" }))).toMatchObject({ code: "CONFLICT" });
    expect(await error(open(next, { attempt: "another attempt" }))).toMatchObject({ code: "CONFLICT" });
    expect((await open(lost, { attempt })).push).toBe(first.push);
    await push(next, { attempt });
    expect(unwrap(await shop.object.status(first.push ?? ""))).toMatchObject({ state: "abandoned" });
    // Nothing is to be done, but another was left.
    const second = await open(lost, { attempt, parentSeq: 1 });
    expect(await open(next, { attempt, parentSeq: 1 })).toMatchObject({ upToDate: true });
    expect(unwrap(await shop.object.status(second.push ?? ""))).toMatchObject({ state: "abandoned" });
  });

  it("with another root hash than its units have", async () => {
    expect(await error(open(await fileUnits(1), { rootHash: "0".repeat(64) }))).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "The units do not have this root hash",
    });
  });

  it("when it carries more of the source than the project takes", async () => {
    expect(await error(open(await fileUnits(1), { sourceMode: "full" }))).toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  it("when it was given up", async () => {
    const units = await fileUnits(1);
    const opened = await open(units);
    unwrap(await shop.object.abandon(opened.push ?? ""));
    unwrap(await shop.object.abandon(opened.push ?? ""));
    expect(unwrap(await shop.object.status(opened.push ?? ""))).toMatchObject({ state: "abandoned" });
    expect(await error(send(opened, units))).toMatchObject({ code: "CONFLICT" });
    expect((await open(units)).push).not.toBe(opened.push);
  });

  it("when nobody knows it", async () => {
    expect(await error(commit({ push: "p1-unknown" } as OpenAnswer))).toMatchObject({ code: "PROJECT_NOT_FOUND" });
  });

  it.each<[string, (units: Line[]) => Promise<Uint8Array<ArrayBuffer>>, string]>([
    ["is not gzip", async () => Uint8Array.from(Buffer.from("hello")), "The pack is not gzip, or is cut short"],
    ["is cut short", async (units) => (await packOf(units)).slice(0, -12), "The pack is not gzip, or is cut short"],
    ["is not UTF-8", () => gzip(new Uint8Array([0xff, 0xfe])), "Unit 1 of the pack: It is not UTF-8"],
    ["is not JSON", () => gzip("{"), "Unit 1 of the pack: It is not JSON"],
    ["is no unit", () => gzip('{"v":1}'), 'Unit 1 of the pack: Unknown unit kind "undefined"'],
    [
      "is spelled otherwise",
      ([unit]) => gzip((unit?.line ?? "").replace(":", ": ")),
      "Unit 1 of the pack: It is not in canonical encoding",
    ],
    [
      "leads out of the repository",
      ([unit]) => gzip((unit?.line ?? "").replace("src/f0.ts", "../f0.ts")),
      "Unit 1 of the pack: A unit's path is relative and normalised",
    ],
    [
      "has a number out of range",
      ([unit]) => gzip((unit?.line ?? "").replace('"typescript",100', '"typescript",-1')),
      "Unit 1 of the pack: files[0]: bytes is not a whole number in range",
    ],
    [
      "holds half a surrogate pair",
      ([unit]) => gzip((unit?.line ?? "").replace("Runs ", "Runs \\ud800")),
      "Unit 1 of the pack: It holds half a surrogate pair",
    ],
  ])("when a pack %s", async (_, pack, message) => {
    const units = await fileUnits(1);
    const opened = await open(units);
    const refusal = await error(shop.object.pack(opened.push ?? "", await pack(units)).then(unwrap));
    expect(refusal).toMatchObject({ code: "INVALID_ARGUMENT", message });
    expect(await rowsOf("units")).toBe(0);
  });

  it("when a pack holds a unit that was not asked for, and stores nothing of it", async () => {
    const units = await fileUnits(2);
    const opened = await open(units.slice(0, 1));
    expect(await error(send(opened, units))).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(await rowsOf("units")).toBe(0);
  });

  it("when a pack unfolds to more than its limit", async () => {
    const opened = await open(await fileUnits(1));
    const bomb = await gzip(new Uint8Array(pushLimits.packBytes + 1));
    expect(bomb.length).toBeLessThan(20_000);
    expect(await error(shop.object.pack(opened.push ?? "", bomb).then(unwrap))).toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "A pack is at most 8388608 bytes when unpacked",
    });
  });

  it("when a unit is over its limit", async () => {
    const opened = await open(await fileUnits(1));
    const pack = await gzip(new Uint8Array(pushLimits.unitBytes + 1).fill(32));
    expect(await error(shop.object.pack(opened.push ?? "", pack).then(unwrap))).toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "Unit 1 of the pack is over 4194304 bytes",
    });
  });
});

it("leaves a bookmark with the head, by which readers find its rows", async () => {
  await push(await fileUnits(1));
  expect((await account.branches.find(shop.row.id, "main"))?.head?.bookmark).toEqual(expect.any(String));
});

it("tells of the project and its changed files, and of the project alone where they are too many", async () => {
  const units = await fileUnits(3);
  await push(units);
  const writer = new ShardWriter(env.SHARD_1, shop.row.id);
  const events = (changed: readonly Line[]) => {
    const added = HashList.of(changed.map(({ hash }) => hash));
    return changeEvents(shop.row, writer, { added, removed: HashList.of([]), stored: Bitmap.ofSize(0) });
  };
  const uri = `drift://${shop.row.organisationSlug}/${shop.row.slug}`;
  expect(await events(units.slice(0, 1))).toEqual([
    { kind: "resource_updated", uri },
    { kind: "resource_updated", uri: `${uri}/files/src/f0.ts` },
    { kind: "resources_list_changed" },
  ]);
  const many = await fileUnits(changedPaths + 1, "many");
  await push(many, { parentSeq: 1 });
  expect(await events(many)).toEqual([{ kind: "resource_updated", uri }, { kind: "resources_list_changed" }]);
  expect(await events([])).toEqual([{ kind: "resource_updated", uri }]);
});

it("takes back the rows of a push that died between its manifest and its head", async () => {
  await push(await fileUnits(2, "one"));
  const lost = await fileUnits(3, "lost");
  const opened = await open(lost, { parentSeq: 1 });
  await send(opened, lost);
  // The head moves in the account database, last of all: the commit dies just before.
  await env.ACCOUNT.prepare(
    `create trigger head_stays before update of head_seq on branches when new.project = ${shop.row.id}
    begin select raise(abort, 'the account database is away'); end`,
  ).run();
  await expect(commit(opened)).rejects.toThrow("the account database is away");
  await env.ACCOUNT.prepare("drop trigger head_stays").run();
  expect(await shown()).toEqual(["src/f0.ts", "src/f1.ts"]);
  unwrap(await shop.object.abandon(opened.push ?? ""));
  await push(await fileUnits(1, "two"), { parentSeq: 1 });
  expect(await shown()).toEqual(["src/f0.ts"]);
  await runInDurableObject(shop.object, (_, state) => {
    expect([...state.storage.kv.list({ prefix: "unfinished/" })]).toEqual([]);
  });
});

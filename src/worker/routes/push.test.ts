import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "#contract/principal";
import { pushLimits } from "#contract/push-limits";
import { AccountDb } from "#db/account-db";
import type { Project } from "#db/account-rows";
import { fileUnit, fileUnits, type Line, openOf, packOf } from "#durable/project/fixture";
import { Organisation, type Person } from "#harness/accounts";
import { fetchEdge } from "#harness/rpc";

const scopes: Scope[] = ["drift:read", "drift:push", "drift:admin"];
let acme: Organisation;
let admin: Person;
let stranger: Person;
let project: Project;
let base: string;

beforeAll(async () => {
  acme = await Organisation.create("acme");
  admin = await acme.member("admin", { role: "admin", scopes });
  const globex = await Organisation.create("globex");
  stranger = await globex.member("stranger", { role: "owner", scopes });
});

beforeEach(async () => {
  project = await acme.project(`shop-${crypto.randomUUID().slice(0, 8)}`);
  base = `/v1/projects/${acme.slug}/${project.slug}`;
});

async function request(method: string, path: string, body?: unknown, { token } = admin) {
  const packed = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : undefined;
  const response = await fetchEdge(
    path,
    { method, ...(body !== undefined && { body: packed ?? JSON.stringify(body) }) },
    token,
  );
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
  return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as any };
}

const head = async (branch = "main") =>
  (await new AccountDb(env.ACCOUNT).branches.find(project.id, branch))?.head?.seq ?? 0;

describe("a push over HTTP", () => {
  it("goes through its five requests", async () => {
    const units = await fileUnits(2);
    const opened = await request("POST", `${base}/pushes`, await openOf(units));
    expect(opened).toMatchObject({ status: 200, body: { upToDate: false, seq: 1 } });
    const push = `/v1/pushes/${opened.body.push}`;
    expect(await request("PUT", `${push}/packs/0`, await packOf(units))).toEqual({
      status: 200,
      body: { accepted: 2, missing: 0 },
    });
    expect(await request("GET", push)).toMatchObject({ status: 200, body: { state: "open", missing: [] } });
    expect(await request("POST", `${push}/commit`)).toMatchObject({
      status: 200,
      body: { project: `${acme.slug}/${project.slug}`, branch: "main", seq: 1, units: 2 },
    });
    expect(await request("DELETE", push)).toEqual({ status: 204, body: undefined });
    expect(await request("GET", push)).toMatchObject({ body: { state: "committed" } });
  });

  it("shows the head of a branch and its units, and an older snapshot's", async () => {
    const [one, two] = [await fileUnits(2, "one"), await fileUnits(3, "two")];
    await pushAll(one, { branch: "feature/x" });
    await pushAll(two, { branch: "feature/x", parentSeq: 1 });
    const branch = `${base}/branches/feature%2Fx`;
    expect(await request("GET", branch)).toMatchObject({ body: { branch: "feature/x", seq: 2, commit: null } });
    const hashes = async (query = "") => (await request("GET", `${branch}/units${query}`)).body.sort();
    expect(await hashes()).toEqual(two.map(({ hash }) => hash).sort());
    expect(await hashes("?seq=1")).toEqual(one.map(({ hash }) => hash).sort());
    expect(await request("GET", `${branch}/units?seq=3`)).toMatchObject({
      status: 410,
      body: { code: "SNAPSHOT_GONE" },
    });
    expect(await request("GET", `${base}/branches/main`)).toMatchObject({ body: { code: "SCAN_REQUIRED" } });
    expect(await request("GET", `${base}/branches`)).toMatchObject({
      body: { branches: [{ branch: "feature/x", seq: 2, units: 3 }] },
    });
  });

  it.each([
    ["a branch that git would not take", { branch: "a..b" }, "branch: not a valid branch name"],
    ["a hash that is none", { units: { all: ["x"] } }, "units.all.0: not a SHA-256 hash"],
    ["a negative count", { counts: { files: -1 } }, "counts.files"],
    ["an unknown field", { surprise: 1 }, "surprise"],
    ["a time that is none", { scannedAt: "yesterday" }, "scannedAt"],
  ])("is refused with %s", async (_, wrong, message) => {
    const refused = await request("POST", `${base}/pushes`, { ...(await openOf(await fileUnits(1))), ...wrong });
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_ARGUMENT" } });
    expect(refused.body.message).toContain(message.split(":")[0]);
  });

  it("is refused with a body that is too large, a pack that is, and too many packs", async () => {
    const huge = new Uint8Array(pushLimits.packBytes + 1);
    expect(await request("PUT", "/v1/pushes/p1-x/packs/0", huge)).toMatchObject({
      status: 413,
      body: { code: "LIMIT_EXCEEDED" },
    });
    const { body } = await request("POST", `${base}/pushes`, await openOf(await fileUnits(1)));
    expect(await request("PUT", `/v1/pushes/${body.push}/packs/${pushLimits.packs}`, "")).toMatchObject({
      status: 413,
      body: { code: "LIMIT_EXCEEDED" },
    });
    const open = new Uint8Array(pushLimits.openBytes + 1);
    expect(await request("POST", `${base}/pushes`, open)).toMatchObject({ status: 413 });
  });

  it("is refused with more units than a snapshot has", async () => {
    const all = Array.from({ length: pushLimits.units + 1 }, (_, at) => at.toString(16).padStart(64, "0"));
    expect(await request("POST", `${base}/pushes`, { ...(await openOf([])), units: { all } })).toMatchObject({
      status: 413,
      body: { code: "LIMIT_EXCEEDED" },
    });
  });
});

describe("somebody else's project and one that is not there are one answer", () => {
  it.each(["POST /pushes", "GET ", "DELETE ", "GET /branches", "GET /branches/main", "GET /branches/main/units"])(
    "to %s",
    async (call) => {
      await pushAll(await fileUnits(1));
      const [method = "", path = ""] = call.split(" ");
      const body = method === "POST" ? await openOf(await fileUnits(1)) : undefined;
      const theirs = await request(method, base + path, body, stranger);
      const nobodys = await request(method, base.replace(project.slug, "no-such") + path, body, stranger);
      expect(theirs).toMatchObject({ status: 404, body: { code: "PROJECT_NOT_FOUND" } });
      const { requestId, ...told } = nobodys.body;
      expect(theirs.body).toEqual({
        ...JSON.parse(JSON.stringify(told).replaceAll("no-such", project.slug)),
        requestId: theirs.body.requestId,
      });
    },
  );

  it("to each request of a push", async () => {
    const { body } = await request("POST", `${base}/pushes`, await openOf(await fileUnits(1)));
    const pack = await packOf(await fileUnits(1));
    for (const push of [body.push, `p${project.id}-${"0".repeat(22)}`, "p999999-x", "x"]) {
      for (const [method, path, sent] of [
        ["GET", "", undefined],
        ["PUT", "/packs/0", pack],
        ["POST", "/commit", undefined],
        ["DELETE", "", undefined],
      ] as const) {
        expect(await request(method, `/v1/pushes/${push}${path}`, sent, stranger)).toMatchObject({
          status: 404,
          body: { code: "PROJECT_NOT_FOUND", message: "There is no such push" },
        });
      }
    }
    expect(await request("GET", `/v1/pushes/${body.push}`)).toMatchObject({ body: { state: "open" } });
  });

  it("also to a token that is limited to other projects", async () => {
    const limited = await acme.member("limited", { role: "admin", scopes, projects: [project.id + 1_000] });
    expect((await request("GET", base, undefined, limited)).status).toBe(404);
    expect((await request("GET", "/v1/projects", undefined, limited)).body).toEqual({ projects: [] });
  });
});

describe("projects", () => {
  it("are made, listed, shown and deleted by an admin", async () => {
    const slug = `new-${crypto.randomUUID().slice(0, 8)}`;
    const made = await request("POST", "/v1/projects", { project: slug, sourceMode: "none" });
    expect(made).toMatchObject({ status: 201, body: { project: `${acme.slug}/${slug}`, sourceMode: "none" } });
    expect((await request("POST", "/v1/projects", { project: slug })).status).toBe(409);
    const { body } = await request("GET", "/v1/projects");
    expect(body.projects.map((one: { project: string }) => one.project)).toContain(`${acme.slug}/${slug}`);
    const path = `/v1/projects/${acme.slug}/${slug}`;
    expect(await request("GET", path)).toMatchObject({ body: { defaultBranch: "main", keepSnapshots: 20 } });
    expect((await request("DELETE", path)).status).toBe(202);
    expect((await request("GET", path)).status).toBe(404);
  });

  it("are not made or deleted without the scope", async () => {
    const member = await acme.member("member", { role: "member", scopes });
    expect((await request("POST", "/v1/projects", { project: "x" }, member)).status).toBe(403);
    expect((await request("DELETE", base, undefined, member)).status).toBe(403);
    expect((await request("POST", `${base}/pushes`, {}, member)).status).toBe(403);
  });
});

/** Every request a client makes, in order: `last` is the one after which it dies. */
async function pushAll(
  units: readonly Line[],
  more: Parameters<typeof openOf>[1] = {},
  last = Number.POSITIVE_INFINITY,
) {
  let made = 0;
  const step = async (method: string, path: string, body?: unknown) => {
    if (made >= last) throw new Error("The client died");
    made += 1;
    return (await request(method, path, body)).body;
  };
  const opened = await step("POST", `${base}/pushes`, await openOf(units, more));
  if (opened.push === null) return made;
  const missing = units.filter(({ hash }) => opened.missing.includes(hash));
  for (const [number, unit] of missing.entries()) {
    await step("PUT", `/v1/pushes/${opened.push}/packs/${number}`, await packOf([unit]));
  }
  await step("POST", `/v1/pushes/${opened.push}/commit`);
  return made;
}

it.each([0, 1, 2, 3])(
  "completes when its client died after request %i, and shows no half state before",
  async (last) => {
    const before = await fileUnits(2, "before");
    await pushAll(before);
    const after = [...before, await fileUnit("src/new.ts"), await fileUnit("src/more.ts")];
    await expect(pushAll(after, { parentSeq: 1 }, last)).rejects.toThrow("The client died");
    expect(await head()).toBe(1);
    const shown = (await request("GET", `${base}/branches/main/units`)).body;
    expect(shown.sort()).toEqual(before.map(({ hash }) => hash).sort());
    // What arrived before is not asked for again.
    expect(await pushAll(after, { parentSeq: 1 })).toBe(4 - Math.max(0, last - 1));
    expect(await head()).toBe(2);
    // The answer to the commit may be lost, too: the push is made again, and there is nothing left to do.
    expect(await pushAll(after, { parentSeq: 1 })).toBe(1);
    expect(await head()).toBe(2);
  },
);

it("lets one of two pushes to a branch win, and tells the other", async () => {
  const [ours, theirs] = [await fileUnits(1, "ours"), await fileUnits(1, "theirs")];
  const answers = await Promise.all(
    [ours, theirs].map(async (units) => request("POST", `${base}/pushes`, await openOf(units))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.retryAfterMs).toBeGreaterThan(0);
});

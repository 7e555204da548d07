import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Project } from "#db/account-rows";
import { ShardReader, type SnapshotRef } from "#db/shard-reader";
import { unwrap } from "#durable/outcome";
import { fileUnit, type Line, openOf, packOf } from "./fixture.ts";
import { account, createOrganisation } from "./fixture-project.ts";

const author = { user: "usr_test" };

/** Numerical Recipes' linear congruential generator: the same sequence in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function push(project: Project, units: readonly Line[], branch: string, parentSeq: number | null) {
  const object = env.PROJECTS.getByName(String(project.id));
  const opened = unwrap(await object.open(project, author, await openOf(units, { branch, parentSeq })));
  if (opened.upToDate) return opened.seq;
  const missing = new Set(opened.missing);
  const lacking = units.filter(({ hash }) => missing.has(hash));
  const push = opened.push ?? "";
  if (lacking.length > 0) unwrap(await object.pack(push, await packOf(lacking)));
  return unwrap(await object.commit(push)).seq;
}

async function visible(project: Project, snapshot: SnapshotRef): Promise<string[]> {
  const shard = env[project.shard as "SHARD_1"].withSession("first-primary");
  const seen: string[] = [];
  for await (const page of new ShardReader(shard, project.id).visible(snapshot)) seen.push(...page);
  return seen.sort();
}

it.each([1, 2, 3])("every snapshot of two branches shows what was pushed, whatever came before (%i)", async (seed) => {
  const random = generator(seed);
  const organisation = await createOrganisation();
  const project = await account.projects.create(organisation, "shop", ["SHARD_1"], { user: null });
  const pool = await Promise.all(Array.from({ length: 8 }, (_, at) => fileUnit(`src/f${at}.ts`)));
  const model = new Map<string, Map<number, string[]>>([
    ["main", new Map()],
    ["feature", new Map()],
  ]);
  for (let step = 0; step < 24; step++) {
    const branch = step === 0 || random(2) === 0 ? "main" : "feature";
    const history = model.get(branch) as Map<number, string[]>;
    // A third of the pushes revert to an earlier state of either branch.
    const earlier = [...model.values()].flatMap((states) => [...states.values()]);
    const back = earlier[random(3 * earlier.length)];
    const units = back ? pool.filter(({ hash }) => back.includes(hash)) : pool.filter(() => random(2) === 0);
    const seq = await push(project, units, branch, history.size === 0 ? null : Math.max(...history.keys()));
    history.set(seq, units.map(({ hash }) => hash).sort());
  }
  for (const [name, history] of model) {
    const branch = await account.branches.find(project.id, name);
    expect(branch?.base !== undefined).toBe(name === "feature");
    for (const [seq, hashes] of history) {
      expect(await visible(project, { branch: branch?.id ?? 0, seq, base: branch?.base })).toEqual(hashes);
    }
  }
});

it("a branch that differs in one file stores one unit and its manifest rows", async () => {
  const organisation = await createOrganisation();
  const project = await account.projects.create(organisation, "shop", ["SHARD_1"], { user: null });
  const units = await Promise.all(Array.from({ length: 50 }, (_, at) => fileUnit(`src/f${at}.ts`)));
  await push(project, units, "main", null);
  await push(project, [await fileUnit("src/f0.ts", "edited"), ...units.slice(1)], "feature", null);
  const { id } = (await account.branches.find(project.id, "feature")) ?? { id: 0 };
  const { results } = await env.SHARD_1.prepare("select born, died from manifests where branch = ? order by born")
    .bind(id)
    .all();
  expect(results).toEqual([
    { born: 0, died: 1 },
    { born: 1, died: null },
  ]);
});

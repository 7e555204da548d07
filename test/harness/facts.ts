/** Puts units into a shard and asks tools about them, without the way through the Worker. */
import { env } from "cloudflare:workers";
import type { z } from "zod";
import { ProjectNumber } from "#contract/ids";
import type { AccountReader } from "#db/account-reader";
import type { Head, Project } from "#db/account-rows";
import { ProjectDb } from "#db/project-db";
import { ShardWriter } from "#db/shard-writer";
import { outline } from "#engine/outline";
import { createTokenCounter } from "#engine/tokens";
import type { Tool, ToolAnswer, ToolContext } from "#tools/kit/define-tool";
import { categories } from "#tools/kit/define-tool";
import { tools } from "#tools/registry.gen";
import { lastCommit, type ShopUnit } from "../fixtures/shop.ts";

export interface Stored {
  project: ProjectNumber;
  branch: number;
  seq: number;
}

/** Stores units as the first snapshot of a project's branch in SHARD_1. */
export async function storeUnits(project: number, units: readonly ShopUnit[]): Promise<Stored> {
  const writer = new ShardWriter(env.SHARD_1, project);
  await writer.ingest(
    (async function* () {
      yield* units;
    })(),
  );
  const added = units.map(({ hash }) => hash);
  const branch = project * 10;
  await writer.change({
    ...{
      branch,
      overlay: false,
      seq: 1,
      added,
      removed: [],
      units: units.length,
      pushedAt: 0,
      pushedBy: "test",
      repair: false,
    },
    request: {
      ...{
        branch: "main",
        commit: "c".repeat(40),
        commitTime: lastCommit,
        dirty: false,
        scannedAt: "2026-09-21T00:00:00Z",
      },
      ...{ scanner: "test", sourceMode: "snippets", parentSeq: null, rootHash: "0".repeat(64), force: false },
      counts: { files: 0, symbols: 0, calls: {}, skipped: {}, languages: {}, problems: 0 },
    },
  });
  return { project: ProjectNumber.parse(project), branch, seq: 1 };
}

const counter = createTokenCounter(async (encoding) =>
  (await env.ASSETS.fetch(`http://assets/${encoding}.bin`)).arrayBuffer(),
);

export const projectDb = (stored: Stored): ProjectDb => new ProjectDb(env.SHARD_1, stored);

/** Runs a tool as a call does, without what the call adds. */
export async function askTool(
  name: keyof typeof tools,
  input: unknown,
  stored: Stored,
): Promise<{ answer: ToolAnswer<unknown>; text: string; tokens: number; db: ProjectDb }> {
  const tool = tools[name] as Tool<z.ZodObject, z.ZodObject>;
  const db = projectDb(stored);
  const count = await counter.ready();
  const context: ToolContext = {
    db,
    project: { slug: "shop", organisationSlug: "acme" } as Project,
    head: {
      ...{ name: "main", seq: 1, commit: "c".repeat(40), dirty: false, scannedAt: 0, pushedAt: 0, scanner: "test" },
      counts: {
        files: 22,
        symbols: 100,
        calls: { exact: 60, external: 40 },
        skipped: {},
        languages: { go: 4 },
        problems: 0,
      },
      sourceMode: "snippets",
    } as unknown as Head,
    account: { projects: async () => [] } as unknown as AccountReader,
    session: { handle: "s", activeProject: undefined, activate: async () => {} },
    outline: async (path, code) => outline(path, code),
    cursors: { seal: async () => "", open: async () => [] },
    now: (lastCommit + 3_600) * 1_000,
    catalog: { list: () => [], call: async () => Promise.reject(new Error("no catalog")) },
    budget: categories[tool.category].maxTokens,
    tokens: count,
  };
  const answer = await tool.run(tool.input.parse(input), context);
  tool.output.strict().parse(answer.data);
  const text = [
    answer.summary,
    JSON.stringify(answer.data),
    ...(answer.warnings ?? []).map((said) => `Note: ${said}`),
  ].join("\n");
  return { answer, text, tokens: count(text), db };
}

/** What agents would ask of a scanned repository, and how long and how much each answer takes. */
import { DatabaseSync } from "node:sqlite";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Envelope } from "#contract/envelope";
import type { Edge } from "./drift.ts";

export interface ToolFigures {
  calls: number;
  errors: number;
  p50Ms: number;
  p95Ms: number;
  /** Medians. */
  tokens: number;
  roundTrips: number;
  rowsRead: number;
}

type Arguments = Record<string, unknown>;

/** For each tool, the questions of one round; every round asks about other symbols. */
export function questions(db: string, count: number): Record<string, Arguments[]> {
  const database = new DatabaseSync(db, { readOnly: true });
  // Evenly over all functions that are called, ordered by how often.
  const called = database
    .prepare(
      `select s.name, s.qualified, s.path, count(*) as calls from symbols s join calls c on c.callee = s.id
      where s.kind in ('function', 'method') group by s.id order by calls desc, s.id`,
    )
    .all() as { name: string; qualified: string; path: string }[];
  const types = database
    .prepare("select name, path from symbols where kind in ('class', 'interface', 'struct', 'type_alias') order by id")
    .all() as { name: string; path: string }[];
  const files = database.prepare("select path from files where is_test = 0 order by path").all() as { path: string }[];
  database.close();
  const functions = spread(called, count);
  const paths = spread(files, count).map(({ path }) => path);
  const folder = (path: string) => path.slice(0, path.lastIndexOf("/") + 1) || ".";
  return {
    drift_callers: functions.map(({ qualified, path }) => ({ function: qualified, file: path })),
    drift_signature: functions.map(({ qualified, path }) => ({ symbol: qualified, file: path })),
    drift_type: spread(types, count).map(({ name, path }) => ({ type: name, file: path })),
    drift_imports: functions.map(({ name }, at) => ({ symbols: [name], targetFile: paths[at % paths.length] })),
    drift_similar: functions.map(({ name, path }) => ({
      intent: "utility",
      description: words(name),
      scope: folder(path),
    })),
    drift_prevalidate: paths.map((path) => ({
      targetFile: path,
      code: "export function probe(a: number) { return a }\n",
    })),
    drift_recent: paths.map((path) => ({ area: folder(path), days: 3650 })),
    drift_test_template: functions.map(({ name, path }) => ({ targetFile: path, function: name })),
    drift_context: functions.map(({ name }) => ({ intent: "fix_bug", focus: words(name) })),
    drift_status: [{}],
    drift_capabilities: [{}],
    drift_projects: [{}],
    drift_discover: [{}],
  };
}

const spread = <Item>(items: readonly Item[], count: number): Item[] => {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, at) => at % step === 0).slice(0, count);
};

const words = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

/** Asks everything once, each question new to the cache, one after the other. */
export async function ask(edge: Edge, asked: Record<string, Arguments[]>): Promise<Record<string, ToolFigures>> {
  const client = new Client({ name: "drift-bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${edge.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${edge.mcp}?tools=all`), { requestInit }));
  const figures: Record<string, ToolFigures> = {};
  for (const [tool, list] of Object.entries(asked)) {
    const times: number[] = [];
    const tokens: number[] = [];
    const costs: { roundTrips: number; rowsRead: number }[] = [];
    let errors = 0;
    // The first call of a tool compiles its code: it is asked twice and timed once.
    if (list[0]) await client.callTool({ name: tool, arguments: { ...list[0], maxTokens: 1_999 } });
    for (const args of list) {
      const before = await shardCost(edge, tool);
      const started = performance.now();
      const { structuredContent, isError } = await client.callTool({ name: tool, arguments: args });
      times.push(performance.now() - started);
      if (isError) errors += 1;
      else tokens.push((structuredContent as unknown as Envelope).meta.tokenEstimate);
      const after = await shardCost(edge, tool);
      costs.push({ roundTrips: after.roundTrips - before.roundTrips, rowsRead: after.rowsRead - before.rowsRead });
      await pause(times.length);
    }
    figures[tool] = {
      calls: list.length,
      errors,
      p50Ms: round(quantile(times, 0.5)),
      p95Ms: round(quantile(times, 0.95)),
      tokens: quantile(tokens, 0.5),
      roundTrips: quantile(
        costs.map((cost) => cost.roundTrips),
        0.5,
      ),
      rowsRead: quantile(
        costs.map((cost) => cost.rowsRead),
        0.5,
      ),
    };
  }
  await client.close();
  return figures;
}

async function shardCost({ url, operatorToken }: Edge, tool: string) {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const value = (name: string) =>
    Number(new RegExp(`^${name}\\{tool="${tool}"[^}]*\\} (\\d+)`, "m").exec(text)?.[1] ?? 0);
  return { roundTrips: value("drift_shard_round_trips_total"), rowsRead: value("drift_shard_rows_read_total") };
}

/** Stays below the rate window of a session. */
const pause = (calls: number): Promise<void> =>
  calls % 10 === 0 ? new Promise((resolve) => setTimeout(resolve, 5_500)) : Promise.resolve();

const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

const round = (ms: number): number => Math.round(ms * 10) / 10;

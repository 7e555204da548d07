/** What a server needs of the Worker's bindings, for the Worker and the session objects alike. */
import { AccountReader } from "#db/account-reader";
import { ProjectDb } from "#db/project-db";
import { listPaths, listSymbols, readFileResource, readSymbolResource } from "#db/resource-reader";
import { isRetained } from "#db/retained";
import { outline } from "#engine/outline";
import { createTokenCounter } from "#engine/tokens";
import { type CallRecord, recordCall } from "#mcp/metrics";
import type { AnswerStore, Ports, View } from "#mcp/ports";

type Services = Omit<Ports, "session" | "publish" | "watching">;

export function servicePorts(env: Cloudflare.Env, afterwards: (work: Promise<unknown>) => void): Services {
  const open = (view: View) => new ProjectDb(shardSession(env, view), snapshotKey(view));
  return {
    account: (principal) => new AccountReader(env.ACCOUNT, principal),
    openProject: open,
    retained: (view, seq) => isRetained(shardSession(env, view), { ...snapshotKey(view), seq }),
    resources: {
      file: (view, path) => readFileResource(open(view), path),
      symbol: (view, id) => readSymbolResource(open(view), id),
      paths: (view, prefix, limit) => listPaths(open(view), prefix, limit),
      symbols: (view, prefix, limit) => listSymbols(open(view), prefix, limit),
    },
    outline: async (path, code) => outline(path, code),
    tokenCounter: () => tokenCounter(env),
    store: edgeStore,
    measure: (call) => {
      recordCall(call);
      env.ANALYTICS?.writeDataPoint(dataPoint(call));
    },
    afterwards,
    now: Date.now,
    stateKey: env.STATE_KEY,
  };
}

/** Reads at least as new as the head: whatever replica answers has the rows of its push. */
function shardSession(env: Cloudflare.Env, { project, head }: View): D1DatabaseSession {
  const shard = (env as unknown as Record<string, D1Database | undefined>)[project.shard];
  if (!shard) throw new Error(`The shard ${project.shard} is not bound`);
  return shard.withSession(head.bookmark ?? "first-primary");
}

const snapshotKey = ({ project, head }: View) => ({
  project: project.id,
  branch: head.branch,
  seq: head.seq,
  ...(head.base && { base: head.base }),
});

let counter: ((text: string) => number) | undefined;

/**
 * One counter an isolate. Its loading is never shared between requests: a client that leaves takes its
 * request's fetch with it, and all that wait for the same promise would wait for ever.
 */
async function tokenCounter({ ASSETS }: Cloudflare.Env): Promise<(text: string) => number> {
  counter ??= await createTokenCounter(async (encoding) => {
    const response = await ASSETS.fetch(`https://assets/${encoding}.bin`);
    if (!response.ok) throw new Error(`The token table ${encoding} is missing: ${response.status}`);
    return response.arrayBuffer();
  }).ready();
  return counter;
}

/** Blobs: tool, category, outcome, whether cached. Doubles: milliseconds, tokens, round trips, rows read. */
const dataPoint = ({ tool, category, code, cached, durationMs, tokens, roundTrips, rowsRead }: CallRecord) => ({
  indexes: [tool],
  blobs: [tool, category, code ?? "ok", String(cached)],
  doubles: [durationMs, tokens, roundTrips, rowsRead],
});

/** Answers in the data centre's cache, by a URL that only this Worker asks for. */
const edgeStore: AnswerStore = {
  async get(key) {
    const found = await caches.default.match(address(key));
    return found?.text();
  },
  async put(key, value, seconds) {
    const headers = { "cache-control": `max-age=${seconds}`, "content-type": "application/json" };
    await caches.default.put(address(key), new Response(value, { headers }));
  },
};

const address = (key: string): string => `https://answers.drift.invalid/${key}`;

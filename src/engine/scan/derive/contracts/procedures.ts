/**
 * Procedures that are called through a client of tRPC: what stands between the client and the last word of a call is the
 * procedure's name. https://trpc.io/docs/client/vanilla/setup, …/client/react/useQuery, …/client/tanstack-react-query/usage
 */
import type { DatabaseSync } from "node:sqlite";

/** A procedure, as the router says it. */
export interface Procedure {
  readonly name: string;
  readonly method: string;
  readonly handler: string | null;
  readonly path: string;
}

/** A call of it. */
export interface ProcedureCall {
  readonly procedure: Procedure;
  readonly library: string;
  readonly method: string;
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
  readonly isTest: boolean;
}

/** What a procedure's kind is asked by: of a client, of hooks, of what caches, and of what makes options for these. */
const words: Readonly<Record<string, readonly string[]>> = {
  QUERY: [
    ...["query", "useQuery", "useSuspenseQuery", "useInfiniteQuery", "useSuspenseInfiniteQuery", "usePrefetchQuery"],
    ...["usePrefetchInfiniteQuery", "fetch", "prefetch", "fetchInfinite", "prefetchInfinite", "ensureData"],
    ...["queryOptions", "infiniteQueryOptions"],
  ],
  MUTATION: ["mutate", "useMutation", "mutationOptions"],
  SUBSCRIPTION: ["subscribe", "useSubscription", "subscriptionOptions"],
};
const methodBy = new Map(Object.entries(words).flatMap(([method, all]) => all.map((word) => [word, method] as const)));

/** All calls of the repository's procedures, in the order of paths and places. A name that two routers have is no one's. */
export function procedureCalls(db: DatabaseSync): ProcedureCall[] {
  const procedures = readProcedures(db);
  if (procedures.size === 0) return [];
  const calls = db.prepare(
    `select target, caller, path, line, path in (select path from files where is_test) as is_test
     from calls where target >= '@trpc/' and target < '@trpc0' order by path, fact`,
  );
  return calls.all().flatMap(({ target, caller, path, line, is_test }) => {
    const [library = "", ...names] = String(target).split(".");
    const method = methodBy.get(names.pop() ?? "");
    if (method === undefined || library === "@trpc/server") return [];
    const procedure = names.map((_, at) => procedures.get(names.slice(at).join("."))).find((one) => one !== undefined);
    if (!procedure) return [];
    const place = { symbol: String(caller), path: String(path), line: Number(line), isTest: is_test === 1 };
    return [{ procedure, library, method, ...place }];
  });
}

function readProcedures(db: DatabaseSync): ReadonlyMap<string, Procedure> {
  const rows = db.prepare(
    `select name, method, handler, path from entry_points
     where framework = 'tRPC' and kind = 'rpc' and name is not null and method is not null and confidence >= 50`,
  );
  const byName = Map.groupBy(rows.all() as unknown as Procedure[], ({ name }) => name);
  return new Map([...byName].flatMap(([name, [one, ...more]]) => (one && more.length === 0 ? [[name, one]] : [])));
}

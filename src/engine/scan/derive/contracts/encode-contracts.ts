/**
 * Contracts: a request that is made in the repository, and the endpoint in it that answers.
 *
 * They meet by method and path. What stands before a path is known to neither side for sure, a proxy or a setting may add
 * it; where a path fits only behind something more, it is less sure.
 */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";
import { Declarations } from "#engine/scan/derive/declarations";
import { type Address, addressOf, type Fit, laid, type Part, routeOf, withoutFormat } from "./address.ts";
import { mayBeFuller, OwnRoutes } from "./catch-alls.ts";
import { DefaultBases } from "./default-bases.ts";
import { Importers } from "./importers.ts";
import { type ProcedureCall, procedureCalls } from "./procedures.ts";
import { type Request, requestsOf } from "./requests.ts";
import type { NamedEndpoint } from "./route-names.ts";
import { type Mismatch, Shapes } from "./shapes.ts";

/** Parts of a route in front of where a request's path begins. */
const mostAhead = 3;
/** A contract that is less sure than this is not told. */
const leastConfidence = 50;
/** A request that is less sure than this disagrees with nothing. */
const leastForMismatch = 75;

interface Endpoint {
  readonly framework: string | null;
  readonly method: string;
  readonly route: string;
  readonly parts: readonly Part[];
  readonly handler: string | null;
  readonly path: string;
  readonly line: number;
}

interface Met {
  readonly endpoint: Endpoint;
  readonly fit: Fit;
  readonly confidence: number;
}

/** The canonical lines of the units of contracts, one a file with requests. */
export function encodeContracts(db: DatabaseSync): { path: string; line: string }[] {
  const calls = requestsOf(db);
  const rows = new Map<string, Rows>();
  for (const call of procedureCalls(db)) rowsAt(rows, call.path).contracts.push(ofProcedure(call));
  if (calls.length > 0) putRequests(db, calls, rows);
  return [...rows].map(([path, found]) => ({ path, line: encodeUnit("contract", path, { ...found }) }));
}

/** What a file's unit holds. */
interface Rows {
  readonly client_calls: FactRow[];
  readonly contracts: FactRow[];
}

function rowsAt(rows: Map<string, Rows>, path: string): Rows {
  const known = rows.get(path) ?? { client_calls: [], contracts: [] };
  rows.set(path, known);
  return known;
}

/** Adds requests by method and path, and the endpoints that answer them. */
function putRequests(db: DatabaseSync, calls: readonly Request[], rows: Map<string, Rows>): void {
  const endpoints = readEndpoints(db);
  const shapes = new Shapes(db, new Declarations(db));
  const importers = new Importers(db);
  const bases = new DefaultBases(db);
  const ownRoutes = new OwnRoutes(db);
  for (const call of calls) {
    const list = rowsAt(rows, call.path);
    list.client_calls.push(callRow(call));
    if (call.named) {
      const row = rowOfNamed(call, call.named, endpoints);
      if (row) list.contracts.push(row);
      continue;
    }
    const address = addressOf(call.url);
    // What a server asks out of its handlers is somebody else's, unless it names this machine.
    const mayAnswer = (one: Endpoint) =>
      isWithin(asideOf(one.path), call) && (call.isTest || address?.isServer || !importers.reach(one.path, call.path));
    const ways = [bases.addressOf(call.url), address].filter((one) => one !== undefined);
    const answering = ways.length > 0 ? endpoints.filter(mayAnswer) : [];
    const near = call.isTest ? nearest(answering, call.path) : [];
    const row =
      ways.map((one) => rowOf(call, one, answering, shapes, ownRoutes)).find((one) => one !== undefined) ??
      // Tests that lie beside a server ask that one, where several have such a route.
      (near.length > 0 && near.length < answering.length
        ? ways.map((one) => rowOf(call, one, near, shapes, ownRoutes)).find((one) => one !== undefined)
        : undefined);
    if (row) list.contracts.push(row);
  }
}

/** The endpoints in whose path the most folders are a request's, where those of others are fewer. */
function nearest(endpoints: readonly Endpoint[], path: string): readonly Endpoint[] {
  const folders = path.split("/").slice(0, -1);
  const shared = (one: Endpoint): number => {
    const own = one.path.split("/").slice(0, -1);
    const end = folders.findIndex((folder, at) => folder !== own[at]);
    return end < 0 ? folders.length : end;
  };
  const most = Math.max(0, ...endpoints.map(shared));
  return most === 0 ? [] : endpoints.filter((one) => shared(one) === most);
}

/** A folder of programs that are none of the application's own. */
const aside =
  /^(?:.*\/)?(?:examples?|samples?|demos?|fixtures?|mocks?|__mocks__|stubs?|(?:mock|fake|stub)[-_][\w-]+|[\w-]+[-_](?:mocks?|fixtures?))\//i;
const asideOf = (path: string): string => aside.exec(path)?.[0] ?? "";

/** What an example or a stand-in serves is asked by what lies beside it, and by tests. */
const isWithin = (folder: string, { path, isTest }: Request): boolean => isTest || path.startsWith(folder);

const readEndpoints = (db: DatabaseSync): Endpoint[] =>
  db
    .prepare(
      `select framework, coalesce(method, 'ANY') as method, route, handler, path, line from entry_points
       where kind = 'endpoint' and route is not null and confidence >= 50 order by path, fact`,
    )
    .all()
    .map((row) => ({ ...row, parts: routeOf(withoutBase(String(row.route))) }) as unknown as Endpoint);

/** A route without what the running program puts in front: `/${base()}/api/users` is asked as `/api/users`. */
const withoutBase = (route: string): string => route.replace(/^(?:\/?\$\{[^{}]*\})+(?=\/.)/, "");

/** Which of the endpoints of a route that is asked for by its name answers; what two of them may answer nobody does. */
function rowOfNamed(
  call: Request,
  named: readonly NamedEndpoint[],
  endpoints: readonly Endpoint[],
): FactRow | undefined {
  const isNamed = (one: Endpoint) =>
    named.some(({ path, line, route }) => path === one.path && line === one.line && route === one.route);
  const all = endpoints.filter(isNamed);
  const exact = all.filter(({ method }) => method === call.method);
  const open = exact.length > 0 ? exact : all.filter(({ method }) => method === "ANY" || call.method === null);
  const [endpoint, ...others] = open;
  if (!endpoint || others.some(({ handler, path }) => handler !== endpoint.handler || path !== endpoint.path))
    return undefined;
  const { parts } = endpoint;
  const parameters = parts.filter(({ isParameter }) => isParameter).map(({ text }) => ({ server: text, client: text }));
  return contract(
    call,
    { endpoint, fit: { same: parts.length, ahead: 0, left: 0, isRest: false, parameters }, confidence: 95 },
    [],
  );
}

function rowOf(
  call: Request,
  address: Address,
  endpoints: readonly Endpoint[],
  shapes: Shapes,
  ownRoutes: OwnRoutes,
): FactRow | undefined {
  const all = endpoints.flatMap((endpoint) => meet(address, endpoint));
  const speaks = ({ method }: Endpoint) => call.method === null || method === "ANY" || method === call.method;
  const best = pick(all.filter(({ endpoint }) => speaks(endpoint)));
  // Which of several methods is asked for is not known.
  // Two servers, or two versions of one, have the same route: which of them answers is not known.
  const isTwice =
    best &&
    all.some(
      ({ endpoint, confidence, fit }) =>
        speaks(endpoint) &&
        endpoint.method === best.endpoint.method &&
        confidence === best.confidence &&
        fit.same === best.fit.same &&
        fit.left === best.fit.left &&
        (endpoint.path !== best.endpoint.path || endpoint.handler !== best.endpoint.handler),
    );
  if (isTwice) return undefined;
  // What is asked for may end elsewhere than in what takes all: of a server that is not known `/api` says nothing, and
  // what says that nothing is there answers nobody.
  const isElsewhere =
    best?.fit.isRest &&
    (saysNothingThere(best.endpoint) ||
      (address.isOpen && best.fit.same < 2) ||
      ownRoutes.serve(call.path, address.parts) ||
      endpoints.some((one) => keepsVersion(address, one) || (speaks(one) && mayBeFuller(address.parts, one.parts))));
  if (isElsewhere || (best && ownRoutes.answer(call, address.parts, best.endpoint.handler))) return undefined;
  const isOpen =
    call.method === null &&
    all.some(({ endpoint }) => endpoint.route === best?.endpoint.route && endpoint.method !== best?.endpoint.method);
  if (best && isOpen) return undefined;
  if (best) {
    const mismatches = call.isTest ? [] : shapes.mismatches(best.endpoint.handler, call.fields, call.response);
    return contract(call, best, mismatches);
  }
  const other = call.isTest || call.confidence < leastForMismatch ? undefined : pick(all);
  // A path of a single part may be the end of many: what has that path may well be something else.
  // What takes all further parts by one method says nothing of the paths that others serve.
  if (other && !other.fit.isRest && other.fit.ahead === 0 && address.parts.length > 1 && !address.isOpen)
    return contract(call, other, [{ kind: "method", client: call.method ?? "ANY", server: other.endpoint.method }]);
  return undefined;
}

/** Whether a route begins with the version that an address has behind `/api`: more of them are asked so. */
function keepsVersion({ parts: [first, second] }: Address, { parts: [version, ...more] }: Endpoint): boolean {
  const isApi = first !== undefined && !first.isParameter && /^api$/i.test(first.text);
  return isApi && /^v\d+$/.test(second?.text ?? "") && version?.text === second?.text && more.length > 0;
}

const saysNothingThere = ({ handler }: Endpoint): boolean =>
  /not_?found|invalid|404|unknown|no_?route|fallback|catch_?all/i.test(handler?.split("#").at(-1) ?? "");

/** How an address meets an endpoint, behind as little as can be. */
function meet(address: Address, endpoint: Endpoint): Met[] {
  const parts = endpoint.framework === "Rails" ? withoutFormat(address.parts) : address.parts;
  for (let ahead = 0; ahead <= Math.min(mostAhead, endpoint.parts.length); ahead++) {
    if (endpoint.parts.slice(0, ahead).some(({ isParameter }) => isParameter)) break;
    // Behind what is not known a parameter would take anything.
    if (ahead > 0 && endpoint.parts[ahead]?.isParameter) break;
    const found = laid(parts, endpoint.parts, ahead);
    if (found && found.same > 0)
      return [{ endpoint, fit: found, confidence: surenessOf(address, found, endpoint.parts) }];
  }
  // What the client has in front may be taken off on the way: `/api`, `/api/v1`.
  const [first, second] = parts;
  const isApi = first !== undefined && !first.isParameter && /^api$/i.test(first.text);
  const isVersion = second !== undefined && !second.isParameter && /^v\d+$/.test(second.text);
  // A version that the server's settings put into all routes: `/api/v1/users` is `/api/users`.
  const unversioned = isApi && isVersion ? laid([first, ...parts.slice(2)], endpoint.parts, 0) : undefined;
  if (unversioned && unversioned.same > 1) return [{ endpoint, fit: unversioned, confidence: 75 }];
  // The version is the routes' own, and what stands before it is taken off: `/api/v1/users` is `/v1/users`.
  const versioned = isApi && isVersion ? laid(parts.slice(1), endpoint.parts, 0) : undefined;
  if (versioned && versioned.same > 1 && !versioned.isRest) return [{ endpoint, fit: versioned, confidence: 75 }];
  const found = isApi ? laid(parts.slice(isVersion ? 2 : 1), endpoint.parts, 0) : undefined;
  return found && found.same > 0 ? [{ endpoint, fit: found, confidence: 65 }] : [];
}

/** What stands before all routes of a server, and what requests have in one place: `/api`, `/api/v1`. */
const isServersOwn = ({ text, isParameter }: Part): boolean => !isParameter && /^(?:api|rest|v\d+)$/i.test(text);

function surenessOf({ isOpen, isServer }: Address, { ahead, same, isRest }: Fit, route: readonly Part[]): number {
  // Behind what nobody asks for, a route for all further parts would take anything.
  if (isRest) return ahead === 0 || same > 1 ? 60 : 0;
  if (ahead === 0) return isOpen ? 85 : 95;
  // What is put in front of the address and not known is just that: `${API}/users` is `/api/v1/users`.
  if (isOpen && route.slice(0, ahead).every(isServersOwn)) return 80;
  // A server that is written out has no proxy in front of it.
  return same > 1 ? 75 : isServer ? 0 : 60;
}

/** The surest, then that of the most equal parts, then that of which least is left out. Of two that fit alike on different routes nothing is told. */
function pick(all: readonly Met[]): Met | undefined {
  const sorted = all
    .filter(({ confidence }) => confidence >= leastConfidence)
    .sort((a, b) => b.confidence - a.confidence || b.fit.same - a.fit.same || a.fit.left - b.fit.left);
  const [best, second] = sorted;
  if (!best || !second) return best;
  const isTie =
    best.confidence === second.confidence && best.fit.same === second.fit.same && best.fit.left === second.fit.left;
  return isTie && best.endpoint.route !== second.endpoint.route ? undefined : best;
}

const contract = (call: Request, { endpoint, fit, confidence }: Met, mismatches: readonly Mismatch[]): FactRow => [
  endpoint.method,
  endpoint.route,
  endpoint.handler,
  endpoint.path,
  call.library.slice(0, 40),
  call.method,
  call.url,
  call.symbol,
  fit.parameters.length > 0 ? JSON.stringify(fit.parameters) : null,
  call.fields,
  call.response,
  mismatches.length > 0 ? JSON.stringify(mismatches) : null,
  call.isTest ? 1 : 0,
  call.path,
  call.line,
  Math.min(confidence, call.confidence < 75 ? 70 : 95),
];

const ofProcedure = ({ procedure, library, method, symbol, path, line, isTest }: ProcedureCall): FactRow => [
  procedure.method,
  procedure.name,
  procedure.handler,
  procedure.path,
  library,
  method,
  procedure.name,
  symbol,
  null,
  null,
  null,
  isTest || method === procedure.method
    ? null
    : JSON.stringify([{ kind: "method", client: method, server: procedure.method } satisfies Mismatch]),
  isTest ? 1 : 0,
  path,
  line,
  95,
];

const callRow = (call: Request): FactRow => [
  call.library.slice(0, 40),
  call.via,
  call.method,
  call.url,
  call.fields,
  call.response,
  call.isTest ? 1 : 0,
  call.symbol,
  call.path,
  call.line,
  call.confidence,
];

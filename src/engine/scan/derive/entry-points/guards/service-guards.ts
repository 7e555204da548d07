/**
 * Who is asked before the methods of services that a `.proto` file describes: what the server is made with on which Go
 * registers them, beside the call that does so.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of guards before all services that are registered beside them; their method says how those are reached. */
const ofServices = "of services";
/** By which generated functions a service is registered, and how requests come to it then. */
const registering: readonly (readonly [RegExp, Reached])[] = [
  [/(?:^|\.)Register(\w+)(?:HTTP|Handler)Server$/, "http"],
  [/(?:^|\.)Register(\w+)Handler(?:Client|FromEndpoint)?$/, "through"],
  [/(?:^|\.)Register(\w+)Server$/, "rpc"],
  [/connect\.New(\w+)Handler$/, "connect"],
];

/** Through: by another address of a server of the first kind, which asks as well. */
type Reached = "rpc" | "connect" | "http" | "through";

/** All registrations, those of services with who is asked before them. */
export function withServiceGuards(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isGuard = ({ kind, name }: Registration) => kind === "guard" && name === ofServices;
  const guards = registrations.filter(isGuard);
  if (guards.length === 0) return registrations;
  const places = readPlaces(db);
  const of = (service: string, reached: Reached): readonly Guard[] => {
    const paths = places.get(`${service} ${reached}`);
    const alike = guards.filter(({ method }) => method?.toLowerCase() === reached);
    if (paths === undefined) return [];
    const folders = new Set([...paths].map(folderOf));
    const here = alike.filter(({ path }) => paths.has(path));
    const near = here.length > 0 ? here : alike.filter(({ path }) => folders.has(folderOf(path)));
    // What one place alone says holds wherever services are registered.
    const isSole = new Set(alike.map(({ path }) => path)).size === 1;
    const told = near.length > 0 || !isSole ? near : alike;
    return told.flatMap((one) => JSON.parse(one.guards ?? "[]") as Guard[]);
  };
  return registrations
    .filter((one) => !isGuard(one))
    .map((one) => {
      const service = one.framework === "gRPC" ? one.handler_name?.split("#")[0] : undefined;
      if (service === undefined || !one.path.endsWith(".proto")) return one;
      const asked = one.kind === "endpoint" ? ofAddress(service, of, places) : ofMethod(service, of);
      if (asked.length === 0) return one;
      return { ...one, guards: JSON.stringify([...asked, ...(JSON.parse(one.guards ?? "[]") as Guard[])]) };
    });
}

type Asking = (service: string, reached: Reached) => readonly Guard[];

const ofMethod = (service: string, of: Asking): readonly Guard[] => {
  const own = of(service, "rpc");
  return own.length > 0 ? own : of(service, "connect");
};

function ofAddress(service: string, of: Asking, places: ReadonlyMap<string, unknown>): readonly Guard[] {
  const own = of(service, "http");
  return places.has(`${service} through`) ? [...own, ...ofMethod(service, of)] : own;
}

/** By a service and how it is reached, the files that register it. */
function readPlaces(db: DatabaseSync): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = db
    .prepare(
      `select path, callee_text from calls
       where (callee_text glob '*Register*Server' or callee_text glob '*Register*Handler*' or callee_text glob '*connect.New*Handler')
         and path like '%.go' and path not like '%.pb.%' and path not in (select path from files where is_test)`,
    )
    .all();
  const places = new Map<string, Set<string>>();
  for (const { path, callee_text } of calls)
    for (const [name, reached] of registering) {
      const service = name.exec(String(callee_text))?.[1];
      if (service === undefined) continue;
      for (const key of [`${service} ${reached}`, ...(reached === "through" ? [`${service} http`] : [])]) {
        const paths = places.get(key);
        if (paths) paths.add(String(path));
        else places.set(key, new Set([String(path)]));
      }
      break;
    }
  return places;
}

const folderOf = (path: string): string => path.replace(/[^/]*$/, "");

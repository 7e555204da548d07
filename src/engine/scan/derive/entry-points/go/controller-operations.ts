/**
 * Controllers of Go whose methods say themselves how they are reached: by the tags of what they take for a request, in the
 * comment before them, or by their names.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";

/** What stands in the name of a mount of a controller, and how its methods say so. */
const [requested, documented, byName, byWords] = [
  "operations requested",
  "operations documented",
  "operations by name",
  "operations by words",
];
const ways: ReadonlySet<string | null> = new Set([requested, documented, byName, byWords]);
/** The name of endpoints whose path begins with their method. */
const methodFirst = "method before path";
/** The name of what a request's tags say. */
const ofRequest = "operation";

/** What every controller of Beego has, which answers nothing. */
const ofAll =
  /^(?:Init|Prepare|Finish|Render\w*|XSRFToken|CheckXSRFCookie|HandlerFunc|URLMapping|Trace|Abort|CustomAbort|StopRun|Serve\w+)$/;
/** `@router /items/:id [get,post]` in a comment. */
const written = /@router\s+(\S+)(?:\s+\[([^\]]*)\])?/gi;

interface Method {
  readonly id: string;
  readonly name: string;
  readonly qualified: string;
  readonly doc: string;
  readonly takes: string;
}

/** A method of a controller with a path of its own. */
interface Operation {
  readonly of: Method;
  readonly route: string;
  /** Null: all. */
  readonly methods: readonly (string | null)[];
}

/** All registrations, with controllers' methods in the place of these. */
export function withControllerOperations(
  registrations: readonly Registration[],
  db: DatabaseSync,
): readonly Registration[] {
  const isTold = ({ kind, name }: Registration) => (kind === "mount" || kind === "endpoint") && ways.has(name);
  const isRequest = ({ kind, name }: Registration) => kind === "endpoint" && name === ofRequest;
  if (!registrations.some((one) => isTold(one) || isRequest(one) || one.name === methodFirst)) return registrations;
  const operations = new Operations(db, registrations.filter(isRequest));
  return registrations.flatMap((one) => {
    if (isRequest(one)) return [];
    if (one.name === methodFirst) return [withMethod(one)];
    if (!isTold(one)) return [one];
    const told = operations.of(one);
    if (one.kind === "endpoint" && told === undefined) return [{ ...one, name: null }];
    return (told ?? []).flatMap(({ of, route, methods }) =>
      methods.map((method) => ({
        ...one,
        kind: "endpoint" as const,
        name: null,
        mounted: null,
        method: method ?? one.method,
        route: `${one.route ?? ""}${route}`,
        handler: of.id,
        handler_name: of.qualified,
      })),
    );
  });
}

class Operations {
  readonly #db: DatabaseSync;
  /** By types of requests, what their tags say. */
  readonly #requests: ReadonlyMap<string, Registration>;
  readonly #ofType: ReturnType<DatabaseSync["prepare"]>;
  readonly #one: ReturnType<DatabaseSync["prepare"]>;
  readonly #taken: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync, requests: readonly Registration[]) {
    this.#db = db;
    this.#requests = new Map(requests.map((one) => [(one.owner ?? "").replace(/\.[^.]*$/, ""), one]));
    const columns = "id, kind, name, qualified, path, coalesce(doc, '') as doc, coalesce(params, '[]') as params";
    this.#ofType = db.prepare(
      `select ${columns} from symbols where kind = 'method' and qualified >= ? and qualified < ? and path glob ? order by path, line`,
    );
    this.#one = db.prepare(`select ${columns} from symbols where id = ?`);
    this.#taken = db.prepare(
      "select target from type_relations where type = ? and relation = 'parameter' and target is not null",
    );
  }

  /** None: it is no controller. */
  of({ name, kind, handler, mounted }: Registration): readonly Operation[] | undefined {
    const controller = kind === "endpoint" ? handler : mounted;
    if (controller === null) return undefined;
    const own = this.#one.get(controller);
    if (kind === "endpoint" && own?.kind !== "struct") return undefined;
    const type = this.#typeOf(controller);
    const methods = own?.kind === "method" ? [methodOf(own)] : this.#methodsOf(type);
    return methods.flatMap((method): Operation[] => {
      if (name === requested) return this.#requestedBy(method);
      if (name === documented) return documentedOf(method);
      return namedOf(method, name === byName ? lastName(type) : undefined);
    });
  }

  /** The type that a function gives is one; what is none stays what it is. */
  #typeOf(controller: string): string {
    if (!controller.endsWith("()")) return controller;
    const rows = this.#db
      .prepare("select target from type_relations where type = ? and relation = 'return' and target is not null")
      .all(controller.slice(0, -2));
    return rows.length === 1 ? String(rows[0]?.target) : controller;
  }

  /** The methods of a type, which may stand in any file of its folder. */
  #methodsOf(type: string): readonly Method[] {
    const [path = "", name = ""] = type.split("#");
    const folder = path.replace(/[^/]*$/, "");
    return this.#ofType
      .all(`${name}.`, `${name}/`, `${folder}*.go`)
      .filter((row) => !String(row.path).slice(folder.length).includes("/") && !String(row.path).endsWith("_test.go"))
      .map(methodOf);
  }

  /** What the request says that a method takes; where that is an interface's, the one method that stands for it handles it. */
  #requestedBy(method: Method): Operation[] {
    const types = this.#taken.all(method.id).map(({ target }) => String(target));
    const type = types.find((one) => this.#requests.has(one));
    const said = type === undefined ? undefined : this.#requests.get(type);
    if (type === undefined || said === undefined) return [];
    const tags = String(
      this.#db.prepare("select decorators from symbols where id = ?").get(said.owner ?? "")?.decorators ?? "[]",
    );
    const given = /^method:"([^"]*)"$/;
    const listed = (JSON.parse(tags) as string[]).flatMap((tag) => given.exec(tag)?.[1]?.split(",") ?? []);
    const methods = listed.map((one) => one.trim().toUpperCase()).filter((one) => one !== "" && one !== "ALL");
    const of = this.#standingFor(method, type);
    return [{ of, route: said.route ?? "", methods: methods.length === 0 ? [null] : methods }];
  }

  #standingFor(method: Method, type: string): Method {
    const isOfInterface = this.#db
      .prepare("select 1 from symbols where id = ? and kind = 'interface'")
      .get(method.id.replace(/\.[^.]*$/, ""));
    if (isOfInterface === undefined) return method;
    const others = this.#db
      .prepare("select type from type_relations where target = ? and relation = 'parameter' and type <> ?")
      .all(type, method.id)
      .map((row) => this.#one.get(String(row.type)))
      .filter((row) => row?.name === method.name);
    return others.length === 1 && others[0] ? methodOf(others[0]) : method;
  }
}

const methodOf = (row: Record<string, unknown>): Method => ({
  id: String(row.id),
  name: String(row.name),
  qualified: String(row.qualified),
  doc: String(row.doc),
  takes: String(row.params),
});

function documentedOf(method: Method): Operation[] {
  return [...method.doc.matchAll(written)].map(([, route = "", listed]) => ({
    of: method,
    route,
    methods: (listed ?? "get").split(",").map((one) => {
      const name = one.trim().toUpperCase();
      return name === "*" || name === "ANY" ? null : name;
    }),
  }));
}

/** A method by its name: below that of its type, in small letters; or by its words with dashes, `Index` by none. */
function namedOf(method: Method, type: string | undefined): Operation[] {
  if (!/^[A-Z]/.test(method.name)) return [];
  if (type !== undefined) {
    if (method.takes !== "[]" || ofAll.test(method.name)) return [];
    return [{ of: method, route: `/${type.replace(/Controller$/, "")}/${method.name}`.toLowerCase(), methods: [null] }];
  }
  if (!method.takes.includes("ghttp.Request")) return [];
  const words = method.name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
  return [{ of: method, route: words === "index" ? "" : `/${words}`, methods: [null] }];
}

/** A path that its method stands before: `GET:/items`. */
function withMethod(one: Registration): Registration {
  const [, method, route] = /^(\w+):(.*)$/.exec(one.route ?? "") ?? [];
  if (method === undefined || route === undefined) return { ...one, name: null };
  return { ...one, name: null, method: /^all$/i.test(method) ? null : method.toUpperCase(), route };
}

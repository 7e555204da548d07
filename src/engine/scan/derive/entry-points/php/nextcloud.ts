/**
 * What handles the routes of Nextcloud's applications, and who is asked before: who is signed in and an administrator, and
 * for the token that keeps forms from others' sites, unless a method says otherwise.
 * https://docs.nextcloud.com/server/latest/developer_manual/basics/controllers.html#authentication
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { asApplication, nextcloud } from "#engine/scan/schemas/prefixes/nextcloud-routes";

interface Method {
  readonly id: string;
  readonly qualified: string;
  readonly decorators: string | null;
  readonly doc: string | null;
}

/** What stands in routes for the application's name. */
const mark = "{app}";

export function withNextcloudApps(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOwn = ({ framework }: Registration) => framework === nextcloud;
  if (!written.some(isOwn)) return written;
  const folders = new Map(
    written.flatMap((one) =>
      isOwn(one) && one.name === asApplication ? [[folderOf(one.path), one.route ?? ""] as const] : [],
    ),
  );
  const nearest = (path: string) =>
    [...folders.keys()].filter((folder) => path.startsWith(folder)).sort((a, b) => b.length - a.length)[0];
  const methods = new Methods(db);
  return written.flatMap((one): Registration[] => {
    if (!isOwn(one)) return [one];
    if (one.kind !== "endpoint") return [];
    const folder = nearest(one.path);
    const app = folder === undefined ? undefined : folders.get(folder);
    const route = (one.route ?? "").replace(mark, app ?? `$${mark}`).replace(/\/{2,}/g, "/");
    const method = one.handler === null ? methods.named(one.handler_name ?? "", folder ?? "") : methods.of(one.handler);
    // What a resource has no method for is no route that answers.
    if (
      !method &&
      one.path.endsWith("routes.php") &&
      /#(?:index|show|create|update|destroy)$/.test(one.handler_name ?? "")
    )
      return [];
    const handled = method ? { handler: method.id, handler_name: method.qualified } : {};
    return [{ ...one, ...handled, name: null, route, guards: JSON.stringify(asked(method)) }];
  });
}

const folderOf = (path: string): string => path.replace(/appinfo\/[^/]+$/, "");

/** Who is asked before a method; where it is not known, anybody may be. */
function asked(method: Method | undefined): Guard[] {
  const says: readonly string[] = JSON.parse(method?.decorators ?? "[]");
  // As it was written before there were attributes.
  const documented = new Set([...(method?.doc ?? "").matchAll(/@(\w+)/g)].map(([, name]) => name));
  const has = (name: string) =>
    documented.has(name) || says.some((one) => one.replace(/^.*\\/, "").replace(/\(.*$/s, "") === name);
  const guard = (name: string): Guard => ({ name, symbol: null, ...(method ? {} : { maybe: true }) });
  const guards: Guard[] = [];
  if (!has("PublicPage")) {
    guards.push(guard("isLoggedIn"));
    if (has("SubAdminRequired")) guards.push(guard("isSubAdmin"));
    else if (has("AuthorizedAdminSetting")) guards.push(guard("AuthorizedAdminSetting"));
    else if (!has("NoAdminRequired")) guards.push(guard("isAdmin"));
  }
  if (!has("NoCSRFRequired")) guards.push(guard("csrf"));
  return guards;
}

class Methods {
  readonly #heirs: Heirs;
  readonly #types: ReturnType<DatabaseSync["prepare"]>;
  readonly #method: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync) {
    this.#heirs = new Heirs(db);
    this.#types = db.prepare("select id, path from symbols where name = ? and kind = 'class' order by id");
    this.#method = db.prepare("select id, qualified, decorators, doc from symbols where id = ?");
  }

  of(id: string): Method | undefined {
    return this.#method.get(id) as unknown as Method | undefined;
  }

  /** `note_api#update_one`: the method `updateOne` of `NoteApiController`, or of what that extends. */
  named(written: string, folder: string): Method | undefined {
    const [type = "", name = ""] = written.split("#");
    const camel = (text: string) => text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const wanted = `${camel(type).replace(/^[a-z]/, (it) => it.toUpperCase())}Controller`;
    const types = this.#types.all(wanted.replace(/^.*\\/, "")).filter(({ path }) => String(path).startsWith(folder));
    const [only, ...others] = types.map(({ id }) => String(id));
    if (only === undefined || others.length > 0) return undefined;
    const all = [only, ...this.#heirs.above(only)].map((id) => this.of(`${id}.${camel(name)}`));
    return all.find((one) => one !== undefined);
  }
}

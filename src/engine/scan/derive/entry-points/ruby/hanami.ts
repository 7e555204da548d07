/**
 * Hanami's slices and actions: routes name a slice, which may have routes of its own, and the action that handles them,
 * a class in a file of its own. https://guides.hanamirb.org/v2.2/app/slices/
 */
import type { DatabaseSync } from "node:sqlite";
import type { Handled } from "#engine/scan/derive/entry-points/handler-names";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { unitOfFile } from "#engine/scan/derive/fact-ranges";
import { firstFact } from "#engine/scan/schema";

/** What stands behind the name of a slice that routes name. */
const slice = "#slice";
const ofRoutes = /config\/routes\.rb$/;

/** The path of a slice stands before what its own routes declare. */
export const withSlices = (registrations: readonly Registration[]): readonly Registration[] =>
  registrations.map((one) => {
    if (one.framework !== "Hanami" || !one.name?.endsWith(slice)) return one;
    return { ...one, name: `below ${folderOf(one.path, one.name.slice(0, -slice.length))}` };
  });

/** Where a slice lies, of which the application's routes tell. */
const folderOf = (path: string, name: string): string => `${path.replace(ofRoutes, "")}slices/${name}/`;

export class HanamiActions {
  readonly #db: DatabaseSync;
  #handle: ReturnType<DatabaseSync["prepare"]> | undefined;
  #unit: ReturnType<DatabaseSync["prepare"]> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Who handles what is sent to `books.show`, in the slice that stands around, else in that of the routes. */
  of(written: string, path: string, within: string | null): Handled {
    const own = path.replace(ofRoutes, "");
    const folders = within === null ? [`${own}app/`, own] : [folderOf(path, within)];
    const file = `actions/${written.replace(/[.#]/g, "/")}.rb`;
    const found = folders.map((folder) => this.#handlerIn(`${folder}${file}`)).find((one) => one !== undefined);
    return found ?? { handler: null, handler_name: written.replace("#", ".") };
  }

  #handlerIn(path: string): Handled | undefined {
    this.#unit ??= this.#db.prepare(unitOfFile);
    const unit = this.#unit.get(path)?.id;
    if (unit === undefined) return undefined;
    this.#handle ??= this.#db.prepare(
      "select id, qualified from symbols where fact >= ? and fact < ? and kind = 'method' and name = 'handle'",
    );
    const found = this.#handle.get(firstFact(Number(unit)), firstFact(Number(unit) + 1));
    return found && { handler: String(found.id), handler_name: String(found.qualified) };
  }
}

/**
 * Groups of ASP.NET Core that extensions of the repository's own name by the type that maps them: `app.MapGroup(this)` of
 * `TodoLists`, where the extension maps `/api/{group.GetType().Name}`.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

const framework = "ASP.NET Core";
/** The place of what such an extension is called on. */
const extension = /^(.*\.MapGroup)\(0\)$/;
/** The only name that a path goes by which is no text. */
const named = /^[^$]*\$\{(\w+)\}[^$]*$/;
const byItself = /\.MapGroup\(this\)/;

/** All registrations, with the paths of such groups. */
export function withTypeNamedGroups(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isGroup = ({ kind, framework: of }: Registration) => kind === "mount" && of === framework;
  const told = registrations.flatMap((one) => {
    const [id, name] = [extension.exec(one.owner ?? "")?.[1], named.exec(one.route ?? "")?.[1]];
    return isGroup(one) && id !== undefined && name !== undefined ? [{ id, name, route: one.route ?? "" }] : [];
  });
  const [only, ...others] = told;
  if (only === undefined || others.length > 0) return registrations;
  const quotes = db
    .prepare("select quote from calls where fact >= ? and fact < ? and caller = ?")
    .all(...new FactRanges(db).of(only.id), only.id);
  const naming = new RegExp(`\\b${only.name}\\s*=\\s*(?:\\w+\\.(\\w+)\\s*\\?\\?\\s*)?\\w+\\.GetType\\(\\)\\.Name\\b`);
  const [found] = quotes.flatMap(({ quote }) => {
    const match = naming.exec(String(quote));
    return match ? [match] : [];
  });
  if (!found) return registrations;
  const called = db.prepare("select quote from calls where fact >= ? and fact < ? and line = ?");
  const ranges = new FactRanges(db);
  const declared = db.prepare("select 1 from symbols where id = ?");
  return registrations.map((one) => {
    if (!isGroup(one) || one.route !== null || one.mounted === null) return one;
    if (!called.all(...ranges.of(one.path), one.line).some(({ quote }) => byItself.test(String(quote)))) return one;
    const type = one.symbol.slice(0, Math.max(0, one.symbol.lastIndexOf(".")));
    // What the type says itself takes the place of its name.
    const isSaid = found[1] !== undefined && declared.get(`${type}.${found[1]}`) !== undefined;
    const route = isSaid ? only.route : only.route.replace(/\$\{\w+\}/, lastName(type));
    return { ...one, route };
  });
}

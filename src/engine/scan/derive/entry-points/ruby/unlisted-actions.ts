/**
 * Resources of Rails that do not list their actions: where an application is an API alone, no forms are drawn for them.
 * https://guides.rubyonrails.org/api_app.html
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** The names of what says that an application is one, and that the resources of a line list no actions. */
const [applications, resources] = ["api only", "unlisted actions"];
const isForm = /#(?:new|edit)$/;

export function withUnlistedActions(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const says = (word: string) => registrations.filter(({ kind, name }) => kind === "prefix" && name === word);
  const [marks, lists] = [says(applications), says(resources)];
  if (marks.length === 0 && lists.length === 0) return registrations;
  const others = registrations.filter(
    ({ kind, name }) => kind !== "prefix" || !(name === applications || name === resources),
  );
  const quotes = db.prepare("select quote from calls where fact >= ? and fact < ? and line = ?");
  const ranges = new FactRanges(db);
  const isSet = ({ path, line }: Registration) =>
    quotes.all(...ranges.of(path), line).some(({ quote }) => /=\s*true\b/.test(String(quote)));
  const roots = marks.filter(isSet).map(({ path }) => path.replace(/config\/[^/]+$/, ""));
  const placeOf = ({ path, line }: Registration) => `${path}:${line}`;
  const unlisted = new Set(lists.map(placeOf));
  const open = new Set(lists.filter(({ path }) => roots.some((root) => path.startsWith(root))).map(placeOf));
  return others
    .filter((one) => one.kind !== "endpoint" || !isForm.test(one.handler_name ?? "") || !open.has(placeOf(one)))
    .map((one) => (one.kind === "endpoint" && unlisted.has(placeOf(one)) ? { ...one, isUnlisted: true } : one));
}

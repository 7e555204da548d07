/**
 * Actions that Rails' resources have anyhow: such an action's name by itself adds nothing to the path of the collection or the
 * member that it is drawn on, `collection { patch :update }`. https://guides.rubyonrails.org/routing.html
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const framework = "Rails";
const usual: ReadonlySet<string> = new Set(["index", "create", "new", "show", "update", "destroy"]);
/** How a path begins that is a collection's or a member's: `../`, `..:/`. */
const drawn = /^\.\.:?\//;
const around: ReadonlySet<string | null> = new Set(["..", "..:"]);

export function withPlainActions(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const inside = new Set(
    all.flatMap((one) =>
      one.framework === framework && one.kind === "mount" && around.has(one.route) ? [one.mounted] : [],
    ),
  );
  const actionOf = ({ framework: of, kind, owner, route }: Registration): string | undefined => {
    if (of !== framework || kind !== "endpoint" || route === null) return undefined;
    const action = route.replace(drawn, "");
    return usual.has(action) && (action !== route || inside.has(owner)) ? action : undefined;
  };
  if (!all.some((one) => actionOf(one) !== undefined)) return all;
  const quotes = db.prepare("select quote from calls where fact >= ? and fact < ? and line = ? and quote is not null");
  const ranges = new FactRanges(db);
  return all.map((one) => {
    const action = actionOf(one);
    // A text is a path, whatever it says.
    const isNamed = ({ quote }: Record<string, unknown>) =>
      new RegExp(`[\\s(]:${action}\\b(?!\\s*=>)`).test(String(quote));
    if (action === undefined || !quotes.all(...ranges.of(one.path), one.line).some(isNamed)) return one;
    const route = (one.route ?? "").slice(0, -action.length).replace(/\/$/, "");
    return { ...one, route, handler_name: one.handler_name ?? action };
  });
}

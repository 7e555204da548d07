/**
 * Attributes of functions of C# that handle in their place: `group.MapPost("/end", [Authorize] () => …)`. They are told by
 * the lines that register them.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { skipped } from "#engine/scan/derive/entry-points/guards/class-guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const framework = "ASP.NET Core";
/** Names of guards: of what asks before all on the same, and of what says that it goes without. */
const [throughout, inherited] = ["throughout", "inherited"];
/** An attribute in front of a function that is an argument. */
const attribute = /,\s*\[(Authorize|AllowAnonymous)(\([^)\]]*\))?\]\s*(?:async\b|static\b|\(|\w+\s*=>|Task\b)/;

/** What stands in front of the first function's body. */
const beforeBody = (text: string): string => text.slice(0, text.indexOf("=>") + 2);

/** Registrations with what the attributes of endpoints' own functions say. */
export function withLambdaAttributes(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isInline = (one: Registration) =>
    one.kind === "endpoint" && one.framework === framework && one.owner !== null && one.handler_name === "(inline)";
  if (!all.some(isInline)) return all;
  const ranges = new FactRanges(db);
  const quotes = db.prepare(
    "select quote from calls where fact >= ? and fact < ? and line = ? and callee_text like '%Map%' and quote is not null",
  );
  const symbols = db.prepare("select id, line, end_line, preview from symbols where fact >= ? and fact < ? and id = ?");
  const texts = new DeclaredTexts(db);
  const written = ({ path, line, end_line: end, symbol }: Registration): string => {
    const [quote] = quotes.all(...ranges.of(path), line);
    const around = symbols.get(...ranges.of(path), symbol);
    if (!around || (end ?? line) === line) return String(quote?.quote ?? "");
    const lines = texts.of(around).text.split("\n");
    return lines.slice(line - Number(around.line), (end ?? line) - Number(around.line) + 1).join("\n");
  };
  return all.flatMap((one) => {
    const [, name, given] = (isInline(one) && attribute.exec(beforeBody(written(one)))) || [];
    if (name === undefined) return [one];
    const isOpen = name === "AllowAnonymous";
    const guard = isOpen ? "RequireAuthorization" : `${name}${(given ?? "").replaceAll('"', "'")}`;
    const said: Registration = {
      ...one,
      kind: "guard",
      method: isOpen ? skipped : null,
      name: isOpen ? inherited : throughout,
      route: null,
      handler: null,
      handler_name: isOpen ? null : "authorization",
      guards: JSON.stringify([{ name: guard, symbol: null }]),
      mounted: null,
    };
    return [one, said];
  });
}

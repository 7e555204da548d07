/**
 * Extensions of the application's own that ask for something: `static T RequireKey<T>(this T it) => it.RequireAuthorization(policy
 * => …)`, whose name says more of who is asked than that somebody is, and `it.WithMetadata(new RequiredAttribute(permission))`,
 * which middleware reads, so that only its name and what it is given say it.
 */
import type { DatabaseSync } from "node:sqlite";
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** How extensions are called that ask for something. */
const requiring = /^(?:Require|Authori[sz]e|Only|Must|Ensure)[A-Z]/;
/** What an extension is called on. */
const ofExtension = /^([^#]+\.cs#(?:.*\.)?(\w+))\(0\)$/;
/** What a call by a name is given, as it is written. */
const givenTo = (name: string) => new RegExp(String.raw`\b${name}\s*(?:<[^>()]*>)?\(([^()]{1,160})\)`, "s");

/** All registrations, with what such extensions ask for: by their names, and where they are called. */
export function withOwnRequirements(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const saying = new Set(registrations.map(({ symbol }) => symbol));
  const ranges = new FactRanges(db);
  const quotes = db.prepare("select quote from calls where fact >= ? and fact < ? and line = ? and callee = ?");
  return registrations.flatMap((one) => {
    if (one.kind === "guard") return [named(one)];
    const [, symbol, name] = (one.kind === "mount" && ofExtension.exec(one.mounted ?? "")) || [];
    if (symbol === undefined || name === undefined || !requiring.test(name) || saying.has(symbol)) return [one];
    const quote = quotes.get(...ranges.of(one.path), one.line, symbol)?.quote;
    const [, given] = givenTo(name).exec(String(quote ?? "")) ?? [];
    const text = given?.trim() ? `${name}(${given.trim().replace(/\s+/g, " ").replaceAll('"', "'")})` : name;
    return [
      one,
      {
        ...one,
        kind: "guard",
        name: "throughout",
        handler_name: "authorization",
        mounted: null,
        guards: JSON.stringify([{ name: text, symbol: null }]),
      },
    ];
  });
}

/** A guard that such an extension sets up, with its name behind what it asks for. */
function named(one: Registration): Registration {
  const name = one.symbol.replace(/^.*[#.]/s, "");
  if (one.owner !== `${one.symbol}(0)` || !one.path.endsWith(".cs") || !requiring.test(name)) return one;
  const guards = listed(one).map((guard) =>
    guard.symbol === null && guard.name !== name && !guard.name.includes("(")
      ? { ...guard, name: `${guard.name}(${name})` }
      : guard,
  );
  return { ...one, guards: JSON.stringify(guards) };
}

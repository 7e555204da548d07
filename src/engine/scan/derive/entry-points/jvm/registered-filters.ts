/**
 * Filters of JAX-RS ask where they are registered: by `@Provider`, or where code hands the class or one of it on. Of one that
 * only other filters make these are asked; one that only stands for an interface is asked by whoever is given that.
 * https://jakarta.ee/specifications/restful-ws/4.0/#entity_providers
 */
import type { DatabaseSync } from "node:sqlite";
import { literally } from "#engine/literally";
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";

/** The names of guards of filters, of what registers one by its annotations, and of functions that name others by them. */
const [ofApplication, registered, names] = ["application", "registered", "annotation reader registers"];
const framework = "JAX-RS";

/** What is called that registers what it is given, or makes a list that is. */
const registering = /register|bind|add|provider|component|instance|^of$|asList|(?:set|list|array)Of/i;
/** Guice's way to say what stands for an interface. */
const standingFor = "to";

type Verdict = "asks" | "maybe" | "never";

/** Registrations with filters as far as code registers them. */
export function withRegisteredFilters(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isMark = ({ kind, name }: Registration) => kind === "guard" && name === registered;
  const marked = new Set(all.filter(isMark).map(({ owner }) => owner));
  const others = all.filter((one) => !isMark(one));
  const isFilter = (one: Registration) =>
    one.kind === "guard" && one.framework === framework && one.name === ofApplication && one.owner === one.symbol;
  const filters = new Set(others.filter(isFilter).map(({ symbol }) => symbol));
  const open = [...filters].filter((one) => !marked.has(one));
  if (open.length === 0) return others;
  const verdicts = verdictsOf(
    open,
    filters,
    others.some(({ name }) => name === names),
    db,
  );
  return others.flatMap((one) => {
    const verdict = isFilter(one) ? verdicts.get(one.symbol) : "asks";
    if (verdict === "never") return [];
    if (verdict !== "maybe") return [one];
    return [{ ...one, guards: JSON.stringify(listed(one).map((guard) => ({ ...guard, maybe: true }))) }];
  });
}

/** @param isNamed whether something says before which handlers the filters ask that it is given */
function verdictsOf(
  open: readonly string[],
  filters: ReadonlySet<string>,
  isNamed: boolean,
  db: DatabaseSync,
): ReadonlyMap<string, Verdict> {
  const isTest = new Set(
    db
      .prepare("select path from files where is_test")
      .all()
      .map(({ path }) => path),
  );
  const made = db.prepare("select caller, path from calls where callee = ? or callee = ?");
  const classes = db
    .prepare("select callee_text, quote, path from calls where quote like '%.class%' or quote like '%::class%'")
    .all()
    .filter(({ path }) => !isTest.has(path));
  return new Map(
    open.map((filter): [string, Verdict] => {
      const name = lastName(filter);
      const makers = made.all(filter, `${filter}.${name}`).filter(({ path }) => !isTest.has(path));
      const isWithin = (caller: string) => [...filters].some((one) => caller.startsWith(`${one}.`));
      if (makers.some(({ caller }) => !isWithin(String(caller)))) return [filter, "asks"];
      const named = new RegExp(`\\b${literally(name)}(?:\\.class\\b|::class\\b)`);
      const calls = classes
        .filter(({ quote }) => named.test(String(quote)))
        .map((it) => lastName(String(it.callee_text)));
      if (calls.some((call) => registering.test(call) && !calls.includes(standingFor))) return [filter, "asks"];
      if (makers.length > 0) return [filter, "never"];
      return [filter, isNamed && calls.includes(standingFor) ? "never" : "maybe"];
    }),
  );
}

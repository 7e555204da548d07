/**
 * Engines of the repository that Rails' routes mount, `mount Shop::Engine => "/shop"`: what is drawn in an engine stands
 * behind that path. An application from outside answers all that is behind its own.
 * https://guides.rubyonrails.org/engines.html#mounting-the-engine
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** The name of mounts whose call says which engine it is, and where. */
const ofEngine = "engine";
const written =
  /\bmount[\s(]+(?:::)?([A-Z]\w*(?:::[A-Z]\w*)*)((?:\.\w+(?:\([^()]*\))?)*)\s*(?:,\s*(?:at:|:at\s*=>|["']at["']\s*=>)|=>)\s*["']([^"'#]*)["']/;

export function withEngines(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isMount = ({ kind, framework, name }: Registration) =>
    kind === "mount" && framework === "Rails" && name === ofEngine;
  if (!all.some(isMount)) return all;
  const quotes = db.prepare(
    "select quote from calls where fact >= ? and fact < ? and line = ? and callee_name = 'mount'",
  );
  const ranges = new FactRanges(db);
  const owners = new Set(
    all.flatMap(({ framework, owner }) => (framework === "Rails" && owner !== null ? [owner] : [])),
  );
  const named = db.prepare(
    "select 1 from symbols where name = ? and kind in ('class', 'namespace', 'constant') limit 1",
  );
  const isOwn = (name: string) => named.get(name.split("::").at(-1) ?? name) !== undefined;
  return all.flatMap((one): readonly Registration[] => {
    if (!isMount(one)) return [one];
    return quotes.all(...ranges.of(one.path), one.line).flatMap(({ quote }): readonly Registration[] => {
      const [, engine, made = "", route = ""] = written.exec(String(quote ?? "")) ?? [];
      const name = engine === undefined ? undefined : `#${engine.replaceAll("::", ".")}`;
      const found = name === undefined ? [] : [...owners].filter((owner) => owner.endsWith(name));
      if (found.length > 0) return found.map((mounted): Registration => ({ ...one, name: null, route, mounted }));
      const at = route.replace(/^\/+|\/+$/g, "");
      if (engine === undefined || at === "" || isOwn(engine)) return [];
      const handler_name = `${engine}${made.replace(/\(.*$/s, "")}`;
      return [{ ...one, kind: "endpoint", method: "ANY", name: null, route: `${at}/*`, mounted: null, handler_name }];
    });
  });
}

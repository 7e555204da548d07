/**
 * Routes that functions tell apart by themselves, where a server or a platform calls these: `export default { fetch }`,
 * `http.createServer(…)`, `Deno.serve(…)`. `crates/extract/src/languages/typescript/deciding/routes.rs` writes them.
 */
import type { DatabaseSync } from "node:sqlite";
import { decidesByPath } from "#engine/scan/derive/entry-points/owner-words";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** Functions that hand a request on to each other. */
const mostHops = 6;
/** What calls a function with each request, and under which name its routes go. */
const servers: readonly (readonly [target: RegExp, framework: string])[] = [
  [/^(?:node:)?https?\.createServer$/, "node:http"],
  [/^Deno\.serve$/, "Deno"],
  [/^Bun\.serve$/, "Bun"],
  [/^addEventListener$/, "Workers"],
];
const platform = "Workers";
/** The function that such a call is given by its name. */
const givenByName =
  /(?:createServer|serve)\(\s*(?:\{[^{}]*\}\s*,\s*)?([A-Za-z_$][\w$]*)\s*[,)]|\bfetch\s*:\s*([A-Za-z_$][\w$]*)\b/;
const ofFetch = /["'`]fetch["'`]/;

type Asked = readonly [name: string, at: number, maybe: boolean];
type Written = readonly [
  word: "route" | "hand",
  methods: readonly string[],
  path: string,
  line: number,
  handler: number,
  asked: readonly Asked[],
];

interface Told {
  readonly owner: string;
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly says: Written;
  readonly named: readonly Guard[];
}

/** All registrations, with the routes of functions that something calls with requests. */
export function withDispatched(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const all = read(db);
  if (all.length === 0) return registrations;
  const byFunction = Map.groupBy(all, keyOf);
  const told = new Map<string, Registration>();
  const visit = (
    key: string,
    framework: string,
    before: readonly Guard[],
    hops: number,
    open: readonly string[],
  ): void => {
    if (hops > mostHops || open.includes(key)) return;
    for (const one of byFunction.get(key) ?? []) {
      const [word, methods, path, line, at, asked] = one.says;
      const handler = one.named[at];
      const guards = [...before, ...asked.map((it) => guardOf(it, one))];
      const inner = handler?.symbol ?? null;
      const leads = inner !== null && byFunction.has(inner);
      if (leads && (word === "hand" || path.endsWith("*"))) {
        visit(inner, framework, guards, hops + 1, [...open, key]);
        continue;
      }
      if (word === "hand") continue;
      for (const method of methods.length === 0 ? [null] : methods) {
        const row: Registration = {
          kind: "endpoint",
          framework,
          owner: `${one.path}#<module>`,
          method,
          route: path,
          name: null,
          handler: inner ?? one.owner,
          handler_name: inner === null ? "(inline)" : (handler?.name ?? null),
          guards: guards.length === 0 ? null : JSON.stringify(guards),
          mounted: null,
          symbol: one.owner,
          path: one.path,
          line,
        };
        told.set(JSON.stringify([one.path, line, method, path, framework]), row);
      }
    }
  };
  for (const [key, framework] of roots(db, all)) visit(key, framework, [], 0, []);
  return told.size === 0 ? registrations : [...registrations, ...told.values()];
}

/** A function; one without a name by its lines. */
const keyOf = ({ owner, path, from, to }: Told): string =>
  owner.endsWith("#<module>") ? `${path}:${from}:${to}` : owner;

function guardOf([name, at, maybe]: Asked, { path, named, says }: Told): Guard {
  const symbol = named[at]?.symbol ?? null;
  const place = name === "(inline)" ? { place: `${path}:${says[3]}:${name}` } : {};
  return { name, symbol, ...place, ...(maybe ? { maybe } : {}) };
}

function read(db: DatabaseSync): readonly Told[] {
  const rows = db
    .prepare(
      `select path, owner, line, end_line, guards from registrations
       where kind = 'guard' and name = ? and (guards like '[{"name":"[\\"route\\"%' or guards like '[{"name":"[\\"hand\\"%')
       and path not in (select path from files where is_test) order by fact`,
    )
    .all(decidesByPath);
  return rows.map(({ path, owner, line, end_line: end, guards }) => {
    const [first, ...named] = JSON.parse(String(guards)) as Guard[];
    return {
      owner: String(owner),
      path: String(path),
      from: Number(line),
      to: Number(end),
      says: JSON.parse(first?.name ?? "[]") as Written,
      named,
    };
  });
}

/** The functions that are called with requests, and by what. */
function roots(db: DatabaseSync, all: readonly Told[]): Map<string, string> {
  const found = new Map<string, string>();
  const byFile = Map.groupBy(all, ({ path }) => path);
  for (const one of all) if (/#(?:export:)?default\.fetch$/.test(one.owner)) found.set(one.owner, platform);
  const calls = db.prepare(
    `select line, start_line, target, quote from calls
     where fact >= ? and fact < ? and callee is null and target is not null`,
  );
  const called = db.prepare(
    "select callee from calls where fact >= ? and fact < ? and line >= ? and line <= ? and callee is not null",
  );
  const ranges = new FactRanges(db);
  for (const [path, told] of byFile) {
    for (const call of calls.all(...ranges.of(path))) {
      const framework = servers.find(([target]) => target.test(String(call.target)))?.[1];
      const quote = String(call.quote ?? "");
      if (framework === undefined || (framework === platform && !ofFetch.test(quote))) continue;
      const [from, to] = [Number(call.start_line ?? call.line), Number(call.line)];
      // One that is written in place begins on the line of the call; an object has it as a method.
      for (const one of told) {
        const isHere = one.from >= from && one.from <= to;
        const isMember = framework === "Bun" && one.from > to && /#fetch(?:~\d+)?$/.test(one.owner);
        if (isHere || isMember) found.set(keyOf(one), framework);
      }
      const name = givenByName
        .exec(quote)
        ?.slice(1)
        .find((it) => it !== undefined);
      if (name !== undefined) found.set(`${path}#${name}`, framework);
      if (framework === platform)
        for (const { callee } of called.all(...ranges.of(path), from, to + 3)) found.set(String(callee), framework);
    }
  }
  return found;
}

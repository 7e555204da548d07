/**
 * `npm run eval:facts -- DIR… [--kind KIND] [--sample N] [--seed N] [--context N]`: a sheet of facts to read against the source.
 *
 * Of each kind of fact in the last scan of a folder it prints a sample, one a line: kind, what is claimed, where, and the
 * source's line, or with `--context` that many lines around it. Whoever reads it writes `true` or `false` in front. The
 * same seed draws the same sample.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DriftDb } from "../src/engine/scan/drift-db.ts";

/** Kind, and a query that answers `fact`, `path` and `line`. */
const kinds = {
  entry_points: `
    select concat_ws(' ', kind, framework, method, coalesce(route, name), '→', handler_name,
      (select 'guarded by ' || group_concat(json_extract(value, '$.name'), ', ') from json_each(guards) having count(*) > 0)
    ) as fact, path, line from entry_points where confidence >= 50`,
  data_accesses:
    "select concat_ws(' ', operation, model, fields, 'by', library) as fact, path, line from data_accesses",
  models: "select concat_ws(' ', name, table_name, 'by', library) as fact, path, line from models",
  model_fields: `
    select concat_ws(' ', model || '.' || name, type, iif(nullable, 'nullable', null), key, '→ ' || "references") as fact, path, line
    from model_fields`,
  sensitive_fields: `
    select concat_ws(' ', model || '.' || name, type, sensitive, reason) as fact, path, line
    from model_fields where sensitive is not null`,
  environment_uses: `
    select concat_ws(' ', variable, iif(has_default, 'else ' || coalesce("default", '…'), 'without a default')) as fact, path, line
    from environment_uses`,
  error_sites: "select concat_ws(' ', kind, error, '→ ' || target) as fact, path, line from error_sites",
  error_types: "select concat_ws(' ', name, 'is', base, 'by', root) as fact, path, line from error_types",
  patterns: `
    select concat_ws(' ', iif(is_outlier, 'NOT', 'follows'), name, '·', summary, coalesce('because it ' || reason, '')) as fact, path, line
    from pattern_locations join patterns on patterns.id = pattern_locations.pattern where confidence >= 50`,
  constraints: `
    select concat_ws(' ', condition, held, 'of', chances) as fact, json_extract(value, '$.path') as path,
      json_extract(value, '$.line') as line
    from constraints, json_each(iif(exceptions = '[]', evidence, exceptions)) where key = 0`,
  genes: `
    select concat_ws(' ', gene, '=', allele, frequency || ' %') as fact, json_extract(exemplars, '$[0].path') as path,
      json_extract(exemplars, '$[0].line') as line from genes`,
  tests: "select concat_ws(' ', kind, framework, name) as fact, path, line from tests",
  test_cases: `
    select concat_ws(' ', framework, name, 'asserts', assertions,
      (select 'after ' || group_concat(json_extract(value, '$.name'), ', ') from json_each(fixtures) having count(*) > 0)
    ) as fact, path, line from test_cases`,
  test_covers: `
    select concat_ws(' ', coalesce(test, 'the file'), 'covers', coalesce(symbol, target), 'by', how, 'in', steps) as fact, path, line
    from test_covers where confidence >= 50`,
  untested_functions: `
    select concat_ws(' ', name, 'complexity', complexity, 'callers', callers, 'confidence', confidence) as fact, path, line
    from untested_functions`,
  modules: `
    select concat_ws(' ', kind, path, 'in', fan_in, 'out', fan_out, iif(cycle is null, null, 'in a cycle of ' || cycle_size || ' with ' || cycle))
      as fact, path, 1 as line from modules where fan_in + fan_out > 0`,
  mocks: "select concat_ws(' ', library, subject, target) as fact, path, line from mocks",
  constants: "select concat_ws(' ', kind, name, '=', value) as fact, path, line from constants",
  inconsistent_constants: "select concat_ws(' ', name, '=', value) as fact, path, line from inconsistent_constants",
  duplicate_constants: "select concat_ws(' ', value, 'as', name) as fact, path, line from duplicate_constants",
  secret_findings:
    "select concat_ws(' ', severity, kind, iif(in_test, 'in a test', null)) as fact, path, line from secret_findings",
  sinks: `
    select concat_ws(' ', kind, callee, given, sources) as fact, path, line from sinks
    where path not in (select path from files where is_test)`,
  flows: `
    select concat_ws(' ', entry, iif(tainted, 'hands a value to', 'reaches'), operation, subject, 'in', target, iif(uncertain is null,
      null, 'unsure at ' || uncertain)) as fact, path, line from flows where kind <> 'limit' and confidence >= 50`,
  contracts: `
    select concat_ws(' ', client_method, url, 'asks', method, route, 'in', server, mismatches) as fact, path, line from contracts
    where confidence >= 50`,
  wrappers: `
    select concat_ws(' ', category, name, 'for', target, 'used', uses, 'past it', direct) as fact, path, line from wrappers`,
  packages: `
    select concat_ws(' ', manager, name, version, iif(is_private, 'private', null), 'in ' || workspace, 'locked by ' || lock) as fact,
      path, 1 as line from packages`,
  dependencies: `
    select concat_ws(' ', kind, name, range, iif(resolved is null, null, '= ' || resolved)) as fact, path, line
    from dependencies`,
  doc_claims: `
    select concat_ws(' ', kind, subject, '(' || iif(kind = 'code_block', null, value) || ')', confidence, '·', quote) as fact, path, line
    from doc_claims where confidence >= 50`,
  decisions:
    "select concat_ws(' ', kind, summary, reason) as fact, 'commit ' || hash as path, 0 as line from decisions",
} as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: "string" },
    sample: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    context: { type: "string", default: "0" },
  },
});

for (const folder of positionals.map((one) => resolve(one))) {
  const db = DriftDb.open(folder);
  try {
    for (const [kind, sql] of Object.entries(kinds)) {
      if (values.kind !== undefined && values.kind !== kind) continue;
      const all = db.all(`select * from (${sql}) order by path, line, fact`);
      const sample = draw(all, Number(values.sample), Number(values.seed));
      console.log(`\n# ${kind} of ${folder}: ${sample.length} of ${all.length}`);
      for (const { fact, path, line } of sample)
        console.log(
          `[ ] ${fact} · ${path}:${line}${source(folder, String(path), Number(line), Number(values.context))}`,
        );
    }
  } finally {
    db.close();
  }
}

/** A sample in the order of the list, the same for the same seed. */
function draw<T>(list: readonly T[], size: number, seed: number): T[] {
  let state = seed >>> 0;
  // https://en.wikipedia.org/wiki/Linear_congruential_generator, with the parameters of Numerical Recipes.
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const keyed = list.map((item, at) => ({ item, at, key: next() }));
  const chosen = keyed.sort((a, b) => a.key - b.key).slice(0, size);
  return chosen.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

function source(folder: string, path: string, line: number, around: number): string {
  const lines = linesOf(join(folder, path));
  if (around === 0) return ` · ${(lines[line - 1] ?? "").trim().slice(0, 120)}`;
  const first = Math.max(0, line - 1 - around);
  const shown = lines.slice(first, line + around);
  return shown.map((text, at) => `\n    ${first + at + 1 === line ? ">" : "|"} ${text.slice(0, 140)}`).join("");
}

/** None of what is no file, such as a commit. */
function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split(/\r?\n/);
  } catch {
    return [];
  }
}

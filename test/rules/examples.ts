/**
 * Rule files' examples: little repositories that are scanned as any other, and what has to come of them. There are more
 * than a thousand: files of tests take every so many rule files each, so that they run side by side.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DriftDb } from "#engine/scan/drift-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { readRules } from "../../scripts/rules.ts";

const root = join(import.meta.dirname, "../../rules");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".yaml") && !/^patterns[\\/]/.test(path),
);

/** Tests every `parts`-th rule file, from the one at `part` on. */
export function testExamples(part: number, parts: number): void {
  describe.each(files.sort().filter((_, at) => at % parts === part))("rules/%s", (path) => {
    const { examples } = readRules(path, readFileSync(join(root, path), "utf8"));
    test.each(examples.map((example, at) => [at + 1, example] as const))("example %d", async (_, example) => {
      const folder = new TempFolder(example.files);
      await runScan(folder);
      expect(told(folder.path, path.startsWith("errors")).sort()).toEqual([...example.expect].sort());
    });
  });
}

/** A repository's facts, one a line, as rule files write them; `throws`: with the errors that are thrown. */
function told(here: string, throws: boolean): string[] {
  const db = DriftDb.open(here);
  const lines = (sql: string) => db.all(sql).map((row) => Object.values(row).filter(Boolean).join(" "));
  try {
    return [
      ...lines(`
        select kind, method, route, iif(route is null, name, null), handler_name, (
          select '[' || group_concat(iif(json_extract(value, '$.inside'), 'in ', '') || json_extract(value, '$.name'), ', ') || ']' from json_each(guards)
          having count(*) > 0)
        from entry_points`),
      ...lines(
        `select 'environment', variable, iif(has_default, '= ' || coalesce("default", '…'), null), iif(required, 'required', null) from environment_uses`,
      ),
      ...lines(
        "select kind, error, 'in', substr(symbol, instr(symbol, '#') + 1) from error_sites where kind = 'boundary'",
      ),
      ...lines(
        `select kind, error, 'in', substr(symbol, instr(symbol, '#') + 1) from error_sites where kind = 'throw' and ${throws}`,
      ),
      ...lines(
        "select 'data', operation, model, replace(replace(replace(fields, '\"', ''), '[', '('), ']', ')') from data_accesses",
      ),
      ...lines(`
        select 'model', model.name, iif(model.table_name = model.name, null, '(' || model.table_name || ')'), '{ ' || (
          select group_concat(concat_ws(' ', field.name || iif(field.nullable, '?', ''), field.type, field.key,
            iif(field."references" is null, null, '→ ' || field."references"), field.sensitive), ', ')
          from model_fields field where field.unit = model.unit and field.model = model.name) || ' }'
        from models model`),
      ...lines("select 'sink', kind, callee, given, sources from sinks"),
      ...lines(
        "select 'client', kind, method, url, fields, substr(response, instr(response, '#') + 1) from client_sites where kind <> 'handed' and not (url glob '[$]{*' and instr(url, '}') = length(url))",
      ),
      ...lines("select 'mocks', subject, 'with', library from mocks"),
      ...lines("select 'wrapper', name, 'of', target, category from wrappers"),
      ...lines(`
        select 'test', name, framework, 'asserts', cast(assertions as text), (
          select 'after ' || group_concat(json_extract(value, '$.name'), ', ') from json_each(fixtures)
          having count(*) > 0)
        from test_cases`),
      ...lines(`
        select 'covers', coalesce(test, 'the file'), substr(symbol, instr(symbol, '#') + 1), 'by', how
        from test_covers where symbol is not null and how <> 'import'`),
    ];
  } finally {
    db.close();
  }
}

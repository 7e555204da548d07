/** `drift models`: the models and tables there are, with their fields; what is to be handled with care is marked. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { count, nothing, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  dir?: string;
  sensitive?: true;
  json?: true;
}

interface Model {
  readonly unit: number;
  readonly name: string;
  readonly table: string | null;
  readonly library: string;
  readonly symbol: string | null;
  readonly path: string;
  readonly line: number;
}

interface Field {
  readonly unit: number;
  readonly model: string;
  readonly name: string;
  readonly column: string | null;
  readonly type: string | null;
  readonly nullable: number | null;
  readonly key: string | null;
  readonly references: string | null;
  readonly sensitive: string | null;
  readonly reason: string | null;
  readonly line: number;
}

const examples = `
Examples:
  $ drift models                  models and tables with their fields; keys, types, what is sensitive
  $ drift models user             those whose name, table or file holds "user"
  $ drift models --sensitive      only fields that hold personal, financial or health data, or credentials
  $ drift models --json | jq '.models[].fields[] | select(.sensitive)'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only those whose name, table or file holds it")
    .option("--sensitive", "only models with sensitive fields, and these fields")
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {models: [{name, table, library, symbol, path, line, fields: [{name, type, …}]}]}")
    .addHelpText("after", examples)
    .action((text: string | undefined, { dir, sensitive, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const all = read(db);
        const found = all.filter(
          ({ model, fields }) => (!text || holds(model, text)) && (!sensitive || fields.some((one) => one.sensitive)),
        );
        const shown = found.map(({ model, fields }) => ({
          model,
          fields: sensitive ? fields.filter((one) => one.sensitive !== null) : fields,
        }));
        if (json)
          printJson({
            models: shown.map(({ model: { unit, ...model }, fields }) => ({ ...model, fields: fields.map(told) })),
          });
        else print(shown.length > 0 ? shown.map(tell).join("\n\n") : nothing("model", "models", all.length));
      } finally {
        db.close();
      }
    });
}

function read(db: DriftDb): { model: Model; fields: Field[] }[] {
  const models = db.all(
    "select unit, name, table_name as 'table', library, symbol, path, line from models order by name, path, line",
  ) as unknown as Model[];
  const fields = db.all(
    `select unit, model, name, column_name as 'column', type, nullable, key, "references", sensitive, reason, line
     from model_fields order by fact`,
  ) as unknown as Field[];
  const byModel = Map.groupBy(fields, ({ unit, model }) => `${unit} ${model}`);
  return models.map((model) => ({ model, fields: byModel.get(`${model.unit} ${model.name}`) ?? [] }));
}

const holds = ({ name, table, path }: Model, text: string): boolean =>
  [name, table, path].some((one) => one?.toLowerCase().includes(text.toLowerCase()));

const told = ({ unit, model, nullable, ...field }: Field) => ({
  ...field,
  nullable: nullable === null ? null : nullable === 1,
});

function tell({ model, fields }: { model: Model; fields: readonly Field[] }): string {
  const { name, table: kept, library, path, line } = model;
  const head = `${name}${kept !== null && kept !== name ? ` (${kept})` : ""}  ${library}  ${path}:${line}`;
  const rows = fields.map((field) => [`  ${field.name}`, field.type ?? "-", markOf(field), sensitivityOf(field)]);
  return fields.length === 0
    ? `${head}\n  no field is known`
    : `${head}  ${count(fields.length)} fields\n${table(rows)}`;
}

function markOf({ key, nullable, references }: Field): string {
  const marks = [key, references && `→ ${references}`, nullable === 1 && "nullable"];
  return marks.filter(Boolean).join(" ") || "-";
}

const sensitivityOf = ({ sensitive, reason }: Field): string => (sensitive === null ? "-" : `${sensitive} (${reason})`);

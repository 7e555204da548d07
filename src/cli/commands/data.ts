/** `drift data`: where data is read and written, by model, and which of its fields are to be handled with care. */
import { type Command, InvalidArgumentError } from "commander";
import { findFolder } from "#cli/folder";
import { count, nothing, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { DriftDb } from "#engine/scan/drift-db";

const operations = ["read", "create", "update", "delete", "upsert"] as const;
type Operation = (typeof operations)[number];

interface Options {
  dir?: string;
  operation?: Operation;
  json?: true;
}

interface Access {
  readonly model: string | null;
  readonly operation: Operation;
  readonly library: string;
  readonly symbol: string;
  readonly fields: string | null;
  readonly path: string;
  readonly line: number;
}

const examples = `
Examples:
  $ drift data                          what is read and written, by model, and where
  $ drift data orders                   accesses to models, tables or files whose name holds "orders"
  $ drift data --operation delete       what is deleted
  $ drift data --json | jq '.accesses[] | select(.sensitive | length > 0)'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only accesses whose model, function or file holds it")
    .option("--operation <operation>", operations.join(", "), operationOf)
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option("--json", "print {accesses: [{model, operation, library, symbol, fields, sensitive, path, line}]}")
    .addHelpText("after", examples)
    .action((text: string | undefined, { dir, operation, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const all = db.all(
          `select model, operation, library, symbol, fields, path, line from data_accesses
           where path not in (select path from files where is_test)
           order by model is null, model, operation, path, line`,
        ) as unknown as Access[];
        const found = all.filter((one) => (!operation || one.operation === operation) && (!text || holds(one, text)));
        const sensitive = sensitiveFields(db);
        if (json) printJson({ accesses: found.map((one) => told(one, sensitive)) });
        else
          print(found.length > 0 ? tell(found, sensitive) : nothing("access to data", "accesses to data", all.length));
      } finally {
        db.close();
      }
    });
}

function operationOf(value: string): Operation {
  const found = operations.find((one) => one === value);
  if (!found) throw new InvalidArgumentError(`One of ${operations.join(", ")}.`);
  return found;
}

const holds = ({ model, symbol, path }: Access, text: string): boolean =>
  [model, symbol, path].some((one) => one?.toLowerCase().includes(text.toLowerCase()));

/** Names of sensitive fields and columns, by the names of their model and its table. */
type Sensitive = ReadonlyMap<string, ReadonlySet<string>>;

function sensitiveFields(db: DriftDb): Sensitive {
  const rows = db.all(
    `select model.name as model, model.table_name as 'table', field.name, field.column_name as 'column'
     from model_fields field join models model on model.unit = field.unit and model.name = field.model
     where field.sensitive is not null`,
  ) as unknown as { model: string; table: string | null; name: string; column: string | null }[];
  const found = new Map<string, Set<string>>();
  for (const { model, table: kept, name, column } of rows)
    for (const key of new Set([model, kept ?? model])) {
      const names = found.get(key.toLowerCase()) ?? new Set();
      found.set(key.toLowerCase(), names.add(name).add(column ?? name));
    }
  return found;
}

const fieldsOf = ({ fields }: Access): string[] => (fields === null ? [] : (JSON.parse(fields) as string[]));

const sensitiveOf = (one: Access, sensitive: Sensitive): string[] => {
  const known = sensitive.get(one.model?.toLowerCase() ?? "");
  return fieldsOf(one).filter((field) => known?.has(field));
};

const told = (one: Access, sensitive: Sensitive) => ({
  ...one,
  fields: fieldsOf(one),
  sensitive: sensitiveOf(one, sensitive),
});

function tell(found: readonly Access[], sensitive: Sensitive): string {
  const models = Map.groupBy(found, ({ model }) => model ?? "(of a model that is not named)");
  return [...models]
    .map(([model, list]) => `${model} ${count(list.length)}\n${table(list.map((one) => rowOf(one, sensitive)))}`)
    .join("\n\n");
}

function rowOf(one: Access, sensitive: Sensitive): string[] {
  const cautious = sensitiveOf(one, sensitive);
  const fields = fieldsOf(one).map((field) => (cautious.includes(field) ? `${field} (sensitive)` : field));
  const around = one.symbol.slice(one.symbol.indexOf("#") + 1);
  return [`  ${one.operation}`, around, fields.join(", ") || "-", one.library, `${one.path}:${one.line}`].map((cell) =>
    cell.length > 60 ? `${cell.slice(0, 59)}…` : cell,
  );
}

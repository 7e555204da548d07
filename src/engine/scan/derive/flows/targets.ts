/** Where flows lead: what does harm, and where data is read and written, by whose code it is. */
import type { DatabaseSync } from "node:sqlite";

export interface Target {
  readonly kind: "sink" | "data" | "limit";
  readonly operation: string;
  readonly subject: string | null;
  readonly symbol: string;
  /** Lines below the first of its function's declaration. */
  readonly offset: number;
  readonly cwe: number | null;
  readonly owasp: string | null;
  /** The parameters of its function that go into it. */
  readonly sources: readonly string[];
  /** The fields of its model that are to be handled with care. */
  readonly sensitive: readonly string[];
  /** What is told once an entry point. */
  readonly key: string;
  readonly confidence: number;
}

export class Targets {
  readonly #bySymbol = new Map<string, Target[]>();

  add(target: Target): void {
    const list = this.#bySymbol.get(target.symbol);
    if (list) list.push(target);
    else this.#bySymbol.set(target.symbol, [target]);
  }

  get size(): number {
    return this.#bySymbol.size;
  }

  all(): Target[] {
    return [...this.#bySymbol.values()].flat();
  }

  of(symbol: string): readonly Target[] {
    return this.#bySymbol.get(symbol) ?? [];
  }
}

export const sinkKey = (symbol: string, offset: number, operation: unknown): string =>
  `sink ${symbol} ${offset} ${operation}`;

/** Lines from the first of the declaration around a row to the row. */
const offset = "max(0, line - coalesce((select symbols.line from symbols where id = symbol limit 1), 1)) as offset";

/** Of a model so many fields are told. */
export const maxSensitive = 20;
/** A column's own name: `email` of `users.email`. */
const columnOf = (field: string): string => field.slice(field.lastIndexOf(".") + 1).toLowerCase();
/** Of control that reaches data. */
const dataConfidence = 90;

export function readTargets(db: DatabaseSync): Targets {
  const targets = new Targets();
  const sinks = db.prepare(
    `select symbol, kind, cwe, owasp, callee, sources, confidence, ${offset} from sinks
     where path not in (select path from files where is_test) order by path, fact`,
  );
  for (const row of sinks.all())
    targets.add({
      kind: "sink",
      operation: String(row.kind),
      subject: String(row.callee),
      symbol: String(row.symbol),
      offset: Number(row.offset),
      cwe: Number(row.cwe),
      owasp: String(row.owasp),
      sources: row.sources === null ? [] : (JSON.parse(String(row.sources)) as string[]),
      sensitive: [],
      key: sinkKey(String(row.symbol), Number(row.offset), row.kind),
      confidence: Number(row.confidence),
    });
  const fields = sensitiveFields(db);
  const accesses = db.prepare(
    `select symbol, operation, model, target, fields, ${offset} from data_accesses
     where path not in (select path from files where is_test) order by path, fact`,
  );
  for (const row of accesses.all()) {
    const model = row.model as string | null;
    const named = row.fields === null ? [] : (JSON.parse(String(row.fields)) as string[]).map(columnOf);
    const all = (model === null ? undefined : fields.get(model.toLowerCase())) ?? [];
    const touched = named.length === 0 ? all : all.filter((field) => named.includes(field.toLowerCase()));
    targets.add({
      kind: "data",
      operation: String(row.operation),
      subject: model,
      symbol: String(row.symbol),
      offset: Number(row.offset),
      cwe: null,
      owasp: null,
      sources: [],
      sensitive: touched.slice(0, maxSensitive).map((field) => `${model}.${field}`),
      key: model === null ? `data ${row.symbol} ${row.offset}` : `data ${model} ${row.operation}`,
      confidence: dataConfidence,
    });
  }
  return targets;
}

/** By the names of models and tables, in lower case. */
function sensitiveFields(db: DatabaseSync): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const rows = db.prepare(
    `select models.name as model, models.table_name as "table", model_fields.name as field
     from model_fields join models on models.unit = model_fields.unit and models.name = model_fields.model
     where sensitive is not null order by model_fields.path, model_fields.fact`,
  );
  for (const { model, table, field } of rows.all())
    for (const name of new Set([model, table].filter((one) => one !== null).map((one) => String(one).toLowerCase()))) {
      const list = fields.get(name);
      if (list) list.push(String(field));
      else fields.set(name, [String(field)]);
    }
  return fields;
}

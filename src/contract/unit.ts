/**
 * A unit: the rows of one file, package or commit, immutable and named by its own hash.
 *
 * The canonical encoding is `JSON.stringify({ v, kind, path, rows })` with the tables of `rows` in
 * alphabetical order and empty ones left out. `crates/facts/src/unit.rs` writes the same bytes.
 */
import { hash } from "node:crypto";
import { isOfUnit } from "./fact-columns.ts";
import { type FactTable, factTable } from "./fact-tables.ts";
import { type UnitKind, unitKinds } from "./fact-words.ts";

export const unitVersion = 1;

/** One row: values in the order of the table's columns. */
export type FactRow = readonly (string | number | null)[];

export interface Unit {
  v: typeof unitVersion;
  kind: UnitKind;
  /** The source file, the manifest, or `commit/<hash>`. */
  path: string;
  rows: Record<string, FactRow[]>;
}

/** The canonical line of a unit made in TypeScript (packages and commits; Rust encodes files). */
export function encodeUnit(kind: UnitKind, path: string, rows: Record<string, FactRow[]>): string {
  const tables = Object.keys(rows).sort();
  const kept = Object.fromEntries(tables.filter((name) => rows[name]?.length).map((name) => [name, rows[name]]));
  return JSON.stringify({ v: unitVersion, kind, path, rows: kept });
}

/** SHA-256 of the canonical line, as 64 lower-case hexadecimal digits. */
export async function hashUnit(line: string): Promise<string> {
  return sha256(new TextEncoder().encode(line));
}

export async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The Merkle root over sorted unit hashes: pairs of digests are hashed level by level, an odd one
 * moves up as it is; leaves are prefixed with 0, inner nodes with 1 (RFC 6962, section 2.1), so that
 * no inner node passes for a leaf. The root of nothing is SHA-256 of nothing.
 *
 * Digests are made one by one and synchronously: 200,000 promises would cost more than the hashing.
 */
export async function merkleRoot(hashes: Iterable<string>): Promise<string> {
  const sorted = [...new Set(hashes)].sort();
  if (sorted.length === 0) return sha256(new Uint8Array());
  const leaf = new Uint8Array(33);
  let level = new Uint8Array(sorted.length * 32);
  sorted.forEach((digest, at) => {
    leaf.set(Buffer.from(digest, "hex"), 1);
    level.set(hash("sha256", leaf, "buffer"), at * 32);
  });
  const node = new Uint8Array(65).fill(1, 0, 1);
  while (level.length > 32) {
    const next = new Uint8Array(Math.ceil(level.length / 64) * 32);
    for (let at = 0; at < level.length; at += 64) {
      const pair = level.subarray(at, at + 64);
      if (pair.length === 64) node.set(pair, 1);
      next.set(pair.length === 64 ? hash("sha256", node, "buffer") : pair, at / 2);
    }
    level = next;
  }
  return Buffer.from(level).toString("hex");
}

/** What is wrong with a unit, as one sentence; undefined when it may be stored. */
export function unitProblem(unit: unknown): string | undefined {
  if (typeof unit !== "object" || unit === null) return "A unit is a JSON object";
  const { v, kind, path, rows, ...rest } = unit as Record<string, unknown>;
  if (Object.keys(rest).length > 0) return `A unit has no field "${Object.keys(rest)[0]}"`;
  if (v !== unitVersion) return `Unit version ${String(v)} is not ${unitVersion}`;
  if (!unitKinds.includes(kind as UnitKind)) return `Unknown unit kind "${String(kind)}"`;
  if (!isPath(path)) return "A unit's path is relative and normalised";
  if (typeof rows !== "object" || rows === null || Array.isArray(rows)) return "A unit's rows are an object";
  for (const [name, list] of Object.entries(rows)) {
    const table = factTable(name);
    if (!table || !isOfUnit(table, kind as UnitKind)) return `A ${String(kind)} unit holds no table "${name}"`;
    if (!Array.isArray(list) || list.length === 0) return `Table "${name}" is not a list of rows`;
    if (list.length > maxRowsPerTable) return `Table "${name}" has more than ${maxRowsPerTable} rows`;
    for (const [at, row] of list.entries()) {
      const problem = rowProblem(table, row);
      if (problem) return `${name}[${at}]: ${problem}`;
    }
  }
  return undefined;
}

/** A fact's row id is `unit * 2^20 + position`: one unit holds at most this many rows of a table. */
export const maxRowsPerTable = 2 ** 20;

function rowProblem(table: FactTable, row: unknown): string | undefined {
  if (!Array.isArray(row) || row.length !== table.columns.length) return `a row has ${table.columns.length} values`;
  for (const [at, column] of table.columns.entries()) {
    const value: unknown = row[at];
    if (value === null) {
      if (column.nullable) continue;
      return `${column.name} is missing`;
    }
    switch (column.type) {
      case "int":
        if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0x7fffffff)
          return `${column.name} is not a whole number in range`;
        break;
      case "flag":
        if (value !== 0 && value !== 1) return `${column.name} is not 0 or 1`;
        break;
      case "path":
        if (!isPath(value)) return `${column.name} is not a relative, normalised path`;
        break;
      case "symbol":
        if (typeof value !== "string" || value.length > 2_100 || !value.includes("#"))
          return `${column.name} is not a symbol id`;
        break;
      default:
        if (typeof value !== "string" || value.length > (column.max ?? 400))
          return `${column.name} is not a text of at most ${column.max} characters`;
        if (column.values && !column.values.includes(value)) return `${column.name} may not be "${value}"`;
    }
  }
  return undefined;
}

/** Relative, `/`-separated, without empty, `.` or `..` parts or control characters; at most 1,024 characters. */
export function isPath(value: unknown): value is string {
  if (typeof value !== "string" || value.length === 0 || value.length > 1_024) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(value)) return false;
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(value);
}

/**
 * Changelogs of Liquibase in XML: tables and what changes them, in the order in which the changelogs include each other.
 * https://docs.liquibase.com/concepts/changelogs/xml-format.html
 */

import { readXml, type XmlElement } from "#engine/scan/packages/formats/xml";
import { folderOf, join } from "#engine/scan/packages/manifest";
import { attempt } from "#engine/scan/packages/sources";
import { type Part, part } from "./part.ts";

/** Files that may be changelogs, by how they are named and where they are kept: Dropwizard's are called migrations. */
export const changelogFiles =
  /(?:^|\/)(?:[\w.-]*(?:change-?log|liquibase|migrations?)[\w.-]*|(?:[\w.-]*(?:change-?logs?|liquibase)[\w.-]*\/)(?:[^/]+\/)*[^/]+)\.xml$/i;

/** The library of what they tell. */
export const liquibase = "Liquibase";

/** Changelogs inside of changelogs. */
const maxDepth = 16;

type Told = Pick<Part, "kind" | "line"> & Partial<Part>;

/** The parts of all changelogs by their paths; each part's owner counts how many stand before it. */
export function readChangelogs(texts: ReadonlyMap<string, string>): Map<string, Part[]> {
  const logs = new Map<string, XmlElement>();
  for (const [path, text] of texts) {
    const root = /<databaseChangeLog\b/.test(text) ? attempt(() => readXml(text)) : undefined;
    if (root?.name === "databaseChangeLog") logs.set(path, root);
  }
  const included = new Set([...logs].flatMap(([path, root]) => includesOf(path, root, logs)));
  const seen = new Set<string>();
  const properties = new Map<string, string>();
  const found = new Map<string, Part[]>();
  let count = 0;
  const walk = (path: string, depth: number): void => {
    const root = logs.get(path);
    if (root === undefined || seen.has(path) || depth > maxDepth) return;
    seen.add(path);
    const parts: Part[] = [];
    for (const one of root.all()) {
      if (one.name === "property") note(properties, one);
      for (const inner of includedBy(path, one, logs)) walk(inner, depth + 1);
      if (one.name !== "changeSet") continue;
      for (const told of one.all().flatMap((change) => changesOf(change, properties))) {
        count += 1;
        parts.push(part(path, { library: liquibase, owner: `changelog ${String(count).padStart(8, "0")}`, ...told }));
      }
    }
    if (parts.length > 0) found.set(path, parts);
  };
  const paths = [...logs.keys()].sort();
  for (const path of paths) if (!included.has(path)) walk(path, 0);
  for (const path of paths) walk(path, 0);
  return found;
}

/** Of values for single databases the one for all others counts, else the first. */
function note(properties: Map<string, string>, one: XmlElement): void {
  const name = one.attribute("name");
  if (name === null || (properties.has(name) && one.attribute("dbms") !== null)) return;
  properties.set(name, one.attribute("value") ?? "");
}

const includesOf = (path: string, root: XmlElement, logs: ReadonlyMap<string, unknown>): string[] =>
  root.all().flatMap((one) => includedBy(path, one, logs));

/** The changelogs that an element brings in its place. */
function includedBy(path: string, one: XmlElement, logs: ReadonlyMap<string, unknown>): string[] {
  const file = /^include(?:All)?$/.test(one.name) ? (one.attribute("file") ?? one.attribute("path")) : null;
  if (file === null) return [];
  const written = file.replace(/^classpath\*?:/, "").replace(/^\/+/, "");
  const near = join(folderOf(path), written);
  if (one.name === "include") {
    if (near !== undefined && logs.has(near)) return [near];
    return [...logs.keys()].filter((other) => other.endsWith(`/${written}`) || other === written).slice(0, 1);
  }
  const folder = `${written.replace(/\/+$/, "")}/`;
  const isWithin = (other: string) =>
    other.startsWith(`${near?.replace(/\/+$/, "")}/`) || `/${other}`.includes(`/${folder}`);
  return [...logs.keys()].filter((other) => other !== path && isWithin(other)).sort();
}

function changesOf(change: XmlElement, properties: ReadonlyMap<string, string>): Told[] {
  const { line } = change;
  const said = (name: string): string | null => change.attribute(name);
  const table_name = tableOf(said("tableName") ?? said("baseTableName") ?? said("oldTableName"), properties);
  if (table_name === null) return [];
  const of = { table_name, line };
  const listed = (name: string) => (said(name) ?? "").split(",").flatMap((one) => one.trim() || []);
  const columns = () => change.all("column").flatMap((one) => columnOf(one, table_name, properties));
  switch (change.name) {
    case "createTable":
      return [{ kind: "table", ...of }, ...columns()];
    case "addColumn":
      return columns();
    case "dropTable":
      return [{ kind: "drop_table", ...of }];
    case "renameTable":
      return [{ kind: "rename_table", ...of, name: tableOf(said("newTableName"), properties) }];
    case "dropColumn": {
      const names = [...listed("columnName"), ...change.all("column").flatMap((one) => one.attribute("name") ?? [])];
      return names.map((name) => ({ kind: "drop_column", ...of, name }));
    }
    case "renameColumn":
      return [{ kind: "rename_column", ...of, name: said("oldColumnName"), column_name: said("newColumnName") }];
    case "modifyDataType":
      return [{ kind: "column", ...of, name: said("columnName"), type: typeOf(said("newDataType"), properties) }];
    case "addNotNullConstraint":
      return [{ kind: "column", ...of, name: said("columnName"), nullable: 0 }];
    case "dropNotNullConstraint":
      return [{ kind: "column", ...of, name: said("columnName"), nullable: 1 }];
    case "addPrimaryKey":
      return listed("columnNames").map((name) => ({ kind: "column", ...of, name, key: "primary" }));
    case "addForeignKeyConstraint": {
      const references = tableOf(said("referencedTableName"), properties);
      return listed("baseColumnNames").map((name) => ({ kind: "column", ...of, name, key: "foreign", references }));
    }
    default:
      return [];
  }
}

function columnOf(one: XmlElement, table_name: string, properties: ReadonlyMap<string, string>): Told[] {
  const name = one.attribute("name");
  if (name === null) return [];
  const constraints = one.at("constraints");
  const isPrimary = constraints?.attribute("primaryKey") === "true";
  const references =
    constraints?.attribute("referencedTableName") ??
    /^[\w.]+/.exec(constraints?.attribute("references") ?? "")?.[0] ??
    null;
  const key = isPrimary ? "primary" : references === null ? null : "foreign";
  const nullable = isPrimary || constraints?.attribute("nullable") === "false" ? 0 : 1;
  const type = typeOf(one.attribute("type"), properties);
  return [{ kind: "column", table_name, name, type, nullable, key, references, line: one.line }];
}

const filled = (written: string, properties: ReadonlyMap<string, string>): string =>
  written.replace(/\$\{([\w.-]+)\}/g, (whole, name: string) => properties.get(name) ?? whole);

const typeOf = (written: string | null, properties: ReadonlyMap<string, string>): string | null =>
  written === null
    ? null
    : filled(written, properties)
        .toLowerCase()
        .replace(/^java\.sql\.types\./, "");

const tableOf = (written: string | null, properties: ReadonlyMap<string, string>): string | null =>
  written === null ? null : filled(written, properties).replace(/^["`[]|["`\]]$/g, "");

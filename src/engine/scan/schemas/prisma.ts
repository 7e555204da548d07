/** Prisma's schema files: models and their fields. https://www.prisma.io/docs/orm/reference/prisma-schema-reference */
import { type Part, part } from "./part.ts";

const builtin = new Set(["String", "Boolean", "Int", "BigInt", "Float", "Decimal", "DateTime", "Json", "Bytes"]);
const maxLine = 2_000;

export function readPrisma(path: string, text: string): Part[] {
  const lines = text.split(/\r?\n/);
  const enums = new Set(lines.flatMap((line) => /^\s*enum\s+(\w+)/.exec(line)?.[1] ?? []));
  const parts: Part[] = [];
  let model: { readonly name: string; readonly at: number; readonly keys: Map<string, string> } | undefined;
  for (const [at, written] of lines.entries()) {
    const line = written.length > maxLine ? "" : withoutComment(written).trim();
    const opened = /^(?:model|view)\s+(\w+)\s*\{/.exec(line);
    if (opened) {
      const name = opened[1] ?? "";
      model = { name, at: parts.length, keys: new Map() };
      parts.push(part(path, { kind: "model", owner: `${path}#${name}`, name, table_name: name, line: at + 1 }));
      continue;
    }
    if (!model) continue;
    const owner = `${path}#${model.name}`;
    if (line === "}") {
      // A relation's fields are keys of their own, wherever the relation stands.
      for (const one of parts.slice(model.at)) {
        const target = model.keys.get(one.name ?? "");
        if (target !== undefined && one.kind === "field")
          Object.assign(one, { key: one.key ?? "foreign", references: target });
      }
      model = undefined;
      continue;
    }
    const table = /^@@map\(\s*(?:name:\s*)?"([^"]*)"/.exec(line);
    if (table) Object.assign(parts[model.at] ?? {}, { table_name: table[1] ?? null });
    const primary = /^@@id\(\s*(?:fields:\s*)?\[([^\]]*)\]/.exec(line);
    if (primary) for (const name of listed(primary[1])) model.keys.set(name, "");
    const field = /^(\w+)\s+(\w+)(\[\])?(\?)?(?:\s+(.*))?$/.exec(line);
    if (!field) continue;
    const [, name = "", type = "", many, optional, attributes = ""] = field;
    if (!builtin.has(type) && !enums.has(type) && !type.startsWith("Unsupported")) {
      const keys = /@relation\([^)]*?fields:\s*\[([^\]]*)\]/.exec(attributes);
      for (const key of listed(keys?.[1])) model.keys.set(key, type);
      continue;
    }
    const column = /@map\(\s*(?:name:\s*)?"([^"]*)"/.exec(attributes)?.[1] ?? null;
    parts.push(
      part(path, {
        kind: "field",
        owner,
        name,
        column_name: column,
        type: `${type}${many ?? ""}`,
        nullable: optional ? 1 : 0,
        key: /@id\b/.test(attributes) ? "primary" : null,
        line: at + 1,
      }),
    );
  }
  return parts.map((one) => (one.references === "" ? { ...one, key: "primary", references: null } : one));
}

const listed = (text = ""): string[] =>
  text
    .split(",")
    .map((one) => one.trim().replace(/\(.*$/, ""))
    .filter(Boolean);

const withoutComment = (line: string): string => line.replace(/("(?:[^"\\]|\\.)*")|\/\/.*$/g, "$1");

/** What columns lead to, by the lines on which it is written, where parts of models say no more than that they do. */
import type { Declarations } from "#engine/scan/derive/declarations";
import type { Field, Model } from "./parts.ts";

/** By libraries, the call that says it, and what its line names: the table in front of the column. */
const said: Readonly<Record<string, { readonly call: string; readonly table: RegExp }>> = {
  // `.references((): AnyPgColumn => schema.users.id)`
  Drizzle: { call: "references", table: /\.references\(\s*\(\s*\)\s*(?::[^=]+)?=>\s*(?:\w+\.)*(\w+)\.\w+/ },
  // `reference("owner_id", Users.id)`
  Exposed: { call: "reference", table: /\breference\(\s*"[^"]*"\s*,\s*(?:\w+\.)*(\w+)\.\w+\s*[,)]/ },
};

/** Completes fields that lead somewhere; of several calls in a place it is not known which one is meant. */
export function tieReferences({ library, fields }: Model, declarations: Declarations): void {
  const { call, table } = said[library] ?? {};
  if (call === undefined || table === undefined) return;
  for (const [key, field] of fields) {
    if (field.key !== "foreign" || field.references?.includes("#")) continue;
    const line = declarations.lineOfRow(field.path, field.line, call);
    const to = line && table.exec(line)?.[1];
    if (to) fields.set(key, { ...field, references: to } satisfies Field);
  }
}

/**
 * Tables of Exposed, which are named by what they give the class that they extend, and else as they are called themselves
 * without `Table`: https://github.com/JetBrains/Exposed, `exposed-core/…/sql/Table.kt`.
 */
import type { Declarations, Place } from "#engine/scan/derive/declarations";
import type { Field } from "./parts.ts";

/** Null: it is not known. */
export function tableOfObject(owner: string, place: Place, declarations: Declarations): string | null {
  for (const { name } of declarations.relationsOf(owner)) {
    const base = /\w+/.exec(name)?.[0] ?? "";
    const line = declarations.lineOfCall(place.path, place.line, base);
    const [, given, text] = (line && new RegExp(`\\b${base}\\(\\s*(?:name\\s*=\\s*)?("([^"$]+)")?`).exec(line)) || [];
    if (text !== undefined) return text;
    if (given === undefined && line?.includes(`${base}()`)) return place.name.replace(/Table$/, "") || null;
  }
  return null;
}

/** `override val primaryKey = PrimaryKey(id)` names the columns of the key. */
export function sayKey(fields: Map<string, Field>, owner: string, declarations: Declarations): void {
  const member = declarations.membersOf(owner).find(({ name }) => name === "primaryKey");
  const line = member && declarations.lineOfCall(member.path, member.line, "PrimaryKey");
  const [, given = ""] = (line && /\bPrimaryKey\(([^()]*)\)/.exec(line)) || [];
  for (const name of given.split(",").map((one) => one.trim())) {
    const field = fields.get(name);
    if (field) fields.set(name, { ...field, key: "primary" });
  }
}

/** What GORM makes of a struct: https://gorm.io/docs/conventions.html, https://gorm.io/docs/belongs_to.html. */
import type { Declarations } from "#engine/scan/derive/declarations";
import type { Field, ModelPart } from "./parts.ts";

/** The field that is the primary key where no tag says another, by its column's name. */
const conventional = "ID";

/** Whether a struct has a primary key of its own, by a tag or by its name. */
export const hasConventionalKey = (own: readonly ModelPart[], symbol: string, declarations: Declarations): boolean =>
  own.some(({ key }) => key === "primary") ||
  declarations.membersOf(symbol).some(({ name }) => name.toUpperCase() === conventional);

/**
 * Leaves out what leads to other models, which has no column of its own, and takes the conventional key for one.
 *
 * @param symbols the struct and those that it embeds
 */
export function asGorm(
  fields: Map<string, Field>,
  symbols: readonly string[],
  declarations: Declarations,
  isModel: (symbol: string) => boolean,
): void {
  for (const symbol of symbols)
    for (const { name, target } of declarations.membersOf(symbol))
      if (target !== null && isModel(target) && fields.get(name)?.symbol === `${symbol}.${name}`) fields.delete(name);
  // What begins with a small letter is no one's but its package's, and has no column.
  for (const name of [...fields.keys()]) if (/^[a-z_]/.test(name)) fields.delete(name);
  const key = [...fields.values()].find(({ name }) => name.toUpperCase() === conventional);
  if (key && ![...fields.values()].some((field) => field.key === "primary"))
    fields.set(key.name, { ...key, key: "primary" });
}

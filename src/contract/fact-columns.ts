/** What columns of fact tables hold. */
import type { UnitKind } from "./fact-words.ts";

/**
 * `text` is at most `max` UTF-16 units; `path` is relative, normalised and at most 1,024; `symbol` is
 * a symbol id (`path#qualified.name`); `int` is 0 to 2^31-1; `flag` is 0 or 1; `json` is JSON text.
 */
export interface Column {
  readonly name: string;
  readonly type: "text" | "path" | "symbol" | "int" | "flag" | "json";
  readonly nullable?: true;
  readonly max?: number;
  /** The closed list of values of a `text` column. */
  readonly values?: readonly string[];
}

export interface FactTable {
  readonly name: string;
  /** The kind of unit that holds it. */
  readonly unit: UnitKind;
  /** Another that does, too. */
  readonly alsoUnit?: UnitKind;
  readonly columns: readonly Column[];
}

/** Whether units of a kind may hold rows of the table. */
export const isOfUnit = ({ unit, alsoUnit }: Pick<FactTable, "unit" | "alsoUnit">, kind: UnitKind): boolean =>
  unit === kind || alsoUnit === kind;

export const text = (name: string, max = 400, values?: readonly string[]): Column => ({
  name,
  type: "text",
  max,
  ...(values && { values }),
});
export const path = (name: string): Column => ({ name, type: "path" });
export const symbol = (name: string): Column => ({ name, type: "symbol" });
export const int = (name: string): Column => ({ name, type: "int" });
export const flag = (name: string): Column => ({ name, type: "flag" });
export const json = (name: string, max = 8_000): Column => ({ name, type: "json", max });
export const maybe = (column: Column): Column => ({ ...column, nullable: true });

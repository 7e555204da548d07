/**
 * Paths of C# that a function puts together of the type that it has in hand: `$"/api/{type.Name}"`, over variables, and of a
 * property that the type may have, `type.GetProperty(nameof(IGroup.Prefix))?.GetValue(null) as string ?? $"/api/{type.Name}"`.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** Variables that are made of each other. */
const maxSteps = 4;
const mark = /\$\{([\w.]+)\}/g;
const ofProperty = /\.GetProperty\(\s*(?:nameof\(\s*(?:\w+\.)*(\w+)\s*\)|"(\w+)")/;
const text = /\$?"([^"]*)"/;

export class TypeNames {
  readonly #db: DatabaseSync;
  #texts: DeclaredTexts | undefined;
  #ranges: FactRanges | undefined;
  #symbol: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** A path with what a type's name and properties put into it, as far as the function's code says it. */
  put(route: string | null, type: string, symbol: string): string | null {
    if (route === null || !route.includes("${")) return route;
    return this.#put(route, type, this.#code(symbol), maxSteps);
  }

  #put(route: string, type: string, code: string, steps: number): string {
    return route.replace(mark, (written, name: string) => {
      if (/\.Name$/.test(name)) return lastName(type);
      if (steps === 0 || name.includes(".")) return written;
      const made = new RegExp(`\\b${name}\\s*=(?!=)\\s*([^;]+);`).exec(code)?.[1];
      return (made === undefined ? undefined : this.#told(made, type, code, steps)) ?? written;
    });
  }

  /** What a variable holds: the type's name, a property of the type, or a text of these. */
  #told(made: string, type: string, code: string, steps: number): string | undefined {
    if (/^\w+\.Name$/.test(made.trim())) return lastName(type);
    const [, named, written] = ofProperty.exec(made) ?? [];
    const property = named ?? written;
    if (property !== undefined) {
      const declared = this.#code(`${type}.${property}`);
      if (declared !== "") return /(?:=>|=)\s*"([^"]*)"/.exec(declared)?.[1];
    }
    const behind = property === undefined ? made : made.slice(made.indexOf("??"));
    const held = text.exec(behind)?.[1];
    return held === undefined
      ? undefined
      : this.#put(held.replace(/(?<!\$)\{([\w.]+)\}/g, "$$$&"), type, code, steps - 1);
  }

  #code(symbol: string): string {
    this.#ranges ??= new FactRanges(this.#db);
    this.#texts ??= new DeclaredTexts(this.#db);
    this.#symbol ??= this.#db.prepare(
      "select id, preview, line, end_line from symbols where fact >= ? and fact < ? and id = ?",
    );
    const row = this.#symbol.get(...this.#ranges.of(symbol), symbol);
    return row === undefined ? "" : this.#texts.of(row).text;
  }
}

/**
 * Methods of classes that say who asks in the place of what a member of the class holds, as Django REST framework's
 * `get_permissions` does of `permission_classes`: whether what the member holds is asked all the same.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { permissionsGiven } from "#engine/scan/derive/entry-points/python/given-permissions";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** Whether what a member holds is asked where a method decides. */
export type Keeps = "all" | "maybe" | "none";

/** What lets in whoever comes, and what gives back nobody who would ask, or begins with that. */
const lettingIn = "AllowAny";
const givingNobody =
  /\breturn\s*(?:\[\s*\]|\(\s*\))\s*(?:#[^\n]*)?$|\bpermission(?:_classe)?s\s*=\s*(?:\[\s*\]|\(\s*\))|\bAllowAny\b/m;
const onlyNobody = /\breturn\s*[[(]\s*(?:AllowAny\(\)\s*,?\s*)?[\])]\s*$/;
const docstring = /(?<=:[ \t]*\n\s*)[rRbBuU]*("""|''')[\s\S]*?\1/;
const lookedAt = "select id, line, end_line, complexity, preview from symbols where fact >= ? and fact < ? and id = ?";

export class DecidingMethods {
  readonly #db: DatabaseSync;
  readonly #texts: DeclaredTexts;
  #ranges: FactRanges | undefined;
  #calls: Statement | undefined;
  #symbol: Statement | undefined;
  #open: Statement | undefined;
  #listed: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#texts = new DeclaredTexts(db);
  }

  /**
   * Whether a method lets in whoever comes: it names who does that, or gives back nobody; always, or as far as is seen for some
   * requests.
   */
  letsIn(method: string): "always" | "maybe" | "never" {
    this.#ranges ??= new FactRanges(this.#db);
    const within = this.#ranges.of(method);
    this.#symbol ??= this.#db.prepare(lookedAt);
    const symbol = this.#symbol.get(...within, method);
    const text = symbol ? this.#texts.of(symbol).text : "";
    if (Number(symbol?.complexity) <= 1 && onlyNobody.test(text)) return "always";
    if (givingNobody.test(text)) return "maybe";
    this.#open ??= this.#db.prepare(
      `select 1 from calls where fact >= ?1 and fact < ?2 and caller = ?3 and callee_name = '${lettingIn}'
       union all
       select 1 from "references" where fact >= ?1 and fact < ?2 and caller = ?3 and name = '${lettingIn}' limit 1`,
    );
    return this.#open.get(...within, method) ? "maybe" : "never";
  }

  /**
   * Who a method lists that decides who is asked; undefined: nobody can say.
   *
   * @param action the method of the class that is asked for; undefined: it is not known
   */
  given(method: string, action: string | undefined): readonly Guard[] | undefined {
    this.#ranges ??= new FactRanges(this.#db);
    const within = this.#ranges.of(method);
    this.#symbol ??= this.#db.prepare(lookedAt);
    const symbol = this.#symbol.get(...within, method);
    const names = symbol && permissionsGiven(withoutDocstring(this.#texts.of(symbol).text), action);
    if (!names) return undefined;
    this.#listed ??= this.#db.prepare(
      `select callee as symbol from calls where fact >= ?1 and fact < ?2 and caller = ?3 and callee_text = ?4
       and callee is not null
       union all
       select symbol from "references" where fact >= ?1 and fact < ?2 and caller = ?3 and name = ?4 limit 1`,
    );
    return names
      .filter((name) => lastName(name) !== lettingIn)
      .map((name) => {
        const led = this.#listed?.get(...within, method, name)?.symbol;
        return { name: name.replace(/^.*\./s, ""), symbol: led ? String(led).replace(/\.__init__$/, "") : null };
      });
  }

  /** What a method keeps of what its class says in a member: it asks for the same above it, or reads the member. */
  keeps(method: string, member: string): Keeps {
    this.#ranges ??= new FactRanges(this.#db);
    const within = this.#ranges.of(method);
    this.#calls ??= this.#db.prepare(
      "select callee_text, line from calls where fact >= ? and fact < ? and caller = ? order by line",
    );
    this.#symbol ??= this.#db.prepare(lookedAt);
    const symbol = this.#symbol.get(...within, method);
    if (!symbol) return "none";
    const lines = withoutDocstring(this.#texts.of(symbol).text).split("\n");
    const reading = lines.findIndex((text) => new RegExp(`\\bself\\.${member}\\b(?!\\s*=[^=])`).test(text));
    const above = this.#calls
      .all(...within, method)
      .find(({ callee_text }) => /^super\b/.test(String(callee_text)) && endsWith(String(callee_text), method));
    const at = above ? Number(above.line) - Number(symbol.line) : reading;
    if (at < 0) return "none";
    if (Number(symbol.complexity) <= 1) return "all";
    return isReachedAlways(lines, at) ? "all" : "maybe";
  }
}

/** A function without the words that it begins with; its other lines stay where they are. */
const withoutDocstring = (text: string): string => text.replace(docstring, (found) => found.replace(/[^\n]+/g, ""));

const endsWith = (text: string, method: string): boolean => text.endsWith(`.${lastName(method)}`);

/** Whether a line of a function stands under no condition, and nothing is given back before it, as far as is seen. */
function isReachedAlways(lines: readonly string[], at: number): boolean {
  const depthOf = (text: string) => text.search(/\S/);
  const [line, body] = [lines[at], lines.slice(1).filter((text) => text.trim() !== "")];
  if (line === undefined) return false;
  const outermost = Math.min(...body.map(depthOf));
  return depthOf(line) === outermost && !lines.slice(1, at).some((text) => /^\s*return\b/.test(text));
}

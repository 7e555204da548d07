/**
 * What functions decide by the path of a request, as their files' rows say it: before one that they hand on they ask
 * nobody, before one that they may refuse they ask for sure, and of others nobody knows.
 */
import type { DatabaseSync } from "node:sqlite";
import { literally } from "#engine/literally";
import { pathsBehind } from "#engine/scan/derive/entry-points/javascript/mounted-guards";
import { patternExpression } from "#engine/scan/derive/entry-points/javascript/pattern-expressions";
import { decidesByPath } from "#engine/scan/derive/entry-points/owner-words";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { isAsking } from "./guards.ts";
import { everyPath } from "./possible-paths.ts";

/** The request that is asked about. */
export interface Asking {
  readonly route: string;
  readonly method: string;
  readonly framework: string | null;
  /** What names the route where files do, with their groups: `/(site)/films/[id]`. */
  readonly id?: string | undefined;
}

/** What names a route of SvelteKit, by the file that answers it. */
export const idOfRoute = ({ framework, path }: Pick<Registration, "framework" | "path">): string | undefined => {
  const found = framework === "SvelteKit" ? /(?:^|\/)routes((?:\/.*)?)\/\+[^/]+$/.exec(path) : null;
  return found ? found[1] || "/" : undefined;
};

export type Decided = "pass" | "ask" | "open";

export type Tree = Decided | readonly [condition: Condition, then: Tree, otherwise: Tree];
export type Condition =
  | boolean
  | "free"
  | "open"
  | readonly ["fits" | "below" | "routed", pattern: string, flags?: string]
  | readonly ["method", ...methods: string[]]
  | readonly ["any", named: number, asked: Condition]
  | readonly ["asked", named: number, byPath: boolean]
  | readonly ["not", Condition]
  | readonly ["and" | "or", Condition, Condition];
type Listed = readonly ["list", ...all: string[]];
/** Both: of some requests it holds, of others not. */
type Truth = "yes" | "no" | "both" | "open";

interface Row {
  readonly owner: string;
  readonly line: number;
  readonly end: number;
  readonly says: Tree | Listed;
  readonly named: readonly (string | null)[];
}

/** Methods by which classes ask. */
const methods = ["", ".canActivate", ".use"];
/** What stands around a function that decides and asks nothing itself. */
const plainWrapper =
  /^(?:auth|(?:default)?(?:define|create|make)\w*|eventHandler|\w*(?:clerk|auth)Middleware|\w*async\w*|catch\w*|handle\w*|wrap\w*|sequence|middleware|fromNodeMiddleware|fp)$/i;
/** Frameworks in which a path begins where a function stands at. */
const ofExpress = new Set<string | null>(["Express"]);
/** What stands in a pattern for one of a list: its text, and the expression that it is. */
const [element, expression] = [/\ue000/g, /\ue001/g];
/** Functions that ask others. */
const maxAsked = 4;

export class PathDecisions {
  readonly #db: DatabaseSync;
  #byFile: Map<string, Row[]> | undefined;
  #ranges: FactRanges | undefined;
  #texts: ReturnType<DatabaseSync["prepare"]> | undefined;
  #declared: ReturnType<DatabaseSync["prepare"]> | undefined;
  readonly #bases = new Map<string, readonly string[] | undefined>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** What a guard does with a request. Undefined: its code decides nothing by the path that is known. */
  of(guard: Guard, asking: Asking): Decided | undefined {
    const row = this.#rowOf(guard);
    if (!row || isList(row.says)) return undefined;
    const paths = this.#pathsOf(guard, row, asking);
    const told = new Set(paths.flatMap((path) => [...this.#outcomes(row.says as Tree, row, path, asking, maxAsked)]));
    if (told.has("open")) return told.has("pass") ? "open" : told.has("ask") ? "ask" : "open";
    return told.has("ask") ? "ask" : "pass";
  }

  /** The same of a decision that is read where it is asked for. */
  ofTree(says: Tree, asking: Asking): Decided {
    const row: Row = { owner: "", line: 0, end: 0, says, named: [] };
    // Of an expression in a path it is not known which paths it stands for.
    if (/[()\\]/.test(asking.route)) return "open";
    const told = this.#outcomes(says, row, asking.route, asking, maxAsked);
    if (told.has("open")) return "open";
    return told.has("ask") ? "ask" : "pass";
  }

  /** The decision of a guard, where there is one alone. */
  #rowOf({ symbol, lines, name }: Guard): Row | undefined {
    if (symbol === null) return undefined;
    const all = this.#rowsIn(symbol.replace(/#.*$/s, ""));
    if (all.length === 0) return undefined;
    const within = (from: number, to: number, isPart: (owner: string) => boolean) => {
      const found = all.filter(
        ({ owner, line, end, says }) => line >= from && end <= to && isPart(owner) && !isList(says),
      );
      // Functions that are written in one are a part of it.
      const outermost = found.filter(
        (one) => !found.some((other) => other !== one && other.line <= one.line && other.end >= one.end),
      );
      return outermost.length === 1 ? outermost[0] : undefined;
    };
    const isInline = (owner: string) => owner.endsWith("#<module>");
    if (lines !== undefined) return within(...lines, isInline);
    const own = methods.flatMap((method) => all.find(({ owner }) => owner === `${symbol}${method}`) ?? []);
    if (own.length > 0) return own[0];
    this.#ranges ??= new FactRanges(this.#db);
    this.#declared ??= this.#db.prepare(
      "select kind, line, end_line, preview from symbols where fact >= ? and fact < ? and id = ?",
    );
    const found = this.#declared.get(...this.#ranges.of(symbol), symbol);
    if (!found || found.kind === "class") return undefined;
    const wrapper = /=\s*(?:await\s+)?(?:[\w$]+\.)*([\w$]+)\s*(?:<[^()]*>)?\(/.exec(String(found.preview ?? ""))?.[1];
    const isMade = found.kind === "variable" && wrapper !== undefined;
    if (isMade && wrapper !== name && isAsking(wrapper) && !plainWrapper.test(wrapper)) return undefined;
    const isPart = (owner: string) => isInline(owner) || owner.startsWith(`${symbol}.`);
    return within(Number(found.line), Number(found.end_line), isPart);
  }

  #rowsIn(path: string): readonly Row[] {
    this.#byFile ??= this.#read();
    return this.#byFile.get(path) ?? [];
  }

  #read(): Map<string, Row[]> {
    const rows = this.#db
      .prepare(
        "select path, owner, line, end_line, guards from registrations where kind = 'guard' and name = ? order by fact",
      )
      .all(decidesByPath);
    const byFile = new Map<string, Row[]>();
    for (const { path, owner, line, end_line: end, guards } of rows) {
      const [first, ...named] = JSON.parse(String(guards)) as Guard[];
      const says = JSON.parse(first?.name ?? '"open"') as Tree | Listed;
      // Of routes that a function tells apart it is said who handles them.
      if (says[0] === "route" || says[0] === "hand") continue;
      const row: Row = {
        owner: String(owner),
        line: Number(line),
        end: Number(end),
        says,
        named: named.map(({ symbol }) => symbol),
      };
      const list = byFile.get(String(path));
      if (list) list.push(row);
      else byFile.set(String(path), [row]);
    }
    return byFile;
  }

  /** The paths as the function sees them. */
  #pathsOf(guard: Guard, { says }: Row, { route, framework }: Asking): readonly string[] {
    if (!ofExpress.has(framework) || !JSON.stringify(says).includes('"below"')) return [route];
    const key = guard.place ?? guard.symbol ?? "";
    if (!this.#bases.has(key)) this.#bases.set(key, pathsBehind(this.#db, guard));
    const bases = this.#bases.get(key);
    const parts = route.split("/").filter((part) => part !== "");
    // Where it stands is not known: anything below may be what it sees.
    if (bases === undefined) return parts.map((_, at) => `/${parts.slice(at).join("/")}`);
    const seen = bases.flatMap((base) => {
      const behind = base === "" || route === base || route.startsWith(`${base}/`);
      return behind ? [route.slice(base.length) || "/"] : [];
    });
    return seen.length > 0 ? seen : [route];
  }

  #outcomes(tree: Tree, row: Row, path: string, asking: Asking, steps: number): ReadonlySet<Decided> {
    if (typeof tree === "string") return new Set([tree]);
    const [condition, then, otherwise] = tree;
    const truth = this.#truth(condition, row, path, asking, steps);
    const outcomes = (one: Tree) => this.#outcomes(one, row, path, asking, steps);
    if (truth === "yes") return outcomes(then);
    if (truth === "no") return outcomes(otherwise);
    const both = new Set([...outcomes(then), ...outcomes(otherwise)]);
    return truth === "open" && both.size > 1 ? both.add("open") : both;
  }

  #truth(one: Condition, row: Row, path: string, asking: Asking, steps: number): Truth {
    if (typeof one === "boolean") return one ? "yes" : "no";
    if (one === "free") return "both";
    if (one === "open") return "open";
    const of = (inner: Condition) => this.#truth(inner, row, path, asking, steps);
    switch (one[0]) {
      case "not":
        return opposite(of(one[1]));
      case "and":
        return both(of(one[1]), of(one[2]));
      case "or":
        return opposite(both(opposite(of(one[1])), opposite(of(one[2]))));
      case "method": {
        if (asking.method === "ANY") return "open";
        return one.slice(1).includes(asking.method) ? "yes" : "no";
      }
      case "any": {
        const symbol = row.named[one[1]];
        const list = this.#listOf(symbol);
        return list === undefined ? "open" : anyOf(list, (text) => of(withElement(one[2], text)));
      }
      case "asked":
        return this.#asked(row.named[one[1]], one[2], path, asking, steps);
      case "routed":
        return asking.id === undefined ? "open" : new RegExp(one[1], one[2]).test(asking.id) ? "yes" : "no";
      default:
        return everyPath(path, one[1], one[2]);
    }
  }

  /** What something of the repository says of a path that it is asked about. */
  #asked(symbol: string | null | undefined, byPath: boolean, path: string, asking: Asking, steps: number): Truth {
    const unknown = byPath ? "open" : "both";
    const said = steps > 0 ? this.#saidOf(symbol) : undefined;
    if (!said) return unknown;
    const { says } = said;
    if (isList(says)) return anyOf(says.slice(1), (text) => everyPath(path, `^${patternOf(text)}$`));
    const told = this.#outcomes(says, said, path, asking, steps - 1);
    if (told.has("open")) return "open";
    if (told.size > 1) return "both";
    return told.has("pass") ? "yes" : "no";
  }

  /** What a name lists; what holds one text is a list of that. */
  #listOf(symbol: string | null | undefined): readonly string[] | undefined {
    const said = this.#saidOf(symbol)?.says;
    if (said !== undefined) return isList(said) ? said.slice(1) : undefined;
    if (symbol === null || symbol === undefined) return undefined;
    this.#ranges ??= new FactRanges(this.#db);
    this.#texts ??= this.#db.prepare(
      "select value from constants where fact >= ? and fact < ? and symbol = ? and kind = 'text'",
    );
    const text = this.#texts.get(...this.#ranges.of(symbol), symbol)?.value;
    return text === undefined ? undefined : [`t${String(text)}`];
  }

  #saidOf(symbol: string | null | undefined): Row | undefined {
    if (symbol === null || symbol === undefined) return undefined;
    return this.#rowsIn(symbol.replace(/#.*$/s, "")).find(({ owner }) => owner === symbol);
  }
}

const isList = (says: Tree | Listed): says is Listed => typeof says !== "string" && says[0] === "list";

const opposite = (one: Truth): Truth => (one === "yes" ? "no" : one === "no" ? "yes" : one);

const both = (one: Truth, other: Truth): Truth => {
  const all = [one, other];
  if (all.includes("no")) return "no";
  if (all.includes("open")) return "open";
  return all.includes("both") ? "both" : "yes";
};

const anyOf = (list: readonly string[], holds: (text: string) => Truth): Truth =>
  opposite(list.map((text) => opposite(holds(text))).reduce(both, "yes"));

/** One of a list as an expression: its first letter says what it is. */
function patternOf(text: string): string {
  const written = text.slice(1);
  if (text.startsWith("r")) return written;
  return text.startsWith("m") ? patternExpression(written) : literally(written);
}

function withElement(one: Condition, text: string): Condition {
  if (typeof one === "boolean" || typeof one === "string") return one;
  switch (one[0]) {
    case "not":
      return ["not", withElement(one[1], text)];
    case "and":
    case "or":
      return [one[0], withElement(one[1], text), withElement(one[2], text)];
    case "fits":
    case "routed":
    case "below": {
      const [word, pattern, flags] = one;
      const written = pattern.replace(element, () => patternOf(text)).replace(expression, () => text.slice(1));
      return flags === undefined ? [word, written] : [word, written, flags];
    }
    default:
      return one;
  }
}

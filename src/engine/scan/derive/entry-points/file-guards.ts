/** Guards by where files lie, which ask before all paths that fit what the file says: Next.js's middleware. */
import type { FileRoute } from "#engine/scan/rules";
import { byPathBelow } from "./path-guards.ts";
import type { Guard, Registration } from "./registration.ts";

/** What a file exports. */
interface Named {
  readonly name: string;
  readonly symbol: string | null;
  readonly line: number;
}

/** Where such a file lies in the folder of its manifest. */
const place = /^(?:src\/|(?:src\/|app\/)?server\/middleware\/)?[^/]+$/;

/**
 * The guard that a file is, for all below its manifest's folder.
 *
 * @param preview how a variable of the file is written, by its name
 * @param refuses whether a call of the file refuses requests, or is called so
 */
export function fileGuards(
  { framework, exports = [], matching }: FileRoute,
  path: string,
  folders: readonly string[],
  told: readonly Named[],
  preview: (name: string) => string | undefined,
  refuses: () => boolean,
): Registration[] {
  const folder = folders.find((one) => path.startsWith(one) && place.test(path.slice(one.length)));
  const found = told.find(({ name }) => exports.includes(name));
  if (folder === undefined || !found) return [];
  const [variable = "", member = ""] = matching?.split(".") ?? [];
  const route = patternOf(told.some(({ name }) => name === variable) ? preview(variable) : undefined, member);
  if (route === undefined) return [];
  const isMade = found.symbol === null && found.name === "default";
  if (isMade && !refuses()) return [];
  const name = found.name === "default" ? (found.symbol?.split("#").at(-1) ?? nameOf(path)) : found.name;
  // What is made where it is exported goes by its code, which is the file's.
  const made = { symbol: `${path}#<module>`, place: path, lines: [1, Number.MAX_SAFE_INTEGER] as const };
  const guard: Guard = { name, symbol: found.symbol, ...(isMade ? made : {}) };
  return [
    {
      kind: "guard",
      framework,
      owner: null,
      method: null,
      route,
      name: `${byPathBelow}${folder}`,
      handler: null,
      handler_name: null,
      guards: JSON.stringify([guard]),
      mounted: null,
      symbol: `${path}#<module>`,
      path,
      line: found.line,
    },
  ];
}

/** Guards by files that ask before the same, as one: all of them ask, in the order of their files. */
export function together(registrations: readonly Registration[]): Registration[] {
  const first = new Map<string, number>();
  const all: Registration[] = [];
  for (const one of registrations) {
    const key = one.kind === "guard" ? `${one.framework} ${one.name} ${one.route}` : undefined;
    const at = key === undefined ? undefined : first.get(key);
    const before = at === undefined ? undefined : all[at];
    if (at === undefined || !before) {
      if (key !== undefined) first.set(key, all.length);
      all.push(one);
    } else all[at] = { ...before, guards: JSON.stringify([...guardsOf(before), ...guardsOf(one)]) };
  }
  return all;
}

const guardsOf = ({ guards }: Registration): Guard[] => (guards === null ? [] : (JSON.parse(guards) as Guard[]));

const nameOf = (path: string): string => path.replace(/^.*\//, "").replace(/\.\w+$/, "");

/**
 * The paths that a member of a variable names, as one expression; all where there is no such variable. Undefined: what
 * it names is not known, as of conditions (`has`), constants and what is longer than its preview.
 */
export function patternOf(written: string | undefined, member: string): string | undefined {
  if (written === undefined) return "^";
  const held = new RegExp(`\\b${member}\\s*:\\s*([\\s\\S]*)$`).exec(written)?.[1];
  if (held === undefined) return undefined;
  const code = held.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const text = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;
  const list = new RegExp(String.raw`^\s*(?:(${text})|\[((?:\s*${text}\s*,?)*)\s*\])\s*,?\s*\}`).exec(code);
  if (!list) return undefined;
  const texts = (list[1] ?? list[2] ?? "").match(new RegExp(text, "g")) ?? [];
  const all = texts.map((one) => expression(one.slice(1, -1).replace(/\\(.)/g, "$1")));
  return all.length === 0 ? undefined : `^(?:${all.join("|")})$`;
}

/** A pattern of paths as an expression: `/users/:id`, `/docs/:path*`, `/((?!api|static).*)`. */
function expression(pattern: string): string {
  const parts = pattern.replace(/\/:(\w+)(\([^()]*\))?([*+?])?/g, (_, _name: string, own = "", times = "") => {
    const one = own === "" ? "[^/]+" : own;
    if (times === "*") return `(?:/${one})*`;
    return times === "+" ? `(?:/${one})+` : times === "?" ? `(?:/${one})?` : `/${one}`;
  });
  // What stands in parentheses is an expression already.
  let depth = 0;
  return [...parts]
    .map((one) => {
      depth += one === "(" ? 1 : one === ")" ? -1 : 0;
      return one === "." && depth === 0 ? "\\." : one;
    })
    .join("");
}

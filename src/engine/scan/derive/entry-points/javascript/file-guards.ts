/** Guards by where files lie, which ask before all paths that fit what the file says: Next.js's middleware. */

import { unsure } from "#engine/scan/derive/entry-points/guards/guards";
import { byPathBelow } from "#engine/scan/derive/entry-points/guards/path-guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import type { FileRoute } from "#engine/scan/rules";
import { patternExpression } from "./pattern-expressions.ts";

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
  const paths = pathsOf(told.some(({ name }) => name === variable) ? preview(variable) : undefined, member);
  const isMade = found.symbol === null && found.name === "default";
  if (isMade && !refuses()) return [];
  const name = found.name === "default" ? (found.symbol?.split("#").at(-1) ?? nameOf(path)) : found.name;
  // What is made where it is exported goes by its code, which is the file's.
  const made = { symbol: `${path}#<module>`, place: path, lines: [1, Number.MAX_SAFE_INTEGER] as const };
  const guard: Guard = { name, symbol: found.symbol, ...(isMade ? made : {}) };
  const asked = (route: string, guards: readonly Guard[]): Registration => ({
    kind: "guard",
    framework,
    owner: null,
    method: null,
    route,
    name: `${byPathBelow}${folder}`,
    handler: null,
    handler_name: null,
    guards: JSON.stringify(guards),
    mounted: null,
    symbol: `${path}#<module>`,
    path,
    line: found.line,
  });
  const sure = paths.sure === null ? [] : [asked(paths.sure, [guard])];
  // The first that fits decides: before what the paths that are known leave out it may ask.
  return paths.maybe === null ? sure : [...sure, asked(paths.maybe, [unsure(guard)])];
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

/** The paths before which a guard asks, and those before which it may, as expressions; null: none. */
interface Paths {
  readonly sure: string | null;
  readonly maybe: string | null;
}

const everywhere = "^";
const text = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;
const comments = /(?<=^|[\s,[{])(?:\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/\/.*$)/gm;
/** What a list holds, one after the other: a text, or an object with conditions beside its paths. */
const listed = new RegExp(String.raw`^\s*(?:(${text})|(\{(?:[^{}]|\{[^{}]*\})*\}))\s*(?:,|(?=\])|$)`);
const source = new RegExp(String.raw`\bsource\s*:\s*(${text})`);

/**
 * The paths that a member of a variable names; all where there is no such variable. What conditions are about beside a
 * path, and what is not known, as constants, may be asked.
 */
export function pathsOf(written: string | undefined, member: string): Paths {
  if (written === undefined) return { sure: everywhere, maybe: null };
  const held = new RegExp(`\\b${member}\\s*:\\s*([\\s\\S]*)$`).exec(written.replace(comments, ""))?.[1];
  const unknown = { sure: null, maybe: everywhere };
  if (held === undefined) return unknown;
  const only = new RegExp(`^\\s*(${text})\\s*[,}]`).exec(held)?.[1];
  if (only !== undefined) return { sure: whole([only]), maybe: null };
  if (!/^\s*\[/.test(held)) return unknown;
  const [sure, maybe]: [string[], string[]] = [[], []];
  let rest = held.replace(/^\s*\[/, "");
  for (let found = listed.exec(rest); found !== null; found = listed.exec(rest)) {
    if (found[1] !== undefined) sure.push(found[1]);
    else maybe.push(source.exec(found[2] ?? "")?.[1] ?? '"/(.*)"');
    rest = rest.slice(found[0].length);
  }
  const isWhole = /^\s*\]/.test(rest);
  return { sure: whole(sure), maybe: isWhole ? whole(maybe) : everywhere };
}

/** Texts that are patterns, as one expression. */
function whole(texts: readonly string[]): string | null {
  const all = texts.map((one) => patternExpression(one.slice(1, -1).replace(/\\(.)/g, "$1")));
  return all.length === 0 ? null : `^(?:${all.join("|")})$`;
}

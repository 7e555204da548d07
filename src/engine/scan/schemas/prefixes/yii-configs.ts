/**
 * Filters that Yii's applications are configured with, which ask before the actions of all of their controllers:
 * `'as access' => ['class' => AccessControl::class, …]`. https://www.yiiframework.com/doc/guide/2.0/en/concept-behaviors
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";

export const isYiiConfig = (path: string): boolean =>
  /(?:^|\/)config\/(?:(?:web|main|backend|frontend|app|base)|_?url[-_]?manager)\.php$/i.test(path);

/** The name of rows that tell such a filter; of one that leaves actions out its handler is told with a mark. */
export const asFilter = "filter of all";

const entry = /^[ \t]*(["'])as [\w-]+\1\s*=>\s*(?:\[|array\()/gm;
const typeOf = /(["'])(?:class|__class)\1\s*=>\s*(?:\\?([\w\\]+)::class(?:Name\(\))?|(["'])([\w\\]+)\3)/;
const leavingOut = /(["'])(?:except|only|allowActions|actions)\1\s*=>/;
const asking = /Access|Auth|Guard|Login|Permission|Ghost/;
const comments = /\/\*[\s\S]*?\*\/|^[ \t]*(?:\/\/|#)[^\n]*/gm;

export function readYiiConfig(path: string, text: string): FactRow[] {
  const code = text.replace(comments, (it) => it.replace(/[^\n]/g, " "));
  return [...code.matchAll(entry)].flatMap(({ index, 0: start }) => {
    const inner = within(code, index + start.length);
    const [, , named, , written] = typeOf.exec(inner) ?? [];
    const name = (named ?? written)?.split("\\").at(-1);
    if (name === undefined || !asking.test(name)) return [];
    const line = code.slice(0, index).split("\n").length;
    const told = leavingOut.test(inner) ? `${name}?` : name;
    return [rowOfRegistration(path, { kind: "guard", framework: "Yii", name: asFilter, handler: told, line })];
  });
}

/** What stands in brackets that begin before a place, up to their end. */
function within(code: string, from: number): string {
  let open = 1;
  for (let at = from; at < code.length; at++) {
    if ("[(".includes(code[at] ?? "")) open++;
    else if ("])".includes(code[at] ?? "") && --open === 0) return code.slice(from, at);
  }
  return "";
}

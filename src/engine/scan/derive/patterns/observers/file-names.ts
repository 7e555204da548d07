/** How files are named, where a language leaves it open. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import type { FileFacts } from "#engine/scan/derive/patterns/file-facts";
import { casingOf, fileOf, holdsComponent, lastWord } from "#engine/scan/derive/patterns/words";

const byRole = "by its role";
/** Their names are given by tools. */
const named =
  /^(?:index|main|mod|setup|types|vite|vitest|jest|webpack|rollup|babel|eslint|next|nuxt|postcss|tailwind)\b|\.(?:d|config|stories|gen)\./;

export const fileNames: Observer = {
  conventions: [
    {
      id: "file-names",
      category: "structural",
      gene: "File names",
      minimum: 8,
      name: (variant, group) => `${title(group)} in ${variant}`,
      summary: (variant, group) => `${title(group)} are named in ${variant}.`,
      reason: (variant) => `is named in ${variant}`,
    },
    {
      id: "file-role",
      category: "structural",
      gene: "Endings of files that hold a class",
      minimum: 6,
      isSilent: (variant) => variant !== byRole,
      name: () => "Files are named by the role of their class",
      summary: () => "A file that holds a class is named by its role: UserService stands in a file named *.service.ts.",
      reason: () => "its file's name does not say the class's role",
    },
  ],
  observe(file, gathered) {
    if (file.isTest || (file.family !== "js" && file.family !== "c")) return;
    const name = fileOf(file.path);
    if (named.test(name)) return;
    const base = name.slice(0, name.indexOf("."));
    const casing = casingOf(base);
    if (casing !== null) gathered.see("file-names", casing, { line: 1 }, groupOf(file, name));
    if (file.family === "js") for (const { role, ...at } of roles(file, name)) gathered.see("file-role", role, at);
  },
};

const title = (group: string): string => `${group.slice(0, 1).toUpperCase()}${group.slice(1)}`;

function groupOf({ family, path }: FileFacts, name: string): string {
  if (holdsComponent(path)) return "component files";
  return family === "c" ? (/\.(?:h|hh|hpp|hxx)$/.test(name) ? "headers" : "sources") : "files";
}

/** Of each class whose name ends in a role: whether its file's name says so, too. */
function roles(file: FileFacts, name: string) {
  const ending = /\.([a-z-]+)\.[a-z]+$/.exec(name)?.[1];
  return file.symbols.flatMap((symbol) => {
    const word = symbol.kind === "class" && symbol.exported === 1 ? lastWord(symbol.name) : null;
    if (word === null) return [];
    const role = ending === word.toLowerCase() ? byRole : "otherwise";
    return [{ role, line: symbol.name_line, endLine: symbol.end_line, symbol: symbol.id }];
  });
}

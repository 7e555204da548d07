/** How files are named, where a language leaves it open. */
import type { Convention } from "#engine/scan/derive/patterns/convention";

/** One word in lower case, which is written so in all casings but one. */
const oneWord = "lower case";

const byRole = "by its role";

const title = (group: string): string => `${group.slice(0, 1).toUpperCase()}${group.slice(1)}`;

/** Words in lower case go against PascalCase alone: of other casings each may be one. */
function withoutWords<Place>(answers: ReadonlyMap<string, readonly Place[]>): ReadonlyMap<string, readonly Place[]> {
  const [most] = [...answers].filter(([casing]) => casing !== oneWord).sort(([, a], [, b]) => b.length - a.length);
  return most?.[0] === "PascalCase" ? answers : new Map([...answers].filter(([casing]) => casing !== oneWord));
}

export const fileNames: readonly Convention[] = [
  {
    id: "file-names",
    category: "structural",
    gene: "File names",
    minimum: 8,
    weigh: withoutWords,
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
];

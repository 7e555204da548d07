// Writes docs/libraries.md: of which libraries and frameworks something is known, as the files under `rules` say.
import type { Language } from "./rules.ts";

/** A rule file, by the folder that it lies in. */
export interface Library {
  readonly area: string;
  readonly name: string;
  readonly about: string;
  readonly languages: readonly Language[];
}

/** A choice that a convention can be learnt of, and what is chosen among. */
export interface Choice {
  readonly gene: string;
  readonly variants: readonly string[];
}

const families: readonly (readonly [string, readonly Language[]])[] = [
  ["TypeScript and JavaScript", ["typescript", "javascript"]],
  ["Python", ["python"]],
  ["Java and Kotlin", ["java", "kotlin"]],
  ["Go", ["go"]],
  ["Rust", ["rust"]],
  ["C#", ["csharp"]],
  ["PHP", ["php"]],
  ["Ruby", ["ruby"]],
];

/** The folders under `rules`, in the order in which people ask for them. */
const areas: Readonly<Record<string, string>> = {
  http: "Endpoints and their guards",
  graphql: "GraphQL",
  pages: "Pages",
  commands: "Commands",
  jobs: "Jobs and events",
  data: "Data access",
  models: "Models",
  clients: "Requests",
  environment: "Settings",
  errors: "Where errors end",
  sinks: "What can do harm",
  wrappers: "What others wrap",
  tests: "Tests",
};

const introduction = `# Which libraries are known

Entry points, data access, tests and the other facts go by what libraries' calls, decorators, classes and files mean. This lists the
libraries of which that is written down, by language: written by \`npm run generate\` from the files under \`rules\`, which
[can be added to](../CONTRIBUTING.md#add-a-framework-or-a-library). What the languages themselves bring along goes by their names.
Calls are resolved whatever library they are of. Of the choices at the end a repository makes one, and [patterns](patterns.md) say which.
`;

const byName = (a: string, b: string): number => a.localeCompare(b, "en", { sensitivity: "base" });

/** @throws Error where a folder under `rules` has no name here */
export function librariesDocument(libraries: readonly Library[], choices: readonly Choice[]): string {
  const nameless = libraries.find(({ area }) => !(area in areas));
  if (nameless) throw new Error(`rules/${nameless.area}: scripts/libraries.ts has to say what this folder is about.`);
  const sections = families.flatMap(([title, spoken]) => {
    // What a repository writes itself is of no library.
    const known = libraries.filter(
      ({ name, languages }) => !name.startsWith("own ") && languages.some((one) => spoken.includes(one)),
    );
    const rows = Object.entries(areas).flatMap(([area, heading]) => {
      // Several files may be about one library: its own comes first.
      const links = new Map(
        known
          .filter((one) => one.area === area)
          .toReversed()
          .map(({ name, about }) => [name, `[${name}](${about})`]),
      );
      const cells = [...links].sort(([a], [b]) => byName(a, b)).map(([, link]) => link);
      return cells.length === 0 ? [] : [`| ${heading} | ${cells.join(", ")} |`];
    });
    return rows.length === 0 ? [] : [`## ${title}\n\n| of | is known |\n| --- | --- |\n${rows.join("\n")}`];
  });
  const compared = [...choices]
    .sort((a, b) => byName(a.gene, b.gene))
    .map(({ gene, variants }) => `| ${gene} | ${[...variants].sort(byName).join(", ")} |`);
  const comparing = `## Choices\n\n| choice | among |\n| --- | --- |\n${compared.join("\n")}`;
  return `${introduction}\n${[...sections, comparing].join("\n\n")}\n`;
}

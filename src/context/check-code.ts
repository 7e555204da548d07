/** Checks proposed code against what a snapshot knows. Each rule is a function of the code and the facts. */
import type { Outline, OutlineCall } from "#engine/outline";
import { casingOf, conventionOf, fileNameConvention, fits } from "./code-style.ts";
import { isGlobal, isStandardModule, packageOf } from "./globals.ts";
import { commonest } from "./import-style.ts";
import { moduleCandidates } from "./module-paths.ts";
import { type Family, familyOf, folderOf, stemOf } from "./paths.ts";
import { knownFrameworks } from "./test-style.ts";

export interface Violation {
  rule: "syntax" | "import" | "unknown-name" | "arguments" | "duplicate" | "naming" | "types" | "docs" | "test-style";
  severity: "error" | "warning" | "info";
  message: string;
  suggestion?: string;
  /** Of the proposed code. */
  line?: number;
}

export interface KnownSymbol {
  id: string;
  name: string;
  qualified: string;
  kind: string;
  path: string;
  line: number;
  exported: number;
  parent: string | null;
  params: string | null;
  returns: string | null;
  doc: string | null;
}

/** What the snapshot says about the names, modules and neighbours of the code. */
export interface Knowledge {
  /** Symbols of the names that the code declares, imports or calls. */
  named: readonly KnownSymbol[];
  /** Symbols of the folder. */
  neighbours: readonly KnownSymbol[];
  /** Files of the folder. */
  siblings: readonly string[];
  /** Paths that exist among those asked for. */
  existing: ReadonlySet<string>;
  /** Specifiers and packages that the project imports already or depends on. */
  usedSpecifiers: ReadonlySet<string>;
  /** Specifiers that lead to files of the repository wherever they are used. */
  insideSpecifiers: ReadonlySet<string>;
  /** Names that the target file imports or declares already. */
  inScope: ReadonlySet<string>;
  /** Frameworks of the tests nearby. */
  frameworks: readonly string[];
}

export interface Proposed {
  code: string;
  targetFile: string;
  outline: Outline;
  /** A part of the file: what the rest of it imports is in scope. */
  isPart: boolean;
}

export function checkCode(proposed: Proposed, known: Knowledge): Violation[] {
  const family = familyOf(proposed.targetFile);
  if (!family) return [];
  const rules = [
    syntax,
    imports,
    importedNames,
    unknownNames,
    argumentCounts,
    duplicates,
    naming,
    typesAndDocs,
    testStyle,
  ];
  return rules.flatMap((rule) => rule(proposed, known, family));
}

type Rule = (proposed: Proposed, known: Knowledge, family: Family) => Violation[];

const syntax: Rule = ({ outline }) =>
  outline.problems
    .filter(({ kind }) => kind !== "left_out")
    .map(({ line, message }) => ({ rule: "syntax", severity: "error", message, line }));

const imports: Rule = ({ targetFile, outline }, { existing, usedSpecifiers, named }, family) =>
  outline.imports.flatMap(({ specifier, names, line }): Violation[] => {
    if (isStandardModule(family, specifier) || usedSpecifiers.has(specifier)) return [];
    const candidates = moduleCandidates(targetFile, specifier, family).filter((path) => path !== targetFile);
    if (candidates.some((path) => existing.has(path))) return [];
    const isRelative = specifier.startsWith(".");
    if (!isRelative && usedSpecifiers.has(packageOf(family, specifier))) return [];
    const wanted = names.flatMap(({ imported, local }) => imported ?? local ?? []);
    const home = named.find(
      ({ name, path, exported }) => wanted.includes(name) && exported === 1 && familyOf(path) === family,
    );
    return [
      {
        rule: "import",
        severity: isRelative ? "error" : "warning",
        message: isRelative
          ? `"${specifier}" leads to no file from ${targetFile}`
          : `"${specifier}" is not imported or depended on anywhere in this project`,
        ...(home && {
          suggestion: `${home.name} is declared in ${home.path}:${home.line}; drift_imports writes its import`,
        }),
        line,
      },
    ];
  });

/** Names imported from modules of the repository that nothing in it declares. */
const importedNames: Rule = ({ targetFile, outline }, { existing, insideSpecifiers, named }, family) => {
  if (family === "go") return [];
  return outline.imports.flatMap(({ specifier, names, line }): Violation[] => {
    const inside =
      insideSpecifiers.has(specifier) ||
      moduleCandidates(targetFile, specifier, family).some(
        (path) => path !== targetFile && existing.has(path) && familyOf(path),
      );
    if (!inside) return [];
    return names
      .flatMap(({ imported }) => imported ?? [])
      .filter((name) => name !== "*" && name !== "default" && !named.some((symbol) => symbol.name === name))
      .filter((name) => family !== "python" || !existing.has(`${folderOf(targetFile)}/${name}.py`))
      .map((name) => ({
        rule: "import",
        severity: family === "python" ? "warning" : "error",
        message: `"${specifier}" offers no ${name}: nothing of that name is declared in this project`,
        line,
      }));
  });
};

/** Calls of a bare name that nothing declares. A name that also stands without a call counts as declared. */
function bareCalls({ outline, code }: Proposed): OutlineCall[] {
  const local = new Set([
    ...outline.imports.flatMap(({ names }) => names.map(({ local }) => local)),
    ...outline.symbols.flatMap(({ name, params }) => [name, ...params.map((param) => param.name)]),
  ]);
  return outline.calls.filter(
    ({ text, name, kind }) =>
      text === name &&
      kind !== "super" &&
      !local.has(name) &&
      !new RegExp(`(?<![.\\w$])${name}\\b(?!\\s*[(<\`])`).test(code),
  );
}

const unknownNames: Rule = (proposed, { named, inScope }, family) => {
  const starImport = proposed.outline.imports.some(({ names }) =>
    names.some(({ imported }) => imported === "*" && family !== "script"),
  );
  const folder = folderOf(proposed.targetFile);
  const reported = new Set<string>();
  return bareCalls(proposed).flatMap(({ name, line }): Violation[] => {
    if (isGlobal(family, name) || starImport || reported.has(name)) return [];
    if (inScope.has(name)) return [];
    const homes = named.filter(
      (symbol) => symbol.name === name && familyOf(symbol.path) === family && symbol.parent === null,
    );
    if (family === "go" && homes.some(({ path }) => folderOf(path) === folder)) return [];
    reported.add(name);
    const home = homes.find(({ exported }) => exported === 1);
    const [hidden] = homes;
    if (!home && hidden) {
      const message = `${name} is declared in ${hidden.path}:${hidden.line}, but not exported`;
      return [{ rule: "unknown-name", severity: "error", message, line }];
    }
    return [
      home
        ? {
            rule: "unknown-name",
            severity: "error",
            message: `${name} is called but not imported`,
            suggestion: `It is declared in ${home.path}:${home.line}; drift_imports writes its import`,
            line,
          }
        : {
            rule: "unknown-name",
            severity: "warning",
            message: `${name} is called, but nothing of that name is declared, imported or known`,
            line,
          },
    ];
  });
};

interface Param {
  required: boolean;
  rest?: boolean;
}

/** Calls of imported functions of the project with too few or too many arguments. */
const argumentCounts: Rule = ({ outline, targetFile }, { named, existing }, family) => {
  if (family === "python") return []; // keywords and defaults by decorators make counting a guess
  const imported = new Map(
    outline.imports.flatMap(({ specifier, names }) => {
      const paths = new Set(moduleCandidates(targetFile, specifier, family).filter((path) => existing.has(path)));
      return names.flatMap(({ imported, local }) =>
        local === null ? [] : [[local, { name: imported ?? local, paths }] as const],
      );
    }),
  );
  return outline.calls.flatMap(({ text, name, line, arguments: given, spread, kind }): Violation[] => {
    const from = imported.get(name);
    if (text !== name || spread || kind !== "call" || !from) return [];
    const targets = named.filter(
      (symbol) => symbol.name === from.name && symbol.kind === "function" && symbol.parent === null,
    );
    const target = targets.find(({ path }) => from.paths.has(path)) ?? (targets.length === 1 ? targets[0] : undefined);
    if (!target?.params) return [];
    const params = JSON.parse(target.params) as Param[];
    const least = params.filter(({ required }) => required).length;
    const most = params.some(({ rest }) => rest) ? Number.POSITIVE_INFINITY : params.length;
    if (given >= least && given <= most) return [];
    const takes =
      least === most ? `${least}` : most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
    return [
      {
        rule: "arguments",
        severity: "error",
        message: `${name} takes ${takes} arguments, ${given} given`,
        suggestion: `See ${target.path}:${target.line}`,
        line,
      },
    ];
  });
};

const duplicates: Rule = ({ outline, targetFile }, { named }, family) =>
  outline.symbols
    .filter(({ exported, qualifiedName, name }) => exported && qualifiedName === name && name.length > 3)
    .flatMap(({ name, line, kind }): Violation[] => {
      const same = named.filter(
        (symbol) =>
          symbol.name === name &&
          symbol.exported === 1 &&
          symbol.parent === null &&
          symbol.path !== targetFile &&
          familyOf(symbol.path) === family,
      );
      const [first] = same;
      // `main`, `setup` and the like are declared everywhere.
      if (!first || same.length > 3 || outline.isTest) return [];
      return [
        {
          rule: "duplicate",
          severity: "warning",
          message: `A ${first.kind} ${name} exists in ${first.path}:${first.line}`,
          suggestion:
            first.kind === kind ? "Use it, or name this one for what differs" : "Choose a name that tells them apart",
          line,
        },
      ];
    });

const naming: Rule = ({ outline, targetFile }, { neighbours, siblings, existing }) => {
  const found: Violation[] = [];
  const groups = [
    ["function", "method"],
    ["class", "interface", "struct", "type_alias"],
  ] as const;
  for (const kinds of groups) {
    const same = (kind: string) => (kinds as readonly string[]).includes(kind);
    const convention = conventionOf(neighbours.filter(({ kind }) => same(kind)).map(({ name }) => name));
    if (!convention) continue;
    for (const { name, kind, line } of outline.symbols) {
      // Go's case says whether a name is exported, a constructor's and `__init__`'s are given.
      if (!same(kind) || fits(name, convention) || targetFile.endsWith(".go") || name.startsWith("__")) continue;
      if (/\.[jt]sx$/.test(targetFile) && casingOf(name) === "PascalCase") continue;
      found.push({
        rule: "naming",
        severity: "warning",
        message: `${name} is ${casingOf(name)}; ${kinds[0] === "class" ? "types" : "functions"} here are ${convention}`,
        line,
      });
    }
  }
  const files = fileNameConvention(siblings.filter((path) => path.split(".").at(-1) === targetFile.split(".").at(-1)));
  const stem = stemOf(targetFile).split(".")[0] ?? "";
  if (files && !existing.has(targetFile) && !fits(stem, files)) {
    found.push({
      rule: "naming",
      severity: "warning",
      message: `The file name ${stem} is ${casingOf(stem)}; files here are ${files}`,
    });
  }
  return found;
};

/** A habit is what four in five of at least four neighbours do. */
const isHabit = (rows: readonly boolean[]): boolean =>
  rows.length >= 4 && rows.filter(Boolean).length >= 0.8 * rows.length;

const typesAndDocs: Rule = ({ outline, targetFile }, { neighbours }) => {
  if (outline.isTest) return [];
  const functions = neighbours.filter(
    ({ kind, path }) => (kind === "function" || kind === "method") && familyOf(path) === familyOf(targetFile),
  );
  const typed = isHabit(
    functions
      .filter(({ params }) => params !== null && params !== "[]")
      .map(({ params }) => params?.includes('"type"') ?? false),
  );
  const documented = isHabit(
    functions.filter(({ exported, parent }) => exported === 1 && parent === null).map(({ doc }) => doc !== null),
  );
  return outline.symbols
    .filter(({ kind }) => kind === "function" || kind === "method")
    .flatMap(({ name, qualifiedName, params, exported, hasDoc, line }): Violation[] => {
      const untyped = params.filter(
        (param) => param.type === null && !["self", "cls"].includes(param.name) && param.default === null,
      );
      return [
        ...(typed && untyped.length > 0
          ? [
              {
                rule: "types" as const,
                severity: "warning" as const,
                message: `${name}: no type for ${untyped.map((param) => param.name).join(", ")}; functions here have types`,
                line,
              },
            ]
          : []),
        ...(documented && exported && qualifiedName === name && !hasDoc
          ? [
              {
                rule: "docs" as const,
                severity: "info" as const,
                message: `${name} has no documentation; exported functions here have`,
                line,
              },
            ]
          : []),
      ];
    });
};

const testFrameworks = [
  "vitest",
  "jest",
  "@jest/globals",
  "mocha",
  "chai",
  "node:test",
  "bun:test",
  "pytest",
  "unittest",
  "nose",
];

const testStyle: Rule = ({ outline }, { frameworks }) => {
  const usual = commonest(knownFrameworks(frameworks));
  const own = outline.imports.find(({ specifier }) => testFrameworks.includes(specifier));
  if (!usual || !own || own.specifier.includes(usual) || usual.includes(own.specifier)) return [];
  // unittest.mock is used with pytest too.
  if (usual === "pytest" && own.specifier === "unittest") return [];
  return [
    {
      rule: "test-style",
      severity: "warning",
      message: `Tests here use ${usual}, this one ${own.specifier}`,
      suggestion: "drift_test_template gives a test in the style of this codebase",
      line: own.line,
    },
  ];
};

/** The fact tables of packages: manifests, and what they ask for. */
import { type FactTable, flag, int, maybe, path, text } from "./fact-columns.ts";

export const packageTables = [
  {
    name: "packages",
    unit: "package",
    columns: [
      text("name"),
      path("path"), // of its manifest
      text("manager", 20), // npm, pnpm, yarn, bun, deno, pip, poetry, cargo, go, maven, gradle, composer, nuget, swift …
      maybe(text("version", 100)),
      flag("is_private"),
      maybe(path("workspace")), // the manifest of the workspace that it is a member of
      maybe(path("lock")), // the lock file that fixes its dependencies
    ],
  },
  {
    name: "dependencies",
    unit: "package",
    columns: [
      path("path"), // of the manifest
      int("line"), // of the manifest
      text("name"),
      text("range", 200),
      text("kind", 20, ["runtime", "development", "peer", "optional", "build"]),
      maybe(path("internal")), // the manifest of the package of this repository that serves it
      maybe(text("resolved", 100)), // the version in the lock file
    ],
  },
] as const satisfies readonly FactTable[];

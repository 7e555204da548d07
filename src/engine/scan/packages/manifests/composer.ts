/** `composer.json`. */
import { holdsFolder } from "#engine/scan/packages/formats/glob";
import { readJson } from "#engine/scan/packages/formats/json";
import {
  type Dependency,
  type DependencyKind,
  folderOf,
  type Manifest,
  type Workspace,
} from "#engine/scan/packages/manifest";

const fields: readonly (readonly [field: string, kind: DependencyKind])[] = [
  ["require", "runtime"],
  ["require-dev", "development"],
];

/** The platform, which is no package: `php`, `ext-json`, `composer-plugin-api`. */
const platform = /^(?:php(?:-.*)?|hhvm|(?:ext|lib)-.+|composer(?:-(?:plugin|runtime)-api)?)$/i;

export function readComposer(path: string, source: string): Manifest | undefined {
  const root = readJson(source);
  if (!root) return undefined;
  const dependencies = fields.flatMap(([field, kind]) =>
    (root.get(field)?.entries() ?? []).flatMap(([name, value]): Dependency[] => {
      const range = value.text();
      return range === null || platform.test(name) || name === "" ? [] : [{ name, range, kind, line: value.line }];
    }),
  );
  const name = root.get("name")?.text() ?? null;
  if (name === null && dependencies.length === 0) return undefined;
  const version = root.get("version")?.text() ?? null;
  const isPrivate = root.get("type")?.text() === "project";
  return { path, ecosystem: "composer", manager: "composer", name, version, isPrivate, dependencies };
}

/** Repositories of the type `path`: folders whose packages are taken from there. */
export function readComposerWorkspace(path: string, source: string): Workspace | undefined {
  const listed = source.includes('"repositories"') ? readJson(source)?.get("repositories") : undefined;
  const all = listed?.isObject ? listed.entries().map(([, one]) => one) : (listed?.items() ?? []);
  const urls = all.flatMap((one) => (one.get("type")?.text() === "path" ? (one.get("url")?.text() ?? []) : []));
  if (urls.length === 0) return undefined;
  return { path, ecosystem: "composer", folder: folderOf(path), holds: holdsFolder(folderOf(path), urls) };
}

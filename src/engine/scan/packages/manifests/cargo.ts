/** `Cargo.toml`: what it inherits from its workspace is filled in. */
import { holdsFolder } from "#engine/scan/packages/formats/glob";
import {
  parseToml,
  TomlLines,
  type TomlTable,
  type TomlValue,
  table,
  tableAt,
  text,
  texts,
} from "#engine/scan/packages/formats/toml";
import {
  type Dependency,
  type DependencyKind,
  folderOf,
  joinFolder,
  type Manifest,
  upward,
  type Workspace,
} from "#engine/scan/packages/manifest";
import type { Sources } from "#engine/scan/packages/sources";

const fields: readonly (readonly [field: string, kind: DependencyKind])[] = [
  ["dependencies", "runtime"],
  ["dev-dependencies", "development"],
  ["dev_dependencies", "development"],
  ["build-dependencies", "build"],
  ["build_dependencies", "build"],
];

/** @throws TomlError */
export function readCargo(path: string, source: string, sources: Sources): Manifest | undefined {
  const root = parseToml(source);
  const lines = new TomlLines(source);
  const { workspace, folder } = inherited(path, root, sources);
  const own = { root, lines, folder: folderOf(path), shared: table(workspace.dependencies), sharedFolder: folder };
  const dependencies = [
    ...fields.flatMap(([field, kind]) => readTable(own, kind, field)),
    ...Object.keys(table(root.target)).flatMap((target) =>
      fields.flatMap(([field, kind]) => readTable(own, kind, "target", target, field)),
    ),
  ];
  const said = table(root.package);
  const name = text(said.name);
  if (name === null && dependencies.length === 0) return undefined;
  const shared = table(workspace.package);
  const version = text(said.version) ?? (table(said.version).workspace === true ? text(shared.version) : null);
  const publish = table(said.publish).workspace === true ? shared.publish : said.publish;
  const isPrivate = publish === false || (Array.isArray(publish) && publish.length === 0);
  return { path, ecosystem: "cargo", manager: "cargo", name, version, isPrivate, dependencies };
}

/** `[workspace]` of the nearest manifest above that has one, itself first. */
function inherited(path: string, root: TomlTable, sources: Sources): { workspace: TomlTable; folder: string } {
  const own = folderOf(path);
  if (root.workspace !== undefined) return { workspace: table(root.workspace), folder: own };
  for (const folder of upward(own)) {
    const above = sources.parsed(`${folder}Cargo.toml`, parseToml);
    if (above?.workspace !== undefined) return { workspace: table(above.workspace), folder };
  }
  return { workspace: {}, folder: own };
}

interface Context {
  readonly root: TomlTable;
  readonly lines: TomlLines;
  readonly folder: string;
  readonly shared: TomlTable;
  readonly sharedFolder: string;
}

function readTable(context: Context, kind: DependencyKind, ...keys: string[]): Dependency[] {
  const { root, lines, folder, shared, sharedFolder } = context;
  return Object.entries(tableAt(root, ...keys)).map(([name, written]): Dependency => {
    const isShared = table(written).workspace === true;
    const said = isShared ? shared[name] : written;
    const details = table(said);
    const path = text(details.path);
    const local = path === null ? undefined : joinFolder(isShared ? sharedFolder : folder, path);
    const target = text(details.package);
    const optional = table(written).optional === true;
    return {
      name,
      range: rangeOf(said),
      kind: optional && kind === "runtime" ? "optional" : kind,
      line: lines.of(...keys, name),
      ...(target !== null && { target }),
      ...(local !== undefined && { local }),
      ...(local === undefined && { isForeign: true as const }),
    };
  });
}

function rangeOf(said: TomlValue | undefined): string {
  const details = table(said);
  return text(said) ?? text(details.version) ?? text(details.path) ?? text(details.git) ?? "";
}

export function readCargoWorkspace(path: string, source: string): Workspace | undefined {
  const root = parseToml(source);
  if (root.workspace === undefined) return undefined;
  const { members, exclude } = table(root.workspace);
  const folder = folderOf(path);
  const holds = holdsFolder(folder, [...texts(members), ...texts(exclude).map((one) => `!${one}`)]);
  return { path, ecosystem: "cargo", folder, holds };
}

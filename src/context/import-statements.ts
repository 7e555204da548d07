/** Import statements for symbols, written as a codebase writes its own. */
import { isAside } from "./call-sites.ts";
import { commonest, type ImportStyle, type Learnt, specifierFor } from "./import-style.ts";
import { type Family, familyOf, folderOf, sharedFolders } from "./paths.ts";

/** How some file imports a name. */
export interface Way {
  path: string;
  specifier: string;
  resolved: string | null;
  kind: string;
  typeOnly: number;
}

/** A name to import from a module. */
export interface Wanted {
  name: string;
  kind: string;
  type: boolean;
  alias?: string | null;
}

export interface Home {
  id: string;
  /** Of all that its file declares by this name: a type and a value may share one. */
  kinds: readonly string[];
  path: string;
  package: string | null;
}

const typeKinds = ["interface", "type_alias"];

/** The module to import a symbol of the repository from: where files like this one do, else by convention. */
export function fromRepository(
  home: Home,
  targetFile: string,
  learnt: Learnt,
  known: { ways: Way[]; barrels: { path: string; name: string }[] },
): { specifier: string; kind: string; type: boolean } {
  const type = learnt.style.preferType && home.kinds.every((kind) => typeKinds.includes(kind));
  if (familyOf(targetFile) === "go") return { specifier: home.package ?? folderOf(home.path), kind: "module", type };
  // A file imports its neighbours directly; from elsewhere the way of those that stand alike counts.
  const neighbour = folderOf(home.path) === folderOf(targetFile);
  const alike = known.ways.filter(
    ({ path }) => (folderOf(path) === folderOf(home.path)) === neighbour && path !== targetFile,
  );
  const like = nearest(alike, targetFile);
  const own = known.barrels.find(({ path }) => path === home.path);
  if (like?.resolved) {
    const agreed = commonest(
      alike.filter(({ resolved }) => resolved === like.resolved).map(({ specifier }) => specifier),
    );
    const verbatim = agreed && !agreed.startsWith(".") && learnt.style.pathStyle !== "relative";
    return { specifier: verbatim ? agreed : specifierFor(targetFile, like.resolved, learnt), kind: like.kind, type };
  }
  const barrel = known.barrels.find(({ path }) => path !== home.path && folderOf(home.path).startsWith(folderOf(path)));
  const through = !neighbour && learnt.style.style === "barrel" ? barrel : undefined;
  const kind = (through ?? own)?.name === "default" ? "default" : "named";
  return { specifier: specifierFor(targetFile, through?.path ?? home.path, learnt), kind, type };
}

/** Of rows, one of the file nearest to the target; of equally near ones the way that most of them go. */
export function nearest<Row extends Way>(rows: Row[], targetFile: string): Row | undefined {
  const best = Math.max(...rows.map(({ path }) => sharedFolders(path, targetFile)));
  const near = rows.filter(({ path }) => sharedFolders(path, targetFile) === best);
  const usual = commonest(near.map(({ resolved, specifier }) => resolved ?? specifier));
  return near.find(({ resolved, specifier }) => (resolved ?? specifier) === usual);
}

/** How apt a declaration is for a file: by folders shared, tests last. */
export const rank = (path: string, targetFile: string): number =>
  sharedFolders(path, targetFile) - (isAside(path) ? 100 : 0);

/** The statements for what is wanted of one module. */
export function writeImports(
  family: Family | undefined,
  specifier: string,
  wanted: Wanted[],
  style: ImportStyle,
): string[] {
  const modules = wanted.filter(({ kind }) => kind === "module");
  const named = wanted.filter(({ kind }) => kind !== "module");
  if (family === "go") return [`import "${specifier}"`];
  if (family === "python") {
    return [
      ...modules.map(({ alias }) => `import ${specifier}${alias && alias !== specifier ? ` as ${alias}` : ""}`),
      ...(named.length > 0 ? [`from ${specifier} import ${list(named)}`] : []),
    ];
  }
  const types = named.filter(({ kind, type }) => type && kind !== "default");
  const values = named.filter((one) => !types.includes(one) && one.kind !== "default");
  const defaults = named.filter(({ kind }) => kind === "default");
  const statement = (what: string, word = "import") => `${word} ${what} from "${specifier}";`;
  return [
    ...modules.map(({ name, alias }) => statement(`* as ${alias ?? name}`)),
    ...defaults.map(({ name }) => statement(name)),
    ...(types.length > 0 ? [statement(`{ ${list(types)} }`, style.preferType ? "import type" : "import")] : []),
    ...(values.length > 0 ? [statement(`{ ${list(values)} }`)] : []),
  ];
}

const list = (wanted: readonly Wanted[]): string => [...new Set(wanted.map(({ name }) => name))].sort().join(", ");

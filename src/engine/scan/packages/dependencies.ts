/** Questions about the packages of the last scan. */
import type { DriftDb } from "#engine/scan/drift-db";

export interface PackageSummary {
  readonly name: string;
  readonly manifest: string;
  readonly manager: string;
  readonly version: string | null;
  readonly workspace: string | null;
  readonly lock: string | null;
  readonly dependencies: number;
  /** Of those, how many the repository serves. */
  readonly internal: number;
}

export interface Declaration {
  readonly manifest: string;
  readonly line: number;
  readonly name: string;
  readonly range: string;
  readonly kind: string;
  readonly resolved: string | null;
  readonly internal: string | null;
}

export interface Use {
  readonly manifest: string;
  readonly path: string;
  readonly line: number;
  readonly module: string;
}

const declared = "path as manifest, line, name, range, kind, resolved, internal";

export function listPackages(db: DriftDb): PackageSummary[] {
  return db.all(
    `select name, packages.path as manifest, manager, version, workspace, lock,
       (select count(*) from dependencies where dependencies.unit = packages.unit) as dependencies,
       (select count(*) from dependencies where dependencies.unit = packages.unit and internal is not null) as internal
     from packages order by packages.path`,
  ) as unknown as PackageSummary[];
}

/** Who declares a dependency, and who imports it. */
export function findDependency(db: DriftDb, name: string): { declarations: Declaration[]; uses: Use[] } {
  const declarations = db.all(`select ${declared} from dependencies where name = ? order by path, line`, name);
  const uses = db.all(
    "select manifest, path, line, module from dependency_uses where name = ? group by path, module order by path, line",
    name,
  );
  return { declarations: declarations as unknown as Declaration[], uses: uses as unknown as Use[] };
}

/** Declared for run time and imported by no file. */
export function findUnused(db: DriftDb): Declaration[] {
  const sql = "select manifest, line, name, range, kind from unused_dependencies order by manifest, line";
  return db.all(sql) as unknown as Declaration[];
}

export interface Undeclared {
  readonly ecosystem: string;
  readonly name: string;
  readonly files: number;
  /** The first file that imports it. */
  readonly path: string;
  readonly line: number;
}

export function findUndeclared(db: DriftDb): Undeclared[] {
  const sql = "select ecosystem, name, files, path, line from undeclared_dependencies order by files desc, name";
  return db.all(sql) as unknown as Undeclared[];
}

export interface Mismatch {
  readonly ecosystem: string;
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

/** Taken in several versions. */
export function findMismatches(db: DriftDb): Mismatch[] {
  const sql = "select ecosystem, name from dependency_mismatches order by manifests desc, name";
  const rows = db.all(
    `select ecosystem, ${declared.replace("path", "dependencies.path")} from dependencies
     join manifests on manifests.path = dependencies.path
     where internal is null and (ecosystem, name) in (select ecosystem, name from dependency_mismatches)
     order by dependencies.path, line`,
  ) as unknown as (Declaration & { ecosystem: string })[];
  const byName = Map.groupBy(rows, ({ ecosystem, name }) => `${ecosystem} ${name}`);
  return (db.all(sql) as unknown as { ecosystem: string; name: string }[]).map(({ ecosystem, name }) => ({
    ecosystem,
    name,
    declarations: (byName.get(`${ecosystem} ${name}`) ?? []).map(({ ecosystem: _, ...one }) => one),
  }));
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

/** Dependencies between packages of the repository, by their manifests. */
export function listEdges(db: DriftDb): Edge[] {
  const sql = 'select distinct from_manifest as "from", to_manifest as "to", kind from package_edges order by 1, 2, 3';
  return db.all(sql) as unknown as Edge[];
}

/** The groups of packages that are built on one another in a circle, each sorted; the largest first. */
export function findCycles(edges: readonly Pick<Edge, "from" | "to">[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const before = Map.groupBy(edges, ({ to }) => to);
  const nodes = new Set(edges.flatMap(({ from, to }) => [from, to]));
  /** Kosaraju's first pass: nodes in the order in which all below them was seen. */
  const order: string[] = [];
  const seen = new Set<string>();
  for (const start of nodes) {
    const open = seen.has(start) ? [] : [{ node: start, at: 0 }];
    seen.add(start);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const to = next.get(top.node)?.[top.at++]?.to;
      if (to === undefined) order.push(open.pop()?.node ?? "");
      else if (!seen.has(to)) {
        seen.add(to);
        open.push({ node: to, at: 0 });
      }
    }
  }
  const cycles: string[][] = [];
  const grouped = new Set<string>();
  for (const start of order.toReversed()) {
    if (grouped.has(start)) continue;
    grouped.add(start);
    const group = [start];
    for (let at = 0; at < group.length; at++)
      for (const { from } of before.get(group[at] ?? "") ?? [])
        if (!grouped.has(from)) {
          grouped.add(from);
          group.push(from);
        }
    if (group.length > 1) cycles.push(group.sort());
  }
  return cycles.sort((a, b) => b.length - a.length || ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
}

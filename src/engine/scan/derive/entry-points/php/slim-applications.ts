/**
 * Slim's application in the functions that are given it: `(require 'middleware.php')($app)`. Where the repository makes one
 * alone, what they register is all on that.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const framework = "Slim";
/** A variable of a file's own code or a closure's, and a parameter by its place. */
const variable = /#@\d+:\$(?:app|application|slim)$/;
const parameter = /^(.*)\((\d+)\)$/s;
const ofApplication = /(?:^|\\)App(?:Interface)?$/;
const making = [
  "Slim\\Factory\\AppFactory.create",
  "Slim\\Factory\\AppFactory.createFromContainer",
  "DI\\Bridge\\Slim\\Bridge.create",
  "Slim\\App",
];

/** The name of mounts of classes that are called with what is registered on. */
const invoked = "invoked";

/** Groups that are handed to a class, as mounts of what its method is given. */
function withInvoked(all: readonly Registration[]): readonly Registration[] {
  const owners = new Set(all.map(({ owner }) => owner));
  return all.flatMap((one) => {
    if (one.framework !== framework || one.kind !== "mount" || one.name !== invoked) return [one];
    const mounted = `${one.handler?.replace(/\.__invoke$/, "")}.__invoke(0)`;
    return owners.has(mounted) ? [{ ...one, name: null, handler: null, handler_name: null, mounted }] : [];
  });
}

export function withGivenApplications(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  if (!all.some((one) => one.framework === framework)) return all;
  const written = withInvoked(all);
  // What hands an application on goes by no framework.
  const own = written.filter((one) => one.framework === framework || one.framework === null);
  const made = db
    .prepare(
      `select count(*) as count from calls where target in (${making.map(() => "?").join(", ")})
       and path not in (select path from files where is_test)`,
    )
    .get(...making);
  if (made?.count !== 1) return written;
  const mounted = new Set(written.map((one) => one.mounted));
  const params = db.prepare("select params from symbols where id = ?");
  const isGiven = (owner: string): boolean => {
    const [, symbol, place] = parameter.exec(owner) ?? [];
    if (symbol === undefined) return variable.test(owner);
    const all = JSON.parse(String(params.get(symbol)?.params ?? "[]")) as { type?: string }[];
    return ofApplication.test(all[Number(place)]?.type ?? "");
  };
  const owners = new Set(own.flatMap(({ owner }) => (owner !== null && !mounted.has(owner) ? [owner] : [])));
  const [first, ...others] = [...owners].filter(isGiven).sort();
  const same = new Set(others);
  return written.map((one) => (same.has(one.owner ?? "") ? { ...one, owner: first ?? null } : one));
}

/** What is registered while a group is open asks what the group asks, though it is registered on the application. */
export function withOpenGroups(registrations: readonly Registration[]): readonly Registration[] {
  const mounts = registrations.filter(({ kind, framework: of }) => kind === "mount" && of === framework);
  const groups = mounts.filter(({ route, owner }) => route !== "" && owner !== null);
  if (groups.length === 0) return registrations;
  // A row of calls, and what it begins on: of a group, the same is mounted on it behind its path.
  const rows = new Map(mounts.flatMap((one) => (one.route === "" && one.mounted ? [[one.mounted, one] as const] : [])));
  const asking = Map.groupBy(
    registrations.filter(({ kind, framework: of }) => kind === "guard" && of === framework),
    ({ owner }) => owner,
  );
  const lines = (one: Registration) => (one.end_line ?? one.line) - one.line;
  const around = (row: Registration) =>
    groups
      .filter((group) => {
        const on = group.owner === row.mounted ? undefined : rows.get(group.owner ?? "");
        const holds = group.line <= row.line && (row.end_line ?? row.line) <= (group.end_line ?? group.line);
        return on?.owner === row.owner && group.path === row.path && holds;
      })
      .sort((one, other) => lines(one) - lines(other))[0];
  const added: Registration[] = [];
  const opened = new Map<string, string | null>();
  /** What stands for the guards of a group without its path. */
  const withoutPath = (group: Registration): string | null => {
    const row = rows.get(group.owner ?? "");
    if (row === undefined) return null;
    const own = `${group.owner} open`;
    if (!opened.has(own)) {
      opened.set(own, own);
      const outer = around(row);
      added.push({ ...row, owner: outer ? withoutPath(outer) : row.owner, mounted: own });
      added.push(...(asking.get(group.owner) ?? []).map((one) => ({ ...one, owner: own })));
    }
    return own;
  };
  const moved = registrations.map((one) => {
    const group = one.kind === "mount" && rows.get(one.mounted ?? "") === one ? around(one) : undefined;
    return group === undefined ? one : { ...one, owner: withoutPath(group) };
  });
  return added.length === 0 ? registrations : [...moved, ...added];
}

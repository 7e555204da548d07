/**
 * What Django serves of what its files declare: the routes that lead from the module which the settings name, and of views
 * that routers register those that one registers.
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import { inherited } from "#engine/scan/derive/entry-points/owner-words";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const ofViews = "Django REST framework";
/** The list of a module that an application's routes, or another module, lead to. */
const listOfModule = /^(.*)\.py#urlpatterns$/;
const including = "target in ('django.urls.include', 'django.urls.conf.include', 'django.conf.urls.include')";

/** Registrations without those that nothing leads to, where all that leads to something is known. */
export function withoutUnserved(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  return withoutUnregistered(withoutUnincluded(registrations, db), db);
}

function withoutUnincluded(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const lists = new Set(registrations.flatMap(({ owner }) => (listOfModule.test(owner ?? "") ? [owner] : [])));
  if (lists.size === 0) return registrations;
  const named = db
    .prepare(
      `select value from constants where name like '%URLCONF' and kind = 'text'
       and path not in (select path from files where is_test)`,
    )
    .all();
  const modules = named.map(({ value }) => String(value).replaceAll(".", "/"));
  const isRoot = (list: string | null) => {
    const file = listOfModule.exec(list ?? "")?.[1] ?? "";
    return modules.some((it) => file === it || file.endsWith(`/${it}`) || file === `${it}/__init__`);
  };
  if (![...lists].some(isRoot)) return registrations;
  const told = new Set(
    registrations.flatMap(({ kind, path, line, mounted }) =>
      kind === "mount" && mounted?.includes("#") ? [`${path}:${line}`] : [],
    ),
  );
  const calls = db.prepare(`select path, line from calls where ${including}`).all();
  // What is included of a name that only the running program knows may be any.
  const isOpen = ({ path, line }: Record<string, unknown>) => !told.has(`${path}:${line}`);
  if (calls.some((call) => isOpen(call) && !isOutside(db, call))) return registrations;
  let kept = registrations;
  for (let before = -1; before !== kept.length; ) {
    before = kept.length;
    const mounted = new Set(kept.flatMap((one) => (one.kind === "mount" ? [one.mounted] : [])));
    const isDead = (owner: string | null) => lists.has(owner) && !mounted.has(owner) && !isRoot(owner);
    kept = kept.filter(({ owner }) => !isDead(owner));
  }
  return kept;
}

/** Whether a call includes a module of a package: `include("django.contrib.auth.urls")`. */
function isOutside(db: DatabaseSync, { path, line }: Record<string, unknown>): boolean {
  const written = db
    .prepare("select quote from calls where fact >= ? and fact < ? and line = ? limit 1")
    .get(...new FactRanges(db).of(String(path)), Number(line));
  return /\binclude\(\s*\(?\s*["'][\w.]+["']/.test(String(written?.quote ?? ""));
}

/** Actions of views that no router registers have no path; where no router's views are known, what stands before them is not. */
function withoutUnregistered(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isAction = ({ kind, framework, name }: Registration) =>
    kind === "endpoint" && framework === ofViews && name === inherited;
  if (!registrations.some(isAction)) return registrations;
  const heirs = new Heirs(db);
  const registered = new Set(
    registrations.flatMap((one) => (one.kind === "mount" && one.framework === ofViews ? [one.mounted] : [])),
  );
  const isReached = (owner: string) => [owner, ...heirs.of(owner)].some((type) => registered.has(type));
  return registrations.filter((one) => !isAction(one) || one.owner === null || isReached(one.owner));
}

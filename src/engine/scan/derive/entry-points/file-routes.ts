/** Entry points by where files lie: pages and endpoints of frameworks that take paths of files for routes. */
import type { DatabaseSync } from "node:sqlite";
import type { EntryPointKind } from "#contract/fact-words";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";
import { type FileRoute, fileRoutes } from "#engine/scan/rules";
import { ofFile } from "./applications.ts";
import { isAsking } from "./guards/guards.ts";
import { fileGuards, together } from "./javascript/file-guards.ts";
import { throughLayers } from "./javascript/layers.ts";
import { outsideFunctions } from "./javascript/outside-functions.ts";
import { wrappedExports } from "./javascript/wrapped-exports.ts";
import type { Guard, Registration } from "./registration.ts";

/** What a file exports or declares. */
interface Named {
  readonly name: string;
  readonly symbol: string | null;
  readonly line: number;
}

/** What files register by their paths, in the order of the paths. Only where a manifest above them names the framework. */
export function registrationsOfFiles(db: DatabaseSync): Registration[] {
  const roots = fileRoutes.map((rule) => ({ rule, pattern: new RegExp(rule.files), folders: foldersWith(db, rule) }));
  const used = roots.filter(({ folders }) => folders.length > 0);
  if (used.length === 0) return [];
  const exportsOf = db.prepare(
    "select name, symbol, line from exports where fact >= ? and fact < ? and not type_only order by fact",
  );
  const declarationsOf = db.prepare(
    "select name, id as symbol, line from symbols where fact >= ? and fact < ? and parent is null order by fact",
  );
  const flagOf = db.prepare(
    "select value from constants where fact >= ? and fact < ? and symbol = ? and kind = 'flag'",
  );
  const texts = new DeclaredTexts(db);
  const previewed = db.prepare(
    "select id, line, end_line, preview from symbols where fact >= ? and fact < ? and name = ? and parent is null",
  );
  const ranges = new FactRanges(db);
  const previewOf = (path: string, name: string) => {
    const declared = previewed.get(...ranges.of(path), name);
    return declared && texts.of(declared).text;
  };
  const called = db.prepare("select callee_text from calls where fact >= ? and fact < ?");
  const refusesIn = (path: string) =>
    called.all(...ranges.of(path)).some((one) => refusing.test(String(one.callee_text)));
  const wrappersOf = wrapperReader(db, ranges);
  const exportedAt = wrappedExports(db, ranges);
  const withExport = (one: Registration): Registration => {
    const found = one.kind === "endpoint" && one.handler === null ? exportedAt(one.path, one.line) : undefined;
    return found ? { ...one, ...found, guards: listed(found.guards) } : one;
  };
  const files = db.prepare("select path, is_test from files order by path").all();
  const all = files.flatMap(({ path: value, is_test: isTest }) => {
    const path = String(value);
    const registrations: Registration[] = [];
    for (const { rule, pattern, folders } of used) {
      // What a path says begins at the application's folder: the innermost around the file.
      const folder = folders.find((one) => path.startsWith(one));
      const found = folder === undefined ? null : pattern.exec(path.slice(folder.length));
      if (!found) continue;
      if (isTest === 1 && !isAddress(path, found.groups?.route ?? "")) continue;
      const told = (rule.declares ? declarationsOf : exportsOf).all(...ranges.of(path)) as unknown as Named[];
      if (rule.kind === "guard") {
        registrations.push(
          ...fileGuards(
            rule,
            path,
            folders,
            told,
            (name) => previewOf(path, name),
            () => refusesIn(path),
          ),
        );
        continue;
      }
      const made = registered(rule, path, found.groups ?? {}, told);
      const isOpened = (constant: string) => flagOf.get(...ranges.of(path), `${path}#${constant}`)?.value === "false";
      const asked = (one: Registration) => {
        const wrapping = one.guards === null ? wrappersOf(one) : (JSON.parse(one.guards) as Guard[]);
        return listed([...askedAt(rule, one.route, isOpened), ...wrapping]);
      };
      const handled = made.map(withExport).map((one) => (one.kind === "endpoint" ? sameAs(one, path, previewOf) : one));
      registrations.push(...handled.map((one) => (one.kind === "endpoint" ? { ...one, guards: asked(one) } : one)));
    }
    return registrations;
  });
  const ofLayers = used.find(({ rule }) => rule.dependency === "nuxt");
  return [...throughLayers(db, together(all), ofLayers?.folders ?? [])];
}

/** How calls are named that let a request go no further. */
const refusing =
  /auth|session|protect|createError|redirect|navigateTo|sendError|setResponseStatus|unauthori[sz]ed|forbidden/i;

const ofTests = /(?:^|\/)(?:tests?|specs?|__tests__|e2e|cypress|fixtures)\//;

/** Whether what looks like a folder of tests is a part of an address: `app/api/test/route.ts`. */
function isAddress(path: string, route: string): boolean {
  const before = path.slice(0, path.lastIndexOf(route));
  const isCalledSo = /[._-](?:tests?|specs?)\.\w+$/.test(path) || route.includes("__tests__");
  return ofTests.test(`${route}/`) && !ofTests.test(before) && !isCalledSo;
}

/** What gives something of its own making, rather than what it is given with more around it. */
const making = /^(?:build|create|define|get|handle|init|make|new|to)(?![a-z])/;

/**
 * The functions that a handler is wrapped in where it is exported, the outermost first, of libraries' those that ask by their
 * names: `export const POST = signedIn(limited(async () => …))`.
 */
function wrapperReader(db: DatabaseSync, ranges: FactRanges): (handler: Registration) => Guard[] {
  const find = db.prepare("select id, line, end_line, preview from symbols where fact >= ? and fact < ? and id = ?");
  const texts = new DeclaredTexts(db);
  const calls = db.prepare(
    `select distinct callee_name as name, callee as symbol, site from calls where fact >= ? and fact < ? and caller = ?
     and start_line >= ? and start_line <= ? and kind = 'call' and (passed is not null or callee is null and arguments > 0) order by site`,
  );
  return ({ handler }) => {
    if (handler === null) return [];
    // It may be given on from another file: `export { POST } from "./upload"`.
    const symbol = `${handler.slice(0, handler.indexOf("#"))}#<module>`;
    const range = ranges.of(handler);
    const declared = find.get(...range, handler);
    if (!declared) return [];
    const { line, end_line: end } = declared;
    const written = texts.of(declared).text;
    const outside = outsideFunctions(written.replace(typed, ""));
    const isTakenApart = takingApart.test(written);
    const isAround = ({ name, symbol }: { name: string; symbol: string | null }) =>
      (symbol !== null || isAsking(name)) &&
      new RegExp(`(?<![\\w$])${lastName(name).replaceAll("$", "\\$")}\\s*(?:<[^()]*>)?\\(`).test(outside) &&
      (!isTakenApart || isAsking(name));
    const called = (
      calls.all(...range, symbol, Number(line), Number(end)) as unknown as { name: string; symbol: string | null }[]
    ).filter(isAround);
    // What makes a handler is asked first where its own code refuses.
    return called.map(({ name, symbol }) => ({
      name,
      symbol,
      ...(making.test(name) && symbol !== null ? { decorates: true } : {}),
    }));
  };
}

/** What stands before what a variable holds: its name and its type, which may be a function's. */
const typed = /^[^=]*(?:=>[^=]*)*=(?![=>])/;
/** Variables of which the value is taken apart: what is called there makes more than a handler. */
const takingApart = /^(?:export\s+)?(?:const|let|var)\s*[{[]/;

/** A handler that is another of its file under a second name as that one: `export const PUT = PATCH`. */
function sameAs(
  one: Registration,
  path: string,
  previewOf: (path: string, name: string) => string | undefined,
): Registration {
  const name = one.handler?.startsWith(`${path}#`) ? one.handler.slice(path.length + 1) : undefined;
  const other = name === undefined ? undefined : /^[^=]*=\s*([\w$]+)\s*;?$/.exec(previewOf(path, name) ?? "")?.[1];
  if (other === undefined || previewOf(path, other) === undefined) return one;
  return { ...one, handler: `${path}#${other}`, handler_name: other };
}

const listed = (guards: readonly Guard[]): string | null => (guards.length > 0 ? JSON.stringify(guards) : null);

/** Who asks at a path by what a framework does of itself. */
function askedAt({ asked = [] }: FileRoute, route: string | null, isOpened: (constant: string) => boolean): Guard[] {
  const isBelow = (below: string) => route === below || route?.startsWith(`${below}/`);
  const asking = asked.filter(({ below, unless }) => isBelow(below) && !(unless !== undefined && isOpened(unless)));
  return asking.map(({ guard }) => ({ name: guard, symbol: null }));
}

/** The folders of applications, the innermost first: of manifests that name a framework, and of its own settings. */
function foldersWith(db: DatabaseSync, { dependency, config }: FileRoute): string[] {
  const rows = db.prepare("select distinct path from dependencies where name = ? collate nocase").all(dependency);
  const settings = db.prepare("select path from files where not is_test and (path glob ? or path glob ?)");
  const file = `${config}.config.*[jt]s`;
  const own = config === undefined ? [] : settings.all(file, `*/${file}`);
  const folders = [...rows, ...own].map(({ path }) => String(path).slice(0, String(path).lastIndexOf("/") + 1));
  return [...new Set(folders)].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
}

function registered(
  { kind, framework, exports, declares = exports, methods = {}, form, route: prefix = "" }: FileRoute,
  path: string,
  { route = "", method }: Record<string, string | undefined>,
  told: readonly Named[],
): Registration[] {
  const written = form === "underscored" ? route.replace(/(?<=^|\/)_(?=[^/])([^/]+)/g, "[$1]") : route;
  const own = form === "flat" ? flatRoute(route) : routeOf(written);
  if (own === null) return [];
  const whole = `${prefix}/${own}`;
  if (kind === "prefix")
    return [{ ...nothing, kind, framework, route: prefix, name: ofFile, symbol: `${path}#<module>`, path, line: 1 }];
  const row = (verb: string | null, one: Named | undefined): Registration => ({
    kind: kind as EntryPointKind,
    framework,
    owner: `${path}#<module>`,
    method: verb,
    route: kind === "endpoint" ? whole : null,
    name: nameOf(kind, whole, one),
    handler: one?.symbol ?? null,
    handler_name: one?.symbol?.slice(one.symbol.indexOf("#") + 1) ?? null,
    guards: null,
    mounted: null,
    symbol: `${path}#<module>`,
    path,
    line: one?.line ?? 1,
  });
  if (!declares) return [row(null, undefined)];
  const found = told.filter(({ name }) => declares.includes(name));
  const verb = ({ name }: Named): string | null => {
    if (name === "default") return method?.toUpperCase() ?? null;
    return kind === "endpoint" ? (methods[name] ?? name) : null;
  };
  return found.map((one) => row(verb(one), one));
}

/** What is entered by a path goes by it, what a framework calls by the name under which it finds it. */
function nameOf(kind: FileRoute["kind"], path: string, found: Named | undefined): string | null {
  if (kind === "endpoint") return null;
  if (kind === "command") return partsOf(path).join(" ");
  return kind === "hook" && found ? found.name : join(path);
}

const nothing = { owner: null, method: null, handler: null, handler_name: null, guards: null, mounted: null } as const;

/**
 * A path without what only groups files: `(group)`, `@slot`, `index`. What is shown in the place of a route beside or
 * above, as `(.)photo` and `(..)photo`, has that one's path.
 */
const routeOf = (path: string): string =>
  path
    .split("/")
    .filter((part) => !/^\((?!\.+\)).*\)$|^@|^index$/.test(part))
    .reduce<string[]>((parts, part) => {
      const [, marks = "", name = part] = /^((?:\(\.{1,3}\))+)(.*)$/.exec(part) ?? [];
      const above = marks === "(...)" ? parts.length : marks.split("(..)").length - 1;
      return [...parts.slice(0, parts.length - above), name];
    }, [])
    .join("/");

/**
 * A path of which dots separate parts as slashes do: `users.$id_.edit`. What begins with an underscore adds no part, nor
 * does what a folder is entered by. Null: a layout, or what only lies beside a route.
 */
function flatRoute(path: string): string | null {
  const parts = path.split("/").flatMap((name) => name.replace(/\+$/, "").split(/\.(?![^[]*\])/));
  const last = parts.at(-1) ?? "";
  // What one side of the application alone may load is no route.
  if (/\.(?:client|server)$/.test(path)) return null;
  if (/(?:^|\/)\+/.test(path) || (last.startsWith("_") && last !== "_index") || last === "layout") return null;
  const named = parts.filter(
    (part, at) => !part.startsWith("_") && !(at === parts.length - 1 && /^(?:index|route)$/.test(part)),
  );
  // A mark by itself stands for all that follows.
  return named.map((part) => (part === "$" ? "*" : part.replace(/_$/, "").replace(/[[\]]/g, ""))).join("/");
}

const partsOf = (path: string): string[] => path.split("/").filter(Boolean);
const join = (path: string): string => `/${partsOf(path).join("/")}`;

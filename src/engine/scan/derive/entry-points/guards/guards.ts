/** Guards as registrations list them, and what their names say. */
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of a function that is written in its place. */
const inline = "(inline)";
const classConstant = "::class";
/** What is listed so says in which stage those ask that are listed behind it. */
const ofStage = "stage:";

type Listing = Pick<Registration, "kind" | "name" | "guards" | "handler_name" | "path" | "line" | "end_line"> &
  Partial<Pick<Registration, "framework" | "owner">>;

/** Frameworks of procedures that are built on each other: one that asks by a function without a name is known by its own. */
const ofProcedures: ReadonlySet<string | null | undefined> = new Set(["tRPC", "oRPC", "next-safe-action"]);
/** What a variable or a function is called that something is held by, or given back. */
const holding = /[#.](?:@\d+:)?([A-Za-z_$][\w$]*)(?:\(\))?$/;

/** The name of guards that ask in the place of those that are said further out: by `None` nobody is asked. */
const inPlace = "in the place of others";

/** Of guards, the outermost first, those that none further in takes the place of. */
export function innermost(guards: readonly Guard[]): readonly Guard[] {
  const last = guards.findLast(({ at }) => at !== undefined)?.at;
  if (last === undefined) return guards;
  return guards.filter(({ at, name }) => at === undefined || (at === last && name !== "None"));
}

/** Everybody who is asked at an entry point, as its row holds them. */
export const guardsOf = (told: string | null): readonly Pick<Guard, "name" | "symbol" | "inside">[] =>
  told === null ? [] : (JSON.parse(told) as Guard[]);

/** The guards that a registration lists, without what is a path. A function without a name goes by its place. */
export function listed({ kind, name, guards, handler_name, path, line, end_line: end, ...on }: Listing): Guard[] {
  const all =
    guards === null ? [] : (JSON.parse(guards) as Guard[]).filter((guard) => !isPath(guard) && !isLiteral(guard));
  let stage = kind === "guard" && handler_name !== null ? { stage: handler_name } : {};
  const place = kind === "guard" && name === inPlace ? { at: `${path}:${line}` } : {};
  return all.flatMap((one, at) => {
    if (one.symbol === null && one.name.startsWith(ofStage)) {
      stage = { stage: one.name.slice(ofStage.length) };
      return [];
    }
    const guard = { ...one, ...stage, ...place, ...(one.name.startsWith(exempting) ? { maybe: true } : {}) };
    if (guard.name === inline && guard.place === undefined) {
      const holder = ofProcedures.has(on.framework)
        ? [on.owner, guard.symbol].map((it) => holding.exec(it ?? "")?.[1]).find((it) => it !== undefined)
        : undefined;
      const place = { place: `${path}:${line}:${at}`, lines: [line, end ?? line] as const };
      return [{ ...guard, name: holder ?? inline, ...place }];
    }
    // A class that is given by itself goes by its name, without its namespace.
    if (!guard.name.endsWith(classConstant)) return [guard];
    return [{ ...guard, name: guard.name.slice(0, -classConstant.length).replace(/^.*\\/, "") }];
  });
}

/** What lets some paths through: Hono's `except("/login", signedIn)`. */
const exempting = "except(";

/** What says that nobody is asked: `auth: false`. */
const isLiteral = ({ name, symbol }: Guard): boolean => symbol === null && /^(?:false|nil|null|undefined)$/.test(name);

/** What is listed among guards and is a path by a constant's name. */
const isConstant = /^[A-Z][A-Z0-9_]*_(?:PATH|PREFIX|URL|URI|ROUTES?|ENDPOINT|BASE|ROOT|DIR|FOLDER)$/;
/** What the configuration names; a function of another file is not called after it for nothing. */
const isSetting = /^(?:config|env|getenv|settings)$/;
const ofSettings = /(?:config|env|settings?)[^/]*$/i;
/** How variables are called that hold paths, and texts that begin with what one holds. */
const ofPath =
  /^(?:(?:[a-z]+(?:[A-Z][a-z]+)?)?(?:Path|Prefix|Url|Uri|Endpoint)|[A-Za-z]*(?:Base|Root|Api|Mount)(?:Path|Prefix|Url|Uri)|path|prefix|url|uri|baseurl)$|^\$\{/;
export const isPath = ({ name, symbol }: Guard): boolean =>
  isConstant.test(name) ||
  (isSetting.test(name) && (symbol === null || ofSettings.test(symbol.replace(/#.*$/s, "")))) ||
  (symbol === null && ofPath.test(name));

/** What functions are called that let some requests through and others not. */
export const asks =
  /(?:^|[._])(?:admins?|allow(?:ed|s)?|auth(?:ed|enticated?|entication|orized?|orization)?|check|ensure|guard(?:ed)?|login|must|only|permissions?(?!_names?$)|permitted|protect(?:ed)?|requires?d?|restrict(?:ed)?|verif(?:y|ied))(?:_|$)/;

/** What functions are called that let in whoever comes: `no_login_required`, `auth_exempt`; not `login_if_no_guests`. */
const lets =
  /(?:^|(?<!(?:^|_)(?:if|when|unless))[._])(?:no|not|skip|skips|bypass|disable|ignore|without|optional)_|_(?:exempt|optional)$|allow_(?:any|anonymous|all)/;

/** The words of a name, however it is written and whatever it is given: `requireLogin`, `auth_required('edit')`. */
const wordsOf = (name: string): string =>
  name
    .replace(/\(.*$/s, "")
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase();

/** Whether a function is called so that it lets in whoever comes, and whether so that it lets in some and others not. */
export const isLetting = (name: string): boolean => lets.test(wordsOf(name));
export const isAsking = (name: string): boolean => asks.test(wordsOf(name)) && !isLetting(name);

/** The name of guards that functions of the repository are which decorate a handler, and of those that decorate a class. */
export const byDecorator = "decorator";
export const ofClass = "class decorator";

/** What stands around a handler to say who is not asked before it: Django's. */
const exemptions = new Map([
  ["csrf_exempt", "CsrfViewMiddleware"],
  ["login_not_required", "LoginRequiredMiddleware"],
]);
export const exemptedBy = ({ name, symbol }: Guard): string | undefined =>
  symbol === null ? exemptions.get(name) : undefined;

/** Frameworks whose endpoints are served in the pipeline of another. */
const pipelines = new Map<string | null, string>([["API Platform", "Symfony"]]);

/** The framework in whose pipeline the endpoints of one are served. */
export const pipelineOf = (framework: string | null): string | null => pipelines.get(framework) ?? framework;

/** Whether a guard is one of those, by its name alone too where that says what it asks: `Authorize(Roles = 'Admin')`. */
export const isNamed = ({ name }: Guard, names: ReadonlySet<string>): boolean =>
  names.has(name) || names.has(name.replace(/\(.*$/s, ""));

/** Who is asked unless a list lets in whoever comes that only the running program knows, or where such a list names the path. */
export const unsure = (guard: Guard): Guard => ({ ...guard, maybe: true });

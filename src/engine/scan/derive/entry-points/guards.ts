/** Guards as registrations list them, and what their names say. */
import type { Guard, Registration } from "./registration.ts";

/** The name of a function that is written in its place. */
const inline = "(inline)";
const ofClass = "::class";
/** What is listed so says in which stage those ask that are listed behind it. */
const ofStage = "stage:";

type Listing = Pick<Registration, "kind" | "name" | "guards" | "handler_name" | "path" | "line" | "end_line">;

/** The name of guards that ask in the place of those that are said further out: by `None` nobody is asked. */
const inPlace = "in the place of others";

/** Of guards, the outermost first, those that none further in takes the place of. */
export function innermost(guards: readonly Guard[]): readonly Guard[] {
  const last = guards.findLast(({ at }) => at !== undefined)?.at;
  if (last === undefined) return guards;
  return guards.filter(({ at, name }) => at === undefined || (at === last && name !== "None"));
}

/** The guards that a registration lists, without what is a path. A function without a name goes by its place. */
export function listed({ kind, name, guards, handler_name, path, line, end_line: end }: Listing): Guard[] {
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
    if (guard.name === inline) return [{ ...guard, place: `${path}:${line}:${at}`, lines: [line, end ?? line] }];
    // A class that is given by itself goes by its name, without its namespace.
    if (!guard.name.endsWith(ofClass)) return [guard];
    return [{ ...guard, name: guard.name.slice(0, -ofClass.length).replace(/^.*\\/, "") }];
  });
}

/** What lets some paths through: Hono's `except("/login", signedIn)`. */
const exempting = "except(";

/** What says that nobody is asked: `auth: false`. */
const isLiteral = ({ name, symbol }: Guard): boolean => symbol === null && /^(?:false|null|undefined)$/.test(name);

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
  /(?:^|[._])(?:admins?|allow(?:ed|s)?|auth(?:ed|enticated?|entication|orized?|orization)?|check|ensure|guard(?:ed)?|login|must|only|permissions?|permitted|protect(?:ed)?|requires?d?|restrict(?:ed)?|verif(?:y|ied))(?:_|$)/;

/** Whether a function is called so, however its name is written, and whatever it is given: `requireLogin`, `auth_required('edit')`. */
export const isAsking = (name: string): boolean =>
  asks.test(
    name
      .replace(/\(.*$/s, "")
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
      .toLowerCase(),
  );

/** The name of guards that functions of the repository are which decorate a handler. */
export const byDecorator = "decorator";

/** Frameworks whose endpoints are served in the pipeline of another. */
const pipelines = new Map<string | null, string>([["API Platform", "Symfony"]]);

/** The framework in whose pipeline the endpoints of one are served. */
export const pipelineOf = (framework: string | null): string | null => pipelines.get(framework) ?? framework;

/** Whether a guard is one of those, by its name alone too where that says what it asks: `Authorize(Roles = 'Admin')`. */
export const isNamed = ({ name }: Guard, names: ReadonlySet<string>): boolean =>
  names.has(name) || names.has(name.replace(/\(.*$/s, ""));

/** Who is asked unless a list lets in whoever comes that only the running program knows, or where such a list names the path. */
export const unsure = (guard: Guard): Guard => ({ ...guard, maybe: true });

/**
 * Prefixes of the classes that a condition fits: Spring's `addPathPrefix("/api", HandlerTypePredicate.forAnnotation(RestController.class))`.
 * Of a condition that is not known nothing is told.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** The name of such prefixes; the lines of code at which they are said hold the condition. */
const ofFitting = "of classes that fit";

const annotated =
  /\b(?:forAnnotation|isAnnotationPresent|hasAnnotation)\s*\(\s*(?:\w+\s*,\s*)?((?:[\w.]+(?:\.class|::class(?:\.java)?)[\s,]*)+)\)/g;
const packaged =
  /\b(?:forBasePackage|getPackageName\(\)\s*\.startsWith|packageName\s*\.startsWith)\s*\(\s*((?:"[\w.]+"[\s,]*)+)\)/g;
const anyClass = /HandlerTypePredicate\.forAnyHandlerType\s*\(|,\s*\w+\s*->\s*true\b|\{\s*true\s*\}/;
/** What changes what a condition means. */
const more = /!|&&|\|\||\.(?:and|or|negate|not)\s*\(/;

interface Class {
  readonly id: string;
  readonly path: string;
  readonly decorators: readonly string[];
}

export function withFittingPrefixes(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOfFitting = ({ kind, name }: Registration) => kind === "prefix" && name === ofFitting;
  if (!registrations.some(isOfFitting)) return registrations;
  const ranges = new FactRanges(db);
  const quotes = db.prepare("select quote from calls where fact >= ? and fact < ? and line >= ? and line <= ?");
  const classes = db
    .prepare("select id, path, decorators from symbols where kind = 'class' and decorators is not null order by id")
    .all()
    .map(
      (row): Class => ({
        id: String(row.id),
        path: String(row.path),
        decorators: (JSON.parse(String(row.decorators)) as string[]).map((one) =>
          one.replace(/^@/, "").replace(/\(.*$/s, "").replace(/^.*\./, ""),
        ),
      }),
    );
  const taken = new Set<string>();
  return registrations.flatMap((one) => {
    if (!isOfFitting(one)) return [one];
    const { path, line, end_line: end } = one;
    const told = quotes.all(...ranges.of(`${path}#`), line, end ?? line).map(({ quote }) => String(quote ?? ""));
    const fits = conditionOf([...new Set(told)].join("\n"));
    // Of several that fit a class the first counts.
    const fitting = fits ? classes.filter((it) => !taken.has(it.id) && fits(it)) : [];
    if (fitting.length === 0) return [];
    const owner = `${path}#@${line}`;
    for (const { id } of fitting) taken.add(id);
    const mounts = fitting.map(({ id }) => ({ ...one, kind: "mount" as const, name: null, owner, mounted: id }));
    return mounts;
  });
}

function conditionOf(code: string): ((one: Class) => boolean) | undefined {
  const names = [...code.matchAll(annotated)].flatMap(([, list = ""]) =>
    [...list.matchAll(/(\w+)(?:\.class|::class)/g)].map(([, name = ""]) => name),
  );
  const packages = [...code.matchAll(packaged)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"([\w.]+)"/g)].map(([, name = ""]) => name),
  );
  if (more.test(code)) return undefined;
  if (names.length > 0 && packages.length === 0) return ({ decorators }) => names.some((it) => decorators.includes(it));
  if (packages.length > 0 && names.length === 0) {
    const folders = packages.map((it) => `/${it.replaceAll(".", "/")}/`);
    return ({ path }) => folders.some((it) => `/${path}`.includes(it));
  }
  return anyClass.test(code) ? () => true : undefined;
}

/** Constraints on subclasses: what nearly every class that extends a base defines itself. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { wilson } from "./confidence.ts";
import type { Constraint } from "./constraint.ts";
import { total } from "./convention.ts";
import type { Asked } from "./learn.ts";
import type { Place } from "./observation.ts";
import { bareType, slug } from "./words.ts";

const leastClasses = 6;
const leastShare = 0.9;
const most = 10;
const mostMethods = 6;
/** Languages whose compilers ask for what is abstract: there it is no convention. */
const compiled = new Set(["java", "kotlin", "csharp", "swift", "rust", "go", "c", "php"]);
/** Bases of frameworks that ask for these methods of every class below them: that such a class has one says nothing. */
const demanded: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Component: ["render"],
    PureComponent: ["render"],
    LitElement: ["render"],
    Migration: ["change", "up", "down"],
    Seeder: ["run"],
    Factory: ["definition"],
    FormRequest: ["rules"],
    Mailable: ["build", "content"],
    JsonResource: ["toArray"],
    BaseCommand: ["handle"],
    Command: ["handle", "execute", "configure"],
    BasePermission: ["has_permission"],
    AsyncWebsocketConsumer: ["connect"],
  }).map(([base, methods]) => [base, new Set(methods)]),
);
/** Where nothing asks for what is abstract before it is called. */
const dynamic = new Set(["python", "ruby", "lua"]);

/** @param asked what was gathered of `methodsOfSubclasses` */
export function learnMethods(db: DatabaseSync, asked: readonly Asked[]): Constraint[] {
  // A method's id is its class's and its name; of overloads all but the first have a number behind that. Classes come
  // first, and of methods the ids: of the name alone there are many more.
  const declared = db.prepare(
    `select method.is_abstract as is_abstract from symbols as class cross join symbols as method
       on method.id >= class.id || '.' || :method and method.id < class.id || '.' || :method || '~:'
     where class.name = :base and class.kind = 'class'
       and +method.name = :method and method.kind = 'method' and method.parent = class.id`,
  );
  const without = new Without(db);
  // Of overloads one that is abstract is enough for a compiler to ask.
  const isLeftOpen = (method: string, base: string, family: string): boolean => {
    const found = declared.all({ method, base });
    return found.every((one) => one.is_abstract === 0) && (found.length > 0 || !compiled.has(family));
  };
  const classOf = db.prepare("select 1 from symbols where name = ? and kind = 'class' limit 1");
  const isOwn = (base: string): boolean => classOf.get(base) !== undefined;
  return asked
    .flatMap(({ family, group, answers }) => {
      const all = answers.get(total) ?? [];
      const chances = sum(all);
      if (group === null || chances < leastClasses || new Set(all.map(({ path }) => path)).size < 3) return [];
      const kept = [...answers].filter(([method, held]) => method !== total && sum(held) >= chances * leastShare);
      const byFramework = isOwn(group) ? undefined : demanded.get(group);
      const free = kept.filter(([method]) => !byFramework?.has(method));
      const own = free.filter(([method]) => dynamic.has(family) || isLeftOpen(method, group, family));
      const whole = own.filter(([, held]) => sum(held) >= chances);
      // Of methods that some leave out, the one that the fewest do.
      const [most] = own.sort(([a, one], [b, other]) => sum(other) - sum(one) || (a < b ? -1 : 1));
      const told = whole.length > 0 ? whole.sort(([a], [b]) => (a < b ? -1 : 1)) : most ? [most] : [];
      const [first] = told;
      if (!first) return [];
      const methods = told.slice(0, mostMethods).map(([method]) => method);
      const [, held] = first;
      const apart = methods.length === 1 ? without.of(group, first[0], all, held) : [];
      return [constraint(group, methods, all, held, apart)];
    })
    .sort((a, b) => b.chances - a.chances || (a.id < b.id ? -1 : 1))
    .slice(0, most);
}

function constraint(
  base: string,
  methods: readonly string[],
  all: readonly Place[],
  held: readonly Place[],
  exceptions: Constraint["exceptions"],
): Constraint {
  const chances = sum(all);
  const kept = sum(held);
  const said = methods.length > 1 ? `${methods.slice(0, -1).join(", ")} and ${methods.at(-1)}` : `${methods[0]}`;
  return {
    id: `structural/${slug(`subclasses of ${base}`)}`.slice(0, 200),
    category: "structural",
    condition:
      kept < chances
        ? `${kept} of ${chances} classes that extend ${base} define ${said}.`
        : `Every class that extends ${base} defines ${said}.`,
    guidance: `Define ${said} in a new class that extends ${base}.`,
    scope: null,
    chances,
    confidence: Math.round(100 * wilson(kept, chances)),
    evidence: held.map(({ path, line }) => ({ path, line })),
    exceptions,
  };
}

const sum = (places: readonly Place[]): number => places.reduce((count, one) => count + one.count, 0);

/** Which classes that extend one lack a method of a name. */
class Without {
  readonly #ranges: FactRanges;
  readonly #extending: ReturnType<DatabaseSync["prepare"]>;
  readonly #method: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    const within = "fact >= ? and fact < ?";
    this.#extending = db.prepare(
      `select distinct type.id, type.name_line as line, base.name from type_relations as base join symbols as type on type.id = base.type
       where base.fact >= ? and base.fact < ? and type.fact >= ? and type.fact < ? and base.relation = 'extends'
         and type.kind = 'class' and type.is_abstract = 0
       order by type.name_line`,
    );
    this.#method = db.prepare(`select 1 from symbols where ${within} and parent = ? and name = ? and kind = 'method'`);
  }

  of(base: string, method: string, all: readonly Place[], held: readonly Place[]): Constraint["exceptions"] {
    const kept = new Map(held.map(({ path, count }) => [path, count]));
    return all
      .filter(({ path, count }) => (kept.get(path) ?? 0) < count)
      .flatMap(({ path, line, count }) => {
        if (count === 1) return [{ path, line }];
        const range = this.#ranges.of(path);
        const types = this.#extending.all(...range, ...range).filter(({ name }) => bareType(String(name)) === base);
        const lacking = types.filter(({ id }) => this.#method.get(...range, String(id), method) === undefined);
        return lacking.map(({ line }) => ({ path, line: Number(line) }));
      });
  }
}

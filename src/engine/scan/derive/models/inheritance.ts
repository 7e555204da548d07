/**
 * In which table a class is kept that extends another's model, by what the first model of all says:
 * https://jakarta.ee/specifications/persistence/3.1/jakarta-persistence-spec-3.1#a8156,
 * https://www.doctrine-project.org/projects/doctrine-orm/en/current/reference/inheritance-mapping.html.
 */
import type { Declarations } from "#engine/scan/derive/declarations";

/** One table for all, one for each with what it adds, one for each that is no abstract class with all that it has. */
type Strategy = "single" | "joined" | "apart";

/** Of each library, the annotation that says it, and what holds where none does. */
const saidBy: Readonly<Record<string, { readonly annotation: string; readonly otherwise: Strategy }>> = {
  JPA: { annotation: "Inheritance", otherwise: "single" },
  Doctrine: { annotation: "InheritanceType", otherwise: "apart" },
};

export interface Kept {
  /** The class whose table it is; null where that is none of the repository. */
  readonly in: string | null;
  /** Whether there is a table for it although it is abstract. */
  readonly isTold: boolean;
}

/** Libraries that keep what extends a model with it: https://www.mongodb.com/docs/mongoid/current/data-modeling/. */
const together: ReadonlySet<string> = new Set(["Mongoid"]);

/** Undefined: the library says nothing of it. */
export function keptOf(
  owner: string,
  library: string,
  declarations: Declarations,
  isModel: (symbol: string) => boolean,
): Kept | undefined {
  if (together.has(library)) return { in: declarations.basesOf(owner).findLast(isModel) ?? owner, isTold: false };
  // https://docs.djangoproject.com/en/5.2/topics/db/models/#proxy-models
  if (library === "Django" && declarations.isProxy(owner)) {
    const hasTable = (one: string) => isModel(one) && !declarations.isProxy(one) && !declarations.isAbstract(one);
    return { in: declarations.basesOf(owner).find(hasTable) ?? null, isTold: false };
  }
  if (library === "TypeORM") return keptTogether(owner, declarations);
  const said = saidBy[library];
  if (!said) return undefined;
  const isEntity = (symbol: string) => declarations.annotationsOf(symbol).includes("Entity");
  if (!isEntity(owner)) return undefined;
  const root = declarations.basesOf(owner).findLast(isEntity) ?? owner;
  const strategy = strategyOf(declarations.decoratorsOf(root), said);
  const isRoot = root === owner;
  return {
    in: strategy === "single" ? root : owner,
    isTold: strategy === "joined" || (strategy === "single" && isRoot),
  };
}

function strategyOf(decorators: readonly string[], { annotation, otherwise }: (typeof saidBy)[string]): Strategy {
  const written = decorators.find((one) => new RegExp(`^(?:[\\w.\\\\]+[.\\\\])?${annotation}\\b`).test(one));
  if (written === undefined) return otherwise;
  return /JOINED/.test(written) ? "joined" : /TABLE_PER_CLASS|NONE/.test(written) ? "apart" : "single";
}

/** https://typeorm.io/docs/entity/entity-inheritance/#single-table-inheritance */
function keptTogether(owner: string, declarations: Declarations): Kept | undefined {
  const isAnnotated = (symbol: string, by: string): boolean => declarations.annotationsOf(symbol).includes(by);
  if (isAnnotated(owner, "TableInheritance")) return { in: owner, isTold: true };
  if (!isAnnotated(owner, "ChildEntity")) return undefined;
  const root = declarations.basesOf(owner).find((one) => isAnnotated(one, "TableInheritance"));
  return { in: root ?? null, isTold: false };
}

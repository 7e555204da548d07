/** What declarations of a function have to do with each other: prototypes, definitions, definitions for other builds. */
import { certain } from "#context/call-sites";
import type { ProjectDb } from "#db/project-db";
import { eq, from, isIn, ne, nest } from "#db/query";
import { calls, symbols } from "#db/schema/facts";

const includes = /\.(?:[ch]|cc|cpp|cxx|c\+\+|hh|hpp|hxx|h\+\+|inl|ipp|tpp)$/i;

interface Declared {
  name: string;
  qualified: string;
  path: string;
  kind: string;
  /** Branches of its body; 0 where it has none. */
  complexity: number;
}

/**
 * The ids of the definitions that prototypes stand for, in other files. None where one of the declarations has a body, or
 * where the repository defines none of them.
 */
export async function definitionsOf(db: ProjectDb, declared: readonly Declared[]): Promise<string[]> {
  const [first] = declared;
  const isPrototype = ({ kind, complexity, path }: Declared) =>
    complexity === 0 && includes.test(path) && ["function", "method", "constructor"].includes(kind);
  if (!first || !declared.every(isPrototype)) return [];
  const all = await db.all(
    from(symbols)
      .where(
        eq(symbols.name, first.name),
        isIn(symbols.qualified, [...new Set(declared.map(({ qualified }) => qualified))]),
        ne(symbols.complexity, 0),
      )
      .limit(20)
      .select({ id: symbols.id, path: symbols.path }),
  );
  return all.filter(({ path }) => includes.test(path)).map(({ id }) => id);
}

/** What calls lead to in place of a definition: another one of the same function, for another build. */
export interface Alternative {
  path: string;
  callers: number;
}

/**
 * The other definitions of a function of which a build has one alone, with calls that lead to them: of C and C++ those that a
 * header declares as one, of Go those of one package.
 */
export async function alternativesOf(db: ProjectDb, target: Declared & { exported: number }): Promise<Alternative[]> {
  const isGo = target.path.endsWith(".go");
  const folder = target.path.slice(0, target.path.lastIndexOf("/") + 1);
  const isShared = target.complexity > 0 && (isGo || (includes.test(target.path) && target.exported === 1));
  if (!isShared) return [];
  const all = await db.all(
    from(symbols)
      .where(eq(symbols.name, target.name), eq(symbols.qualified, target.qualified), ne(symbols.path, target.path))
      .limit(20)
      .select({
        path: symbols.path,
        complexity: symbols.complexity,
        exported: symbols.exported,
        sites: nest(from(calls).where(eq(calls.callee, symbols.id), isIn(calls.resolution, certain)).limit(200), {
          caller: calls.caller,
        }),
      }),
  );
  const isDeclared = all.some(({ path, complexity }) => complexity === 0 && includes.test(path));
  if (!isGo && !isDeclared) return [];
  const isBeside = (path: string) =>
    isGo ? path.endsWith(".go") && path.slice(0, path.lastIndexOf("/") + 1) === folder : includes.test(path);
  return all
    .filter(({ path, complexity, sites }) => complexity > 0 && sites.length > 0 && isBeside(path))
    .map(({ path, sites }) => ({ path, callers: new Set(sites.map(({ caller }) => caller)).size }));
}

/** What a prototype of C or C++ stands for: calls lead to its definition, wherever that is. */
import type { ProjectDb } from "#db/project-db";
import { eq, from, isIn, ne } from "#db/query";
import { symbols } from "#db/schema/facts";

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

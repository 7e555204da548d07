/** Call sites as answers show them: by caller, and as ways through the call graph. */

/** Ways of resolving a call that lead to one declaration. */
export const certain = ["exact", "typed", "unique"] as const;
export type Certain = (typeof certain)[number];

export const isCertain = (resolution: string): resolution is Certain =>
  (certain as readonly string[]).includes(resolution);

export interface CallSite {
  caller: string;
  callerName: string;
  callerLine: number;
  path: string;
  line: number;
  resolution: string;
  quote: string | null;
}

/** One entry a caller with its first call, code before tests. */
export function groupByCaller(sites: readonly CallSite[]) {
  const byCaller = Map.groupBy(sites, ({ caller }) => caller);
  const grouped = [...byCaller.values()].map((own) => {
    const [first, ...rest] = own.toSorted((a, b) => a.line - b.line) as [CallSite, ...CallSite[]];
    return {
      function: first.callerName,
      file: first.path,
      line: first.callerLine,
      callSite: first.line,
      ...(first.quote !== null && { text: first.quote }),
      resolution: first.resolution as Certain,
      ...(rest.length > 0 && { otherCallSites: rest.map(({ line }) => line) }),
    };
  });
  const order = (a: { file: string; callSite: number }) => `${Number(isAside(a.file))}${a.file}`;
  return grouped.sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : a.callSite - b.callSite));
}

type Caller = ReturnType<typeof groupByCaller>[number];

/**
 * Every caller: the first ones of the code in full, further ones by name, those in tests by the lines of their calls
 * (three in full where nothing else calls).
 */
export function callersShown(callers: readonly Caller[], full: number) {
  const code = callers.filter(({ file }) => !isAside(file));
  const tests = callers.filter(({ file }) => isAside(file));
  const testsInFull = code.length === 0 ? Math.min(3, full) : 0;
  const directCallers = [...code.slice(0, full), ...tests.slice(0, testsInFull)].map(
    ({ text, otherCallSites, ...caller }) => ({
      ...caller,
      ...(text && { text: text.length > 100 ? `${text.slice(0, 99)}…` : text }),
      ...(otherCallSites && { otherCallSites: otherCallSites.slice(0, 8) }),
    }),
  );
  const moreCallers = byFile(code.slice(full)).map(([file, own]) => ({
    file,
    callers: own.map((caller) => `${caller.function}:${caller.callSite}`),
  }));
  const testCallers = byFile(tests.slice(testsInFull)).map(([file, own]) => ({
    file,
    lines: own.flatMap(({ callSite, otherCallSites = [] }) => [callSite, ...otherCallSites]),
  }));
  return {
    directCallers,
    ...(moreCallers.length > 0 && { moreCallers }),
    ...(testCallers.length > 0 && { testCallers }),
  };
}

const byFile = (callers: readonly Caller[]) => [...Map.groupBy(callers, ({ file }) => file)];

export interface Edge {
  callee: string | null;
  caller: string;
}

/** Callers at depth 2 and more of any of the targets, each by a shortest way: `[caller, …, target]`. */
export function callersAbove(targets: readonly string[], edges: readonly Edge[]) {
  const callersOf = Map.groupBy(edges, ({ callee }) => callee);
  const ways = new Map<string, string[]>(targets.map((target) => [target, [target]]));
  // A map is walked in the order of insertion, which is by depth.
  for (const [node, way] of ways) {
    for (const { caller } of callersOf.get(node) ?? []) if (!ways.has(caller)) ways.set(caller, [caller, ...way]);
  }
  return [...ways.values()]
    .filter((way) => way.length > 2)
    .map((way) => ({
      function: nameOfId(way[0] ?? ""),
      file: pathOfId(way[0] ?? ""),
      depth: way.length - 1,
      path: way.map(nameOfId),
    }));
}

/** The id of a symbol without its path: `OrderService.create`. */
export const nameOfId = (id: string): string => id.slice(id.lastIndexOf("#") + 1);
export const pathOfId = (id: string): string => id.slice(0, id.lastIndexOf("#"));

/** What generators write, by the names that they give: nobody changes it by hand. */
export const isGenerated = (path: string): boolean =>
  /(?:^|\/)(?:gen|generated|__generated__)\/|\.pb(?:\.\w+)?\.\w+$|_pb2?(?:_grpc)?\.\w+$|\.(?:g|gen|generated)\.\w+$|\.connect\.go$/.test(
    path,
  );

/** Test code and code that only shows: asked for last. */
export const isAside = (path: string): boolean =>
  /(?:^|\/)_{0,2}(?:tests?|spec|e2e|examples?|samples?|benchmarks?|bench|fixtures|mocks|docs?|testdata)(?:__)?\/|[._-](?:test|spec|bench)(?:-d)?\.\w+$|_test\.\w+$|(?:^|\/)(?:test_[^/]*|conftest)\.py$/.test(
    path,
  );

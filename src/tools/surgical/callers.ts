/** drift_callers: who calls a function, how surely, and what could not be told. */
import * as z from "zod";
import {
  callersAbove,
  callersShown,
  certain,
  groupByCaller,
  isAside,
  isCertain,
  nameOfId,
  pathOfId,
} from "#context/call-sites";
import type { NextAction } from "#contract/envelope";
import { resolutions } from "#contract/fact-words";
import { alias, append, type Condition, endsWith, eq, from, isIn, isOneOf, ne, nest, walk } from "#db/query";
import { calls, references, symbols, typeRelations } from "#db/schema/facts";
import { blindSpots } from "#tools/kit/blind-spots";
import { defineTool } from "#tools/kit/define-tool";
import { alternativesOf, definitionsOf } from "#tools/kit/definitions";
import { isNamed, noSuchSymbol, parseName } from "#tools/kit/names";
import * as params from "#tools/kit/params";
import { counted } from "#tools/kit/present";

/**
 * Callers that are shown with line and text; the rest are named. A larger `maxTokens` shows more, and who asks for the
 * callers of callers looks further than at lines.
 */
const shownWithText = (budget: number, transitive: boolean): number =>
  Math.max(transitive ? 2 : 4, Math.floor((budget - 1_200) / 200) - (transitive ? 2 : 0));
/** What is read at most: call sites of all symbols of the name, edges of a walk, sites counted by name. */
const limits = { sites: 1_500, edges: 600, counted: 2_000, indirect: 12, through: 200 };

const place = { function: z.string(), file: z.string(), line: z.number().int() };
const count = z.number().int();

export default defineTool({
  name: "drift_callers",
  title: "Callers of a function",
  description:
    "Who calls a function, method or class: each caller with the line of the call and its text, and how surely it is known. Call it before changing or removing one. Says what could not be resolved, so that no callers is not taken for unused.",
  category: "surgical",
  input: z.object({
    function: params.symbolName.describe("Name, `Class.method`, or `path#name`"),
    file: params.path.optional().describe("Where it is declared: path, or the end of it"),
    transitive: z.boolean().default(false).describe("Callers of callers too"),
    maxDepth: z.number().int().min(2).max(5).default(2),
  }),
  output: z.object({
    target: z.object(place),
    otherTargets: z
      .array(z.object({ ...place, directCount: count }))
      .optional()
      .describe("More symbols of that name: ask with `file` for theirs"),
    directCallers: z.array(
      z.object({
        ...place,
        callSite: z.number().int().describe("Line of the call"),
        text: z.string().optional().describe("That line"),
        resolution: z
          .enum(certain)
          .describe("exact: by scopes and imports; typed: by the receiver's type; unique: by its rare name"),
        otherCallSites: z.array(z.number().int()).optional(),
      }),
    ),
    moreCallers: z
      .array(z.object({ file: z.string(), callers: z.array(z.string()) }))
      .optional()
      .describe("The other callers, as function:line of a call"),
    testCallers: z
      .array(z.object({ file: z.string(), lines: z.array(z.number().int()) }))
      .optional()
      .describe("Lines of the calls in tests and examples"),
    transitiveCallers: z
      .array(z.object({ function: z.string(), file: z.string(), depth: count, path: z.array(z.string()) }))
      .optional(),
    references: z
      .array(
        z.object({ ...place, kind: z.enum(["jsx", "decorator", "callback"]), at: count, text: z.string().optional() }),
      )
      .optional()
      .describe("Uses without a call: passed on, as JSX, as a decorator"),
    throughTypes: z
      .array(z.object({ function: z.string(), file: z.string(), callers: count }))
      .optional()
      .describe("Methods of its base types and interfaces: a call of one may lead here"),
    stats: z.object({
      directCount: count.describe("Functions that call it"),
      testCount: count.describe("How many of these are in tests or examples"),
      callSites: count,
      transitiveCount: count.optional(),
      isPublicApi: z.boolean().describe("Exported and not private: callers outside this repository are possible"),
      isWidelyUsed: z.boolean().describe("More than 5 callers"),
      unresolvedSites: z
        .partialRecord(z.enum(resolutions), count)
        .optional()
        .describe("Calls of that name that lead elsewhere or that could not be told"),
    }),
  }),
  example: { function: "addMoney" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["references", "transitiveCallers", "testCallers", "moreCallers", "otherTargets", "directCallers"],

  async run({ function: asked, file, transitive, maxDepth }, { db, budget, head }) {
    const name = parseName(asked);
    const ask = (named: Condition) =>
      db.batch({
        found: targets(named),
        elsewhere: from(calls)
          .where(eq(calls.calleeName, name.name), isIn(calls.resolution, ["external", "dynamic", "unresolved"]))
          .tally(calls.resolution, limits.counted),
        ...(transitive && { walked: edgesTo(named, maxDepth) }),
      });
    const asDeclared = await ask(isNamed(name, file));
    if (asDeclared.found.length === 0) throw await noSuchSymbol({ db, head }, asked, file);
    const hasSites = asDeclared.found.some(({ sites, uses }) => sites.length + uses.length > 0);
    const defined = hasSites ? [] : await definitionsOf(db, asDeclared.found);
    const { found, elsewhere, walked } = defined.length > 0 ? await ask(isIn(symbols.id, defined)) : asDeclared;

    const tallied = found.map((symbol) => {
      const sites = [...symbol.sites, ...symbol.makers];
      return { ...symbol, sites, callers: groupByCaller(sites.filter((site) => isCertain(site.resolution))) };
    });
    tallied.sort(
      (a, b) =>
        Number(isAside(a.path)) - Number(isAside(b.path)) ||
        b.callers.length - a.callers.length ||
        b.exported - a.exported,
    );
    const [target, ...others] = tallied;
    if (!target) throw await noSuchSymbol({ db, head }, asked, file);
    const { callers, uses, sites } = target;
    const through = throughTypes([...target.based, ...target.alike]);
    const ambiguous = sites.filter(({ resolution }) => !isCertain(resolution)).length;
    const unresolved = Object.fromEntries([
      ...(ambiguous > 0 ? [["ambiguous", ambiguous]] : []),
      ...elsewhere.map(({ value, count }) => [value, count]),
    ]) as Partial<Record<(typeof resolutions)[number], number>>;
    const edges = walked?.flatMap((level) => level.edges);
    const indirect = edges && callersAbove([target.id, ...constructorsOf(target.id)], edges);
    const truncated = sites.length >= limits.sites;
    const alternatives = callers.length === 0 ? await alternativesOf(db, target) : [];

    return {
      summary: summarise(target, callers.length, through, unresolved),
      data: {
        target: { function: nameOfId(target.id), file: target.path, line: target.line },
        ...(others.length > 0 && {
          otherTargets: others.map(({ id, path, line, callers }) => ({
            function: nameOfId(id),
            file: path,
            line,
            directCount: callers.length,
          })),
        }),
        ...callersShown(callers, shownWithText(budget, transitive)),
        ...(indirect && { transitiveCallers: indirect.slice(0, limits.indirect) }),
        ...(through.length > 0 && { throughTypes: through }),
        ...(uses.length > 0 && {
          references: uses.map((use) => ({
            kind: use.kind as "callback",
            function: use.callerName,
            file: use.path,
            line: use.callerLine,
            at: use.line,
            ...(use.quote !== null && { text: use.quote }),
          })),
        }),
        stats: {
          directCount: callers.length,
          testCount: callers.filter((caller) => isAside(caller.file)).length,
          callSites: callers.reduce((sum, caller) => sum + 1 + (caller.otherCallSites?.length ?? 0), 0),
          ...(indirect && { transitiveCount: indirect.length }),
          isPublicApi: target.exported === 1 && target.visibility === "public",
          isWidelyUsed: callers.length > 5,
          ...(Object.keys(unresolved).length > 0 && { unresolvedSites: unresolved }),
        },
      },
      warnings: [
        ...(defined.length > 0
          ? [`${pathOfId(asDeclared.found[0]?.id ?? "")} only declares it: these are the callers of the definition.`]
          : []),
        ...alternatives.map(
          ({ path, callers }) =>
            `Its calls are told of the definition in ${path} (${counted(callers, "caller")}): a build has one of them, and calls this where it has this one.`,
        ),
        ...(callers.length === 0 ? blindSpots(head.counts) : []),
        ...doubts(name.name, unresolved),
        ...(truncated
          ? [`More than ${limits.sites} call sites: counts are lower bounds. Pass \`file\` to narrow.`]
          : []),
        ...(edges && edges.length >= limits.edges ? ["The walk over callers of callers was cut: there are more."] : []),
        ...(indirect && indirect.length > limits.indirect
          ? [
              `transitiveCallers: the nearest ${limits.indirect} of ${indirect.length}. Ask for the callers of one of them.`,
            ]
          : []),
      ],
      nextActions: next(target, callers.length, transitive),
    };
  },
});

/** A call that makes an instance leads to the constructor, where one is written. */
const constructors = ["constructor", "__init__", "__construct"];
/** How the ids of overloads end, of which one may be called after another. */
const overloads = ["", "~2", "~3", "~4"];
const constructorIds = [
  ...constructors.map((name) => append(symbols.id, `.${name}`)),
  ...overloads.map((end) => append(symbols.id, ".", symbols.name, end)),
];
/** Those that are methods elsewhere. */
const namedIds = ["initialize", ...overloads.map((end) => `init${end}`)].map((name) => append(symbols.id, `.${name}`));
/** The ids of a class's constructors. */
const constructorsOf = (id: string): string[] => {
  const name = nameOfId(id).split(".").at(-1) ?? "";
  return [...constructors, ...overloads.map((end) => `${name}${end}`)].map((own) => `${id}.${own}`);
};

const siteFields = {
  caller: calls.caller,
  callerName: calls.callerName,
  callerLine: calls.callerLine,
  path: calls.path,
  line: calls.line,
  resolution: calls.resolution,
  quote: calls.quote,
};

const maker = alias(symbols, "maker");
const owner = alias(symbols, "owner");
const declared = alias(symbols, "declared");
const throughFields = { callee: calls.callee, caller: calls.caller };

/** The symbols of the name, each with the calls that lead to it and its uses without a call. */
const targets = (named: Condition) =>
  from(symbols)
    .where(named)
    .limit(40)
    .select({
      id: symbols.id,
      path: symbols.path,
      name: symbols.name,
      qualified: symbols.qualified,
      kind: symbols.kind,
      complexity: symbols.complexity,
      line: symbols.nameLine,
      exported: symbols.exported,
      visibility: symbols.visibility,
      sites: nest(from(calls).where(eq(calls.callee, symbols.id)).limit(limits.sites), siteFields),
      makers: nest(
        from(maker)
          .join(calls, eq(calls.callee, maker.id))
          .where(
            isIn(symbols.kind, ["class", "struct"]),
            isOneOf(maker.id, [...constructorIds, ...namedIds]),
            eq(maker.kind, "constructor"),
          )
          .limit(limits.sites),
        siteFields,
      ),
      // Calls whose receiver is declared as a base type, and as any interface that has such a method: Go's types do not
      // say which they implement.
      based: nest(
        from(typeRelations)
          .join(calls, eq(calls.callee, append(typeRelations.target, ".", symbols.name)))
          .where(
            eq(typeRelations.type, symbols.parent),
            isIn(typeRelations.relation, ["extends", "implements"]),
            isIn(calls.resolution, certain),
          )
          .limit(limits.through),
        throughFields,
      ),
      alike: nest(
        from(declared)
          .join(owner, eq(owner.id, declared.parent))
          .join(calls, eq(calls.callee, declared.id))
          .where(
            eq(declared.name, symbols.name),
            eq(owner.kind, "interface"),
            eq(symbols.kind, "method"),
            endsWith(symbols.path, ".go"),
            ne(declared.rowId, symbols.rowId),
            isIn(calls.resolution, certain),
          )
          .limit(limits.through),
        throughFields,
      ),
      uses: nest(from(references).where(eq(references.symbol, symbols.id)).limit(200), {
        kind: references.kind,
        callerName: references.callerName,
        callerLine: references.callerLine,
        path: references.path,
        line: references.line,
        quote: references.quote,
      }),
    });

const start = alias(symbols, "start");

const edgesTo = (named: Condition, depth: number) =>
  walk({
    start: from(symbols)
      .join(start, isOneOf(start.id, [symbols.id, ...constructorIds]))
      .where(named)
      .limit(60),
    node: start.id,
    through: calls,
    enter: calls.callee,
    leave: calls.caller,
    where: isIn(calls.resolution, certain),
    depth,
    limit: limits.edges,
    fields: { callee: calls.callee, caller: calls.caller },
  });

type Unresolved = Partial<Record<(typeof resolutions)[number], number>>;

/** By the method that is called, how many call it. */
const throughTypes = (sites: readonly { callee: string | null; caller: string }[]) =>
  [...Map.groupBy(sites, ({ callee }) => callee ?? "")].map(([callee, own]) => ({
    function: nameOfId(callee),
    file: pathOfId(callee),
    callers: new Set(own.map(({ caller }) => caller)).size,
  }));

function summarise(
  { id, path, uses }: { id: string; path: string; uses: readonly unknown[] },
  callers: number,
  through: ReturnType<typeof throughTypes>,
  unresolved: Unresolved,
): string {
  const open = (unresolved.ambiguous ?? 0) + (unresolved.dynamic ?? 0) + (unresolved.unresolved ?? 0);
  const known = callers === 0 ? "No call is known to lead to" : `${counted(callers, "caller")} of`;
  const passed = uses.length > 0 ? `, ${counted(uses.length, "use")} without a call` : "";
  const indirect = through.map(({ function: method, callers }) => `${method} (${counted(callers, "caller")})`);
  const dispatched = indirect.length > 0 ? ` It may be what calls of ${indirect.slice(0, 3).join(", ")} lead to.` : "";
  const doubt = open > 0 ? ` ${counted(open, "further call")} of that name could not be told.` : "";
  return `${known} ${nameOfId(id)} (${path})${passed}.${dispatched}${doubt}`;
}

function doubts(name: string, unresolved: Unresolved): string[] {
  const open = (["ambiguous", "dynamic", "unresolved"] as const).flatMap((kind) =>
    unresolved[kind] ? [`${unresolved[kind]} ${kind}`] : [],
  );
  if (open.length === 0) return [];
  return [
    `Calls of "${name}" that may lead here too: ${open.join(", ")}. Search the text for \`${name}(\` before removing it.`,
  ];
}

function next(target: { id: string; path: string }, callers: number, transitive: boolean): NextAction[] {
  const args = { function: nameOfId(target.id), file: target.path };
  const signature: NextAction = {
    tool: "drift_signature",
    args: { symbol: args.function, file: args.file },
    reason: "How it is declared",
    priority: "medium",
  };
  if (callers === 0 || transitive) return [signature];
  return [
    { tool: "drift_callers", args: { ...args, transitive: true }, reason: "What a change reaches", priority: "medium" },
  ];
}

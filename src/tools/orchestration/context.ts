/** drift_context: what one needs to know to begin a task. */
import * as z from "zod";
import { isAside, nameOfId } from "#context/call-sites";
import { assemble, depths, type Intent, intents, pieces } from "#context/compose";
import { readFocus } from "#context/focus";
import { gatherAround, gatherMatches } from "#context/gather";
import { type RankedFile, rankFiles } from "#context/rank";
import type { NextAction } from "#contract/envelope";
import { defineTool } from "#tools/kit/define-tool";
import * as params from "#tools/kit/params";
import { counted } from "#tools/kit/present";

/** What a depth costs unless `maxTokens` says otherwise, and what the envelope needs of it. */
const depthTokens = { overview: 2_000, standard: 6_000, deep: 12_000 };
const envelopeTokens = 250;

const strings = z.array(z.string()).optional();

export default defineTool({
  name: "drift_context",
  title: "Context for a task",
  description:
    "Start here. The code that matters for a task: files with their symbols, callers, callees, types, tests, recent commits, and next steps. Replaces reading and searching files.",
  category: "orchestration",
  input: z.object({
    intent: z.enum(intents),
    focus: z.string().trim().min(1).max(2_000).describe("Path, symbol, or the task in words"),
    activeFile: params.path.optional().describe("File that is open"),
    depth: z.enum(depths).default("standard"),
  }),
  output: z.object({
    matchedBy: z.enum(["path", "symbol", "words", "nothing"]).describe("What of the focus found the first file"),
    files: z
      .array(
        z.object({
          id: z.string().describe("Path"),
          symbols: z.array(z.string()).describe("line: signature [owner] — documentation"),
          body: z.string().optional().describe("First lines of the best symbol"),
        }),
      )
      .optional()
      .describe("Best first"),
    moreFiles: strings.describe("path: symbols that matched"),
    callers: strings,
    callees: strings,
    types: strings,
    tests: strings,
    recent: strings,
  }),
  example: { intent: "fix_bug", focus: "total of an order with several lines" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["recent", "moreFiles", "types", "callees", "tests", "callers", "files"],
  deduplicate: ["files"],

  async run({ intent, focus: asked, activeFile, depth }, { db, now, budget, tokens }) {
    const focus = readFocus(asked);
    const matches = await gatherMatches(db, focus);
    const ranked = rankFiles(focus, matches, { activeFile, wantsTests: intent === "add_test" });
    const [best] = ranked;
    if (!best) return nothing(asked);

    const ids = ranked
      .filter(({ path }) => intent === "add_test" || !isAside(path) || path === best.path)
      .slice(0, best.why === "words" ? 3 : 5)
      .flatMap(({ hits }) => hits.slice(0, ranked.length === 1 ? 20 : 5).map(({ id }) => id));
    const around = await gatherAround(
      db,
      ranked.map(({ path }) => path),
      ids,
      Math.floor(now / 1_000),
    );
    const all = pieces(ranked, around, intent);
    const context = assemble(all, depth, Math.min(budget, depthTokens[depth]) - envelopeTokens, tokens);
    const lead = best.hits.find(({ kind }) => kind !== "property") ?? best.hits[0];
    return {
      summary: `${best.path}${lead ? `, ${lead.name} (line ${lead.line}),` : ""} fits best; ${counted(ranked.length, "file matches", "files match")} by ${best.why}.`,
      data: { matchedBy: best.why, ...context },
      nextActions: next(intent, best, asked),
    };
  },
});

function nothing(focus: string) {
  return {
    summary: `Nothing in this snapshot matches "${focus.slice(0, 80)}".`,
    data: { matchedBy: "nothing" as const },
    warnings: ["Use words that the code would use: names, paths, domain terms."],
    nextActions: [
      {
        tool: "drift_discover",
        args: { section: "status" },
        reason: "Whether this is the right project",
        priority: "medium" as const,
      },
    ],
  };
}

function next(intent: Intent, best: RankedFile, asked: string): NextAction[] {
  const symbol = best.hits.find(({ kind }) => ["function", "method"].includes(kind));
  const type = best.hits.find(({ kind }) => ["class", "interface", "struct", "enum", "type_alias"].includes(kind));
  const callers = symbol && {
    tool: "drift_callers",
    args: { function: nameOfId(symbol.id), file: best.path },
    reason: "Who is affected by a change",
    priority: "high" as const,
  };
  const structure = type && {
    tool: "drift_type",
    args: { type: nameOfId(type.id), file: best.path },
    reason: "Its structure",
    priority: "medium" as const,
  };
  const byIntent: Partial<Record<Intent, NextAction>> = {
    add_feature: {
      tool: "drift_similar",
      args: { intent: "utility", description: asked.slice(0, 500) },
      reason: "Code to take as a model",
      priority: "high",
    },
    add_test: {
      tool: "drift_test_template",
      args: { targetFile: best.path, ...(symbol && { function: nameOfId(symbol.id) }) },
      reason: "A test in this codebase's style",
      priority: "high",
    },
    review_pr: {
      tool: "drift_recent",
      args: { area: best.path, days: 30 },
      reason: "What changed here",
      priority: "high",
    },
  };
  const own = byIntent[intent];
  return [...(own ? [own] : []), ...(callers ? [callers] : []), ...(structure ? [structure] : [])].slice(0, 3);
}

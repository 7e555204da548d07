/** drift_similar: existing code to take as a model. */
import * as z from "zod";
import { errorHandlingOf, importsPhrase, namingPhrase } from "#context/code-style";
import { readFocus } from "#context/focus";
import { learnImports } from "#context/import-style";
import { codeIntents, similarity, wordsOf } from "#context/similarity";
import { isIn, search, searchScore, startsWith } from "#db/query";
import { imports, symbols } from "#db/schema/facts";
import { blindSpots } from "#tools/kit/blind-spots";
import { defineTool } from "#tools/kit/define-tool";
import * as params from "#tools/kit/params";

const modelKinds = ["function", "method", "class", "struct", "interface", "variable"];

export default defineTool({
  name: "drift_similar",
  title: "Similar code",
  description:
    "Existing functions and classes most like what you are about to write, with their first lines, why they match, and the naming, error and import conventions around them. Call it before you write new code.",
  category: "surgical",
  input: z.object({
    intent: z.enum(codeIntents),
    description: z.string().trim().min(3).max(500),
    scope: params.path.optional().describe("Folder to stay in"),
    limit: z.number().int().min(1).max(10).default(3),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        file: z.string(),
        line: z.number().int(),
        function: z.string().optional(),
        class: z.string().optional(),
        similarity: z.number().describe("0 to 1"),
        reason: z.string(),
        preview: z.string().describe("First lines, or the signature"),
        patterns: z.array(z.string()).optional(),
      }),
    ),
    conventions: z.object({
      naming: z.string().optional(),
      errorHandling: z.string().optional(),
      imports: z.string().optional(),
    }),
  }),
  example: { intent: "service", description: "cancel an order" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["matches"],

  async run({ intent, description: asked, scope, limit }, { db, head }) {
    const description = readFocus(asked).text;
    const within = scope === undefined ? undefined : startsWith(symbols.path, `${scope}/`);
    const models = isIn(symbols.kind, modelKinds);
    const { described, alike, style } = await db.batch({
      described: search(description).where(models, within).limit(60).select(fields),
      // Where no word of the description occurs, code of that kind is still a model.
      alike: search(wordsOf(intent), ["name", "path"]).where(models, within).limit(20).select(fields),
      style: search(description).where(models, within).joinUnit(imports, symbols).limit(80).select({
        path: imports.path,
        specifier: imports.specifier,
        resolved: imports.resolved,
        kind: imports.kind,
        typeOnly: imports.typeOnly,
      }),
    });
    const top = described[0]?.score ?? 0;
    const known = new Set(described.map(({ id }) => id));
    const candidates = [...described, ...alike.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, score: 0 }))];
    const matches = candidates
      .map((row) => ({ row, ...similarity(row, { intent, description, top }) }))
      .sort((a, b) => b.similarity - a.similarity || (a.row.id < b.row.id ? -1 : 1))
      .slice(0, limit);
    const [best] = matches;
    const rows = candidates.filter(({ path }) => best && path.split(".").at(-1) === best.row.path.split(".").at(-1));
    const naming = namingPhrase(rows);
    const errorHandling = errorHandlingOf(rows.flatMap(({ preview }) => preview ?? []));
    const near = best ? learnImports(best.row.path, style) : undefined;
    const knownStyle = near && style.some(({ resolved }) => resolved !== null);
    return {
      summary: best
        ? `${best.row.qualified} in ${best.row.path}:${best.row.line} is most like it (${best.similarity}).`
        : `Nothing like "${asked}"${scope ? ` in ${scope}` : ""}.`,
      data: {
        matches: matches.map(({ row, similarity, reason }) => ({
          file: row.path,
          line: row.line,
          ...(["class", "struct", "interface"].includes(row.kind)
            ? { class: row.qualified }
            : { function: row.qualified }),
          similarity,
          reason,
          preview: row.preview ?? row.signature,
        })),
        conventions: {
          ...(naming && { naming }),
          ...(errorHandling && { errorHandling }),
          ...(near && knownStyle && { imports: importsPhrase(near.style) }),
        },
      },
      warnings: best
        ? best.similarity < 0.4
          ? ["Only loosely alike: judge before you imitate."]
          : []
        : blindSpots(head.counts),
      nextActions: best
        ? [
            {
              tool: "drift_signature",
              args: { symbol: best.row.qualified, file: best.row.path },
              reason: "Its whole declaration",
              priority: "medium",
            },
          ]
        : scope
          ? [
              {
                tool: "drift_similar",
                args: { intent, description: asked },
                reason: "The same everywhere",
                priority: "high",
              },
            ]
          : [],
    };
  },
});

const fields = {
  id: symbols.id,
  name: symbols.name,
  qualified: symbols.qualified,
  kind: symbols.kind,
  path: symbols.path,
  line: symbols.nameLine,
  signature: symbols.signature,
  doc: symbols.doc,
  decorators: symbols.decorators,
  exported: symbols.exported,
  complexity: symbols.complexity,
  preview: symbols.preview,
  score: searchScore,
};

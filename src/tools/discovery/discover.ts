/** drift_discover: what can be asked here, of which project. */
import * as z from "zod";
import { projectName } from "#db/account-rows";
import { blindSpots } from "#tools/kit/blind-spots";
import { type Category, defineTool } from "#tools/kit/define-tool";
import { counted } from "#tools/kit/present";

const about: Record<Category, string> = {
  orchestration: "Several lookups in one",
  discovery: "What there is",
  surgical: "One exact question, one small answer",
};

export default defineTool({
  name: "drift_discover",
  title: "Discover tools and project",
  description:
    "The project's status and languages, and every tool with its arguments. Call it once to learn what drift_tool can run.",
  category: "discovery",
  input: z.object({
    section: z.enum(["all", "status", "tools", "languages"]).default("all"),
  }),
  output: z.object({
    status: z
      .object({
        project: z.string(),
        branch: z.string(),
        commit: z.string().optional(),
        files: z.number().int(),
        symbols: z.number().int(),
        notKnown: z.string().optional().describe("What the facts cannot tell of"),
        callsResolved: z.string().describe("Share of the calls within the repository that lead to a declaration"),
      })
      .optional(),
    tools: z
      .object({
        categories: z.array(
          z.object({
            name: z.string(),
            description: z.string(),
            tools: z.array(
              z.object({
                name: z.string(),
                description: z.string(),
                arguments: z.record(z.string(), z.string()),
                tokenCost: z.string(),
              }),
            ),
          }),
        ),
        totalTools: z.number().int(),
      })
      .optional(),
    languages: z.array(z.object({ language: z.string(), files: z.number().int() })).optional(),
  }),
  example: { section: "all" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },

  async run({ section }, { catalog, project, head }) {
    const shows = (name: typeof section) => section === "all" || section === name;
    const entries = catalog.list();
    const { files, symbols, calls, languages } = head.counts;
    const known = (calls.exact ?? 0) + (calls.typed ?? 0) + (calls.unique ?? 0);
    const [blind] = blindSpots(head.counts);
    const open = (calls.ambiguous ?? 0) + (calls.dynamic ?? 0) + (calls.unresolved ?? 0);
    return {
      summary: `${projectName(project)}@${head.name}: ${counted(files, "file")}, ${counted(entries.length, "tool")}. Start with drift_context; run the others with drift_tool.`,
      data: {
        ...(shows("status") && {
          status: {
            project: projectName(project),
            branch: head.name,
            ...(head.commit !== null && { commit: head.commit.slice(0, 10) }),
            files,
            symbols,
            ...(blind !== undefined && { notKnown: blind }),
            callsResolved: known + open === 0 ? "no calls" : `${Math.round((100 * known) / (known + open))} %`,
          },
        }),
        ...(shows("languages") && {
          languages: Object.entries(languages)
            .sort((a, b) => b[1] - a[1])
            .map(([language, files]) => ({ language, files })),
        }),
        ...(shows("tools") && {
          tools: {
            categories: [...Map.groupBy(entries, ({ category }) => category)].map(([category, own]) => ({
              name: category,
              description: about[category],
              tools: own.map((entry) => ({
                name: entry.name,
                description: entry.description,
                arguments: argumentsOf(entry.inputSchema),
                tokenCost: `~${entry.targetTokens}`,
              })),
            })),
            totalTools: entries.length,
          },
        }),
      },
      nextActions: [
        {
          tool: "drift_context",
          args: { intent: "understand_code", focus: projectName(project).split("/")[1] ?? "" },
          reason: "Where to begin in this code; name your own task as focus",
          priority: "high",
        },
      ],
    };
  },
});

interface Property {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  items?: Property;
}

/** Each argument as `type, default or required: meaning`. */
function argumentsOf(schema: Record<string, unknown>): Record<string, string> {
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, Property>).map(([name, property]) => {
      const type = property.enum
        ? property.enum.join("|")
        : property.items
          ? `${property.items.type ?? "any"}[]`
          : (property.type ?? "any");
      const need =
        property.default !== undefined
          ? ` = ${JSON.stringify(property.default)}`
          : required.includes(name)
            ? ", required"
            : "";
      return [name, `${type}${need}${property.description ? `: ${property.description}` : ""}`];
    }),
  );
}

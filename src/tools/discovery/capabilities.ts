/** drift_capabilities: every tool, in one line each. */
import * as z from "zod";
import { categories, defineTool } from "#tools/kit/define-tool";
import { counted } from "#tools/kit/present";

export default defineTool({
  name: "drift_capabilities",
  title: "All tools in brief",
  description:
    "All tools with one line each, grouped by category, or one category with its arguments. Call it to choose a tool; drift_tool runs it.",
  category: "discovery",
  input: z.object({
    category: z.enum(Object.keys(categories) as [keyof typeof categories, ...(keyof typeof categories)[]]).optional(),
  }),
  output: z.object({
    tools: z.array(
      z.object({
        name: z.string(),
        purpose: z.string(),
        category: z.string(),
        arguments: z.string().optional().describe("`?` marks what may be left out"),
        tokens: z.number().int().describe("What an answer costs, about"),
      }),
    ),
  }),
  example: {},
  cost: "light",
  projectless: true,
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["tools"],

  async run({ category }, { catalog }) {
    const entries = catalog.list().filter((entry) => category === undefined || entry.category === category);
    return {
      summary: `${counted(entries.length, "tool")}${category ? ` in ${category}` : ""}; run one with drift_tool {name, args}.`,
      data: {
        tools: entries.map((entry) => ({
          name: entry.name,
          purpose: category ? entry.description : (entry.description.split(/(?<=[.:;]) /)[0] ?? entry.title),
          category: entry.category,
          ...(category && { arguments: signature(entry.inputSchema) }),
          tokens: entry.targetTokens,
        })),
      },
    };
  },
});

/** `function, file?, maxDepth? = 2` of a JSON schema. */
function signature(schema: Record<string, unknown>): string {
  const properties = (schema.properties ?? {}) as Record<string, { default?: unknown; enum?: unknown[] }>;
  const required = (schema.required ?? []) as string[];
  return Object.entries(properties)
    .map(([name, property]) => {
      const values = property.enum ? `: ${property.enum.join("|")}` : "";
      const start = property.default === undefined ? "" : ` = ${JSON.stringify(property.default)}`;
      return `${name}${required.includes(name) && start === "" ? "" : "?"}${values}${start}`;
    })
    .join(", ");
}

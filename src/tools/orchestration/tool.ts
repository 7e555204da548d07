/** drift_tool: runs any tool by name. */
import * as z from "zod";
import { defineTool } from "#tools/kit/define-tool";

export default defineTool({
  name: "drift_tool",
  title: "Run a Drift tool",
  description:
    "Runs any Drift tool by name, for example drift_callers. drift_discover lists tools and their arguments.",
  category: "orchestration",
  input: z.object({
    name: z.string().trim().min(1).max(100).describe("e.g. drift_callers"),
    args: z.record(z.string(), z.unknown()).default({}).describe("That tool's arguments"),
  }),
  output: z.looseObject({}).describe("The data of the tool that ran"),
  example: { name: "drift_signature", args: { symbol: "formatMoney" } },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  dispatches: ({ name, args }) => ({ tool: name, args }),

  async run({ name, args }, { catalog }) {
    const { summary, data } = await catalog.call(name, args);
    return { summary, data: data as Record<string, unknown> };
  },
});

/** What a connection costs before anything is asked, counted in o200k tokens by tiktoken. */
import { get_encoding } from "tiktoken";
import { expect, it } from "vitest";
import { inputSchema } from "#mcp/arguments";
import type { Caller } from "#mcp/caller";
import { listedTools } from "#mcp/find-tool";
import { INSTRUCTIONS } from "#mcp/server";

const encoding = get_encoding("o200k_base");
const tokens = (text: string): number => encoding.encode(text).length;

const caller: Caller = {
  requestId: "r",
  principal: {
    kind: "user",
    user: "u",
    organisation: "o",
    role: "owner",
    scopes: ["drift:read", "drift:write"],
    grant: "g",
    expiresAt: 0,
  },
  organisation: "acme",
  endpoint: { path: "/mcp" },
  sessionful: false,
  client: "test",
};

/** As `tools/list` sends them. */
const listing = (of: Caller): string =>
  JSON.stringify(
    listedTools(of).map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool, of),
      annotations: {
        readOnlyHint: tool.hints.readOnly,
        destructiveHint: tool.hints.destructive,
        idempotentHint: tool.hints.idempotent,
        openWorldHint: tool.hints.openWorld,
      },
    })),
  );

it("lists three tools for at most 1,000 tokens", () => {
  expect(listedTools(caller).map(({ name }) => name)).toEqual(["drift_context", "drift_discover", "drift_tool"]);
  expect(tokens(listing(caller))).toBeLessThanOrEqual(1_000);
});

it("says when to call what in at most 120 tokens", () => {
  expect(tokens(INSTRUCTIONS)).toBeLessThanOrEqual(120);
});

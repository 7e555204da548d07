/** `tools/list` and `tools/call`, the same in both eras. */
import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { DriftError, type ErrorBody } from "#contract/errors";
import { inputSchema } from "./arguments.ts";
import { callTool } from "./call-tool.ts";
import { callerOf } from "./caller.ts";
import { findTool, listedTools } from "./find-tool.ts";
import type { Ports } from "./ports.ts";
import { answerResult, errorResult } from "./render.ts";

/**
 * The handlers are set on the protocol server itself, because what `McpServer` does for registered tools
 * does not fit: it checks arguments in words of its own, can call only what it lists, and lists one set
 * for every caller. Output schemas are not listed: they would cost more tokens than all the rest.
 */
export function serveTools({ server }: McpServer, ports: Ports): void {
  server.setRequestHandler("tools/list", (_, context) => {
    const caller = callerOf(context);
    return {
      tools: listedTools(caller).map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        inputSchema: inputSchema(tool, caller) as { type: "object" },
        annotations: {
          readOnlyHint: tool.hints.readOnly,
          destructiveHint: tool.hints.destructive,
          idempotentHint: tool.hints.idempotent,
          openWorldHint: tool.hints.openWorld,
        },
      })),
    };
  });

  server.setRequestHandler("tools/call", async ({ params }, context) => {
    // A tool that is not there is a fault of the request; everything else is a tool's answer.
    const unknown = unknownTool(params.name);
    if (unknown) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknown.message, unknown);
    const outcome = await callTool(params.name, params.arguments, callerOf(context), ports);
    return outcome.ok ? answerResult(outcome.envelope, outcome.links) : errorResult(outcome.error);
  });
}

function unknownTool(name: string): ErrorBody | undefined {
  try {
    findTool(name);
    return undefined;
  } catch (error) {
    if (error instanceof DriftError) return error.body;
    throw error;
  }
}

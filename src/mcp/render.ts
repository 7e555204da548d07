/** An answer as text, for clients that read only text, and the MCP result around it. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Envelope } from "#contract/envelope";
import type { ErrorBody } from "#contract/errors";

type Said = Pick<Envelope, "summary" | "data" | "warnings" | "pagination">;

/** The summary, the data in compact form, and what a reader must not miss. Budgets are counted in this. */
export function renderText({ summary, data, warnings = [], pagination }: Said): string {
  return [
    summary,
    JSON.stringify(data),
    ...warnings.map((warning) => `Note: ${warning}`),
    ...(pagination?.nextCursor ? [`More: pass cursor ${pagination.nextCursor}`] : []),
  ].join("\n");
}

export function renderError({ code, message, hint, similar, command, retryAfterMs }: ErrorBody): string {
  return [
    `Error [${code}]: ${message}`,
    ...(hint ? [hint] : []),
    ...(similar?.length ? [`Similar: ${similar.join(", ")}`] : []),
    ...(command ? [`Run: ${command}`] : []),
    ...(retryAfterMs === undefined ? [] : [`Retry after ${retryAfterMs} ms`]),
  ].join("\n");
}

export interface Link {
  uri: string;
  name: string;
}

export const answerResult = (envelope: Envelope, links: readonly Link[]): CallToolResult => ({
  content: [
    { type: "text", text: stripControls(renderText(envelope)) },
    ...links.map(({ uri, name }) => ({ type: "resource_link" as const, uri, name, mimeType: "application/json" })),
  ],
  structuredContent: envelope as unknown as Record<string, unknown>,
});

export const errorResult = (body: ErrorBody): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: stripControls(renderError(body)) }],
  structuredContent: body as unknown as Record<string, unknown>,
});

/** Text of a repository may hold what a terminal would obey. Line ends and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const stripControls = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");

/** The product, and the fixtures that the conformance suite asks for. No file of the product imports this one. */
import type { McpServer } from "@modelcontextprotocol/server";
import { Session as ProductSession } from "#durable/session/session";
import { product, type Surface } from "#mcp/server";
import { createApp } from "#worker/app";
import { content } from "./fixtures/content.ts";
import { inputs } from "./fixtures/inputs.ts";
import { interaction } from "./fixtures/interaction.ts";
import { promptsAndResources } from "./fixtures/prompts-resources.ts";

// biome-ignore lint/suspicious/noExplicitAny: handlers of any method
type Handler = (request: any, context: any) => any;

/** The server's own table of handlers: there is no public way to hand a request on to the one that was there before. */
const handlersOf = ({ server }: McpServer) =>
  (server as unknown as { _requestHandlers: Map<string, Handler> })._requestHandlers;

/** The product sets its own handlers for tools and completions; here a fixture's name leads to the fixtures. */
const surface: Surface = (server, context) => {
  for (const part of [content, interaction, inputs, promptsAndResources]) part(server, context);
  const handlers = handlersOf(server);
  const fixtures = new Map(handlers);
  product(server, context);
  const own = new Map(handlers);
  const choose = (method: string, isFixture: (params: { name: string; ref: { type: string } }) => boolean) =>
    handlers.set(method, (request, ctx) => (isFixture(request.params) ? fixtures : own).get(method)?.(request, ctx));
  choose("tools/call", ({ name }) => name.startsWith("test_"));
  choose("completion/complete", ({ ref }) => ref.type === "ref/prompt");
  handlers.set("tools/list", async (request, ctx) => {
    const ours = await own.get("tools/list")?.(request, ctx);
    const theirs = await fixtures.get("tools/list")?.(request, ctx);
    return { ...ours, tools: [...ours.tools, ...theirs.tools] };
  });
};

export { Hub } from "#durable/hub/hub";
export { Project } from "#durable/project/project";
export { User } from "#durable/user/user";
export { Vault } from "#durable/vault/vault";
export { Setup } from "#worker/setup";

export class Session extends ProductSession {
  protected override readonly surface = surface;
}

export default createApp(surface);

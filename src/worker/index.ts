import { product } from "#mcp/server";
import { createApp } from "./app.ts";

export { Hub } from "#durable/hub/hub";
export { Project } from "#durable/project/project";
export { Session } from "#durable/session/session";
export { User } from "#durable/user/user";
export { Vault } from "#durable/vault/vault";
export { Setup } from "./setup.ts";

export default createApp(product);

/** What a connection costs an agent, and what the Worker weighs. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { get_encoding } from "tiktoken";
import type { Edge } from "./drift.ts";

/** o200k tokens of the listed tools as an agent gets them, and of the instructions. */
export async function listedTokens({ mcp, token }: Edge): Promise<{ tools: number; instructions: number }> {
  const client = new Client({ name: "drift-bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit }));
  const { tools } = await client.listTools();
  const encoding = get_encoding("o200k_base");
  const count = (text: string) => encoding.encode(text).length;
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const counts = { tools: count(JSON.stringify(shown)), instructions: count(client.getInstructions() ?? "") };
  encoding.free();
  await client.close();
  return counts;
}

const root = new URL("..", import.meta.url).pathname;

/** KiB in steps of 16, raw and gzipped: the modules, and the Worker's bundle with what it imports. */
export function sizes(): Record<string, { rawKiB: number; gzipKiB: number }> {
  const kib = (bytes: number) => Math.ceil(bytes / 16_384) * 16;
  const weigh = (files: string[]) => {
    const raw = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const gzip = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
    return { rawKiB: kib(raw), gzipKiB: kib(gzip) };
  };
  const worker = join(root, "dist/worker");
  const bundle = existsSync(worker)
    ? readdirSync(worker, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(?:js|wasm)$/.test(name))
        .map((name) => join(worker, name))
    : [];
  return {
    "wasm/scan.wasm": weigh([join(root, "wasm/scan.wasm")]),
    "wasm/scan.tables": weigh([join(root, "wasm/scan.tables")]),
    "wasm/edge.wasm": weigh([join(root, "wasm/edge.wasm")]),
    ...(bundle.length > 0 && { "Worker bundle": weigh(bundle) }),
  };
}

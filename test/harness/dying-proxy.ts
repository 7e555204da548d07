/** A loopback proxy before the edge that counts requests and can stand between any two of them. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a request: it passes, is never delivered, or its answer is never given. */
export type Verdict = "pass" | "drop" | "drop_answer";

export interface DyingProxy {
  readonly url: string;
  /** Requests since the start. */
  readonly seen: () => number;
  close(): Promise<void>;
}

/** @param judge is told the number of each request, from 1, and its path. */
export async function startDyingProxy(
  target: string,
  judge: (request: number, path: string) => Verdict,
): Promise<DyingProxy> {
  let seen = 0;
  const server: Server = createServer(async (request, response) => {
    seen += 1;
    const verdict = judge(seen, request.url ?? "");
    if (verdict === "drop") return void request.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
    const { method = "GET", url } = request;
    const body = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : undefined;
    const asked = fetch(target + url, { method, headers, ...(body && { body }) });
    const answer = await asked.catch(() => undefined);
    const bytes = new Uint8Array((await answer?.arrayBuffer().catch(() => undefined)) ?? []);
    if (!answer || verdict === "drop_answer") return void response.destroy();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen: () => seen,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

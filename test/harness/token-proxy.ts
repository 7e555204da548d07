import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A loopback proxy that adds a bearer token, for tools that cannot send one. Every other header passes unchanged. */
export async function startTokenProxy(target: URL, token: string): Promise<{ url: URL; stop(): void }> {
  const server = createServer((inbound, outbound) => {
    const { method, url: path, headers } = inbound;
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        method,
        path,
        headers: { ...headers, authorization: `Bearer ${token}` },
      },
      (response) => {
        outbound.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outbound);
      },
    );
    onward.on("error", () => outbound.destroy());
    outbound.on("close", () => onward.destroy());
    inbound.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(target.pathname, `http://127.0.0.1:${port}`),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

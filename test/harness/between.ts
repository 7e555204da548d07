/** A loopback proxy under whose own address an edge serves: `Host` passes unchanged, so that the edge calls itself so. */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface Between {
  readonly url: string;
  /** Paths of the requests so far. */
  readonly paths: string[];
  /** Requests to this path, from the next one on, whose answers never arrive. */
  loseAnswers(path: string, count: number): void;
  stop(): void;
}

export async function startBetween(target: string): Promise<Between> {
  const { hostname, port } = new URL(target);
  const paths: string[] = [];
  const lost = new Map<string, number>();
  const server = createServer((inbound, outbound) => {
    const { method, url: path = "", headers } = inbound;
    const name = path.split("?")[0] ?? "";
    paths.push(name);
    const left = lost.get(name) ?? 0;
    lost.set(name, left - 1);
    const onward = request({ host: hostname, port, method, path, headers }, (response) => {
      if (left > 0) {
        response.resume().once("end", () => outbound.destroy());
        return;
      }
      outbound.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outbound);
    });
    onward.on("error", () => outbound.destroy());
    inbound.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    loseAnswers: (path, count) => void lost.set(path, count),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

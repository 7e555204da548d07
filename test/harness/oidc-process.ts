import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export interface OidcProcess {
  issuer: string;
  stop(): Promise<void>;
}

/** Starts `oidc-provider`, which knows one client: `drift`, with the secret `s3cret`. */
export async function startOidc(redirectUri: (port: number) => string): Promise<OidcProcess> {
  const port = await freePort();
  const path = fileURLToPath(new URL("oidc-server.mjs", import.meta.url));
  const child = spawn(process.execPath, [path, String(port), redirectUri(port)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    void ended.then(() => reject(new Error(`oidc-provider ended: ${said}`)));
  });
  const stop = () => {
    child.kill();
    return ended;
  };
  return { issuer: `http://127.0.0.1:${port}`, stop };
}

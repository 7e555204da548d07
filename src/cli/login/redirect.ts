/**
 * The end of a sign-in on this machine: a server on loopback that the browser comes back to (RFC 8252, section 7.3).
 *
 * Any program and any web page can send requests to it. So it listens to its own address by number alone (a name that
 * is rebound reaches nothing), and a request without this sign-in's `state` changes nothing: it is refused, and the
 * true one still awaited.
 */
import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CliError } from "#cli/errors";
import { printable } from "./server.ts";

const HOST = "127.0.0.1";

export interface Redirect {
  /** `http://127.0.0.1:<port>/callback` */
  readonly uri: string;
  /**
   * Waits for the browser. What is done with the code decides which page it is shown.
   *
   * @throws CliError `refused` where the person or the server said no, `failed` where nobody came in time.
   */
  handle<T>(expected: Expected, redeem: (code: string) => Promise<T>): Promise<T>;
  close(): void;
}

export interface Expected {
  readonly state: string;
  readonly issuer: string;
  /** Whether the server says that its answers name it: one that does not is then from another (mix-up, RFC 9207). */
  readonly namesIssuer: boolean;
  readonly timeoutMs: number;
}

/** @throws CliError `usage` where the port is taken. */
export async function listenForRedirect(port = 0): Promise<Redirect> {
  let onCode: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => {
    if (onCode) onCode(request, response);
    else tell(response, 404, "Nothing to do", "No sign-in is under way here.");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is taken" : `cannot be used: ${error.code ?? error.message}`;
      reject(new CliError("usage", `port ${port} ${why}`, "Give another with --port, or none for any that is free."));
    });
    server.listen(port, HOST, resolve);
  });
  const host = `${HOST}:${(server.address() as AddressInfo).port}`;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(timer);
    server.close();
    server.closeIdleConnections();
  };
  const handle = <T>(expected: Expected, redeem: (code: string) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(
          new CliError(
            "failed",
            "nobody came back from the browser",
            "Run drift login again, or drift login --device.",
          ),
        );
      }, expected.timeoutMs);
      onCode = (request, response) => {
        const query = queryOf(request, host);
        if (!query || !isEqual(query.get("state") ?? "", expected.state)) {
          return tell(
            response,
            400,
            "Not for this sign-in",
            "This request does not belong to the sign-in that is under way.",
          );
        }
        // One answer counts: with it the code is spent.
        onCode = undefined;
        clearTimeout(timer);
        void codeOf(query, expected)
          .then(redeem)
          .then(
            (result) => {
              tell(response, 200, "You are signed in", "You can close this window and go back to your terminal.", () =>
                resolve(result),
              );
            },
            (error: Error) => {
              tell(response, 400, "You are not signed in", "Your terminal says why. You can close this window.", () =>
                reject(error),
              );
            },
          );
      };
    });
  return { uri: `http://${host}/callback`, handle, close };
}

/** Undefined: it is no answer to a redirect. */
function queryOf({ method, url = "", headers }: IncomingMessage, host: string): URLSearchParams | undefined {
  if (method !== "GET" || headers.host !== host) return undefined;
  const parsed = URL.parse(url, `http://${host}`);
  return parsed?.pathname === "/callback" ? parsed.searchParams : undefined;
}

async function codeOf(query: URLSearchParams, { issuer, namesIssuer }: Expected): Promise<string> {
  const iss = query.get("iss");
  if (iss === null ? namesIssuer : iss !== issuer) {
    throw new CliError(
      "refused",
      "the answer that the browser brought is not from the server that was asked",
      "Run drift login again.",
    );
  }
  const error = query.get("error");
  if (error === "access_denied") throw new CliError("refused", "access was denied in the browser");
  if (error !== null) {
    const words = printable(query.get("error_description") ?? error);
    throw new CliError("refused", `the server refuses: ${words}`);
  }
  const code = query.get("code");
  if (!code) throw new CliError("garbage", "the browser brought no code");
  return code;
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A page without a script, that leaves for nowhere: its own address holds a code. */
function tell(response: ServerResponse, status: number, title: string, text: string, done?: () => void): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  // Also where the browser has gone away meanwhile.
  if (done) response.once("close", done);
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}: drift</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`);
}

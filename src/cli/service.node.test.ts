import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { failures, toCliError } from "./errors.ts";
import { writeSettings } from "./folder.ts";
import { defaultState, writeLocalEdge } from "./local-edge.ts";
import { AccountBook, accountId } from "./login/account-book.ts";
import { givenToken } from "./login/credential.ts";
import { ask, findService, type ServiceOptions } from "./service.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function serve(status: number, body: string, seen: IncomingMessage[] = []): Promise<string> {
  const server = createServer((request, response) => {
    seen.push(request);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The exit code and the words that a request ends with. */
async function refusal(url: string): Promise<string> {
  try {
    await ask({ url, credential: undefined, project: undefined }, "/v1/x", { timeoutMs: 1_000 });
  } catch (error) {
    const known = toCliError(error);
    if (!known) throw error;
    return `${failures[known.failure][0]} ${known.message}`.replace(url, "<url>");
  }
  return "answered";
}

test("each way a service fails has its exit code", async () => {
  const error = (code: string) => JSON.stringify({ code, message: "Words." });
  expect(await refusal("http://127.0.0.1:9")).toMatch(/^9 <url> does not answer: /);
  expect(await refusal(await serve(503, "gateway"))).toBe("9 <url> answers 503");
  expect(await refusal(await serve(200, "<html>"))).toBe(
    "10 <url> is no drift-edge: it answers 200 with something else",
  );
  expect(await refusal(await serve(404, '{"not":"ours"}'))).toBe(
    "10 <url> is no drift-edge: it answers 404 with something else",
  );
  expect(await refusal(await serve(401, error("UNAUTHENTICATED")))).toBe("11 Words.");
  expect(await refusal(await serve(403, error("SCOPE_REQUIRED")))).toBe("11 Words.");
  expect(await refusal(await serve(404, error("PROJECT_NOT_FOUND")))).toBe("12 Words.");
  expect(await refusal(await serve(409, error("CONFLICT")))).toBe("13 Words.");
  expect(await refusal(await serve(413, error("LIMIT_EXCEEDED")))).toBe("14 Words.");
  expect(await refusal(await serve(400, error("INVALID_ARGUMENT")))).toBe("1 Words.");
});

test("the token goes along, and what is asked and answered is JSON", async () => {
  const seen: IncomingMessage[] = [];
  const url = await serve(200, '{"a":1}', seen);
  expect(
    await ask({ url, credential: givenToken("option", "t"), project: undefined }, "/v1/y", {
      method: "POST",
      json: {},
    }),
  ).toEqual({ a: 1 });
  expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer t", "content-type": "application/json" });
});

test("options go before the environment, that before the settings, and these before the local edge", async () => {
  const folder = new TempFolder().path;
  vi.stubEnv("DRIFT_HOME", new TempFolder().path);
  const found = async (options: ServiceOptions) => {
    const { url, credential, project } = findService(folder, options);
    return { url, token: await credential?.bearer(), project };
  };
  expect(() => findService(folder, {})).toThrow("no server is known");
  const local = {
    url: "http://127.0.0.1:1",
    mcp: "http://127.0.0.1:1/mcp",
    token: "local",
    project: "a/local",
    pid: 1,
  };
  await writeLocalEdge(defaultState(folder), local);
  expect(await found({})).toEqual({ url: local.url, token: "local", project: "a/local" });
  await writeSettings(folder, {
    server: "https://s.example",
    project: "a/settings",
    sourceMode: "snippets",
  });
  // The local edge's token is not for another server.
  expect(await found({})).toEqual({ url: "https://s.example", token: undefined, project: "a/settings" });
  vi.stubEnv("DRIFT_SERVER", "https://e.example/");
  vi.stubEnv("DRIFT_TOKEN", "env");
  expect(await found({})).toEqual({ url: "https://e.example", token: "env", project: "a/settings" });
  const options = { server: "https://o.example", token: "option", project: "a/option" };
  expect(await found(options)).toEqual({ url: "https://o.example", token: "option", project: "a/option" });
  expect(() => findService(folder, { server: "ftp://x" })).toThrow("a server is a URL");
});

test("a sign-in is used for its own server; --account goes before DRIFT_TOKEN, and that before DRIFT_ACCOUNT", async () => {
  const folder = new TempFolder().path;
  const home = new TempFolder().path;
  vi.stubEnv("DRIFT_HOME", home);
  vi.stubEnv("DRIFT_KEYCHAIN", "off");
  const book = new AccountBook();
  let day = 0;
  for (const [slug, server] of [
    ["other", "https://a.example"],
    ["acme", "https://a.example"],
    ["bee", "https://b.example"],
  ] as const) {
    await book.keep(
      {
        id: accountId(server, "ada", slug),
        server,
        user: { id: "ada", name: "Ada", email: "ada@example.com" },
        organisation: { id: slug, slug },
        scopes: [],
        signedInAt: "2026-01-01T00:00:00.000Z",
        chosenAt: `2026-01-0${++day}T00:00:00.000Z`,
      },
      { accessToken: `${slug}'s`, refreshToken: "r", expiresAt: Date.now() + 3_600_000 },
    );
  }
  const found = async (options: ServiceOptions) => {
    const { url, credential } = findService(folder, options);
    return [url, await credential?.bearer()];
  };
  expect(await found({})).toEqual(["https://b.example", "bee's"]);
  expect(await found({ server: "https://a.example/" })).toEqual(["https://a.example", "acme's"]);
  expect(await found({ server: "https://a.example", project: "other/shop" })).toEqual(["https://a.example", "other's"]);
  expect(await found({ account: "acme" })).toEqual(["https://a.example", "acme's"]);
  expect(await found({ server: "https://c.example" })).toEqual(["https://c.example", undefined]);
  expect(() => findService(folder, { server: "https://b.example", account: "acme" })).toThrow(
    'no account is called "acme"',
  );
  vi.stubEnv("DRIFT_ACCOUNT", "other");
  expect(await found({})).toEqual(["https://a.example", "other's"]);
  vi.stubEnv("DRIFT_TOKEN", "env");
  expect(await found({})).toEqual(["https://b.example", "env"]);
  expect(await found({ account: "acme" })).toEqual(["https://a.example", "acme's"]);
  expect(await found({ account: "acme", token: "option" })).toEqual(["https://a.example", "option"]);
});

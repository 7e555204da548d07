/** Clients that are described by a document on the web, and what could be done to this server by them. */
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Organisation } from "#harness/accounts";
import { authorizeUrl, issuer, json, obtainTokens, refresh, signIn } from "#harness/oauth";
import { modern } from "#harness/rpc";
import { refusal } from "#oauth/clients/document";

let acme: Organisation;
beforeAll(async () => {
  acme = await Organisation.create("acme");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const freshId = () => `https://client-${crypto.randomUUID()}.example.com/oauth.json`;
const document = (clientId: string, extra: object = {}) => ({
  client_id: clientId,
  client_name: "Editor",
  redirect_uris: ["http://127.0.0.1/callback"],
  ...extra,
});

/** Answers every outbound fetch, and counts them. */
const answerWith = (answer: (signal: AbortSignal | undefined) => Response | Promise<Response>) =>
  vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (_, init) => answer((init as RequestInit | undefined)?.signal ?? undefined));

const statusFor = async (clientId: string) => {
  const { browser } = await signIn(acme);
  return (await browser.send(authorizeUrl({ clientId }))).status;
};

test("a client signs in by its document, and its refresh outlives its web site", async () => {
  const clientId = freshId();
  const fetches = answerWith(() => Response.json(document(clientId)));
  const { browser } = await signIn(acme);
  const tokens = await obtainTokens(browser, { clientId });
  expect((await modern(tokens.access_token, "tools/list")).status).toBe(200);
  expect(fetches).toHaveBeenCalledTimes(1);

  fetches.mockImplementation(async () => new Response(null, { status: 503 }));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3600_000 });
  expect((await json(refresh(clientId, tokens.refresh_token))).access_token).toBeDefined();
});

test("the consent page names the host that vouches for the client, and warns where nobody does", async () => {
  const clientId = freshId();
  answerWith(() => Response.json(document(clientId, { client_name: "<b>Bank</b>" })));
  const { browser } = await signIn(acme);
  const page = await (await browser.send(authorizeUrl({ clientId }))).text();
  expect(page).toContain(`Verified: ${new URL(clientId).host} says so`);
  expect(page).toContain("&lt;b&gt;Bank");
});

test("SSRF by client metadata: a document is a small JSON answer, and no redirect is followed", async () => {
  const clientId = freshId();
  const good = JSON.stringify(document(clientId));
  const refused: Record<string, () => Response> = {
    redirect: () => new Response(null, { status: 302, headers: { location: "http://169.254.169.254/" } }),
    "not JSON": () => new Response(good, { headers: { "content-type": "text/html" } }),
    large: () => Response.json(document(clientId, { padding: "x".repeat(6000) })),
    broken: () => new Response("{", { headers: { "content-type": "application/json" } }),
    "another client's": () => Response.json(document("https://other.example.com/oauth.json")),
    secret: () => Response.json(document(clientId, { client_secret: "s" })),
    "no redirects": () => Response.json(document(clientId, { redirect_uris: [] })),
    "script redirect": () => Response.json(document(clientId, { redirect_uris: ["javascript:alert(1)"] })),
    "no object": () => Response.json(null),
  };
  for (const [name, answer] of Object.entries(refused)) {
    const fetches = answerWith(answer);
    expect([name, await statusFor(clientId)]).toEqual([name, 400]);
    // The runtime would follow before we see the 302, so what was asked of it counts.
    expect(fetches.mock.calls[0]?.[1]?.redirect).toBe("manual");
  }
  answerWith(() => new Response(good, { headers: { "content-type": "application/json" } }));
  expect(await statusFor(clientId)).toBe(200);
});

test("SSRF by client metadata: an endless body is cut off, and one that never comes given up", async () => {
  let sent = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new TextEncoder().encode("x".repeat(1024)));
      },
    });
  answerWith(() => new Response(endless(), { headers: { "content-type": "application/json" } }));
  expect(await statusFor(freshId())).toBe(400);
  expect(sent).toBeLessThan(20);

  const signals: (AbortSignal | undefined)[] = [];
  answerWith((signal) => {
    signals.push(signal);
    throw new DOMException("The operation timed out", "TimeoutError");
  });
  expect(await statusFor(freshId())).toBe(400);
  expect(signals).toEqual([expect.any(AbortSignal)]);
});

test("SSRF by client metadata: only public names are fetched from", async () => {
  const fetches = answerWith(() => new Response(null, { status: 500 }));
  const refused = [
    "https://127.0.0.1/c",
    "https://[::1]/c",
    "https://10.0.0.1/c",
    "https://169.254.169.254/c",
    "https://[fd00::1]/c",
    "https://[::ffff:10.0.0.1]/c",
    "https://2130706433/c",
    "https://0x7f.1/c",
    "https://localhost/c",
    "https://metadata/c",
    "https://db.internal/c",
    "https://printer.local./c",
    "https://example.com:8443/c",
    "https://user@example.com/c",
    "https://example.com/",
    "https://example.com/a/../c",
    "https://example.com/c#f",
    "https://EXAMPLE.com/c",
  ];
  for (const clientId of refused) expect([clientId, refusal(clientId, issuer)]).not.toEqual([clientId, undefined]);
  for (const clientId of refused) expect(await statusFor(clientId)).toBe(400);
  expect(fetches).not.toHaveBeenCalled();
  expect(refusal("https://example.com/c", issuer)).toBeUndefined();
  expect(refusal("https://drift.example/c", "https://drift.example")).toBe("this server");
});

test("SSRF by client metadata: one host is asked at most twenty times a minute", async () => {
  const fetches = answerWith(() => new Response(null, { status: 404 }));
  const host = `victim-${crypto.randomUUID()}.example.com`;
  const { browser } = await signIn(acme);
  for (let at = 0; at < 25; at++) await browser.send(authorizeUrl({ clientId: `https://${host}/${at}` }));
  expect(fetches).toHaveBeenCalledTimes(20);
});

/** Sign-in, consent and the endpoints that clients call have rates of their own, and say when to come again. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { oauthPorts } from "#durable/oauth-ports";
import { Organisation } from "#harness/accounts";
import { authorizeUrl, type Browser, postForm, registerClient, send, signIn } from "#harness/oauth";
import { vaultOf } from "#oauth/store/place";
import { rates } from "#worker/rates";

let browser: Browser;
let user: string;
let clientId: string;
beforeAll(async () => {
  ({ browser, user } = await signIn(await Organisation.create("acme")));
  ({ client_id: clientId } = await registerClient());
});

/** An address of its own for each test. */
const from = () => ({ "cf-connecting-ip": `203.0.113.${Math.floor(Math.random() * 250)}-${crypto.randomUUID()}` });

/** As if the rate had been used up just now. */
async function useUp(rate: keyof typeof rates, who: string): Promise<void> {
  const key = `rate:${rate}:${who}`;
  const { most, windowMs } = rates[rate];
  await vaultOf(oauthPorts(env, "http://localhost"), key).put(key, String(most), { expiresAt: Date.now() + windowMs });
}

const requests: Record<keyof typeof rates, (address: Record<string, string>) => Promise<Response>> = {
  signIn: (headers) => send("/sign-in/github", { headers: { ...headers, accept: "text/html" } }),
  secret: (headers) => postForm("/sign-in/local", { email: "nothing" }, headers),
  consent: () => browser.send(authorizeUrl({ clientId })),
  deviceCode: () => browser.send("/device?user_code=BBBB-BBBB"),
  device: (headers) => postForm("/oauth/device_authorization", { client_id: "drift-cli" }, headers),
  token: (headers) => postForm("/oauth/token", { grant_type: "refresh_token" }, headers),
  register: (headers) =>
    send("/oauth/register", {
      ...{ method: "POST", headers: { ...headers, "content-type": "application/json" } },
      body: JSON.stringify({ redirect_uris: ["https://app.example/cb"], token_endpoint_auth_method: "none" }),
    }),
};

test.each(Object.keys(requests) as (keyof typeof rates)[])("%s", async (rate) => {
  const address = from();
  const ask = requests[rate];
  expect((await ask(address)).status).not.toBe(429);
  await useUp(rate, rate === "consent" || rate === "deviceCode" ? user : address["cf-connecting-ip"]);
  const refused = await ask(address);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(rates[rate].windowMs / 1000);
});

test("an address that asks too much keeps nobody else out", async () => {
  const [busy, other] = [from(), from()];
  await useUp("token", busy["cf-connecting-ip"]);
  expect((await requests.token(busy)).status).toBe(429);
  expect((await requests.token(other)).status).toBe(401);
});

import { describe, expect, it } from "vitest";
import { type Auth, clientNames, clients, type Target } from "./clients.ts";

const mcp = "https://edge.example.com/mcp/acme/shop";
const target: Target = { mcp, auth: "token" };
const auths: Auth[] = ["browser", "token"];
const cases = clientNames.flatMap((name) => auths.map((auth) => [name, auth] as const));

it.each(cases)("writes no token for %s, signed in by %s", (name, auth) => {
  const text = clients[name].merge(undefined, { mcp, auth, token: "dpa_secret" });
  expect(text).toContain(mcp);
  expect(text).not.toContain("dpa_");
  expect(/token|authorization/i.test(text)).toBe(auth === "token");
});

it.each(cases)("writes the same when it is run again for %s, signed in by %s", (name, auth) => {
  const once = clients[name].merge(undefined, { mcp, auth });
  expect(clients[name].merge(once, { mcp, auth })).toBe(once);
});

it.each(clientNames)("takes the token's part out for %s once people sign in", (name) => {
  const before = clients[name].merge(undefined, target);
  const signedIn = { mcp, auth: "browser" } as const;
  expect(clients[name].merge(before, signedIn)).toBe(clients[name].merge(undefined, signedIn));
});

it.each(clientNames)("names no token in what to run for %s where people sign in", (name) => {
  expect(`${clients[name].command?.({ mcp, auth: "browser" })}${clients[name].next.browser}`).not.toContain("TOKEN");
});

it("leaves other servers and settings as they are", () => {
  const before = JSON.stringify({ other: 1, mcpServers: { mine: { command: "x" } } });
  expect(JSON.parse(clients.cursor.merge(before, target))).toMatchObject({
    other: 1,
    mcpServers: { mine: { command: "x" }, drift: { url: mcp } },
  });
});

it("refuses a file that it does not understand, rather than to overwrite it", () => {
  expect(() => clients.cursor.merge("{ // mine\n}", target)).toThrow();
  expect(() => clients.windsurf.merge('{"mcpServers": []}', target)).toThrow();
});

describe("Codex's TOML", () => {
  const other = '[mcp_servers.other]\ncommand = "x"\n';

  it("gets a table at its end", () => {
    expect(clients.codex.merge(`model = "o5"\n\n${other}`, target)).toMatchInlineSnapshot(`
      "model = "o5"

      [mcp_servers.other]
      command = "x"

      [mcp_servers.drift]
      url = "https://edge.example.com/mcp/acme/shop"
      bearer_token_env_var = "DRIFT_TOKEN"
      "
    `);
  });

  it("has its one table replaced, between others", () => {
    const before = `${other}\n[mcp_servers.drift]\nurl = "http://old"\n\n[profiles.a]\nx = 1\n`;
    const after = clients.codex.merge(before, target);
    expect(after).not.toContain("http://old");
    expect(after).toContain("[profiles.a]\nx = 1");
    expect(after.match(/\[mcp_servers\.drift\]/g)).toHaveLength(1);
  });
});

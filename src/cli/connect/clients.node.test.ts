import { describe, expect, it } from "vitest";
import { clientNames, clients } from "./clients.ts";

const mcp = "https://edge.example.com/mcp/acme/shop";

it.each(clientNames)("writes no token for %s", (name) => {
  expect(clients[name].merge(undefined, mcp)).toContain(mcp);
  expect(clients[name].merge(undefined, mcp)).not.toContain("dpa_");
});

it.each(clientNames)("writes the same when it is run again for %s", (name) => {
  const once = clients[name].merge(undefined, mcp);
  expect(clients[name].merge(once, mcp)).toBe(once);
});

it("leaves other servers and settings as they are", () => {
  const before = JSON.stringify({ other: 1, mcpServers: { mine: { command: "x" } } });
  expect(JSON.parse(clients.cursor.merge(before, mcp))).toMatchObject({
    other: 1,
    mcpServers: { mine: { command: "x" }, drift: { url: mcp } },
  });
});

it("refuses a file that it does not understand, rather than to overwrite it", () => {
  expect(() => clients.cursor.merge("{ // mine\n}", mcp)).toThrow();
  expect(() => clients.windsurf.merge('{"mcpServers": []}', mcp)).toThrow();
});

describe("Codex's TOML", () => {
  const other = '[mcp_servers.other]\ncommand = "x"\n';

  it("gets a table at its end", () => {
    expect(clients.codex.merge(`model = "o5"\n\n${other}`, mcp)).toMatchInlineSnapshot(`
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
    const after = clients.codex.merge(before, mcp);
    expect(after).not.toContain("http://old");
    expect(after).toContain("[profiles.a]\nx = 1");
    expect(after.match(/\[mcp_servers\.drift\]/g)).toHaveLength(1);
  });
});

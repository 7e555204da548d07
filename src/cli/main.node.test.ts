import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { runDrift, startDrift } from "./testing/run-drift.ts";

/** The commands that `drift --help` lists. */
async function commands(): Promise<string[]> {
  const { stdout } = await runDrift(["--help"]);
  const listed = stdout.split("Commands:\n")[1]?.split("\n\n")[0] ?? "";
  return [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name as string).filter((name) => name !== "help");
}

test("drift --help shows the commands, the environment and the exit codes", async () => {
  const { code, stdout } = await runDrift(["--help"]);
  expect(code).toBe(0);
  for (const part of ["Commands:", "Examples:", "DRIFT_SERVER", "DRIFT_TOKEN", "Exit codes:"])
    expect(stdout).toContain(part);
});

test("every command has help with examples", async () => {
  const names = await commands();
  expect(names).toEqual(expect.arrayContaining(["init", "scan", "status", "doctor"]));
  const helps = await Promise.all(names.map((name) => runDrift([name, "--help"])));
  for (const [at, { code, stdout }] of helps.entries()) {
    expect(code).toBe(0);
    expect(stdout, names[at]).toMatch(/\nExamples:\n[\s\S]*drift /);
  }
});

test("wrong usage ends with 2 and says what was meant", async () => {
  const unknown = await runDrift(["scna"]);
  const said = "drift: unknown command 'scna'\n  Did you mean scan?\n  drift --help lists the commands.\n";
  expect(unknown).toMatchObject({ code: 2, stderr: said });
  const option = await runDrift(["scan", "--ful", "--json"]);
  expect(option.stderr).toContain("  Did you mean --full?\n  drift scan --help says what it takes.\n");
  expect(option.json()).toMatchObject({ error: { code: "usage", message: "unknown option '--ful'", exit: 2 } });
  expect((await runDrift(["patterns", "data", "access"])).stderr).toContain("What holds spaces stands in quotes.");
  expect(await runDrift(["scan", "--workers", "0"])).toMatchObject({ code: 2 });
  expect(await runDrift(["scan", "--nope"])).toMatchObject({ code: 2 });
  expect(await runDrift(["init", "--source-mode", "some"])).toMatchObject({ code: 2 });
  expect(await runDrift(["init", "--project", "no-slash"])).toMatchObject({ code: 2 });
});

test("who reads no further than a pipe's first lines hears of no failure", async () => {
  const { process, ended } = startDrift(["--help"]);
  process.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
});

test("drift init writes the settings, and keeps those that are not given", async () => {
  const folder = new TempFolder();
  const config = folder.at(".drift/config.json");
  const first = await runDrift(["init", "--server", "https://edge.example.com", "--project", "acme/shop", "--json"], {
    cwd: folder.path,
  });
  const settings = {
    config,
    server: "https://edge.example.com",
    project: "acme/shop",
    sourceMode: "snippets",
    generated: null,
  };
  expect(first.json()).toEqual(settings);
  const second = await runDrift(["init", folder.path, "--source-mode", "none", "--json"]);
  expect(second.json()).toEqual({ ...settings, sourceMode: "none" });
});

/** A server that answers everything alike. */
async function serve(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("drift doctor checks this machine, and the service where there is one", async () => {
  const folder = new TempFolder();
  interface Checks {
    readonly checks: readonly { readonly name: string; readonly state: string; readonly remedy?: string }[];
  }
  const doctor = async (...args: string[]) => {
    const { code, json } = await runDrift(["doctor", folder.path, "--json", ...args]);
    const { checks } = json() as Checks;
    for (const { state, remedy } of checks) expect(state === "ok" || remedy !== undefined).toBe(true);
    return { code, ...Object.fromEntries(checks.map(({ name, state }) => [name, state])) };
  };
  const machine = { "Node.js": "ok", git: "ok", scanner: "ok", workerd: "ok", folder: "ok", "drift.db": "absent" };
  expect(await doctor()).toEqual({ code: 0, ...machine, server: "absent" });
  expect(await doctor("--server", await serve(200, "<html>"))).toEqual({ code: 1, ...machine, server: "failed" });
  expect(await doctor("--server", "http://127.0.0.1:9")).toEqual({ code: 1, ...machine, server: "failed" });
  const healthy = await serve(200, '{"ok":true}');
  expect(await doctor("--server", healthy)).toEqual({ code: 0, ...machine, server: "ok", token: "absent" });
  expect(await doctor("--server", healthy, "--token", "x")).toEqual({ code: 0, ...machine, server: "ok", token: "ok" });
});

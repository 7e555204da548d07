/** `drift doctor`: whether everything is there that drift needs, and what to do where it is not. */
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Command } from "commander";
import { CliError, toCliError } from "#cli/errors";
import { findFolder } from "#cli/folder";
import { labelOf } from "#cli/login/account-book";
import { AccountSession } from "#cli/login/account-session";
import { noCredential } from "#cli/login/credential";
import { print, printJson } from "#cli/output";
import { ask, findService, type Service, type ServiceOptions, serviceOptions } from "#cli/service";
import { scanner, version } from "#cli/version";
import { isoDay } from "#cli/when";
import { DriftError } from "#contract/errors";
import { checkModule } from "#engine/scan/check-module";
import { DriftDb } from "#engine/scan/drift-db";
import { knownHistory } from "#engine/scan/history/known-history";

interface Check {
  readonly name: string;
  /** absent: it is optional, and not there. */
  readonly state: "ok" | "absent" | "failed";
  readonly found: string;
  readonly remedy?: string;
}

const examples = `
Examples:
  $ drift doctor
  $ drift doctor --server https://edge.example.com --token dpt_…
  $ drift doctor --json | jq '.checks[] | select(.state == "failed")'

Ends with 1 if a check failed. What is optional and absent is no failure.`;

export function define(command: Command): void {
  serviceOptions(
    command.argument("[dir]", "the folder whose scan and settings to look at (default: the one you are in)"),
    false,
  )
    .option("--json", "print {version, checks: [{name, state, found, remedy?}]}")
    .addHelpText("after", examples)
    .action(async (dir: string | undefined, { json, ...options }: ServiceOptions & { json?: true }) => {
      const folder = findFolder(dir);
      const checks = [checkNode(), checkGit(), checkScanner(), checkWorkerd(), checkFolder(folder), checkScan(folder)];
      checks.push(...(await checkService(folder, options)));
      if (json) printJson({ version, checks });
      else print(checks.map(tell).join("\n"));
      if (checks.some(({ state }) => state === "failed")) process.exitCode = 1;
    });
}

const marks = { ok: "ok  ", absent: "-   ", failed: "FAIL" };
const tell = ({ name, state, found, remedy }: Check): string =>
  `${marks[state]} ${name.padEnd(12)} ${found}${remedy ? `\n${" ".repeat(18)}${remedy}` : ""}`;

const checkNode = (): Check => ({ name: "Node.js", state: "ok", found: process.versions.node });

function checkGit(): Check {
  try {
    const said = execFileSync("git", ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return { name: "git", state: "ok", found: said.trim().replace("git version ", "") };
  } catch {
    const remedy = "Install git: without it there is no history, and files are found by .gitignore alone.";
    return { name: "git", state: "absent", found: "not found", remedy };
  }
}

/** Has the module read a line, which is what a scan stands on. */
function checkScanner(): Check {
  const problem = checkModule();
  if (problem === undefined) return { name: "scanner", state: "ok", found: scanner };
  const remedy = "Install drift-edge again: a file of it is missing or damaged.";
  return { name: "scanner", state: "failed", found: problem, remedy };
}

/** The runtime of `drift up`; miniflare brings it. */
function checkWorkerd(): Check {
  const name = "workerd";
  try {
    const miniflare = createRequire(import.meta.url).resolve("miniflare");
    const { default: binary, version } = createRequire(miniflare)("workerd") as { default: string; version: string };
    accessSync(binary, constants.X_OK);
    return { name, state: "ok", found: version };
  } catch (error) {
    const remedy = "Install drift-edge again with its optional dependencies; drift up needs this program.";
    return { name, state: "failed", found: (error as Error).message.split("\n")[0] ?? "", remedy };
  }
}

function checkFolder(folder: string): Check {
  const drift = join(folder, ".drift");
  try {
    accessSync(existsSync(drift) ? drift : folder, constants.W_OK);
    return { name: "folder", state: "ok", found: folder };
  } catch {
    const remedy = "Check who owns it: a scan writes .drift/drift.db there.";
    return { name: "folder", state: "failed", found: `${folder} cannot be written`, remedy };
  }
}

function checkScan(folder: string): Check {
  const name = "drift.db";
  try {
    const db = DriftDb.open(folder);
    try {
      const { scannedAt, counts } = db.snapshot();
      const { isShallow, since } = knownHistory(db);
      const found = `${counts.files} files, scanned ${scannedAt}`;
      if (!isShallow) return { name, state: "ok", found };
      const remedy =
        "Run git fetch --unshallow and drift scan: what is older tells no decisions, and ages begin there.";
      const history = `the clone is shallow: its history ${since === null ? "is left out" : `begins ${isoDay(since)}`}`;
      return { name, state: "ok", found: `${found}; ${history}`, remedy };
    } finally {
      db.close();
    }
  } catch (error) {
    const known = toCliError(error);
    if (!known) throw error;
    const { failure, message, hint } = known;
    return { name, state: failure === "no_scan" ? "absent" : "failed", found: message, ...(hint && { remedy: hint }) };
  }
}

async function checkService(folder: string, options: ServiceOptions): Promise<Check[]> {
  let service: Service;
  try {
    service = findService(folder, options);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [{ name: "server", state: "absent", found: error.message, ...(error.hint && { remedy: error.hint }) }];
  }
  const server = await check("server", service.url, () => ask(service, "/health", { timeoutMs: 10_000 }));
  if (server.state === "failed") return [server];
  if (!service.credential) {
    return [server, { name: "token", state: "absent", found: "none is known", remedy: noCredential(service.url) }];
  }
  const { credential } = service;
  const shown =
    credential instanceof AccountSession ? `accepted: signed in to ${labelOf(credential.account)}` : "accepted";
  const token = await check("token", shown, async () => {
    await ask(service, "/v1/projects", { timeoutMs: 10_000 }).catch((error: unknown) => {
      // A token for pushing alone is a good one.
      if (!(error instanceof DriftError) || error.body.code !== "SCOPE_REQUIRED") throw error;
    });
  });
  return [server, token];
}

async function check(name: string, found: string, run: () => Promise<unknown>): Promise<Check> {
  try {
    await run();
    return { name, state: "ok", found };
  } catch (error) {
    const known = toCliError(error);
    if (!known) throw error;
    return { name, state: "failed", found: known.message, ...(known.hint && { remedy: known.hint }) };
  }
}

/**
 * How each client is told of an MCP server over HTTP.
 *
 * A file that lies in a repository gets committed, and one in a home folder gets copied about: none of
 * them ever holds the token. They name the variable DRIFT_TOKEN, or let the client ask for it.
 */
import { homedir } from "node:os";
import { join } from "node:path";

export const clientNames = ["claude-code", "cursor", "vscode", "codex", "windsurf"] as const;
export type ClientName = (typeof clientNames)[number];

export interface Target {
  mcp: string;
  token: string | undefined;
}

export interface Client {
  title: string;
  /** The file that is written, absolute. */
  file(folder: string): string;
  /** Puts the server into the file's text, leaving all else as it is. Throws where the file is not what it should be. */
  merge(text: string | undefined, mcp: string): string;
  /** A command that does the same, where the client has one. */
  command?(target: Target): string;
  /** What to do after the file was written. */
  next: string;
}

const SERVER = "drift";
const exportToken = "Set DRIFT_TOKEN in the environment that the client starts in.";

/** The value of a header that a client fills in from its environment. */
const bearer = (variable: string) => ({ Authorization: `Bearer ${variable}` });

export const clients: Record<ClientName, Client> = {
  "claude-code": {
    title: "Claude Code",
    file: (folder) => join(folder, ".mcp.json"),
    merge: (text, mcp) => mergeJson(text, "mcpServers", { type: "http", url: mcp, headers: bearer(`\${DRIFT_TOKEN}`) }),
    command: ({ mcp, token }) =>
      `claude mcp add --transport http ${SERVER} ${mcp} --header "Authorization: Bearer ${token ?? "$DRIFT_TOKEN"}"`,
    next: `${exportToken} Then run claude here and approve the server.`,
  },
  cursor: {
    title: "Cursor",
    file: (folder) => join(folder, ".cursor", "mcp.json"),
    merge: (text, mcp) => mergeJson(text, "mcpServers", { url: mcp, headers: bearer(`\${env:DRIFT_TOKEN}`) }),
    next: `${exportToken} Then enable the server in Cursor's settings under MCP.`,
  },
  vscode: {
    title: "VS Code",
    file: (folder) => join(folder, ".vscode", "mcp.json"),
    merge: mergeVsCode,
    next: "VS Code asks for the token when it starts the server, and keeps it.",
  },
  codex: {
    title: "Codex",
    file: () => join(process.env.CODEX_HOME || join(homedir(), ".codex"), "config.toml"),
    merge: mergeToml,
    command: ({ mcp }) => `codex mcp add ${SERVER} --url ${mcp} --bearer-token-env-var DRIFT_TOKEN`,
    next: exportToken,
  },
  windsurf: {
    title: "Windsurf",
    file: () => join(homedir(), ".codeium", "windsurf", "mcp_config.json"),
    merge: (text, mcp) => mergeJson(text, "mcpServers", { serverUrl: mcp, headers: bearer(`\${env:DRIFT_TOKEN}`) }),
    next: `${exportToken} Then refresh the servers in Cascade.`,
  },
};

/** One line a client, as `drift up` and `drift start` end with. */
export function clientLines(target: Target): string[] {
  const told = clientNames.map((name) => {
    const { title, command } = clients[name];
    return `${title.padEnd(12)} ${command ? command(target) : `drift connect ${name} --write`}`;
  });
  return [...told, "", `Clients read the token from the environment: export DRIFT_TOKEN=${target.token ?? "…"}`];
}

function mergeJson(text: string | undefined, key: string, server: object): string {
  const settings = readObject(text);
  const servers = settings[key] ?? {};
  if (typeof servers !== "object" || Array.isArray(servers)) throw new Error(`"${key}" is not an object`);
  return `${JSON.stringify({ ...settings, [key]: { ...servers, [SERVER]: server } }, null, 2)}\n`;
}

/** VS Code asks for what `inputs` name, and stores it safely. */
function mergeVsCode(text: string | undefined, mcp: string): string {
  const id = "drift-token";
  const settings = readObject(text);
  const inputs = (Array.isArray(settings.inputs) ? (settings.inputs as { id?: string }[]) : []).filter(
    (one) => one.id !== id,
  );
  const input = { type: "promptString", id, description: "Token for drift", password: true };
  const merged = { ...settings, inputs: [...inputs, input] };
  return mergeJson(JSON.stringify(merged), "servers", { type: "http", url: mcp, headers: bearer(`\${input:${id}}`) });
}

function readObject(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text.trim() === "") return {};
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is not a JSON object");
  return value as Record<string, unknown>;
}

/** A table ends where the next one begins: only that of our server is replaced. */
function mergeToml(text: string | undefined, mcp: string): string {
  const header = `[mcp_servers.${SERVER}]`;
  const table = [header, `url = ${JSON.stringify(mcp)}`, 'bearer_token_env_var = "DRIFT_TOKEN"'];
  const lines = (text ?? "").split("\n");
  const start = lines.findIndex((line) => line.trim() === header);
  if (start === -1) return [...(text?.trim() ? [text.trimEnd(), ""] : []), ...table, ""].join("\n");
  const length = lines.slice(start + 1).findIndex((line) => /^\s*\[/.test(line));
  const end = length === -1 ? lines.length : start + 1 + length;
  return [...lines.slice(0, start), ...table, "", ...lines.slice(end)].join("\n");
}

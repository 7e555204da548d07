/**
 * How each client is told of an MCP server over HTTP.
 *
 * A file that lies in a repository gets committed, and one in a home folder gets copied about: none of
 * them ever holds a token. Clients sign in by themselves, with the URL alone; where they are to show a token
 * instead, they are told the variable DRIFT_TOKEN, or ask for it.
 */
import { homedir } from "node:os";
import { join } from "node:path";

export const clientNames = ["claude-code", "cursor", "vscode", "codex", "windsurf"] as const;
export type ClientName = (typeof clientNames)[number];

/** How a client shows who it is: its person signs in with a browser, or it has a token. */
export type Auth = "browser" | "token";

export interface Target {
  mcp: string;
  auth: Auth;
  /** To be shown in place of the variable's name. */
  token?: string | undefined;
}

export interface Client {
  title: string;
  /** The file that is written, absolute. */
  file(folder: string): string;
  /** Puts the server into the file's text, leaving all else as it is. Throws where the file is not what it should be. */
  merge(text: string | undefined, target: Target): string;
  /** A command that does the same, where the client has one. */
  command?(target: Target): string;
  /** What to do after the file was written. */
  next: Record<Auth, string>;
}

const SERVER = "drift";
const exportToken = "Set DRIFT_TOKEN in the environment that the client starts in.";

/** The header that a client fills in from its environment; where it signs in, there is none. */
const bearer = (auth: Auth, variable: string) =>
  auth === "token" ? { headers: { Authorization: `Bearer ${variable}` } } : {};

export const clients: Record<ClientName, Client> = {
  "claude-code": {
    title: "Claude Code",
    file: (folder) => join(folder, ".mcp.json"),
    merge: (text, { mcp, auth }) =>
      mergeJson(text, "mcpServers", { type: "http", url: mcp, ...bearer(auth, `\${DRIFT_TOKEN}`) }),
    command: ({ mcp, auth, token }) =>
      `claude mcp add --transport http ${SERVER} ${mcp}${auth === "token" ? ` --header "Authorization: Bearer ${token ?? "$DRIFT_TOKEN"}"` : ""}`,
    next: {
      browser: "Then run claude here, approve the server, and sign in with /mcp.",
      token: `${exportToken} Then run claude here and approve the server.`,
    },
  },
  cursor: {
    title: "Cursor",
    file: (folder) => join(folder, ".cursor", "mcp.json"),
    merge: (text, { mcp, auth }) => mergeJson(text, "mcpServers", { url: mcp, ...bearer(auth, `\${env:DRIFT_TOKEN}`) }),
    next: {
      browser: "Then enable the server in Cursor's settings under MCP, and sign in there.",
      token: `${exportToken} Then enable the server in Cursor's settings under MCP.`,
    },
  },
  vscode: {
    title: "VS Code",
    file: (folder) => join(folder, ".vscode", "mcp.json"),
    merge: mergeVsCode,
    next: {
      browser: "VS Code signs in when it starts the server: allow it, and your browser opens.",
      token: "VS Code asks for the token when it starts the server, and keeps it.",
    },
  },
  codex: {
    title: "Codex",
    file: () => join(process.env.CODEX_HOME || join(homedir(), ".codex"), "config.toml"),
    merge: mergeToml,
    command: ({ mcp, auth }) =>
      `codex mcp add ${SERVER} --url ${mcp}${auth === "token" ? " --bearer-token-env-var DRIFT_TOKEN" : ""}`,
    next: { browser: `Then sign in: codex mcp login ${SERVER}`, token: exportToken },
  },
  windsurf: {
    title: "Windsurf",
    file: () => join(homedir(), ".codeium", "windsurf", "mcp_config.json"),
    merge: (text, { mcp, auth }) =>
      mergeJson(text, "mcpServers", { serverUrl: mcp, ...bearer(auth, `\${env:DRIFT_TOKEN}`) }),
    next: {
      browser: "Then refresh the servers in Cascade, and sign in there.",
      token: `${exportToken} Then refresh the servers in Cascade.`,
    },
  },
};

/** One line a client, as `drift up` and `drift start` end with: the token that they printed is at hand. */
export function clientLines({ mcp, token }: { mcp: string; token: string }): string[] {
  const told = clientNames.map((name) => {
    const { title, command } = clients[name];
    const shown = command?.({ mcp, auth: "token", token }) ?? `drift connect ${name} --with-token --write`;
    return `${title.padEnd(12)} ${shown}`;
  });
  return [...told, "", `Clients read the token from the environment: export DRIFT_TOKEN=${token}`];
}

function mergeJson(text: string | undefined, key: string, server: object): string {
  const settings = readObject(text);
  const servers = settings[key] ?? {};
  if (typeof servers !== "object" || Array.isArray(servers)) throw new Error(`"${key}" is not an object`);
  return `${JSON.stringify({ ...settings, [key]: { ...servers, [SERVER]: server } }, null, 2)}\n`;
}

/** VS Code asks for what `inputs` name, and stores it safely. */
function mergeVsCode(text: string | undefined, { mcp, auth }: Target): string {
  const id = "drift-token";
  const settings = readObject(text);
  const before = Array.isArray(settings.inputs) ? (settings.inputs as { id?: string }[]) : [];
  const others = before.filter((one) => one.id !== id);
  const own = { type: "promptString", id, description: "Token for drift", password: true };
  const inputs = auth === "token" ? [...others, own] : others;
  // One that is left undefined is not written, and one that is there keeps its place.
  const merged = { ...settings, inputs: inputs.length > 0 ? inputs : undefined };
  return mergeJson(JSON.stringify(merged), "servers", { type: "http", url: mcp, ...bearer(auth, `\${input:${id}}`) });
}

function readObject(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text.trim() === "") return {};
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is not a JSON object");
  return value as Record<string, unknown>;
}

/** A table ends where the next one begins: only that of our server is replaced. */
function mergeToml(text: string | undefined, { mcp, auth }: Target): string {
  const header = `[mcp_servers.${SERVER}]`;
  const shown = auth === "token" ? ['bearer_token_env_var = "DRIFT_TOKEN"'] : [];
  const table = [header, `url = ${JSON.stringify(mcp)}`, ...shown];
  const lines = (text ?? "").split("\n");
  const start = lines.findIndex((line) => line.trim() === header);
  if (start === -1) return [...(text?.trim() ? [text.trimEnd(), ""] : []), ...table, ""].join("\n");
  const length = lines.slice(start + 1).findIndex((line) => /^\s*\[/.test(line));
  const end = length === -1 ? lines.length : start + 1 + length;
  return [...lines.slice(0, start), ...table, "", ...lines.slice(end)].join("\n");
}

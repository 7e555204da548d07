import { Code } from "#pages/kit/code";

/** What each client is told, so that it asks its person to sign in: no token is in any of it. */
const clients: readonly { name: string; text: string; code: (mcp: string) => string }[] = [
  {
    name: "Claude Code",
    text: "Then type /mcp in it and sign in.",
    code: (mcp) => `claude mcp add --transport http drift ${mcp}`,
  },
  {
    name: "Codex",
    text: "The second line opens a browser.",
    code: (mcp) => `codex mcp add drift --url ${mcp}\ncodex mcp login drift`,
  },
  {
    name: "Cursor",
    text: "In .cursor/mcp.json of the repository, which may be committed.",
    code: (mcp) => JSON.stringify({ mcpServers: { drift: { url: mcp } } }, null, 2),
  },
  {
    name: "VS Code",
    text: "In .vscode/mcp.json of the repository, which may be committed.",
    code: (mcp) => JSON.stringify({ servers: { drift: { type: "http", url: mcp } } }, null, 2),
  },
  {
    name: "Clients that start a command",
    text: "A bridge that signs in for them.",
    code: (mcp) => `npx mcp-remote ${mcp}`,
  },
];

/** The MCP address, and how clients are told of it. */
export const Connect = ({ mcp }: { mcp: string }) => (
  <>
    <Code label="MCP address: paste it where your client asks for a server or connector" text={mcp} wraps />
    <div class="unfolds">
      {clients.map(({ name, text, code }) => (
        <details class="unfold">
          <summary>{name}</summary>
          <div class="body stack tight">
            <p class="muted small">{text}</p>
            <Code label={name} text={code(mcp)} />
          </div>
        </details>
      ))}
    </div>
  </>
);

/** The tools that one caller may use. */
import { DriftError } from "#contract/errors";
import type { Scope } from "#contract/principal";
import type { CatalogEntry, Tool } from "#tools/kit/define-tool";
import { categories } from "#tools/kit/define-tool";
import { tools as registry } from "#tools/registry.gen";
import { inputSchema } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { similarTo } from "./similar.ts";

const tools: Record<string, Tool> = registry;

/** Listed unless the URL's `?tools=` says otherwise; every other tool is reached through the last one. */
const ENTRY_TOOLS = ["drift_context", "drift_discover", "drift_tool"];

/** Throws `TOOL_NOT_FOUND` with the names it may have been. */
export function findTool(name: string): Tool {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool) return tool;
  const similar = similarTo(name, Object.keys(tools));
  throw new DriftError("TOOL_NOT_FOUND", `There is no tool "${name.slice(0, 100)}".`, {
    hint: "drift_discover lists the tools.",
    alternativeTools: ["drift_discover"],
    ...(similar.length > 0 && { similar }),
  });
}

/** The scopes that a tool needs; none for a name that is no tool's. */
export const neededScopes = (name: string): readonly Scope[] =>
  Object.hasOwn(tools, name) ? (tools[name]?.scopes ?? []) : [];

/** The tools that the caller's scopes allow and the project's languages make sense of. */
export function usableTools(caller: Caller): Tool[] {
  const languages = Object.keys(caller.head?.counts.languages ?? {});
  return Object.values(tools).filter(
    (tool) =>
      tool.scopes.every((scope) => caller.principal.scopes.includes(scope)) &&
      (!tool.languages || languages.length === 0 || tool.languages.some((language) => languages.includes(language))),
  );
}

export function catalogEntry(tool: Tool, caller: Caller): CatalogEntry {
  const { name, title, description, category, cost } = tool;
  const { targetTokens } = categories[category];
  return { name, title, description, category, cost, targetTokens, inputSchema: inputSchema(tool, caller) };
}

/** The tools that `tools/list` shows: the entry tools, or what `?tools=` asks for. */
export function listedTools(caller: Caller): Tool[] {
  const usable = usableTools(caller);
  const wanted = caller.tools;
  if (wanted === undefined) return ENTRY_TOOLS.flatMap((name) => usable.find((tool) => tool.name === name) ?? []);
  if (wanted === "all") return usable;
  const names = wanted.split(",");
  return usable.filter((tool) => names.includes(tool.name) || names.includes(tool.category));
}

/** What `?tools=` may hold: `all`, categories and names of tools. Throws `INVALID_ARGUMENT`. */
export function checkListing(wanted: string): void {
  const known = ["all", ...Object.keys(categories), ...Object.keys(tools)];
  for (const name of wanted.split(",")) {
    if (known.includes(name)) continue;
    const similar = similarTo(name, known);
    throw new DriftError(
      "INVALID_ARGUMENT",
      `\`tools\` of the URL names no tool or category "${name.slice(0, 100)}".`,
      {
        hint: "Use `all`, a category such as `surgical`, or names of tools, separated by commas.",
        ...(similar.length > 0 && { similar }),
      },
    );
  }
}

/** The shape of a tool. A tool's file default-exports one `defineTool({ … })`; nothing else registers it. */
import type { z } from "zod";
import type { Envelope, NextAction } from "#contract/envelope";
import type { Scope } from "#contract/principal";
import type { AccountReader } from "#db/account-reader";
import type { Head, Project } from "#db/account-rows";
import type { ProjectDb } from "#db/project-db";
import type { Outline } from "#engine/outline";
import type { CursorCodec } from "./cursor.ts";

/** Folders of `src/tools`; a category sets how long answers stay cached and what they may cost. */
export const categories = {
  orchestration: { cacheSeconds: 300, targetTokens: 3_000, maxTokens: 6_000 },
  discovery: { cacheSeconds: 60, targetTokens: 500, maxTokens: 2_000 },
  surgical: { cacheSeconds: 300, targetTokens: 500, maxTokens: 2_000 },
} as const;
export type Category = keyof typeof categories;

/** All a tool may touch. There is deliberately no raw database, environment or MCP server here. */
export interface ToolContext {
  /** The one project of this call. Reading it throws `PROJECT_NOT_FOUND` where the call names none. */
  readonly db: ProjectDb;
  /** The project of `db`, and the branch head that it shows. Reading them throws as reading `db` does. */
  readonly project: Project;
  readonly head: Head;
  /** The caller's organisation: its projects, for the discovery tools. */
  readonly account: AccountReader;
  readonly session: ToolSession;
  /** Checks and outlines proposed code. */
  readonly outline: (path: string, code: string) => Promise<Outline>;
  /** Signs and opens cursors with the session's secret. */
  readonly cursors: CursorCodec;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The caller's own tools. */
  readonly catalog: ToolCatalog;
  /** What the answer may cost in o200k tokens: `maxTokens` of the call, or the category's maximum. */
  readonly budget: number;
  /** o200k tokens of a text. */
  readonly tokens: (text: string) => number;
}

export interface ToolSession {
  readonly handle: string;
  /** `organisation/project` made active with `drift_projects`. */
  readonly activeProject: string | undefined;
  activate(project: string): Promise<void>;
}

export interface CatalogEntry {
  name: string;
  title: string;
  description: string;
  category: Category;
  inputSchema: Record<string, unknown>;
  cost: "light" | "heavy";
  targetTokens: number;
}

export interface ToolCatalog {
  /** The tools this caller may use on this project. */
  list(): CatalogEntry[];
  /** Runs another tool by name on the same path as every call. Throws `DriftError`. */
  call(name: string, args: unknown): Promise<Envelope>;
}

export interface ToolAnswer<Data> {
  /** One or two sentences. */
  summary: string;
  data: Data;
  nextActions?: NextAction[];
  warnings?: string[];
  pagination?: Envelope["pagination"];
  /** Resource URIs worth opening next: `drift://…`. */
  links?: { uri: string; name: string }[];
}

export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** What it answers and when to call it, at most 300 characters. */
  description: string;
  category: Category;
  input: Input;
  /** Describes `data`. */
  output: Output;
  /** One valid input against the example project of the tests. */
  example: z.input<Input>;
  cost: "light" | "heavy";
  /** Where the answer depends on no project. */
  projectless?: true;
  /** Languages of which one must be in the project; absent: always shown. */
  languages?: readonly string[];
  scopes: readonly Scope[];
  hints: { readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean };
  /**
   * Lists of `data` in the order in which they are shortened to fit a budget, last items first: paths
   * such as `directCallers` or `data.changes`. What is dropped is counted in a warning.
   */
  shrink?: readonly string[];
  /**
   * Lists of `data` whose items a session gets once: an item with an `id` that the session has seen with
   * the same content becomes `{ id, unchanged: true }`, one with other content gets `changed: true`.
   */
  deduplicate?: readonly string[];
  /**
   * Of a tool that only runs another one: which, and with what arguments. The call becomes a call of that
   * tool, so it is checked, counted, cached, fitted and answered as that one's own.
   */
  dispatches?(input: z.output<Input>): { tool: string; args: unknown };
  run(input: z.output<Input>, context: ToolContext): Promise<ToolAnswer<z.input<Output>>>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

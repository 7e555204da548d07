/** The arguments of a call: those that every tool takes, and the tool's own, checked against its schema. */
import * as z from "zod";
import { DriftError } from "#contract/errors";
import type { Tool } from "#tools/kit/define-tool";
import type { Caller } from "./caller.ts";
import { similarTo } from "./similar.ts";

/** No answer goes over this, whatever is asked. */
export const MAX_TOKENS = 20_000;
/** No answer goes over this unless more is asked for. */
export const MAX_TOKENS_UNASKED = 10_000;
const MIN_TOKENS = 100;

const shared = z.object({
  project: z.string().min(1).max(100).describe("`org/name` or `name`; default: the active or only project").optional(),
  session: z.string().max(64).describe("`meta.session` of an earlier answer").optional(),
  maxTokens: z.number().int().min(MIN_TOKENS).max(MAX_TOKENS).describe("Most tokens of the answer").optional(),
});

export interface SharedArguments {
  project?: string;
  session?: string;
  maxTokens?: number;
}

export interface ParsedCall {
  shared: SharedArguments;
  /** As the tool's own schema made it. */
  input: Record<string, unknown>;
}

/** The shared arguments that a tool takes here. A pinned endpoint has its project already. */
const sharedNames = (tool: Tool, pinned: boolean): (keyof SharedArguments)[] =>
  (["project", "session", "maxTokens"] as const).filter(
    (name) => !(name in tool.input.shape) && !(name === "project" && (pinned || tool.projectless)),
  );

/** Checks a call's arguments. Errors name the argument, and what it should be. */
export function parseArguments(tool: Tool, raw: unknown, pinned: boolean): ParsedCall {
  if (raw !== undefined && (typeof raw !== "object" || raw === null || Array.isArray(raw))) {
    throw new DriftError("INVALID_ARGUMENT", `The arguments of ${tool.name} are an object.`, { hint: usage(tool) });
  }
  const given: Record<string, unknown> = { ...raw };
  const common = sharedNames(tool, pinned);
  for (const name of Object.keys(given)) {
    const known = [...Object.keys(tool.input.shape), ...common];
    if (known.includes(name)) continue;
    if (name === "project" && pinned) {
      throw new DriftError("INVALID_ARGUMENT", "This URL serves one project: leave `project` out.");
    }
    const similar = similarTo(name, known);
    throw new DriftError("INVALID_ARGUMENT", `${tool.name} has no parameter \`${name}\`.`, {
      hint: `It takes ${known.map((one) => `\`${one}\``).join(", ")}.`,
      ...(similar.length > 0 && { similar }),
    });
  }
  const sharedGiven = Object.fromEntries(common.flatMap((name) => (name in given ? [[name, given[name]]] : [])));
  const checked = shared.safeParse(sharedGiven);
  if (!checked.success) throw invalid(tool, checked.error, sharedGiven);
  for (const name of common) delete given[name];
  const input = tool.input.safeParse(given);
  if (!input.success) throw invalid(tool, input.error, given);
  const own = input.data as Record<string, unknown>;
  // A tool that declares one of the shared arguments itself is asked for it by the same name.
  const { project, session, maxTokens } = { ...own, ...checked.data } as SharedArguments;
  return {
    shared: {
      ...(typeof project === "string" && { project }),
      ...(typeof session === "string" && { session }),
      ...(typeof maxTokens === "number" && { maxTokens }),
    },
    input: own,
  };
}

function invalid(tool: Tool, error: z.ZodError, given: Record<string, unknown>): DriftError {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const name = path.join(".");
  if (path.length === 1 && issue?.code === "invalid_type" && given[String(path[0])] === undefined) {
    return new DriftError("MISSING_REQUIRED_PARAM", `${tool.name} needs \`${name}\`.`, { hint: usage(tool) });
  }
  const where = name ? `\`${name}\` of ${tool.name}: ` : `${tool.name}: `;
  return new DriftError("INVALID_ARGUMENT", `${where}${issue?.message ?? "not valid"}.`, { hint: usage(tool) });
}

const usage = (tool: Tool): string => `For example ${JSON.stringify(tool.example)}.`;

/** A tool's parameters as a client is shown them: one that has a session is not offered to name one. */
export function inputSchema(tool: Tool, { endpoint, sessionful }: Caller): Record<string, unknown> {
  const names = sharedNames(tool, endpoint.pinned !== undefined).filter((name) => !(sessionful && name === "session"));
  const common = Object.fromEntries(names.map((name) => [name, shared.shape[name]]));
  return compact(z.toJSONSchema(tool.input.extend(common), { io: "input", unrepresentable: "any" })) as Record<
    string,
    unknown
  >;
}

/** Leaves out what costs a reader tokens and tells it nothing: the dialect, bounds of safe integers, closedness. */
function compact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compact);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([key, value]) =>
          key !== "$schema" &&
          key !== "propertyNames" &&
          !(
            key === "additionalProperties" &&
            (typeof value === "boolean" || Object.keys(value as object).length === 0)
          ) &&
          !((key === "maximum" || key === "minimum") && Math.abs(value as number) === Number.MAX_SAFE_INTEGER),
      )
      .map(([key, value]) => [key, compact(value)]),
  );
}

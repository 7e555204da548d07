/**
 * The one path of every tool call, whether it came from a client or from another tool:
 * find → parse → scope → rate → cache → run → check output → fit to budget → deduplicate → envelope → metrics.
 */
import type { Envelope } from "#contract/envelope";
import { DriftError, type ErrorBody } from "#contract/errors";
import { categories, type Tool, type ToolAnswer, type ToolCatalog } from "#tools/kit/define-tool";
import { cachedAnswer, hashKey, keepAnswer } from "./answer-cache.ts";
import { MAX_TOKENS_UNASKED, type ParsedCall, parseArguments, type SharedArguments } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { toolContext } from "./context.ts";
import { cursorCodec } from "./cursor.ts";
import { deduplicate } from "./deduplicate.ts";
import { findProject } from "./find-project.ts";
import { catalogEntry, findTool, usableTools } from "./find-tool.ts";
import { fitToBudget } from "./fit.ts";
import { describeSnapshot, stalenessWarnings } from "./freshness.ts";
import { logFault } from "./log.ts";
import type { CallSession, Ports, View } from "./ports.ts";
import { type Link, renderText } from "./render.ts";

export type CallOutcome = { ok: true; envelope: Envelope; links: readonly Link[] } | { ok: false; error: ErrorBody };

/** What a call within a call takes over, unless it says otherwise itself. */
interface Outer {
  /** Undefined where nothing has been counted yet. */
  session?: CallSession;
  shared: SharedArguments;
}

interface Answered {
  envelope: Envelope;
  links: readonly Link[];
}

/** Runs a tool. Refusals and faults are outcomes, never thrown. */
export async function callTool(name: string, args: unknown, caller: Caller, ports: Ports): Promise<CallOutcome> {
  const { requestId } = caller;
  try {
    return { ok: true, ...(await answer(name, args, caller, ports)) };
  } catch (error) {
    if (error instanceof DriftError) return { ok: false, error: { ...error.body, requestId } };
    logFault({ requestId, at: name.slice(0, 100) }, error);
    const { body } = new DriftError("INTERNAL_ERROR", "Something went wrong here. It has been recorded.", {
      hint: "Try again; if it stays, give the request id to whoever runs the service.",
    });
    return { ok: false, error: { ...body, requestId } };
  }
}

async function answer(name: string, args: unknown, caller: Caller, ports: Ports, outer?: Outer): Promise<Answered> {
  const tool = findTool(name);
  if (tool.dispatches) {
    const call = parseArguments(tool, args, caller.endpoint.pinned !== undefined);
    checkScopes(tool, caller);
    const inner = tool.dispatches(call.input as never);
    if (findTool(inner.tool).dispatches) {
      throw new DriftError("INVALID_ARGUMENT", `${tool.name} cannot run ${inner.tool}.`, {
        hint: "Name the tool itself.",
      });
    }
    return answer(inner.tool, inner.args, caller, ports, { ...outer, shared: { ...outer?.shared, ...call.shared } });
  }
  const started = ports.now();
  const note = { tool: tool.name, category: tool.category, cached: false, tokens: 0, roundTrips: 0, rowsRead: 0 };
  try {
    const answered = await run(tool, args, caller, ports, started, note, outer);
    ports.measure({ ...note, durationMs: ports.now() - started });
    return answered;
  } catch (error) {
    const code = error instanceof DriftError ? error.body.code : "INTERNAL_ERROR";
    ports.measure({ ...note, durationMs: ports.now() - started, code });
    throw error;
  }
}

/** What a call turned out to cost, filled in as it goes. */
interface Note {
  cached: boolean;
  tokens: number;
  roundTrips: number;
  rowsRead: number;
}

async function run(
  tool: Tool,
  args: unknown,
  caller: Caller,
  ports: Ports,
  started: number,
  note: Note,
  outer?: Outer,
): Promise<Answered> {
  const pinned = caller.endpoint.pinned !== undefined;
  const call = parseArguments(tool, args, pinned);
  const shared = { ...outer?.shared, ...call.shared };
  checkScopes(tool, caller);

  const [session, tokens] = await Promise.all([
    outer?.session ?? ports.session({ caller, cost: tool.cost, handle: shared.session, project: shared.project }),
    ports.tokenCounter(),
  ]);
  const found = tool.projectless ? undefined : await findProject(shared.project, session.activeProject, caller, ports);
  const view = found && (await atCursor(found, call.input.cursor, session, ports, started));

  const budget = shared.maxTokens ?? Math.min(categories[tool.category].maxTokens, MAX_TOKENS_UNASKED);
  const context = toolContext({
    ports,
    view,
    account: ports.account(caller.principal),
    session,
    catalog: catalogFor(caller, ports, { session, shared }),
    budget,
    tokens,
    now: started,
  });
  const key = view && cacheable(tool, call) ? await hashKey(answerKey(tool, call, caller, view, budget)) : undefined;
  let produced = key && (await cachedAnswer(key, ports.store, started));
  note.cached = produced !== undefined;
  if (!produced) {
    produced = await tool.run(call.input as never, context);
    checkOutput(tool, produced);
    // A cursor is good in the session it was sealed for, and nowhere else.
    if (key && !produced.pagination?.nextCursor) {
      ports.afterwards(keepAnswer(key, produced, categories[tool.category].cacheSeconds, ports.store, started));
    }
    if (view) ({ roundTrips: note.roundTrips, rowsRead: note.rowsRead } = context.db.meters);
  }

  const snapshot = view && describeSnapshot(view, started);
  const envelope = await wrap(produced, { tool, budget, tokens, session, snapshot });
  note.tokens = tokens(renderText(envelope));
  const meta: Envelope["meta"] = {
    requestId: caller.requestId,
    durationMs: ports.now() - started,
    tokenEstimate: note.tokens,
    cached: note.cached,
    session: session.handle,
    ...(snapshot && { snapshot }),
  };
  return { envelope: { ...envelope, meta } satisfies Envelope, links: produced.links ?? [] };
}

interface Wrapping {
  tool: Tool;
  budget: number;
  tokens: (text: string) => number;
  session: CallSession;
  snapshot: Envelope["meta"]["snapshot"];
}

async function wrap(
  answer: ToolAnswer<unknown>,
  { tool, budget, tokens, session, snapshot }: Wrapping,
): Promise<Omit<Envelope, "meta">> {
  const { summary, pagination, nextActions = [] } = answer;
  const said = [...(answer.warnings ?? []), ...(snapshot ? stalenessWarnings(snapshot) : [])];
  const text = (data: unknown, more: readonly string[]) =>
    renderText({ summary, data, warnings: [...said, ...more], ...(pagination && { pagination }) });
  const fitted = fitToBudget(answer.data, {
    shrink: tool.shrink ?? [],
    fits: (data, more) => tokens(text(data, more)) <= budget,
  });
  const data = tool.deduplicate
    ? await deduplicate(fitted.data, tool.deduplicate, snapshot?.project ?? "", session)
    : fitted.data;
  const warnings = [...said, ...fitted.warnings];
  return {
    summary,
    data,
    ...(pagination && { pagination }),
    ...(nextActions.length > 0 && { nextActions }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function checkScopes(tool: Tool, { principal }: Caller): void {
  const missing = tool.scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new DriftError("SCOPE_REQUIRED", `${tool.name} needs the scope ${tool.scopes.join(", ")}.`, {
    hint: "Use a token that holds it, of a user whose role grants it.",
  });
}

/** A page after the first is read from the snapshot of the first, as long as that is kept. */
async function atCursor(view: View, cursor: unknown, session: CallSession, ports: Ports, now: number): Promise<View> {
  if (typeof cursor !== "string") return view;
  const seq = await cursorCodec({ secret: session.secret, seq: () => view.head.seq, now }).seqOf(cursor);
  if (seq === view.head.seq) return view;
  if (seq > view.head.seq || !(await ports.retained(view, seq))) {
    throw new DriftError("SNAPSHOT_GONE", "The snapshot that this cursor pages through is no longer kept.", {
      hint: "Call again without `cursor` to read the newest one.",
    });
  }
  return { ...view, head: { ...view.head, seq } };
}

const cacheable = (tool: Tool, { input }: ParsedCall): boolean =>
  tool.hints.readOnly && tool.hints.idempotent && input.cursor === undefined;

const answerKey = (
  tool: Tool,
  { input }: ParsedCall,
  { principal }: Caller,
  { project, head }: View,
  budget: number,
) => ({
  project: project.id,
  rootHash: head.rootHash,
  seq: head.seq,
  tool: tool.name,
  input,
  budget,
  role: principal.role,
});

/** A tool that answers other than it promised is at fault, not its caller. */
function checkOutput(tool: Tool, { data }: ToolAnswer<unknown>): void {
  const checked = tool.output.safeParse(data);
  if (!checked.success) throw new Error(`${tool.name} broke its output schema`, { cause: checked.error });
}

function catalogFor(caller: Caller, ports: Ports, outer: Outer): ToolCatalog {
  return {
    list: () => usableTools(caller).map((tool) => catalogEntry(tool, caller)),
    call: async (name, args) => (await answer(name, args, caller, ports, outer)).envelope,
  };
}

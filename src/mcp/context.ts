/** Builds what a tool is given for one call. */
import { DriftError } from "#contract/errors";
import type { ToolCatalog, ToolContext } from "#tools/kit/define-tool";
import { cursorCodec } from "./cursor.ts";
import type { CallSession, Ports, View } from "./ports.ts";

export interface ContextParts {
  ports: Ports;
  /** Undefined for a tool that reads no project. */
  view: View | undefined;
  account: ToolContext["account"];
  session: CallSession;
  catalog: ToolCatalog;
  budget: number;
  tokens: (text: string) => number;
  now: number;
}

export function toolContext({
  ports,
  view,
  account,
  session,
  catalog,
  budget,
  tokens,
  now,
}: ContextParts): ToolContext {
  const named = (): View => {
    if (!view) throw new DriftError("PROJECT_NOT_FOUND", "This call names no project.", { hint: "Pass `project`." });
    return view;
  };
  let db: ToolContext["db"] | undefined;
  return {
    get db() {
      db ??= ports.openProject(named());
      return db;
    },
    get project() {
      return named().project;
    },
    get head() {
      return named().head;
    },
    account,
    session,
    outline: ports.outline,
    cursors: cursorCodec({ secret: session.secret, seq: () => view?.head.seq ?? 0, now }),
    now,
    catalog,
    budget,
    tokens,
  };
}

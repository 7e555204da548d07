// Written by scripts/gen-tools.mjs from the folders beside it. Do not edit.
import type { Tool } from "./kit/define-tool.ts";
import capabilitiesTool from "./discovery/capabilities.ts";
import discoverTool from "./discovery/discover.ts";
import projectsTool from "./discovery/projects.ts";
import statusTool from "./discovery/status.ts";
import contextTool from "./orchestration/context.ts";
import toolTool from "./orchestration/tool.ts";
import callersTool from "./surgical/callers.ts";
import importsTool from "./surgical/imports.ts";
import prevalidateTool from "./surgical/prevalidate.ts";
import recentTool from "./surgical/recent.ts";
import signatureTool from "./surgical/signature.ts";
import similarTool from "./surgical/similar.ts";
import testTemplateTool from "./surgical/test-template.ts";
import typeTool from "./surgical/type.ts";

/** Every tool by its name. */
export const tools = {
  drift_capabilities: capabilitiesTool as unknown as Tool,
  drift_discover: discoverTool as unknown as Tool,
  drift_projects: projectsTool as unknown as Tool,
  drift_status: statusTool as unknown as Tool,
  drift_context: contextTool as unknown as Tool,
  drift_tool: toolTool as unknown as Tool,
  drift_callers: callersTool as unknown as Tool,
  drift_imports: importsTool as unknown as Tool,
  drift_prevalidate: prevalidateTool as unknown as Tool,
  drift_recent: recentTool as unknown as Tool,
  drift_signature: signatureTool as unknown as Tool,
  drift_similar: similarTool as unknown as Tool,
  drift_test_template: testTemplateTool as unknown as Tool,
  drift_type: typeTool as unknown as Tool,
} satisfies Record<string, Tool>;

export type ToolName = keyof typeof tools;

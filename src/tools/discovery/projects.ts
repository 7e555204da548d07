/** drift_projects: which projects there are, and which one this session asks about. */
import * as z from "zod";
import { DriftError } from "#contract/errors";
import { projectName } from "#db/account-rows";
import { defineTool } from "#tools/kit/define-tool";
import { counted } from "#tools/kit/present";

export default defineTool({
  name: "drift_projects",
  title: "Projects",
  description:
    "Lists your organisation's projects with branch, commit and age of their snapshots, or makes one the session's active project (`action: switch`). Call it when a call says that no project is chosen.",
  category: "discovery",
  input: z.object({
    action: z.enum(["list", "switch"]).default("list"),
    name: z.string().trim().min(1).max(100).optional().describe("For switch: organisation/project, or project"),
  }),
  output: z.object({
    active: z.string().optional(),
    projects: z.array(
      z.object({
        name: z.string().describe("organisation/project"),
        branch: z.string(),
        commit: z.string().optional(),
        scannedAt: z.string().optional().describe("Absent: nothing has been pushed"),
        files: z.number().int().optional(),
        languages: z.array(z.string()).optional(),
      }),
    ),
  }),
  example: {},
  cost: "light",
  projectless: true,
  scopes: ["drift:read"],
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  shrink: ["projects"],

  async run({ action, name }, { account, session }) {
    const overviews = await account.projects();
    const names = overviews.map(({ project }) => projectName(project));
    let active = session.activeProject;
    if (action === "switch") {
      active = find(name, names);
      await session.activate(active);
    }
    const shown = overviews.filter(({ project }) => action === "list" || projectName(project) === active);
    return {
      summary:
        action === "switch"
          ? `${active} is now the active project of this session.`
          : `${counted(names.length, "project")}${active ? `; ${active} is active` : ""}.`,
      data: {
        ...(active && { active }),
        projects: shown.map(({ project, head }) => ({
          name: projectName(project),
          branch: head?.name ?? project.defaultBranch,
          ...(head && {
            ...(head.commit !== null && { commit: head.commit.slice(0, 10) }),
            scannedAt: new Date(head.scannedAt).toISOString(),
            files: head.counts.files,
            languages: Object.keys(head.counts.languages),
          }),
        })),
      },
      nextActions:
        !active && names[0]
          ? [
              {
                tool: "drift_projects",
                args: { action: "switch", name: names[0] },
                reason: "Choose it",
                priority: "high",
              },
            ]
          : [],
    };
  },
});

/** By its whole name, or by the project's own where only one has it. */
function find(asked: string | undefined, names: readonly string[]): string {
  if (asked === undefined) {
    throw new DriftError("MISSING_REQUIRED_PARAM", "`switch` needs `name`.", { similar: names.slice(0, 5) });
  }
  const found = names.filter((name) => name === asked || name.endsWith(`/${asked}`));
  if (found.length === 1 && found[0]) return found[0];
  const near = names.filter((name) => name.includes(asked.slice(asked.lastIndexOf("/") + 1)));
  throw new DriftError("PROJECT_NOT_FOUND", `No project "${asked}".`, {
    hint: "drift_projects lists those that you may ask about.",
    similar: (near.length > 0 ? near : names).slice(0, 5),
    alternativeTools: ["drift_projects"],
  });
}

/** Which project a call is about. */
import { DriftError } from "#contract/errors";
import type { Caller } from "./caller.ts";
import type { Ports, View } from "./ports.ts";
import { similarTo } from "./similar.ts";

/**
 * The project's argument, else the pinned one, else the session's active one, else the only one there is.
 * Throws `PROJECT_NOT_FOUND`, and `SCAN_REQUIRED` where nothing has been pushed. What is another
 * organisation's, or kept from the token, is not found.
 */
export async function findProject(
  named: string | undefined,
  active: string | undefined,
  caller: Caller,
  ports: Ports,
): Promise<View> {
  const { project, head, endpoint } = caller;
  if (endpoint.pinned) return view(project, head, endpoint.pinned.branch);
  const wanted = named ?? active;
  // The bearer check found it on the way, in the same read.
  if (project && (wanted === undefined || names(wanted, project, caller))) return view(project, head);

  const overviews = await ports.account(caller.principal).projects();
  const found =
    wanted === undefined && overviews.length === 1
      ? overviews[0]
      : overviews.find((one) => wanted !== undefined && names(wanted, one.project, caller));
  if (found) return view(found.project, found.head);
  const renamed = wanted === undefined ? undefined : await byEarlierName(wanted, overviews, caller, ports);
  if (renamed) return view(renamed.project, renamed.head);
  const known = overviews.map((one) => projectName(one.project));
  if (wanted === undefined) {
    throw new DriftError(
      "PROJECT_NOT_FOUND",
      known.length === 0 ? "There is no project yet." : "There are several projects: say which.",
      known.length === 0
        ? { hint: "Scan a repository and push it.", command: "drift scan && drift push" }
        : { hint: "Pass `project`, or make one active with drift_projects.", similar: known.slice(0, 5) },
    );
  }
  const similar = similarTo(wanted, known);
  throw new DriftError("PROJECT_NOT_FOUND", `There is no project "${wanted}".`, {
    hint: "drift_projects lists them.",
    ...(known.length > 0 && { similar: similar.length > 0 ? similar : known.slice(0, 3) }),
  });
}

/** A project that was renamed is still found by the name that agents and sessions remember. */
async function byEarlierName(
  wanted: string,
  overviews: Awaited<ReturnType<ReturnType<Ports["account"]>["projects"]>>,
  caller: Caller,
  ports: Ports,
) {
  const [slug = "", organisation = caller.organisation] = wanted.split("/").reverse();
  const project = await ports.account(caller.principal).project({ organisation, project: slug });
  return project && overviews.find((one) => one.project.id === project.id);
}

const projectName = ({ organisationSlug, slug }: View["project"]): string => `${organisationSlug}/${slug}`;

const names = (wanted: string, project: View["project"], caller: Caller): boolean =>
  wanted === project.slug || wanted === `${caller.organisation}/${project.slug}`;

function view(project: View["project"] | undefined, head: View["head"] | undefined, branch?: string): View {
  if (!project) throw new DriftError("PROJECT_NOT_FOUND", "There is no such project.");
  if (!head) {
    throw new DriftError(
      "SCAN_REQUIRED",
      `Nothing has been pushed to ${branch ? `branch ${branch} of ` : ""}${projectName(project)} yet.`,
      {
        hint: "Scan the repository and push it.",
        command: "drift scan && drift push",
      },
    );
  }
  return { project, head };
}

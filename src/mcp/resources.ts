/** Resources: projects, their files and their symbols. Also what subscribers are told of. */
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { DriftError } from "#contract/errors";
import { fileUri, projectUri } from "#contract/resource-uri";
import { type Caller, callerOf } from "./caller.ts";
import { findProject } from "./find-project.ts";
import { describeSnapshot } from "./freshness.ts";
import type { Ports, View } from "./ports.ts";

/** Files that `resources/list` shows of a pinned project; the rest is reached by the templates. */
const LISTED_FILES = 100;
/** The protocol's own limit of a completion. */
const COMPLETIONS = 100;

const mimeType = "application/json";

export function serveResources(server: McpServer, ports: Ports): void {
  const open = async (context: ServerContext, uri: URL, organisation: unknown, project: unknown): Promise<View> => {
    const caller = callerOf(context);
    const { pinned } = caller.endpoint;
    // A pinned endpoint serves its one project, as if there were no other.
    const own = project === pinned?.project || project === caller.project?.slug;
    const outside = pinned && (pinned.organisation !== organisation || !own);
    if (outside || organisation !== caller.organisation) throw new ResourceNotFoundError(uri.href);
    // Counted as a light call.
    await refusable(ports.session({ caller, cost: "light", handle: undefined, project: undefined }));
    return missing(uri, findProject(`${organisation}/${project}`, undefined, caller, ports));
  };
  const show = (uri: URL, view: View, content: object): ReadResourceResult => {
    const snapshot = describeSnapshot(view, ports.now());
    return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify({ ...content, snapshot }) }] };
  };

  server.registerResource(
    "project",
    new ResourceTemplate("drift://{organisation}/{project}", {
      list: async (context) => ({ resources: await listProjects(callerOf(context), ports) }),
    }),
    { title: "Project", description: "What a project's newest snapshot holds", mimeType },
    async (uri, { organisation, project }, context) => {
      const view = await open(context, uri, organisation, project);
      return show(uri, view, { counts: view.head.counts, units: view.head.units });
    },
  );

  server.registerResource(
    "file",
    new ResourceTemplate("drift://{organisation}/{project}/files/{+path}", {
      list: async (context) => ({ resources: await listFiles(callerOf(context), ports) }),
    }),
    { title: "File", description: "A file's symbols, imports, exports and problems", mimeType },
    async (uri, { organisation, project, path }, context) => {
      const view = await open(context, uri, organisation, project);
      const file = await ports.resources.file(view, decoded(uri, path));
      if (!file) throw new ResourceNotFoundError(uri.href);
      return show(uri, view, file);
    },
  );

  server.registerResource(
    "symbol",
    new ResourceTemplate("drift://{organisation}/{project}/symbols/{id}", { list: undefined }),
    { title: "Symbol", description: "A symbol's signature, documentation, members and first lines", mimeType },
    async (uri, { organisation, project, id }, context) => {
      const view = await open(context, uri, organisation, project);
      const symbol = await ports.resources.symbol(view, decoded(uri, id));
      if (!symbol) throw new ResourceNotFoundError(uri.href);
      return show(uri, view, symbol);
    },
  );

  // `McpServer` would complete without saying for whom.
  server.server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { name, value } = params.argument;
    const values = await completions(name, value, params.context?.arguments ?? {}, callerOf(context), ports);
    return { completion: { values: values.slice(0, COMPLETIONS), hasMore: values.length >= COMPLETIONS } };
  });
}

async function completions(name: string, value: string, given: Record<string, string>, caller: Caller, ports: Ports) {
  if (name === "organisation") return [caller.organisation].filter((slug) => slug.startsWith(value));
  if (name === "project") {
    const projects = await visibleProjects(caller, ports);
    return projects.map(({ project }) => project.slug).filter((slug) => slug.startsWith(value));
  }
  const named = given.project && `${given.organisation ?? caller.organisation}/${given.project}`;
  const view = await findProject(named || undefined, undefined, caller, ports).catch(none);
  if (!view) return [];
  if (name === "path") {
    const paths = await ports.resources.paths(view, decodeURI(value), COMPLETIONS);
    return paths.map(encodeURI);
  }
  if (name !== "id") return [];
  return (await ports.resources.symbols(view, decodeURIComponent(value), COMPLETIONS)).map(encodeURIComponent);
}

async function visibleProjects(
  caller: Caller,
  ports: Pick<Ports, "account">,
): Promise<{ project: View["project"]; head?: View["head"] }[]> {
  const { project, head, endpoint } = caller;
  if (endpoint.pinned) return project ? [{ project, ...(head && { head }) }] : [];
  return ports.account(caller.principal).projects();
}

/** Which URIs the caller may be told about. Those of another scheme are nobody's secret: nothing is told of them. */
export async function visibleUris(caller: Caller, ports: Pick<Ports, "account">): Promise<(uri: string) => boolean> {
  const projects = await visibleProjects(caller, ports);
  const roots = projects.map(({ project }) => projectUri(`${caller.organisation}/${project.slug}`));
  return (uri) => !uri.startsWith("drift://") || roots.some((root) => uri === root || uri.startsWith(`${root}/`));
}

async function listProjects(caller: Caller, ports: Ports) {
  const projects = await visibleProjects(caller, ports);
  return projects
    .filter(({ head }) => head !== undefined)
    .map(({ project }) => ({
      uri: projectUri(`${caller.organisation}/${project.slug}`),
      name: project.slug,
      mimeType,
    }));
}

/** Only where it is clear which project is meant. */
async function listFiles(caller: Caller, ports: Ports) {
  const { project, head } = caller;
  if (!project || !head) return [];
  const paths = await ports.resources.paths({ project, head }, "", LISTED_FILES);
  return paths.map((path) => ({ uri: fileUri(`${caller.organisation}/${project.slug}`, path), name: path, mimeType }));
}

/** What cannot be found is no resource: who asks need not learn why. */
async function missing<T>(uri: URL, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof DriftError ? new ResourceNotFoundError(uri.href) : error;
  });
}

/** A refusal keeps its words: any other error would be told as one of ours. */
async function refusable<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof DriftError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message, error.body);
  });
}

const none = (error: unknown): undefined => {
  if (!(error instanceof DriftError)) throw error;
};

function decoded(uri: URL, text: unknown): string {
  try {
    return decodeURIComponent(String(text));
  } catch {
    throw new ResourceNotFoundError(uri.href);
  }
}

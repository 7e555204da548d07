/**
 * The paths under which MCP is served.
 *
 *     /mcp[/analysis]                                every project of the caller's organisation
 *     /mcp[/analysis]/{organisation}/{project}       one project: tools take no `project` argument
 *     /mcp[/analysis]/{organisation}/{project}@{branch}     … and one branch of it, percent-encoded
 *
 * Each is a resource of its own in the sense of RFC 8707. An organisation that is called like a
 * server is reached with the server named.
 */
import { BranchName, Slug } from "./ids.ts";

export interface Pinned {
  organisation: string;
  project: string;
  /** Undefined: the project's default branch. */
  branch?: string;
}

export interface Endpoint {
  /** As the URL has it, and as the resource is called. */
  path: string;
  pinned?: Pinned;
}

const SERVERS = ["analysis"];

/** Undefined: nothing is served there. */
export function parseEndpoint(path: string): Endpoint | undefined {
  const [empty, root, ...parts] = path.split("/");
  if (empty !== "" || root !== "mcp") return undefined;
  if (SERVERS.includes(parts[0] ?? "")) parts.shift();
  if (parts.length === 0) return { path };
  const pinned = parsePinned(parts);
  return pinned && { path, pinned };
}

function parsePinned([organisation = "", rest = "", ...more]: string[]): Pinned | undefined {
  const [project = "", branch, ...ats] = rest.split("@");
  if (more.length > 0 || ats.length > 0) return undefined;
  if (!Slug.safeParse(organisation).success || !Slug.safeParse(project).success) return undefined;
  if (branch === undefined) return { organisation, project };
  const name = BranchName.safeParse(decoded(branch));
  return name.success ? { organisation, project, branch: name.data } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

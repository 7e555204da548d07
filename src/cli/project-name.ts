/** Which project a folder is, where nobody has said so. */
import { basename } from "node:path";
import { CliError } from "./errors.ts";
import { ask, type Service } from "./service.ts";

/** A folder's name as a project's: what a slug cannot hold becomes a hyphen. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 39)
    .replace(/^-+|-+$/g, "");
  return slug || "project";
}

/**
 * The project that the token can mean: its only one, else the one named like the folder.
 *
 * @throws CliError `usage` where that is none or several.
 */
export async function guessProject(service: Service, folder: string): Promise<string> {
  const { projects } = (await ask(service, "/v1/projects")) as { projects: { project: string }[] };
  const names = projects.map(({ project }) => project);
  const alike = names.filter((name) => name.endsWith(`/${slugOf(basename(folder))}`));
  const [found, ...others] = names.length === 1 ? names : alike;
  if (found !== undefined && others.length === 0) return found;
  throw new CliError(
    "usage",
    names.length === 0 ? "the service has no project yet" : "no project is named, and none is named like the folder",
    names.length === 0
      ? "Create one with drift projects create NAME."
      : `Give --project, or run drift init --project ORG/NAME: ${names.slice(0, 10).join(", ")}`,
  );
}

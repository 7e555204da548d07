import type { ServerEvent } from "@modelcontextprotocol/server";
import { fileUri, projectUri } from "#contract/resource-uri";
import { type Project, projectName } from "#db/account-rows";
import { changedPaths, type ShardWriter } from "#db/shard-writer";
import type { PushUnits } from "./push-book.ts";

/**
 * What a push changed, as subscribers hear it: the project itself, and each changed file unless they
 * are too many to tell one by one.
 */
export async function changeEvents(project: Project, writer: ShardWriter, units: PushUnits): Promise<ServerEvent[]> {
  const changed = [...units.added, ...units.removed];
  const files = changed.length > 0 ? await writer.files(changed) : [];
  const name = projectName(project);
  const uris = [projectUri(name), ...(files.length > changedPaths ? [] : files.map((path) => fileUri(name, path)))];
  return [
    ...uris.map((uri): ServerEvent => ({ kind: "resource_updated", uri })),
    // A file may have come or gone: which ones there are is listed anew.
    ...(files.length > 0 ? [{ kind: "resources_list_changed" } as const] : []),
  ];
}

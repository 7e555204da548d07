/** A scan of a test's folder by one worker. */
import { scan } from "#engine/scan/scan";
import type { TempFolder } from "./temp-repository.ts";

export const run = (folder: TempFolder, full = false) =>
  scan({ folder: folder.path, sourceMode: "snippets", generated: false, scanner: "test", workers: 1, full });

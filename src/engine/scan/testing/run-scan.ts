/**
 * A scan of a test's folder by one worker, which waits for the next one of the same file of tests. A full one has a
 * fresh worker: what one kept of the scan before would be a difference.
 */
import { type ScanOptions, type ScanResult, scan } from "#engine/scan/scan";
import { SpareWorkers } from "#engine/scan/spare-workers";

const spare = new SpareWorkers();

export const runScan = (folder: { readonly path: string }, options: Partial<ScanOptions> = {}): Promise<ScanResult> =>
  scan({
    folder: folder.path,
    sourceMode: "snippets",
    generated: false,
    scanner: "test",
    workers: 1,
    spare: options.full ? undefined : spare,
    ...options,
  });

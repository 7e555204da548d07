/** How far a scan is. */
export interface ScanProgress {
  readonly phase: "reading" | "resolving";
  /** Files. */
  readonly done: number;
  readonly total: number;
  /** How much of the phase's bytes is done, 0 to 1: what the time left goes by. */
  readonly share: number;
}

export type OnProgress = (progress: ScanProgress) => void;

/** Counts the files of a phase, and their bytes, as they are done. */
export function meter(
  phase: ScanProgress["phase"],
  sizes: ReadonlyMap<string, number>,
  onProgress: OnProgress | undefined,
): (path: string) => void {
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let done = 0;
  let doneBytes = 0;
  return (path) => {
    done++;
    doneBytes += sizes.get(path) ?? 0;
    onProgress?.({ phase, done, total: sizes.size, share: bytes > 0 ? doneBytes / bytes : 1 });
  };
}

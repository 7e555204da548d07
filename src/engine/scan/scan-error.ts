/**
 * input: the folder cannot be read. no_scan: it has no `drift.db`. newer: a newer drift wrote that.
 * settings: the repository's `drift.json` cannot be
 * understood. damaged: it is no database, or not a whole one. busy: another scan is writing it. disk: it cannot be written.
 * stopped: whoever asked for it wants it no more.
 */
export type ScanErrorKind = "input" | "settings" | "no_scan" | "newer" | "damaged" | "busy" | "disk" | "stopped";

/** What keeps a scan, or reading one, from going on. */
export class ScanError extends Error {
  override readonly name = "ScanError";
  readonly kind: ScanErrorKind;
  /** What to do next. */
  readonly hint: string;

  constructor(kind: ScanErrorKind, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.hint = hint;
  }
}

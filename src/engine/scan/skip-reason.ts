/** Why a path was not read. The worker finds the last five, since they need the file's bytes. */
export type SkipReason =
  | "symlink"
  | "submodule"
  | "special" // neither file, folder nor link
  | "vendored" // others' code; a folder of it is counted once
  | "excluded" // by the repository's own rules
  | "path" // a name that is no UTF-8, or has control characters or a backslash
  | "unreadable"
  | "binary"
  | "unsupported"
  | "too_large"
  | "generated";

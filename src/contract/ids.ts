/** Identifiers that cross a layer, branded so that one kind cannot stand in for another. */
import * as z from "zod";

/** A project's number in the account database: the `project` column of every fact. */
export const ProjectNumber = z.number().int().positive().brand("ProjectNumber");
export type ProjectNumber = z.infer<typeof ProjectNumber>;

/** Organisation and project names in URLs: lower case, digits and inner hyphens; at most 39 characters. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?$/, "use lower-case letters, digits and inner hyphens, at most 39");

/** A git branch: what `git check-ref-format --branch` accepts, at most 200 characters. */
export const BranchName = z
  .string()
  .min(1)
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^(?![-/.])(?!.*(?:\.\.|\/\/|@\{|\.lock$|[/.]$))[^\u0000-\u0020\u007f~^:?*[\\]+$/, "not a valid branch name");

/** 64 lower-case hexadecimal digits. */
export const Hash = z.string().regex(/^[0-9a-f]{64}$/, "not a SHA-256 hash");

/** A git object name. */
export const CommitHash = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, "not a commit hash");

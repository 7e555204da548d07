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

/** A name to show: what people call something. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{C}]+$/u, "no control characters");

/** A user's row in the account database. */
export const UserId = z.string().regex(/^usr_[0-9A-Za-z]{16}$/, "not a user");

/** An OpenID Connect issuer: an https URL without query and fragment. On one's own machine http will do. */
export const Issuer = z
  .string()
  .max(255)
  .regex(
    /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?(?:\/[\w.~/-]*[\w.~-])?\/?$/,
    "an https URL",
  );

/** A domain of e-mail addresses, in lower case. */
export const EmailDomain = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, "a domain such as example.com, in lower case");

/** The closed lists of words that columns of facts take. */
export const unitKinds = [
  "file",
  "schema",
  "settings",
  "entry_point",
  "flow",
  "contract",
  "model",
  "test",
  "module",
  "wrapper",
  "environment",
  "pattern",
  "constraint",
  "gene",
  "package",
  "document",
  "commit",
] as const;
export type UnitKind = (typeof unitKinds)[number];

/** How a call or reference was resolved; see `docs/resolution.md`. */
export const resolutions = ["exact", "typed", "unique", "ambiguous", "external", "dynamic", "unresolved"] as const;
export type Resolution = (typeof resolutions)[number];

export const symbolKinds = [
  "namespace",
  "extension",
  "class",
  "struct",
  "interface",
  "enum",
  "enum_member",
  "type_alias",
  "function",
  "method",
  "constructor",
  "getter",
  "setter",
  "property",
  "variable",
] as const;
export type SymbolKind = (typeof symbolKinds)[number];

/** The framework of tests of which their file does not say it. */
export const unknownFramework = "unknown";

/** Where code is entered from outside. */
export const entryPointKinds = [
  "endpoint",
  "event",
  "command",
  "job",
  "page",
  "component",
  "resolver",
  "rpc",
  "hook",
] as const;
export type EntryPointKind = (typeof entryPointKinds)[number];

/** What is done with errors at a place; `docs/errors.md` tells of each. */
export const errorSiteKinds = [
  "throw",
  "rethrow",
  "propagate",
  "panic",
  "catch",
  "swallow",
  "boundary",
  "result",
  "unhandled",
] as const;
export type ErrorSiteKind = (typeof errorSiteKinds)[number];

/** What a file registers: entry points, and what stands before them. */
export const registrationKinds = [
  ...entryPointKinds,
  "prefix",
  "mount",
  "guard",
  "named", // a route goes by a name, or all that are registered on something by one that begins so
  "handed", // a function of the repository is given what a route is made of
  "reader", // a function of the repository reads the setting that its parameter names
  "setting", // such a name is given to a function of the repository
] as const;
export type RegistrationKind = (typeof registrationKinds)[number];

/** What does harm where others decide on what it is given. */
export const sinkKinds = [
  "exec", // a command of the system
  "eval", // code
  "sql",
  "path", // a file's path
  "redirect",
  "template", // markup, or a template's own text
  "deserialisation",
] as const;
export type SinkKind = (typeof sinkKinds)[number];

/** What a commit decided, by what it changed and what its message says. */
export const decisionKinds = [
  "dependency_added",
  "dependency_removed",
  "dependency_replaced",
  "dependency_upgraded", // to another major version
  "module_moved",
  "module_added",
  "module_removed",
  "tool_adopted", // a configuration file of a tool came
  "tool_dropped",
  "tool_replaced",
  "breaking_change",
  "reverted",
  "stated", // the message says why, or a decision record was written
] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** How documentation is written. */
export const documentFormats = ["markdown", "mdx", "restructuredtext"] as const;

/** What a document is for. History is what was: changelogs, posts, records of decisions, how to upgrade. */
export const documentRoles = ["guide", "history", "license", "translation", "template"] as const;

/** What documentation claims. */
export const claimKinds = [
  "path",
  "symbol",
  "command",
  "config_key",
  "api_route",
  "version",
  "dependency",
  "code_block",
] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** How a claim is written: inline code, a link, a fence of code, plain text. */
export const claimForms = ["code", "link", "fence", "text"] as const;

/** How it is known that a test covers something, in the order of trust. */
export const coverKinds = [
  "call", // the test calls it
  "helper", // a helper of the tests that the test calls does
  "fixture", // what is set up for the test does
  "import", // the test's file imports it
  "name", // the test's file is named after it
] as const;
export type CoverKind = (typeof coverKinds)[number];

/** What a pattern, a constraint or a gene is about. */
export const patternCategories = [
  "api",
  "auth",
  "security",
  "errors",
  "logging",
  "data-access",
  "config",
  "testing",
  "structural",
  "components",
  "styling",
  "types",
  "performance",
  "accessibility",
  "documentation",
] as const;
export type PatternCategory = (typeof patternCategories)[number];

/** `fading`: most of the newest files do otherwise. */
export const patternStatuses = ["active", "fading"] as const;
export type PatternStatus = (typeof patternStatuses)[number];
/** What files say of models, and of how tables come into being. */
export const modelPartKinds = [
  "model",
  "field",
  "table",
  "column",
  "drop_table",
  "rename_table",
  "drop_column",
  "rename_column",
] as const;
export type ModelPartKind = (typeof modelPartKinds)[number];

/** What a field holds that is to be handled with care. */
export const sensitivities = ["pii", "credential", "financial", "health"] as const;
export type Sensitivity = (typeof sensitivities)[number];

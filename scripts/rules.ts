// Reads a rule file: what a library's calls and decorators mean. CONTRIBUTING.md tells how one is written.
import { dirname } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { modelPartKinds, registrationKinds, sinkKinds } from "../src/contract/fact-words.ts";

/** A name in a rule file, and the languages of source files that it stands for. */
export const languages = {
  typescript: ["typescript", "tsx", "vue", "svelte", "astro"],
  javascript: ["javascript"],
  python: ["python", "jupyter"],
  go: ["go"],
  java: ["java"],
  kotlin: ["kotlin"],
  rust: ["rust"],
  csharp: ["csharp", "razor"],
  php: ["php"],
  ruby: ["ruby"],
  swift: ["swift"],
};

export type Language = keyof typeof languages;

const selector = z.union([z.string(), z.number().transform(String)]);
const patterns = z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1)]);

/** What calls in tests are for. */
const testKinds = ["assertion", "verification", "mock", "stub", "fixture"] as const;

/** One of the entry points that a call makes. */
const action = z.strictObject({
  name: z.string(),
  method: z.string(),
  route: z.string().default(""),
  by: patterns.optional(),
});

const expanded = ({ by, ...one }: z.infer<typeof action>) => ({ ...one, ...(by && { by: by.flatMap(expand) }) });

const clause = z
  .strictObject({
    kind: z.enum([
      ...registrationKinds,
      ...modelPartKinds,
      ...testKinds,
      "inside",
      "environment",
      "data",
      "primitive",
      "boundary",
      "throw",
      "sink",
      "client",
      "client_base",
      "address",
    ]),
    has: z.string().optional(),
    takes: z.int().min(1).max(8).optional(),
    category: z.string().max(40).optional(),
    call: patterns.optional(),
    but: patterns.optional(),
    decorator: patterns.optional(),
    extends: patterns.optional(),
    literal: patterns.optional(),
    every: z.boolean().optional(),
    files: z.string().optional(),
    dependency: z.string().optional(),
    config: z.string().optional(),
    exports: z.array(z.string()).optional(),
    declares: z.array(z.string()).optional(),
    methods: z.record(z.string(), z.string()).optional(),
    form: z.enum(["flat", "underscored"]).optional(),
    asked: z
      .array(z.strictObject({ below: z.string(), guard: z.string(), unless: z.string().optional() }))
      .min(1)
      .optional(),
    matching: z.string().optional(),
    each: selector.optional(),
    folders: z.array(z.string()).min(1).optional(),
    imports: z.string().optional(),
    when: z.record(z.string(), z.string()).optional(),
    class: z.boolean().optional(),
    arguments: z.int().min(0).max(12).optional(),
    texts: selector.optional(),
    on: selector.optional(),
    method: selector.optional(),
    route: selector.optional(),
    fill: z.record(z.string(), selector).optional(),
    name: selector.optional(),
    casing: z.enum(["kebab", "camel", "pascal"]).optional(),
    handler: selector.optional(),
    guards: selector.optional(),
    wrapping: z.boolean().optional(),
    own: z.boolean().optional(),
    template: z.boolean().optional(),
    mounted: selector.optional(),
    prepend: z.string().optional(),
    append: z.string().optional(),
    absolute: z.boolean().optional(),
    expression: z.boolean().optional(),
    inherited: z.boolean().optional(),
    patterns: z.boolean().optional(),
    into: z.string().optional(),
    actions: z.array(action).optional(),
    answers: z.array(action).optional(),
    only: selector.optional(),
    except: selector.optional(),
    operations: z
      .partialRecord(z.enum(["read", "create", "update", "delete", "upsert"]), z.array(z.string()))
      .optional(),
    operation: selector.optional(),
    model: selector.optional(),
    sql: selector.optional(),
    fields: selector.optional(),
    sink: z.enum(sinkKinds).optional(),
    cwe: z.int().positive().optional(),
    owasp: z
      .string()
      .regex(/^A(0[1-9]|10)$/)
      .optional(),
    argument: selector.optional(),
    derived: z.boolean().optional(),
    built: z.boolean().optional(),
    body: selector.optional(),
    variable: selector.optional(),
    default: selector.optional(),
    otherwise: z.string().optional(),
    given: z.boolean().optional(),
    required: z.string().optional(),
    table: selector.optional(),
    column: selector.optional(),
    type: selector.optional(),
    references: selector.optional(),
    words: z.record(z.string(), z.string()).optional(),
    columns: selector.optional(),
    members: z.string().optional(),
    naming: z.enum(["snake_plural", "snake", "plural", "app_lower", "lower_plural", "lower"]).optional(),
  })
  .refine(
    (one) => one.call || one.decorator || one.extends || one.literal || (one.files && one.dependency),
    "a rule matches a call, a decorator, what is extended, a literal, or files of what depends on something",
  )
  .refine(
    (one) => one.kind !== "sink" || (one.sink && one.cwe && one.owasp && one.argument),
    "a sink has its kind, its weakness, its category and the argument that does harm",
  );

const ruleFile = z.strictObject({
  name: z.string().max(40),
  languages: z.array(z.enum(Object.keys(languages) as [Language, ...Language[]])).min(1),
  about: z.url(),
  before: z.array(z.string().max(40)).min(1).optional(),
  packages: z.array(z.string()).default([]),
  fixtures: z.array(z.string()).default([]),
  implicit: z.array(z.string()).default([]),
  rules: z.array(clause).min(1),
  examples: z
    .array(z.strictObject({ files: z.record(z.string(), z.string()), expect: z.array(z.string()) }))
    .min(1)
    .refine((all) => all.some(({ expect }) => expect.length > 0), "an example has to expect something"),
});

/**
 * The clauses of a rule file, as `crates/rules` reads them, those about tests apart, and its examples.
 *
 * @throws Error that names the file and what is wrong
 */
export function readRules(path: string, text: string) {
  const read = ruleFile.safeParse(parse(text, { maxAliasCount: 64 }));
  if (!read.success) throw new Error(`rules/${path}: ${z.prettifyError(read.error)}`);
  const { name, rules, examples } = read.data;
  // What asks before the endpoints of others is told as theirs.
  const told = rules.flatMap((rule) => (read.data.before ?? [name]).map((framework) => ({ ...rule, framework })));
  const all = told.map(({ call, but, decorator, extends: bases, literal, actions, answers, operations, ...rest }) => ({
    ...rest,
    // What is said of whole files registers nothing itself.
    kind: rest.kind === "inside" ? undefined : rest.kind,
    languages: read.data.languages.flatMap((one) => languages[one]),
    ...(call && { call: call.flatMap(expand) }),
    ...(but && { but: but.flatMap(expand) }),
    ...(decorator && { decorator: decorator.flatMap(expand) }),
    ...(bases && { extends: bases.flatMap(expand) }),
    ...(literal && { literal: literal.flatMap(expand) }),
    ...(actions && { actions: actions.map(expanded) }),
    ...(answers && { answers: answers.map(expanded) }),
    ...(operations && {
      operations: Object.fromEntries(
        Object.entries(operations).flatMap(([operation, names]) => names.map((one) => [one, operation])),
      ),
    }),
  }));
  const isOfTests = ({ kind }: { kind: string | undefined }) => testKinds.some((one) => one === kind);
  const isStub = ({ kind }: { kind: string | undefined }) => kind === "stub" || kind === "verification";
  const mocks = all.filter(({ kind }) => kind === "mock");
  const calls = all
    .filter((one) => isOfTests(one) && one.kind !== "mock")
    .map(({ kind, framework, languages, call }) => ({ kind, framework, languages, call }));
  const { fixtures, implicit } = read.data;
  const packages = read.data.packages.map((one) => ({
    name: one,
    framework: name,
    languages: read.data.languages.flatMap((each) => languages[each]),
  }));
  return {
    // What is shown to a stub is not done.
    clauses: all
      .filter((one) => isStub(one) || (!isOfTests(one) && one.kind !== "primitive"))
      .map((one) => ({ ...one, kind: isStub(one) ? ("stub" as const) : one.kind })),
    wrappers: all.flatMap(({ kind, category, languages, call }) =>
      kind === "primitive" ? [{ category, languages, call }] : [],
    ),
    tests: { calls, mocks, packages, fixtures, implicit },
    library: { area: dirname(path), name, about: read.data.about, languages: read.data.languages },
    examples,
  };
}

/** `a.{b,c}` as `a.b` and `a.c`. */
export function expand(pattern: string): string[] {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern);
  if (!found) return [pattern];
  const [, before = "", inside = "", after = ""] = found;
  return inside.split(",").flatMap((one) => expand(`${before}${one}${after}`));
}

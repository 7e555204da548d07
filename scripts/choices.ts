// Reads a file of `rules/patterns`: a choice among libraries or ways. CONTRIBUTING.md tells how one is written.
import { parse } from "yaml";
import { z } from "zod";
import { patternCategories } from "../src/contract/fact-words.ts";
import { expand, type Language, languages } from "./rules.ts";

const paths = z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1)]).optional();

const variant = z
  .strictObject({
    name: z.string().max(60),
    silent: z.boolean().optional(),
    languages: z
      .array(z.enum(Object.keys(languages) as [Language, ...Language[]]))
      .min(1)
      .optional(),
    call: paths,
    import: paths,
    extends: paths,
    packages: z.array(z.string()).min(1).optional(),
    /** Names of annotations of classes whose constructors take something. */
    constructed: z.array(z.string()).min(1).optional(),
  })
  .refine(
    (one) => one.call || one.import || one.extends || one.constructed,
    "a variant is told by a call, an import, a base or what its classes are annotated with",
  );

const choiceFile = z.strictObject({
  gene: z.string().max(80),
  category: z.enum(patternCategories),
  languages: z.array(z.enum(Object.keys(languages) as [Language, ...Language[]])).min(1),
  in: z.enum(["code", "tests", "all"]).default("code"),
  minimum: z.int().min(2).optional(),
  name: z.string().includes("{variant}"),
  summary: z.string().includes("{variant}"),
  reason: z.string().includes("{variant}"),
  variants: z.array(variant).min(2),
  examples: z
    .array(z.strictObject({ files: z.record(z.string(), z.string()), expect: z.array(z.string()) }))
    .min(2)
    .refine((all) => all.some(({ expect }) => expect.length > 0), "an example has to expect something")
    .refine(
      (all) => all.some(({ expect }) => expect.length === 0),
      "an example has to look alike and be something else",
    ),
});

/**
 * A choice as the learner reads it, and its examples.
 *
 * @param path of the file below `rules/patterns`: the choice's id
 * @throws Error that names the file and what is wrong
 */
export function readChoice(path: string, text: string) {
  const read = choiceFile.safeParse(parse(text, { maxAliasCount: 0 }));
  if (!read.success) throw new Error(`rules/patterns/${path}: ${z.prettifyError(read.error)}`);
  const { examples, variants, ...rest } = read.data;
  const choice = {
    id: path.replace(/\.yaml$/, ""),
    ...rest,
    languages: rest.languages.flatMap((one) => languages[one]),
    variants: variants.map(({ call, import: imported, extends: base, languages: own, ...one }) => ({
      ...one,
      ...(own && { languages: own.flatMap((each) => languages[each]) }),
      ...(call && { call: call.flatMap(expand) }),
      ...(imported && { import: imported.flatMap(expand) }),
      ...(base && { extends: base.flatMap(expand) }),
    })),
  };
  return { choice, examples };
}

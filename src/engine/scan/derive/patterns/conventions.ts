/** Everything that files are asked: `crates/shares/src/said` has them answer. */
import type { Convention } from "./convention.ts";
import { casing } from "./conventions/casing.ts";
import { libraries } from "./conventions/choices.ts";
import { classes } from "./conventions/classes.ts";
import { ofClasses } from "./conventions/declared/classes.ts";
import { ofFunctions } from "./conventions/declared/functions.ts";
import { ofModules } from "./conventions/declared/modules.ts";
import { docs } from "./conventions/docs.ts";
import { errors } from "./conventions/errors.ts";
import { exports } from "./conventions/exports.ts";
import { fileNames } from "./conventions/file-names.ts";
import { imports } from "./conventions/imports.ts";
import { tests } from "./conventions/tests.ts";
import { types } from "./conventions/types.ts";

const all: readonly (readonly Convention[])[] = [
  casing,
  libraries,
  classes,
  ofClasses,
  ofFunctions,
  ofModules,
  docs,
  errors,
  exports,
  fileNames,
  imports,
  tests,
  types,
];

export const conventions: ReadonlyMap<string, Convention> = new Map(all.flat().map((one) => [one.id, one] as const));

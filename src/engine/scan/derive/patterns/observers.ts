/** Everything that is asked of a file. */
import type { Convention, Observer } from "./convention.ts";
import { casing } from "./observers/casing.ts";
import { libraries } from "./observers/choices.ts";
import { classes } from "./observers/classes.ts";
import { declarations } from "./observers/declarations.ts";
import { docs } from "./observers/docs.ts";
import { errors } from "./observers/errors.ts";
import { exports } from "./observers/exports.ts";
import { fileNames } from "./observers/file-names.ts";
import { imports } from "./observers/imports.ts";
import { places } from "./observers/places.ts";
import { subclasses } from "./observers/subclasses.ts";
import { tests } from "./observers/tests.ts";
import { types } from "./observers/types.ts";

export const observers: readonly Observer[] = [
  casing,
  classes,
  declarations,
  docs,
  errors,
  exports,
  fileNames,
  imports,
  libraries,
  places,
  subclasses,
  tests,
  types,
];

export const conventions: ReadonlyMap<string, Convention> = new Map(
  observers.flatMap((one) => one.conventions.map((convention) => [convention.id, convention] as const)),
);

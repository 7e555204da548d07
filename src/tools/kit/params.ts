/** Parameters that several tools take. */
import * as z from "zod";

/** A path of the repository as agents write it: `./src/a.ts`, `src/a.ts` and `/src/a.ts` are one. */
export const path = z
  .string()
  .trim()
  .min(1)
  .max(1_024)
  .transform((text) =>
    text
      .replaceAll("\\", "/")
      .replace(/^(?:\.?\/)+/, "")
      .replace(/\/+$/, ""),
  )
  .refine((text) => !text.split("/").includes(".."), "a path inside the repository, without `..`");

/** A symbol's name: `create`, `OrderService.create`, or an id `src/a.ts#OrderService.create`. */
export const symbolName = z.string().trim().min(1).max(600);

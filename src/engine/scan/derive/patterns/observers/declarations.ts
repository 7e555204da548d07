/** How declarations are written: what languages leave open, asked question by question. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import { isAside, isMigration } from "#engine/scan/derive/patterns/words";
import { ofClasses } from "./declared/classes.ts";
import { ofFunctions } from "./declared/functions.ts";
import { ofModules } from "./declared/modules.ts";
import type { Question } from "./declared/question.ts";

const questions: readonly Question[] = [...ofClasses, ...ofFunctions, ...ofModules];

export const declarations: Observer = {
  conventions: questions,
  observe(file, gathered) {
    if (isAside(file.path) || isMigration(file.path)) return;
    for (const { id, families, of, ask } of questions)
      if (families.includes(file.family) && (of === "tests") === file.isTest)
        ask(file, (variant, at, group) => gathered.see(id, variant, at, group ?? null));
  },
};

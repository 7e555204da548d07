/** Of the rules, those that can tell anything of a repository: most are about languages that it does not have. */
import { rules } from "./rules.ts";

/** The clauses about languages, as the scan module reads them. */
export function rulesOf(languages: ReadonlySet<string>): string {
  const told = rules.split("\n").flatMap((line) => {
    const end = line.indexOf("\t");
    const isAbout = line
      .slice(0, end)
      .split(" ")
      .some((language) => languages.has(language));
    return isAbout ? line.slice(end + 1) : [];
  });
  return `[${told.join(",")}]`;
}

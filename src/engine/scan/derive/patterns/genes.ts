/** Genes: how often each answer to a question of style is given here, whether or not one of them prevails. */
import type { FactRow } from "#contract/unit";
import type { Exemplars } from "./encode-pattern.ts";
import { nameOfFamily } from "./families.ts";
import { type Asked, countOf } from "./learn.ts";
import { slug } from "./words.ts";

const most = 40;
const mostAlleles = 8;
const leastPlaces = 5;

export interface Gene {
  readonly id: string;
  readonly rows: readonly FactRow[];
}

export function genesOf(asked: readonly Asked[], exemplars: Exemplars): { id: string; rows: FactRow[] }[] {
  const families = new Map<string, Set<string>>();
  for (const { convention, family } of asked)
    families.set(convention.id, (families.get(convention.id) ?? new Set()).add(family));
  const weighed = asked
    .filter(({ convention, group }) => !convention.isOpen && convention.id !== "class-names" && isShort(group))
    .filter((one) => isAsked(one) && !(one.answers.size === 1 && one.answers.has("otherwise")))
    .map((one) => ({ one, size: [...one.answers.values()].reduce((sum, { length }) => sum + length, 0) }))
    .sort((a, b) => b.size - a.size || (keyOf(a.one) < keyOf(b.one) ? -1 : 1))
    .slice(0, most);
  return weighed.map(({ one }) => {
    const { convention, family, group, answers } = one;
    const isAlone = families.get(convention.id)?.size === 1;
    const gene = `${convention.gene}${group === null ? "" : `: ${group}`}${isAlone ? "" : ` (${nameOfFamily(family)})`}`;
    const all = countOf([...answers.values()].flat());
    const alleles = [...answers]
      .sort(([a, x], [b, y]) => countOf(y) - countOf(x) || (a < b ? -1 : 1))
      .slice(0, mostAlleles)
      // Who answers so in one place of two hundred says nothing.
      .filter(([, held]) => countOf(held) * 200 >= all);
    const rows = alleles.map(
      ([allele, held], at): FactRow => [
        gene,
        convention.category,
        allele.slice(0, 120),
        Math.round((100 * countOf(held)) / all),
        countOf(held),
        new Set(held.map(({ path }) => path)).size,
        at === 0 && countOf(held) * 2 > all ? 1 : 0,
        JSON.stringify(
          exemplars.of(held).map(({ path, line, quote }) => ({ path, line, ...(quote !== null && { text: quote }) })),
        ),
      ],
    );
    return { id: slug(keyOf(one)), rows };
  });
}

/** Whether enough places answer, of more than one file. */
function isAsked({ answers }: Asked): boolean {
  let count = 0;
  let first: string | undefined;
  let isSpread = false;
  for (const places of answers.values())
    for (const one of places) {
      first ??= one.path;
      isSpread ||= one.path !== first;
      count += one.count;
      if (isSpread && count >= leastPlaces) return true;
    }
  return false;
}

const isShort = (group: string | null): boolean => group === null || group.length <= 40;
const keyOf = ({ convention, family, group }: Asked): string => `${convention.id} ${family} ${group ?? ""}`;

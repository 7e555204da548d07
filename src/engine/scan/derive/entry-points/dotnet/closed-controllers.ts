/**
 * Whether an application makes controllers of classes whose types are still open: a provider of its own lists, beside
 * the classes that can be made, what it closes by `MakeGenericType`.
 * https://learn.microsoft.com/en-us/aspnet/core/mvc/advanced/app-parts#feature-providers
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

export function closesControllers(db: DatabaseSync): boolean {
  const providers = db
    .prepare(
      `select type from type_relations
       where relation = 'implements' and name like '%IApplicationFeatureProvider<ControllerFeature>'`,
    )
    .all();
  if (providers.length === 0) return false;
  const ranges = new FactRanges(db);
  const closes = db.prepare(
    `select 1 from calls where fact >= ? and fact < ? and callee_name = 'MakeGenericType'
     and substr(caller, 1, length(?) + 1) = ? || '.'`,
  );
  return providers.some(({ type }) => {
    const provider = String(type);
    return closes.get(...ranges.of(provider), provider, provider) !== undefined;
  });
}

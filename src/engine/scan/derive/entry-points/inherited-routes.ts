/**
 * Routes that attributes of abstract classes declare: each class that extends these has them, behind its own path and
 * guards, as Symfony reads the methods of classes that can be made.
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "./heirs.ts";
import type { Registration } from "./registration.ts";

const frameworks = new Set<string | null>(["Symfony"]);

export function withInheritedRoutes(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOfClass = ({ kind, framework, owner, handler }: Registration) =>
    kind === "endpoint" && frameworks.has(framework) && owner !== null && (handler?.startsWith(`${owner}.`) ?? false);
  if (!written.some(isOfClass)) return written;
  const heirs = new Heirs(db);
  return written.flatMap((one) => {
    const owner = one.owner ?? "";
    if (!isOfClass(one) || !heirs.isAbstract(owner)) return [one];
    return heirs.of(owner).map((heir) => ({ ...one, owner: heir }));
  });
}

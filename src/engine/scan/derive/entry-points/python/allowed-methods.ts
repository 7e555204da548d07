/** Methods by which classes of Django say that they answer, of those that they have: `http_method_names = ["get", "patch"]`. */
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The member that lists them. */
const member = "http_method_names";
const frameworks = new Set(["Django", "Django REST framework"]);

/** Whether a class, or the nearest that it extends and that lists methods, leaves out one. */
export function leavesOut(
  { framework }: Registration,
  classes: readonly (string | null | undefined)[],
  method: string,
  handlers: Pick<Handlers, "heirs" | "textsOf">,
): boolean {
  if (!frameworks.has(framework ?? "") || method === "ANY") return false;
  for (const one of classes) {
    if (one === null || one === undefined) continue;
    for (const above of [one, ...handlers.heirs.above(one)]) {
      const listed = handlers.textsOf(`${above}.${member}`);
      if (listed.length > 0) return !listed.some((it) => it.toUpperCase() === method);
    }
  }
  return false;
}

/**
 * What rows of a model are found by, where a context's configuration says it: `builder.HasKey(it => it.Number)`, `HasKey(it =>
 * new { it.Order, it.Line })`. Such a model has no key by convention. So is told what of a model is kept nowhere:
 * `builder.Ignore(it => it.FullName)`.
 * https://learn.microsoft.com/en-us/ef/core/modeling/keys
 */
import type { Declarations } from "#engine/scan/derive/declarations";
import { modelConfigured, modelsByLine } from "./configured.ts";
import type { ModelPart } from "./parts.ts";

const calls = ["HasKey", "Ignore"] as const;

export const isOfProperties = ({ kind, members }: ModelPart): boolean =>
  kind === "table" && calls.some((one) => one === members);

/** Properties by their models; none where they cannot be read. */
export type NamedProperties = ReadonlyMap<string, readonly string[]>;

/**
 * The properties that a call names which is made of models.
 *
 * @param configuring parts by which models are configured otherwise, which say what builders are for
 */
export function configuredBy(
  call: (typeof calls)[number],
  all: readonly ModelPart[],
  configuring: readonly ModelPart[],
  declarations: Declarations,
): NamedProperties {
  const found = new Map<string, readonly string[]>();
  const parts = all.filter((one) => isOfProperties(one) && one.members === call);
  if (parts.length === 0) return found;
  const given = modelsByLine(configuring, declarations);
  // `Entity<Order>(BuildOrder)`: the function has the model's builder.
  const handed = new Map(
    configuring.flatMap(({ owner, references, path }) =>
      owner !== null && references !== null ? [[`${path}#${references}`, owner] as const] : [],
    ),
  );
  for (const { owner, path, line } of parts) {
    if (owner === null) continue;
    const method = /\.(\w+)\(0\)$/.exec(owner)?.[1];
    const model =
      handed.get(`${path}#${method}`) ??
      modelConfigured(owner, path, given, declarations) ??
      given.get(`${path}:${line}`);
    if (model === undefined) continue;
    const names = named(call, declarations.lineOfCall(path, line, call) ?? "");
    found.set(model, call === "HasKey" ? names : [...(found.get(model) ?? []), ...names]);
  }
  return found;
}

function named(call: string, line: string): string[] {
  const given = line.slice(line.indexOf(`.${call}(`) + call.length + 2);
  const [, text, name, one, several] =
    /^\s*(?:"(\w+)"|nameof\((?:\w+\.)*(\w+)\)|\w+\s*=>\s*(?:\w+\.(\w+)\s*\)|new\s*\{([^}]*)\}))/.exec(given) ?? [];
  const only = text ?? name ?? one;
  if (only !== undefined) return [only];
  return [...(several ?? "").matchAll(/\w+\.(\w+)/g)].flatMap(([, property]) => property ?? []);
}

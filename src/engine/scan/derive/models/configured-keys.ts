/**
 * What rows of a model are found by, where a context's configuration says it: `builder.HasKey(it => it.Number)`, `HasKey(it =>
 * new { it.Order, it.Line })`. Such a model has no key by convention.
 * https://learn.microsoft.com/en-us/ef/core/modeling/keys
 */
import type { Declarations } from "#engine/scan/derive/declarations";
import { modelConfigured, modelsByLine } from "./configured.ts";
import type { ModelPart } from "./parts.ts";

const keying = "HasKey";

export const isKeying = ({ kind, members }: ModelPart): boolean => kind === "table" && members === keying;

/** The properties that are a model's key; none where they cannot be read. */
export type ConfiguredKeys = ReadonlyMap<string, readonly string[]>;

/** @param configuring parts by which models are configured otherwise, which say what builders are for */
export function configuredKeys(
  parts: readonly ModelPart[],
  configuring: readonly ModelPart[],
  declarations: Declarations,
): ConfiguredKeys {
  const found = new Map<string, readonly string[]>();
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
    if (model !== undefined) found.set(model, named(declarations.lineOfCall(path, line, keying) ?? ""));
  }
  return found;
}

function named(line: string): string[] {
  const [, text, name, one, several] =
    /\.HasKey\(\s*(?:"(\w+)"|nameof\((?:\w+\.)*(\w+)\)|\w+\s*=>\s*(?:\w+\.(\w+)\s*\)|new\s*\{([^}]*)\}))/.exec(line) ??
    [];
  const only = text ?? name ?? one;
  if (only !== undefined) return [only];
  return [...(several ?? "").matchAll(/\w+\.(\w+)/g)].flatMap(([, property]) => property ?? []);
}

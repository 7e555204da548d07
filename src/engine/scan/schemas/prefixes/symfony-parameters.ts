/**
 * Parameters of Symfony's container, which its routes and its security name between percent signs.
 * https://symfony.com/doc/current/configuration.html#configuration-parameters
 */
import { isMap, type Node } from "yaml";
import { mostAliased, readYaml } from "./symfony-yaml.ts";

/** `config/services.yaml`, `config/parameters.yml`, files below `config/services/` and packages' own, for any environment. */
export const isSymfonyParameters = (path: string): boolean =>
  /(?:^|\/)config\/(?:(?:services|parameters)[\w-]*|services\/(?!(?:dev|test)\/)[\w./-]+|packages\/[\w-]+)\.ya?ml$/.test(
    path,
  );

export interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

const maxParameters = 1_000;

export function readSymfonyParameters(text: string): Parameter[] {
  const read = /^parameters:/m.test(text) ? readYaml(text) : undefined;
  if (!read || !isMap(read.document.contents)) return [];
  const { contents } = read.document;
  const parameters = contents.get("parameters", true);
  const items = isMap(parameters) ? parameters.items : [];
  return items.slice(0, maxParameters).flatMap(({ key, value }) => {
    const told: unknown = (value as Node | null)?.toJS(read.document, { maxAliasCount: mostAliased });
    // What the environment gives is not known.
    if (typeof told !== "string" || told.includes("%env(")) return [];
    return [{ name: String(key), value: told, line: read.lines.linePos((key as Node).range?.[0] ?? 0).line }];
  });
}

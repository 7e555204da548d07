/**
 * Parameters of Symfony's container, which its routes and its security name between percent signs.
 * https://symfony.com/doc/current/configuration.html#configuration-parameters
 */
import { isMap, LineCounter, type Node, parseDocument } from "yaml";
import { isNestedTooDeep } from "#engine/scan/packages/formats/nesting";

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
  if (!/^parameters:/m.test(text) || isNestedTooDeep(text)) return [];
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "silent", uniqueKeys: false });
  if (document.errors.length > 0 || !isMap(document.contents)) return [];
  const parameters = document.contents.get("parameters", true);
  const items = isMap(parameters) ? parameters.items : [];
  return items.slice(0, maxParameters).flatMap(({ key, value }) => {
    const told: unknown = (value as Node | null)?.toJS(document, { maxAliasCount: 0 });
    // What the environment gives is not known.
    if (typeof told !== "string" || told.includes("%env(")) return [];
    return [{ name: String(key), value: told, line: lines.linePos((key as Node).range?.[0] ?? 0).line }];
  });
}

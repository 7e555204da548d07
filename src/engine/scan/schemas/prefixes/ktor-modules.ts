/** The modules that a Ktor application is made of by its settings: https://ktor.io/docs/server-configuration-file.html */
import { settingsLists } from "./application-settings.ts";

export const isKtorSettings = (path: string): boolean =>
  /(?:^|\/)(?:src\/(?:\w*[mM]ain)\/)?resources\/application\.(?:ya?ml|conf)$/.test(path);

export interface Module {
  /** `shop.RoutesKt.routes` */
  readonly name: string;
  readonly line: number;
}

const listed = /\bmodules\s*[=:]\s*\[([^\]]{0,4000})\]/;
const named = /^[\w$]+(?:\.[\w$]+)+$/;

export function readKtorModules(path: string, text: string): Module[] {
  const names = path.endsWith(".conf") ? ofConf(text) : settingsLists(text, "ktor.application.modules");
  const lineOf = (name: string) =>
    Math.max(
      0,
      text.split("\n").findIndex((line) => line.includes(name)),
    ) + 1;
  return names.filter((name) => named.test(name)).map((name) => ({ name, line: lineOf(name) }));
}

const ofConf = (text: string): string[] => {
  const plain = text.replace(/^[ \t]*(?:#|\/\/).*$/gm, "");
  if (!/\bktor\b/.test(plain)) return [];
  return (listed.exec(plain)?.[1] ?? "").split(/[\s,]+/).map((name) => name.replace(/^["']|["']$/g, ""));
};

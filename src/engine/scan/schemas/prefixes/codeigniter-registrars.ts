/**
 * What a package of CodeIgniter's adds to the application's filters: a class `Registrar` among its settings, whose method
 * `Filters` gives back what these hold by their names. https://codeigniter.com/user_guide/general/configuration.html#registrars
 */
import type { FactRow } from "#contract/unit";
import { type Registration, rowOfRegistration } from "#engine/scan/schemas/registration";
import { type Held, type Item, PhpArray, phpArrayAt } from "./php-arrays.ts";

export const isCodeIgniterRegistrar = (path: string): boolean => /(?:^|\/)Config\/\w+\.php$/.test(path);

const registrar = /\/?Registrar\.php$/;
/** A class of settings that extends none, and the filters that it has for the application to take over. */
const plain = /\bclass\s+\w+\s*\{/;
const held = /\bpublic\s+(?:array\s+)?\$filters\s*=\s*(?=\[|array\s*\()/;

const framework = "CodeIgniter";
const given = /\bstatic\s+function\s+Filters\s*\(\s*\)[^{;]*\{[\s\S]{0,2000}?\breturn\s+(?=\[|array\s*\()/;

export function readCodeIgniterRegistrar(path: string, text: string): FactRow[] {
  const told = registrar.test(path) ? readRegistrar(text) : plain.test(text) ? ofPaths(arrayBehind(held, text)) : [];
  return told.map((one) => rowOfRegistration(path, { ...one, kind: "guard", framework }));
}

type Told = Omit<Registration, "kind" | "framework">;

function arrayBehind(begin: RegExp, text: string): PhpArray | undefined {
  const found = begin.exec(text);
  return found ? phpArrayAt(text, found.index + found[0].length, undefined, true) : undefined;
}

function readRegistrar(text: string): Told[] {
  const held = arrayBehind(given, text);
  if (held === undefined) return [];
  const globals = held.get("globals");
  const required = held.get("required");
  return [
    ...held
      .list("aliases")
      .flatMap(({ key, held: type, line }) =>
        key === null || typeof type !== "string" ? [] : [{ name: "alias", route: key, guards: [asGuard(type)], line }],
      ),
    ...(required instanceof PhpArray ? required.list("before") : []).flatMap(({ held: name, line }) =>
      typeof name === "string" ? [{ name: "application early", guards: [asGuard(name)], line }] : [],
    ),
    ...(globals instanceof PhpArray ? globals.list("before") : []).flatMap(asGlobal),
    ...held
      .list("methods")
      .flatMap(({ key, held: names, line }) =>
        key === null
          ? []
          : [{ name: "application", method: key.toUpperCase(), guards: texts(names).map(asGuard), line }],
      ),
    ...ofPaths(held.get("filters")),
  ];
}

/** Who is asked before which paths: `['signed' => ['before' => ['admin/*']]]`. */
function ofPaths(filters: Held | undefined): Told[] {
  const items = filters instanceof PhpArray ? filters.items : [];
  return items.flatMap(({ key, held: where, line }) => {
    const routes = key !== null && where instanceof PhpArray ? texts(where.get("before") ?? null) : [];
    return routes.map((route) => ({ name: "application caseless", route, guards: [asGuard(key ?? "")], line }));
  });
}

/** Who is asked before all paths, but those that it names: `'csrf' => ['except' => ['api/*']]`. */
function asGlobal({ key, held, line }: Item): Told[] {
  if (key === null) return typeof held === "string" ? [{ name: "application", guards: [asGuard(held)], line }] : [];
  const except = held instanceof PhpArray ? texts(held.get("except") ?? null) : [];
  const route = except.length > 0 ? { route: except.join("|") } : {};
  return [{ name: "application but", ...route, handler: key, guards: [asGuard(key)], line }];
}

const asGuard = (name: string) => ({ name: name.split("\\").at(-1) ?? name, symbol: null });

const texts = (held: Held): string[] => {
  if (held instanceof PhpArray) return held.items.flatMap((one) => (typeof one.held === "string" ? [one.held] : []));
  return held === null ? [] : [held];
};

/**
 * Rules by which Yii's applications find actions for addresses, as their components are configured:
 * `'urlManager' => ['rules' => ['posts' => 'post/index']]`. https://www.yiiframework.com/doc/guide/2.0/en/runtime-routing
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import { type Held, type Item, PhpArray, phpArrayAt, readPhpArray } from "./php-arrays.ts";

/** The name of endpoints that such a rule tells, and of what says that there are no others. */
export const [ofRule, strictly] = ["rule of addresses", "rules of addresses alone"];

const framework = "Yii";
const maxRules = 2_000;
const manager = /(['"])urlManager\1\s*=>\s*(?=\[|array\s*\()/g;
const ofItself = /(?:^|\/)_?url[-_]?manager\.php$/i;
/** Methods before a path: `PUT,POST posts/<id:\d+>`. */
const verbs = /^((?:[A-Z]{3,7},?)+)\s+(.*)$/s;
/** A part of a path, and what it has to be. */
const parameter = /<([\w-]+)(?::[^<>]*)?>/g;
/** What stands for the action itself. */
const open = /<(?:module|controller|action)\b/;
const ofRest = /(?:^|\\)(?:UrlRule)$/;

/** What a resource answers to: https://www.yiiframework.com/doc/guide/2.0/en/rest-routing */
const usual: readonly (readonly [method: string, path: string, action: string])[] = [
  ["GET", "", "index"],
  ["POST", "", "create"],
  ["GET", "/<id>", "view"],
  ["PUT", "/<id>", "update"],
  ["PATCH", "/<id>", "update"],
  ["DELETE", "/<id>", "delete"],
];

interface Rule {
  readonly method: string;
  readonly route: string;
  readonly action: string;
  readonly line: number;
}

export function readYiiRules(path: string, text: string): FactRow[] {
  const written = [...text.matchAll(manager)].map(
    ({ index, 0: start }) => [index, phpArrayAt(text, index + start.length)] as const,
  );
  // What the component is made of may stand in a file of its own.
  const alone = ofItself.test(path) ? [[0, readPhpArray(text)] as const] : [];
  return [...written, ...alone].flatMap(([index, held]) => {
    if (held?.text("enablePrettyUrl") !== "true") return [];
    const suffix = held.text("suffix") ?? "";
    const rules = held.list("rules").flatMap(({ key, held: rule, line }) => rulesOf(key, rule, line, suffix));
    const isStrict = held.text("enableStrictParsing") === "true" && !held.list("rules").some(isOpen);
    const line = text.slice(0, index).split("\n").length;
    const strict = rowOfRegistration(path, { kind: "prefix", framework, name: strictly, line });
    return [
      ...(isStrict ? [strict] : []),
      ...rules
        .slice(0, maxRules)
        .map(({ method, route, action, line }) =>
          rowOfRegistration(path, { kind: "endpoint", framework, method, route, name: ofRule, handler: action, line }),
        ),
    ];
  });
}

/** Whether a rule may lead to any action: it names none, or a class of rules that is not known. */
function isOpen({ key, held }: Item): boolean {
  if (typeof held === "string") return open.test(`${key} ${held}`);
  if (!(held instanceof PhpArray)) return true;
  const type = held.text("class");
  return type === undefined ? open.test(`${held.text("pattern")} ${held.text("route")}`) : !ofRest.test(type);
}

function rulesOf(key: string | null, rule: Held, line: number, suffix: string): Rule[] {
  if (typeof rule === "string" && key !== null) {
    const [, methods, path] = verbs.exec(key) ?? [];
    return plainRules(path ?? key, rule, methods?.split(",") ?? [], line, suffix);
  }
  if (!(rule instanceof PhpArray)) return [];
  if (ofRest.test(rule.text("class") ?? "")) return restRules(rule, line);
  const [pattern, action] = [rule.text("pattern") ?? key ?? undefined, rule.text("route")];
  if (pattern === undefined || action === undefined || rule.text("class") !== undefined) return [];
  return plainRules(pattern, action, textsOf(rule.get("verb")), line, rule.text("suffix") ?? suffix);
}

function plainRules(written: string, action: string, methods: readonly string[], line: number, suffix: string): Rule[] {
  if (open.test(written) || open.test(action) || /^(?:https?:)?\/\//.test(written)) return [];
  const path = written.replace(parameter, "<$1>").replace(/^\/*/, "/");
  const route = path === "/" ? path : `${path}${suffix === "/" ? "" : suffix}`;
  const told = methods.map((one) => one.trim().toUpperCase()).filter((one) => one !== "");
  return (told.length > 0 ? told : ["ANY"]).map((method) => ({ method, route, action, line }));
}

const textsOf = (held: Held | undefined): string[] =>
  typeof held === "string"
    ? held.split(",")
    : held instanceof PhpArray
      ? held.items.flatMap(({ held: one }) => (typeof one === "string" ? [one] : []))
      : [];

/** The rules of one class of rules for resources: of each controller by its name, in the plural unless it says otherwise. */
function restRules(rule: PhpArray, line: number): Rule[] {
  const held = rule.get("controller");
  const named: (readonly [string | null, string])[] =
    held instanceof PhpArray
      ? held.items.flatMap(({ key, held: one }) => (typeof one === "string" ? [[key, one] as const] : []))
      : typeof held === "string"
        ? [[null, held]]
        : [];
  const isPlural = rule.text("pluralize") !== "false";
  const prefix = rule.text("prefix");
  const [only, except] = [textsOf(rule.get("only")), textsOf(rule.get("except"))];
  const isTold = (action: string) => (only.length === 0 || only.includes(action)) && !except.includes(action);
  const extra = rule.list("extraPatterns").flatMap(({ key, held: action }) => {
    if (key === null || typeof action !== "string") return [];
    const [, methods, path] = verbs.exec(key) ?? [undefined, /^[A-Z,]+$/.test(key) ? key : undefined, undefined];
    const behind = path ?? (methods === key ? "" : key);
    const way = behind === "" ? "" : `/${behind.replace(/\{([\w-]+)\}/g, "<$1>").replace(/^\//, "")}`;
    return (methods?.split(",") ?? ["ANY"]).map((method) => [method, way.replace(parameter, "<$1>"), action] as const);
  });
  const own = rule.get("patterns") === undefined ? usual : [];
  return named.flatMap(([key, controller]) => {
    const path = key ?? (isPlural ? plural(controller) : controller);
    const base = `/${prefix === undefined ? "" : `${prefix.replace(parameter, "<$1>")}/`}${path}`;
    return [...extra, ...own].flatMap(([method, way, action]) =>
      isTold(action) ? [{ method, route: `${base}${way}`, action: `${controller}/${action}`, line }] : [],
    );
  });
}

/** Yii's plurals, by the ends of words: `v1/categories` of `v1/category`. */
function plural(name: string): string {
  if (/(?:media|people|news|fish|sheep|data)$/.test(name)) return name;
  if (/(?:s|x|z|ch|sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

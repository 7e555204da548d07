/**
 * Who a method gives back that says who is asked, as Django REST framework's `get_permissions`: what it lists, itself or by what
 * it is given before, for the action that is asked for.
 */

import { bodyOf } from "#engine/scan/derive/entry-points/bodies/body-of";
import { closing, maskedTexts, splitAt } from "#engine/scan/derive/entry-points/bodies/masked";
import type { Statements } from "#engine/scan/derive/entry-points/bodies/statements";

/** The lists that have been put somewhere. */
type Lists = ReadonlyMap<string, readonly string[]>;

const listed = /^(?:\[([\s\S]*)\]|\(([\s\S]*)\)|([\w.]+(?:\(.*\))?\s*,))$/;
const entry = /^((?:\w+\.)*[A-Z]\w*)(?:\(([\s\S]*)\))?$/;
const assigned = /^((?:self\.)?\w+)\s*(?::[^=]+)?=(?!=)\s*([\s\S]+)$/;
const made = /^[[(]\s*(\w+)\(\)\s+for\s+\1\s+in\s+((?:self\.)?\w+)\s*[\])]$/;
const above = /^super\([^()]*\)\.get_permissions\(\)$/;
const ofAction = /^self\.action\s*(==|!=|in|not\s+in)\s*([\s\S]+)$/;
const texts = /(["'])(\w+)\1/g;

/**
 * The classes by their names, in order; undefined: nobody can say.
 *
 * @param action the name of the method that handles the request; undefined: it is not known
 */
export function permissionsGiven(code: string, action: string | undefined): readonly string[] | undefined {
  const body = bodyOf(code, "given.py");
  const found = body && given(body, action, new Map());
  return Array.isArray(found) ? found : undefined;
}

/** What statements give back; the lists that they leave where they give back nothing; undefined: nobody can say. */
function given(all: Statements, action: string | undefined, known: Lists): readonly string[] | Lists | undefined {
  const lists = new Map(known);
  for (const one of all) {
    if (one.kind === "if") {
      const holds = fits(one.condition, action);
      if (holds === undefined) return undefined;
      const found = given(holds ? one.body : one.otherwise, action, lists);
      if (found === undefined || Array.isArray(found)) return found;
      for (const [name, list] of found as Lists) lists.set(name, list);
    } else if (one.kind === "return") return ofText(one.text, lists);
    else if (one.kind !== "do") return undefined;
    else {
      const [, name, value = ""] = assigned.exec(one.text) ?? [];
      if (name === undefined && /permission/.test(one.text.replace(/^(["'])[\s\S]*\1$/, ""))) return undefined;
      const list = ofText(value, lists);
      if (name !== undefined && list) lists.set(name, list);
      else if (name !== undefined) lists.delete(name);
    }
  }
  return lists;
}

function ofText(text: string, lists: Lists): readonly string[] | undefined {
  if (above.test(text)) return lists.get("self.permission_classes");
  const [, , held] = made.exec(text) ?? [];
  if (held !== undefined) return lists.get(held);
  const found = listed.exec(text);
  const inside = found?.[1] ?? found?.[2] ?? found?.[3];
  if (inside === undefined) return lists.get(text);
  const entries = parts(inside);
  const names = entries.map((it) => (isOne(it) ? entry.exec(it)?.[1] : undefined));
  return names.some((it) => it === undefined) ? undefined : names.flatMap((it) => it ?? []);
}

/** Whether nothing stands behind the first brackets of a text. */
function isOne(text: string): boolean {
  const { mask } = maskedTexts(text);
  const open = mask.indexOf("(");
  return open < 0 || closing(mask, open) === text.length - 1;
}

/** What stands between commas that stand in no brackets. */
const parts = (text: string): string[] =>
  splitAt(text, maskedTexts(text).mask, /,/)
    .map((it) => it.trim())
    .filter((it) => it !== "");

function fits(condition: string, action: string | undefined): boolean | undefined {
  const [, operator, values = ""] = ofAction.exec(condition.trim()) ?? [];
  const names = new Set([...values.matchAll(texts)].map(([, , name]) => name));
  const isWhole = /^[[({\s"'\w,\])}]*$/.test(values) && !/\b(?:and|or|if)\b/.test(values);
  if (operator === undefined || action === undefined || names.size === 0 || !isWhole) return undefined;
  return names.has(action) !== /^(?:!=|not)/.test(operator);
}

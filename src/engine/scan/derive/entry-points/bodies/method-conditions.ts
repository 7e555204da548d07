/** Conditions about the method of a request alone, as any of the languages that handlers are written in has them. */
import { maskedTexts, splitAt } from "./masked.ts";

/** The methods that a request has to have, or must not have. */
export interface MethodCondition {
  readonly methods: ReadonlySet<string>;
  readonly isNot: boolean;
}

const held = String.raw`(?:\$?\w+(?:\(\))?!?\s*(?:\??\.|->|::\$?)\s*)*`;
const subject = String.raw`${held}(?:(?:[hH]ttp)?[mM]ethod(?:\([^()]*\))?|(?:getReal|get)Method\([^()]*\)|\$_SERVER\[["']REQUEST_METHOD["']\])!?`;
/** What is chosen among the methods of a request: `switch (req.method)`. */
export const isMethod = (text: string): boolean => new RegExp(`^(?:${subject})$`).test(text.trim());

const compared = new RegExp(String.raw`^(?:${subject})\s*([!=]==?)\s*([\w.:"'\`]+)$`);
const among = new RegExp(String.raw`^(?:${subject})\s+(not\s+)?in\s+[[({]([^\])}]*)[\])}]$`);
const included = new RegExp(String.raw`^(!\s*)?\[([^\]]*)\]\.includes\(\s*(?:${subject})[^()]*\)$`);
/** Whether a request is of a method, as what holds it is asked: `$request->isMethod("post")`, `request.post?`. */
const given = new RegExp(
  String.raw`^(!\s*)?${held}(?:isMethod|(?<=request\s*(?:\??\.|->)\s*)is)\(\s*\[?((?:["'\`]\w+["'\`]\s*,?\s*)+)\]?\s*\)$`,
);
const named = new RegExp(
  String.raw`^(!\s*)?${held}(?<=[rR]equest\s*(?:\??\.|->)\s*)(?:is(Get|Head|Post|Put|Patch|Delete)(?:\(\))?|(get|head|post|put|patch|delete)\?)$`,
);
const verb = /^(?:[\w.:]*?(?:\.|::))?["'`]?(?:Method)?(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)["'`]?$/i;

/** What a condition says of the method; undefined: it is about more, or about none. */
export function methodCondition(condition: string): MethodCondition | undefined {
  const { plain, mask } = maskedTexts(condition.trim());
  const either = splitAt(plain, mask, /\|\||\bor\b/).map((it) => it.trim());
  if (either.length > 1) return together(either, false);
  const both = splitAt(plain, mask, /&&|\band\b/).map((it) => it.trim());
  if (both.length > 1) return together(both, true);
  const denied = /^!\s*\((.*)\)$/s.exec(plain)?.[1];
  const within = denied === undefined ? undefined : methodCondition(denied);
  if (within) return { ...within, isNot: !within.isNot };
  const [, operator, value] = compared.exec(plain) ?? [];
  if (value !== undefined) return saying([value], operator?.startsWith("!") ?? false);
  const [, isNot, texts] = given.exec(plain) ?? [];
  if (texts !== undefined) return saying(listed(texts), isNot !== undefined);
  const [, isNone, camel, small] = named.exec(plain) ?? [];
  if (camel ?? small) return saying([camel ?? small ?? ""], isNone !== undefined);
  const [, not, list] = among.exec(plain) ?? included.exec(plain) ?? [];
  if (list === undefined) return undefined;
  return saying(listed(list), not !== undefined);
}

const listed = (list: string): readonly string[] =>
  list
    .split(",")
    .map((it) => it.trim())
    .filter((it) => it !== "");

/** What refuses whatever is not of the methods that it is given: `method("post")`, `$this->request->allowMethod(["post"])`. */
const allowing = new RegExp(String.raw`^${held}(\w*[mM]ethods?\w*)\(\s*\[?((?:["'\`]\w+["'\`]\s*,?\s*)+)\]?\s*\)$`);

/** The methods that a call is given, and what it is of that is called. */
export function methodsGiven(
  text: string,
): { readonly called: string; readonly methods: readonly string[] } | undefined {
  const [, called, texts] = allowing.exec(text.trim()) ?? [];
  const found = texts === undefined ? undefined : saying(listed(texts), false);
  return called === undefined || !found ? undefined : { called, methods: [...found.methods] };
}

/** Whether a condition is about the method alone, whatever that is compared with. */
export const isOfMethod = (condition: string): boolean =>
  methodCondition(condition) !== undefined || compared.test(condition.trim());

/** What answers that there is no such method. */
export const noMethod = /\b405\b|method_?-?\s?not_?-?\s?(?:allowed|supported)|NotAllowed\(/i;

/** Whether a request of a method fits. */
export const fits = ({ methods, isNot }: MethodCondition, method: string): boolean => methods.has(method) !== isNot;

function saying(values: readonly string[], isNot: boolean): MethodCondition | undefined {
  const methods = values.map((it) => verb.exec(it)?.[1]?.toUpperCase());
  const known = methods.filter((it) => it !== undefined);
  return known.length === values.length && known.length > 0 ? { methods: new Set(known), isNot } : undefined;
}

/** `a || b` of methods that are asked for, `!a && !b` of those that are not. */
function together(parts: readonly string[], isNot: boolean): MethodCondition | undefined {
  const told = parts.map(methodCondition);
  const fitting = told.filter((it) => it !== undefined && it.isNot === isNot);
  if (fitting.length < parts.length) return undefined;
  return { methods: new Set(fitting.flatMap((it) => [...(it?.methods ?? [])])), isNot };
}

/** Conditions about the method of a request alone, as any of the languages that handlers are written in has them. */
import { maskedTexts, splitAt } from "./masked.ts";

/** The methods that a request has to have, or must not have. */
export interface MethodCondition {
  readonly methods: ReadonlySet<string>;
  readonly isNot: boolean;
}

const subject = String.raw`(?:\w+\s*(?:\??\.|->)\s*)*(?:method|Method|getMethod\(\))!?`;
/** What is chosen among the methods of a request: `switch (req.method)`. */
export const isMethod = (text: string): boolean => new RegExp(`^(?:${subject})$`).test(text.trim());

const compared = new RegExp(String.raw`^(?:${subject})\s*([!=]==?)\s*([\w.:"'\`]+)$`);
const among = new RegExp(String.raw`^(?:${subject})\s+(not\s+)?in\s+[[({]([^\])}]*)[\])}]$`);
const included = new RegExp(String.raw`^(!\s*)?\[([^\]]*)\]\.includes\(\s*(?:${subject})[^()]*\)$`);
const verb = /^(?:[\w.:]*?(?:\.|::))?["'`]?(?:Method)?(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)["'`]?$/i;

/** What a condition says of the method; undefined: it is about more, or about none. */
export function methodCondition(condition: string): MethodCondition | undefined {
  const { plain, mask } = maskedTexts(condition.trim());
  const either = splitAt(plain, mask, /\|\||\bor\b/).map((it) => it.trim());
  if (either.length > 1) return together(either, false);
  const both = splitAt(plain, mask, /&&|\band\b/).map((it) => it.trim());
  if (both.length > 1) return together(both, true);
  const [, operator, value] = compared.exec(plain) ?? [];
  if (value !== undefined) return saying([value], operator?.startsWith("!") ?? false);
  const [, not, list] = among.exec(plain) ?? included.exec(plain) ?? [];
  if (list === undefined) return undefined;
  const values = list.split(",").map((it) => it.trim());
  return saying(
    values.filter((it) => it !== ""),
    not !== undefined,
  );
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

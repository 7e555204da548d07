/** JSON, with comments and trailing commas where a format has them, and the line of each value. */
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { Lines } from "./lines.ts";

/** Deeper is nothing that a manifest says; the parser goes down by calls. */
const maxDepth = 200;

export class JsonValue {
  readonly #node: Node;
  readonly #lines: Lines;
  /** Where its key stands, where it has one. */
  readonly line: number;

  constructor(node: Node, lines: Lines) {
    this.#node = node;
    this.#lines = lines;
    this.line = lines.at(node.parent?.type === "property" ? node.parent.offset : node.offset);
  }

  /** Undefined: it is no object, or has no such key. */
  get(...keys: readonly string[]): JsonValue | undefined {
    let at: Node | undefined = this.#node;
    for (const key of keys) at = membersOf(at).findLast(([name]) => name === key)?.[1];
    return at && new JsonValue(at, this.#lines);
  }

  /** Keys and values of an object; none of anything else. */
  entries(): [key: string, value: JsonValue][] {
    return membersOf(this.#node).map(([key, value]) => [key, new JsonValue(value, this.#lines)]);
  }

  /** Values of an array; none of anything else. */
  items(): JsonValue[] {
    if (this.#node.type !== "array") return [];
    return (this.#node.children ?? []).map((child) => new JsonValue(child, this.#lines));
  }

  /** Null: it is no text, or an empty one. */
  text(): string | null {
    return typeof this.#node.value === "string" && this.#node.value !== "" ? this.#node.value : null;
  }

  is(value: boolean): boolean {
    return this.#node.value === value;
  }

  get isObject(): boolean {
    return this.#node.type === "object";
  }
}

const membersOf = (node: Node | undefined): [string, Node][] =>
  node?.type !== "object"
    ? []
    : (node.children ?? []).flatMap(({ children: [key, value] = [] }): [string, Node][] =>
        key && value ? [[String(key.value), value]] : [],
      );

/** Undefined: it is not JSON, or not an object. */
export function readJson(source: string, isLenient = false): JsonValue | undefined {
  if (isTooDeep(source)) return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: isLenient, disallowComments: !isLenient });
  if (!root || errors.length > 0 || root.type !== "object") return undefined;
  return new JsonValue(root, new Lines(source));
}

function isTooDeep(source: string): boolean {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
    else if (code === 0x22)
      for (at++; at < source.length && source.charCodeAt(at) !== 0x22; at++) if (source.charCodeAt(at) === 0x5c) at++;
  }
  return false;
}

/** The structure of a type, nested as deep as was asked, from rows of its members. */
import { literally } from "#engine/literally";

export interface MemberRow {
  /** The type that has the member. */
  type: string;
  name: string;
  kind: string;
  typeText: string | null;
  /** The declaration of the member's type, where the repository has it. */
  target: string | null;
  optional: number;
  isStatic: number;
  line: number;
}

export type Shape = { [member: string]: string | Shape | [Shape] };

/**
 * A member by its name: the text of its type, or the members of that type where it is one of the repository and is
 * named plainly: `Place`, `Place | null`, `*Place`, `Place[]`, `[]Place`, `list[Place]`. A list's is in brackets. A
 * type inside itself stays a name.
 */
export function shapeOf(type: string, members: ReadonlyMap<string, readonly MemberRow[]>, depth: number): Shape {
  return expand(type, depth, []);

  function expand(id: string, left: number, inside: readonly string[]): Shape {
    const shape: Shape = {};
    for (const member of members.get(id) ?? []) {
      const isMethod = member.kind === "method";
      // What a nested type does is a question of its own; what it holds belongs to this one.
      if (isMethod && inside.length > 0) continue;
      const name = `${member.isStatic ? "static " : ""}${member.name}${isMethod ? "()" : ""}${member.optional ? "?" : ""}`;
      shape[name] = contentOf(member, left, [...inside, id]);
    }
    return shape;
  }

  function contentOf(member: MemberRow, left: number, inside: readonly string[]): string | Shape | [Shape] {
    const text = member.typeText ?? (member.kind === "enum_member" ? "" : "unknown");
    const { target } = member;
    if (target === null || left <= 1 || inside.includes(target) || member.kind === "method") return text;
    const list = isListOf(text, target);
    if (list === undefined) return text;
    const nested = expand(target, left - 1, inside);
    if (Object.keys(nested).length === 0) return text;
    return list ? [nested] : nested;
  }
}

/** Whether a type's text is the target itself (false), a list of it (true), or something else. */
function isListOf(text: string, target: string): boolean | undefined {
  const name =
    target
      .slice(target.lastIndexOf("#") + 1)
      .split(".")
      .at(-1) ?? "";
  const bare = text
    .replace(/\s*\|\s*(?:null|undefined|None)\b|\b(?:null|undefined|None)\s*\|\s*/g, "")
    .replace(/^Optional\[(.*)\]$/, "$1")
    .replace(/^readonly\s+/, "")
    .trim();
  const named = String.raw`(?:[\w.]+\.)?${literally(name)}`;
  if (new RegExp(`^[*"']?${named}["']?$`).test(bare)) return false;
  const lists = [
    `${named}\\[\\]`,
    `\\[\\]\\*?${named}`,
    `(?:Readonly)?Array<${named}>`,
    `(?:list|List|tuple|set|Sequence|Iterable)\\[${named}(?:, \\.\\.\\.)?\\]`,
  ];
  return lists.some((list) => new RegExp(`^${list}$`).test(bare)) ? true : undefined;
}

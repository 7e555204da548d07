/** Edits of what a file declares: they change the answers that other files rest on. */
import type { Random } from "#harness/random";

/** A declaration of a function or method in a text. */
interface Declaration {
  /** Offsets of its first line and behind its last. */
  readonly start: number;
  readonly end: number;
  readonly name: readonly [start: number, end: number];
  readonly params: readonly [start: number, end: number];
  readonly returns: readonly [start: number, end: number] | undefined;
}

const script =
  /^[ \t]*(?:(?:export|default|public|private|protected|static|async|abstract)\s+)*(?:function\s+)?(?<name>[A-Za-z_$][\w$]*)\s*(?:<[^>\n]*>)?\((?<params>[^()\n]*)\)\s*(?::\s*(?<returns>[^={}\n]+?))?\s*\{$/dgm;
const python = /^[ \t]*(?:async\s+)?def\s+(?<name>\w+)\s*\((?<params>[^()\n]*)\)(?:\s*->\s*(?<returns>[^:\n]+))?:$/dgm;
const curly: Record<string, RegExp> = {
  php: /^[ \t]*(?:(?:public|private|protected|static|final|abstract)\s+)*function\s+&?(?<name>\w+)\s*\((?<params>[^()\n]*)\)(?:\s*:\s*(?<returns>[\w\\|?]+))?\s*\{?$/dgm,
  go: /^func\s+(?:\([^()\n]*\)\s*)?(?<name>\w+)\((?<params>[^()\n]*)\)\s*(?<returns>[\w.*[\]]+)?\s*\{$/dgm,
  java: /^[ \t]+(?:(?:public|private|protected|static|final|synchronized)\s+)*(?:<[^>\n]+>\s+)?(?<returns>[\w<>[\].]+)\s+(?<name>\w+)\((?<params>[^()\n]*)\)[^;{}\n]*\{$/dgm,
  kt: /^[ \t]*(?:(?:public|private|internal|override|inline|suspend)\s+)*fun\s+(?<name>\w+)\((?<params>[^()\n]*)\)(?:\s*:\s*(?<returns>[\w<>?.]+))?\s*\{$/dgm,
  rs: /^[ \t]*(?:pub(?:\([^)\n]*\))?\s+)?(?:async\s+|const\s+|unsafe\s+)*fn\s+(?<name>\w+)\s*(?:<[^>\n]*>)?\((?<params>[^()\n]*)\)(?:\s*->\s*(?<returns>[^{\n]+?))?\s*\{$/dgm,
};
const keywords = new Set(["if", "for", "while", "switch", "catch", "function", "return", "else", "match", "do"]);

/** A parameter more, as the language writes it. */
const parameters: Record<string, string> = {
  go: "soaked int",
  java: "int soaked",
  php: "$soaked = 1",
  py: "soaked=1",
  rs: "soaked: u32",
  kt: "soaked: Int",
};
const types: Record<string, string> = { go: "int", java: "int", php: "int", py: "int", rs: "u32", kt: "Int" };
/** How a class with no base is given one: what stands before the name of the base. */
const bases: Record<string, readonly [pattern: RegExp, before: string, behind: string]> = {
  php: [/^(?:abstract\s+|final\s+)*class\s+\w+(?=\s*$)/dgm, " extends ", ""],
  py: [/^class\s+\w+(?=(?:\(\))?:$)/dgm, "(", ")"],
  java: [/^(?:public\s+)?(?:abstract\s+|final\s+)*class\s+\w+(?=\s*\{)/dgm, " extends ", ""],
};
const scriptBases = [/^(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+\w+(?=\s*\{)/dgm, " extends ", ""] as const;

/** The kinds of edits; each gives the text that comes of it, or nothing where the text has no place for it. */
const edits: Record<string, (text: string, one: Declaration, ending: string, name: string) => string> = {
  "a declaration renamed": (text, { name: at }, _, name) => replace(text, at, name),
  "a declaration more": (text, one, _, name) => twice(text, one, (copy, at) => replace(copy, at(one.name), name)),
  "an overload more": (text, one, ending) =>
    twice(text, one, (copy, at) => replace(copy, at(one.params), parameterMore(text, one, ending))),
  "a parameter more": (text, one, ending) => replace(text, one.params, parameterMore(text, one, ending)),
  "another return type": (text, { returns, params }, ending) =>
    returns ? replace(text, returns, types[ending] ?? "number") : replace(text, params, ""),
  "a declaration gone": (text, { start, end }) => text.slice(0, start) + text.slice(end),
};

export interface DeclarationEdit {
  readonly kind: string;
  readonly text: string;
}

/** Edits one declaration of a text. Undefined: nothing was found that could be. */
export function editDeclaration(
  text: string,
  ending: string,
  name: string,
  random: Random,
): DeclarationEdit | undefined {
  if (random.next() < 0.15) {
    const [pattern, before, behind] = bases[ending] ?? scriptBases;
    const classes = [...text.matchAll(pattern)];
    const names = text.match(/\b[A-Z]\w+\b/g) ?? [];
    if (classes.length > 0 && names.length > 0) {
      const { index, 0: whole } = random.pick(classes);
      const at = index + whole.length;
      return { kind: "a base more", text: text.slice(0, at) + before + random.pick(names) + behind + text.slice(at) };
    }
  }
  const all = declarations(text, ending);
  if (all.length === 0) return undefined;
  const [kind, edit] = random.pick(Object.entries(edits));
  return { kind, text: edit(text, random.pick(all), ending, name) };
}

const replace = (text: string, [start, end]: readonly [number, number], by: string): string =>
  text.slice(0, start) + by + text.slice(end);

const parameterMore = (text: string, { params: [start, end] }: Declaration, ending: string): string => {
  const said = text.slice(start, end);
  const more = parameters[ending] ?? "soaked = 1";
  return said.trim() === "" ? more : `${said}, ${more}`;
};

type Place = readonly [number, number];

/** A declaration and behind it a copy that differs. */
function twice(text: string, { start, end }: Declaration, edit: (copy: string, at: (of: Place) => Place) => string) {
  const copy = edit(text.slice(start, end), ([from, to]) => [from - start, to - start]);
  return `${text.slice(0, end)}\n${copy}${text.slice(end)}`;
}

function declarations(text: string, ending: string): Declaration[] {
  const pattern = ending === "py" ? python : (curly[ending] ?? script);
  return [...text.matchAll(pattern)].flatMap((match): Declaration[] => {
    const { name, params, returns } = match.indices?.groups ?? {};
    if (!name || !params || keywords.has(text.slice(...name))) return [];
    const start = match.index;
    const end = ending === "py" ? endOfIndented(text, start) : endOfBlock(text, start + match[0].length - 1);
    return end === undefined ? [] : [{ start, end, name, params, returns }];
  });
}

/** Behind the line of the brace that closes the first block from here on; strings are not looked into. */
function endOfBlock(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = text.indexOf("{", from); at >= 0 && at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return lineEnd(text, at);
  }
  return undefined;
}

/** Behind the last line that is indented deeper than the one that starts here. */
function endOfIndented(text: string, start: number): number {
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0;
  let end = lineEnd(text, start);
  while (end < text.length) {
    const line = text.slice(end, lineEnd(text, end));
    if (line.trim() !== "" && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent) break;
    end += line.length;
  }
  return end;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

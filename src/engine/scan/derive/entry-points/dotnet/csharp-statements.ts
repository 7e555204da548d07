/** The statements of a function of C# that stands in a pipeline: one that is written in its place, or a class's `Invoke`. */
import { bodyOf } from "#engine/scan/derive/entry-points/bodies/body-of";
import type { Statements as Bodies } from "#engine/scan/derive/entry-points/bodies/statements";
import type {
  Dialect,
  Statement,
  Statements,
  Written,
} from "#engine/scan/derive/entry-points/guards/written-functions";

const text = '[@$]?"[^"{}]*"';
const ofPath = String.raw`(?:\w+[?!]?\.)*Request[?!]?\.Path(?:[?!]|\.Value|\.(?:ToString|ToLower|ToLowerInvariant|Trim\w*)\([^()]*\))*`;
const asked = new RegExp(
  String.raw`^(.+?)[?!]?\.(StartsWithSegments|StartsWith|EndsWith|Contains|Equals)\(\s*(${text})\s*(?:,[^()]*)?\)(?:\s*==\s*true)?$`,
  "s",
);
const kinds = { StartsWith: "begin", EndsWith: "end", Contains: "part", Equals: "whole" } as const;

export const csharpDialect: Dialect = {
  or: "||",
  and: "&&",
  not: "!",
  path: new RegExp(`^${ofPath}$`),
  byPath:
    /\bPath(?:Base)?\b|\bGetEndpoint\b|\bGetMetadata\b|\bMetadata\b|\bRouteValues\b|\bGetRouteData\b|DisplayUrl|EncodedUrl/,
  method: /^(?:\w+[?!]?\.)*Request[?!]?\.Method$/,
  asked: (condition) => {
    const [, of, how, given] = asked.exec(condition) ?? [];
    if (of === undefined || how === undefined || given === undefined) return undefined;
    const plain = given.replace(/^[@$]/, "");
    // A segment ends where another begins, or the path.
    if (how === "StartsWithSegments") return { of, by: "begin", texts: plain.replace(/\/?"$/, '/"') };
    return { of, by: kinds[how as keyof typeof kinds], texts: plain };
  },
};

/** What a lambda takes last, in front of its arrow. */
const lastTaken = /^[^=]*?\(\s*(?:async\s*)?(?:static\s*)?\(?[^()]*?(\w+)\s*\)?\s*=>/s;
/** What answers a request, or may refuse it by what it is called. */
const answering =
  /\bthrow\b|\bResponse[?!]?\.(?:StatusCode\s*=(?!=)|Redirect|Write|CompleteAsync|SendFile)|\bAbort\(|\w*(?:allow|assert|auth|challenge|check|deny|ensure|forbid|guard|limit|reject|require|valid|verif)\w*\(/i;

/** A constant by how it is written: `Paths.Health`. */
export type ConstantOf = (name: string) => string | undefined;
const compared =
  /(?<before>\.(?:StartsWithSegments|StartsWith|EndsWith|Contains|Equals)\(\s*|\bPath(?:\.Value)?\s*[!=]=\s*)(?<name>[A-Za-z_][\w.]*)(?=\s*(?:[,)&|]|$))/g;
/** What is chosen, or done by a function that is handed on, may as well not be done. */
const chosen = /[^?]\?(?![.?[])|=>/;

interface WrittenInCsharp extends Written {
  /** It handles errors, of what is behind too. */
  readonly catches: boolean;
}

/** The statements; undefined where no body is found. */
export function csharpStatements(code: string, constantOf: ConstantOf): WrittenInCsharp | undefined {
  const told = bodyOf(code, ".cs");
  if (!told) return undefined;
  const known = (written: string): string =>
    written.replace(compared, (whole, before: string, name: string) => {
      const value = constantOf(name);
      return value === undefined || /["\\{}]/.test(value) ? whole : `${before}"${value}"`;
    });
  const last = lastTaken.exec(code)?.[1];
  const names = ["_?next\\w*", ...(last === undefined ? [] : [last])].join("|");
  const handingOn = new RegExp(String.raw`(?:^|[^\w.]|\bthis\.)(?:${names})[?!]?(?:\.Invoke(?:Async)?)?\s*\(`, "i");
  const statements = convertedOf(told, known, handingOn);
  return { statements, handingOn, answering: /\bthrow\b/, goesOn: false, catches: /\bcatch\b/.test(code) };
}

function convertedOf(all: Bodies, known: (text: string) => string, handingOn: RegExp): Statements {
  const of = (some: Bodies): Statements => convertedOf(some, known, handingOn);
  return all.map((one): Statement => {
    switch (one.kind) {
      case "if":
        return { kind: "if", condition: known(one.condition), body: of(one.body), otherwise: of(one.otherwise) };
      case "maybe":
        return { kind: "loop", head: known(one.head), body: of(one.body) };
      case "block":
        return { kind: "block", body: [{ kind: "do", text: known(one.head) }, ...of(one.body)], handlers: [] };
      case "try": {
        // What is caught of what is behind says nothing of who is asked.
        const [body, isOfBehind] = [of(one.body), handsOn(of(one.body), handingOn)];
        return { kind: "block", body, handlers: isOfBehind ? [] : one.handlers.flatMap(of) };
      }
      case "throw":
        return { kind: "return", text: `throw ${one.text}` };
      default: {
        const told: Statement = { kind: one.kind, text: known(one.text) };
        const at = told.text.search(chosen);
        if (at < 0 || !handingOn.test(told.text) || handingOn.test(told.text.slice(0, at))) return told;
        return { kind: "if", condition: "chosen", body: [told], otherwise: [{ kind: "return", text: "chosen" }] };
      }
    }
  });
}

const handsOn = (all: Statements, handingOn: RegExp): boolean =>
  textsBefore(all, handingOn).length < textsBefore(all, /(?!)/).length;

/** Whether a function that always hands on does something beside that, of which nothing may refuse. */
export function preparesOnly({ statements, handingOn, catches }: WrittenInCsharp): boolean {
  const before = textsBefore(statements, handingOn).filter((it) => it.trim() !== "");
  const all = textsBefore(statements, /(?!)/).filter((it) => it.trim() !== "");
  return (all.length > 1 || catches) && !before.some((it) => answering.test(it));
}

/** What stands in statements up to the first that hands on. */
function textsBefore(all: Statements, handingOn: RegExp): string[] {
  const told: string[] = [];
  const add = (some: Statements): boolean =>
    some.some((one) => {
      if (one.kind === "if") {
        told.push(one.condition);
        const [body, other] = [add(one.body), add(one.otherwise)];
        return body && other;
      }
      if (one.kind === "loop") {
        told.push(one.head);
        add(one.body);
        return false;
      }
      if (one.kind === "block") return add(one.body);
      if (handingOn.test(one.text)) return true;
      told.push(one.text);
      return false;
    });
  add(all);
  return told;
}

/**
 * The methods that a handler answers where it is asked by any: it decides by the method of the request, and refuses or leaves
 * unanswered whatever has another than it names.
 */
import { leavesAlways } from "./answers.ts";
import { fits, methodCondition, methodsGiven, noMethod } from "./method-conditions.ts";
import type { Statement, Statements } from "./statements.ts";

/** What stands before an answer that there is no such method, or after one. */
const preparing = /^(?:await\s+)?[\w$.]*(?:set_?Header|header\(\)\.set|headers\.(?:set|append)|logger|log|console)\b/i;

/** How a request ends: answered, refused for its method, or not yet; `meant`: behind something that is done for its method. */
type Outcome = "answered" | "refused" | "meant" | "on";

/** The methods, in the order in which they are named; undefined: it decides by none, or answers others too. */
export function answeredMethods(body: Statements): readonly string[] | undefined {
  const named = new Set(methodsIn(body));
  if (named.size === 0 || outcome(body, undefined) !== "refused") return undefined;
  const answered = [...named].filter((method) => outcome(body, method) !== "refused");
  return answered.length > 0 ? answered : undefined;
}

/**
 * The methods that a function names to what surely refuses a request of any other, before all that it does.
 *
 * @param refuses whether what is called on a line refuses by the method of the request
 */
export function allowedMethods(
  body: Statements,
  refuses: (called: string, line: number) => boolean,
): readonly string[] | undefined {
  for (const one of body) {
    if (one.kind === "try" || one.kind === "block") {
      const found = allowedMethods(one.body, refuses);
      if (found) return found;
    }
    if (one.kind !== "do") continue;
    const given = methodsGiven(one.text);
    if (given && refuses(given.called, one.line)) return given.methods;
  }
  return undefined;
}

/**
 * @param method undefined: one that the handler does not name
 * @param isOther what is done where the method is none of those that were asked for
 */
function outcome(all: Statements, method: string | undefined, isOther = false): Outcome {
  let [hasDecided, isMeant] = [false, false];
  for (const [at, one] of all.entries()) {
    if (one.kind === "if") {
      const asked = methodCondition(one.condition);
      if (!asked) {
        const isLeft = leavesAlways(one.body) && leavesAlways(one.otherwise);
        if (isLeft || methodsIn([one]).length > 0) return "answered";
        continue;
      }
      const isNamed = method !== undefined && asked.methods.has(method);
      const way = (method === undefined ? asked.isNot : fits(asked, method)) ? one.body : one.otherwise;
      const found = outcome(way, method, !isNamed);
      if (found === "answered" || (found === "refused" && way.length > 0)) return found;
      hasDecided = true;
      isMeant ||= isNamed || found === "meant";
    } else if (one.kind === "try" || one.kind === "block") {
      const decides = methodsIn(one.body).length > 0;
      const found = outcome(one.body, method);
      if (found === "answered" || (found === "refused" && decides)) return found;
      hasDecided ||= decides;
      isMeant ||= found === "meant";
    } else if (!("text" in one)) {
      if (methodsIn(one.body).length > 0) return "answered";
    } else {
      if (noMethod.test(one.text)) return "refused";
      const isLeftOver = (hasDecided || isOther) && !isMeant;
      if (one.kind !== "do") return isLeftOver && one.kind === "return" && one.text === "" ? "refused" : "answered";
      if (isLeftOver && !preparing.test(one.text) && !isRefusedBehind(all.slice(at + 1))) return "answered";
    }
  }
  if (!hasDecided) return "on";
  return isMeant ? "meant" : "refused";
}

/** Whether what stands behind a statement answers that there is no such method. */
const isRefusedBehind = (rest: Statements): boolean =>
  rest.length < 4 && rest.some((one) => "text" in one && noMethod.test(one.text));

/** The methods that conditions name. */
function methodsIn(all: Statements): readonly string[] {
  return all.flatMap((one: Statement): readonly string[] => {
    if (one.kind === "if")
      return [...(methodCondition(one.condition)?.methods ?? []), ...methodsIn(one.body), ...methodsIn(one.otherwise)];
    if (one.kind === "try") return [...methodsIn(one.body), ...one.handlers.flatMap(methodsIn)];
    return "body" in one ? methodsIn(one.body) : [];
  });
}

/**
 * Annotations of the repository before which an advisor of Spring asks: a pointcut names them,
 * `new AnnotationMatchingPointcut(null, Needs.class, true)`, in the function that makes the advisor, or in one that is called
 * with them. An advisor asks where it is one of authorizations, or where its interceptor throws before it goes on.
 */
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";

/** Functions that call each other with an annotation's type. */
const maxCalls = 3;
/** What asks by a manager of authorizations. */
const authorizing = /\bAuthorizationManager(?:Before|After)\w*Interceptor$/;
/** What goes on to what an interceptor is around. */
const goesOn = /(?:^|\.)proceed$/;

/** An annotation by its name, and the function that has somebody asked. */
export interface Advised {
  readonly name: string;
  readonly owner: string;
}

/** The annotations that the pointcuts name which functions make at their lines, where somebody is asked. */
export const advised = (
  made: readonly { readonly owner: string; readonly line: number }[],
  handlers: Handlers,
): readonly Advised[] =>
  made.flatMap(({ owner, line }) => named(owner, handlers.quotesOf(owner, line), handlers, false, maxCalls));

function named(
  owner: string,
  quotes: readonly string[],
  handlers: Handlers,
  isAsked: boolean,
  calls: number,
): Advised[] {
  const asks = isAsked || asksItself(owner, handlers);
  const names = new Set(quotes.flatMap(typesIn).filter((name) => handlers.declaresType(name)));
  if (names.size > 0) return asks ? [...names].map((name) => ({ name, owner })) : [];
  if (calls === 0) return [];
  return handlers.reads
    .callsOf(owner)
    .flatMap(({ caller, quote }) => named(caller, [quote], handlers, asks, calls - 1));
}

/** Whether a function makes what asks by authorizations, or by an interceptor of the repository that throws. */
const asksItself = (owner: string, handlers: Handlers): boolean =>
  handlers.reads.calledIn(owner).some(({ callee, text }) => {
    const invoking = callee === null ? undefined : handlers.methodOfType(callee, "invoke");
    return authorizing.test(text) || (invoking !== undefined && handlers.throwsBefore(invoking.handler ?? "", goesOn));
  });

/** The types that a line names as such: `Requires.class`, `Requires::class.java`. */
export const typesIn = (quote: string): string[] =>
  [...quote.matchAll(/\b([A-Z]\w*)(?:\.class\b|::class\b)/g)].map(([, name = ""]) => name);

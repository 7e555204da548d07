/**
 * Annotations of the repository that a filter, a rule or an interceptor of its own asks by: it reads which a handler
 * carries, `resourceInfo.getResourceMethod().getAnnotation(Requires.class)`, or carries one itself that binds it to them.
 */

import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { advised, typesIn } from "./pointcut-annotations.ts";

/** The names of guards on a function that reads an annotation, and on a class that does so before handlers are asked. */
const [read, reader] = ["annotation read", "annotation reader"];
/** On a function of one that says who asks before which handlers, where it names them. */
const registers = "annotation reader registers";
/** On a class that an annotation binds to what carries that, and on the method by which it asks. */
const [binding, asks] = ["annotation binding", "annotation asks"];
/** On a function that makes a pointcut of the type of one. */
const pointcut = "annotation pointcut";
export const ofAnnotations: ReadonlySet<string | null> = new Set([read, reader, registers, binding, asks, pointcut]);

/** How annotations are called that let everybody in. */
const letsIn =
  /public|anonymous|skip|bypass|no_?(?:auth|login|sign|secur|check|permission|token)|unauth|not_?(?:required|needed)|permit_?all|allow_?all|exempt|without|ignore|pass_?token|^(?:open|free)/i;
/** How those are called by which nobody is kept out. */
const asksNobody =
  /log(?!in|gedin)|audit|trace|metric|time[drs]|cache|deprecat|transaction|json|format|version|operation|tenant|async/i;
/** What goes on to what an interceptor is around. */
const goesOn = /(?:^|\.)proceed$/;

export class ReadAnnotations {
  /** By an annotation's name, the functions that ask what carries it. */
  readonly asking = new Map<string, readonly string[]>();
  /** By the name of one that lets everybody in, who does not ask: a class that reads it, and the names of others. */
  readonly #opening = new Map<string, readonly string[]>();

  constructor(registrations: readonly Registration[], handlers: Handlers) {
    const of = (which: string) =>
      registrations.flatMap((one) => {
        const { kind, name, owner, line } = one;
        return kind === "guard" && name === which && owner !== null ? [{ owner, line, guards: listed(one) }] : [];
      });
    const registered = Map.groupBy(of(registers), ({ owner }) => classOf(owner));
    const readers = new Set(of(reader).map(({ owner }) => owner));
    const known = of(read).filter(({ owner }) => readers.has(classOf(owner)));
    const reads = [
      ...known.flatMap(({ owner, line }) => handlers.quotesOf(owner, line).map((quote) => ({ owner, quote }))),
      ...[...readers].flatMap((type) => handlers.reads.within(type)),
    ];
    for (const { owner, quote } of reads) {
      const around = classOf(owner);
      const others = (registered.get(around) ?? []).flatMap((one) =>
        handlers.quotesOf(one.owner, one.line).flatMap(typesIn),
      );
      for (const name of new Set(typesIn(quote))) {
        if (letsIn.test(name)) add(this.#opening, name, [around, ...others]);
        else if (others.length === 0 && !asksNobody.test(name) && handlers.declaresType(name))
          add(this.asking, name, [owner]);
      }
    }
    for (const { name, owner } of advised(of(pointcut), handlers))
      if (!asksNobody.test(name)) add(this.asking, name, [owner]);
    const bound = Map.groupBy(of(binding), ({ owner }) => owner);
    for (const { owner } of of(asks))
      for (const { guards } of bound.get(classOf(owner)) ?? [])
        for (const { name } of guards)
          if (!asksNobody.test(name) && handlers.throwsBefore(owner, goesOn)) add(this.asking, name, [owner]);
  }

  /** Whether there are any that let everybody in. */
  get opens(): boolean {
    return this.#opening.size > 0;
  }

  /** Who does not ask what carries such annotations, and these, which ask nobody. */
  openedBy(annotations: readonly string[]): ReadonlySet<string> {
    return new Set(
      annotations.flatMap((name) => [...(this.#opening.get(name) ?? [])].concat(this.#opening.has(name) ? name : [])),
    );
  }
}

/** The class of a method, and of a function that is written in one. */
const classOf = (symbol: string): string => symbol.slice(0, Math.max(symbol.lastIndexOf("."), 0));

function add(map: Map<string, readonly string[]>, key: string, values: readonly string[]): void {
  map.set(key, [...new Set([...(map.get(key) ?? []), ...values])]);
}

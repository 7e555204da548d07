/**
 * Aspects that ask before what carries an annotation of the repository: `@Before("@annotation(shop.CheckAccess)")`. An
 * advice is one who asks where it throws before it goes on to what it is around.
 */
import { lastName } from "#engine/scan/derive/symbols";
import type { Handlers } from "./handlers.ts";
import type { Guard, Registration } from "./registration.ts";

/** The names of guards whose route is a pointcut: on what is asked there, and on what gives one a name. */
const [advice, pointcut] = ["advice", "pointcut"];
/** Pointcuts that name others. */
const maxNamed = 6;
const marked = /^@(?:annotation|within|target)\(\s*([\w.$]+)\s*\)$/;
/** What keeps nothing out that a request comes to. */
const ofAll = /^(?:args\(.*\)|execution\((?:public )?\* \*\(\.\.\)\))$/;
const named = /^(?:[\w.$]+\.)?(\w+)\(.*\)$/;
/** What goes on to what an advice is around. */
const goesOn = /(?:^|\.)proceed$/;

export class Advices {
  /** By an annotation's name, who asks before what carries it. */
  readonly #asking = new Map<string, string[]>();
  readonly #handlers: Handlers;

  constructor(registrations: readonly Registration[], handlers: Handlers) {
    this.#handlers = handlers;
    const of = (which: string) =>
      registrations.filter(({ kind, name, owner, route }) => kind === "guard" && name === which && owner && route);
    const pointcuts = new Map(of(pointcut).map(({ owner, route }) => [lastName(owner ?? ""), route ?? ""]));
    for (const { owner, route } of of(advice)) {
      const symbol = owner ?? "";
      const annotations = annotationsOf(route ?? "", pointcuts).map((name) => this.#typeNamed(symbol, name));
      if (annotations.length === 0 || !handlers.throwsBefore(symbol, goesOn)) continue;
      for (const name of new Set(annotations)) this.#asking.set(name, [...(this.#asking.get(name) ?? []), symbol]);
    }
  }

  /** Who is asked for what a handler and its class carry, named as that is written. */
  before(handler: string | null): readonly Guard[] {
    if (handler === null || this.#asking.size === 0) return [];
    const places = [handler.slice(0, Math.max(0, handler.lastIndexOf("."))), handler];
    return places
      .flatMap((one) => this.#handlers.decoratorsOf(one))
      .flatMap((written) => {
        const asking = this.#asking.get(lastName(written.replace(/\(.*$/s, ""))) ?? [];
        return asking.map((symbol) => ({ name: written.replaceAll('"', "'"), symbol }));
      });
  }

  /** An annotation is named, or the parameter of the advice that it is handed to. */
  #typeNamed = (symbol: string, name: string): string => {
    const own = lastName(name.replaceAll("$", "."));
    return /^[A-Z]/.test(own) ? own : lastName(this.#handlers.typeOfParameter(symbol, own) ?? own);
  };
}

/** The annotations of which each alone lets a pointcut fit; none where it wants more, or what it fits is not known. */
function annotationsOf(text: string, pointcuts: ReadonlyMap<string, string>, depth = 0): readonly string[] {
  if (text.includes("!") || depth > maxNamed) return [];
  return text.split("||").flatMap((alternative) => {
    const [only, ...more] = alternative
      .split("&&")
      .map((one) => one.trim())
      .filter((one) => !ofAll.test(one));
    if (only === undefined || more.length > 0) return [];
    const annotation = marked.exec(only)?.[1];
    if (annotation !== undefined) return [annotation];
    const other = pointcuts.get(named.exec(only)?.[1] ?? "");
    return other === undefined ? [] : annotationsOf(other, pointcuts, depth + 1);
  });
}

/** What classes put before their methods: who is asked, and who is not. */

import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { inOrderOfIncludes } from "#engine/scan/derive/entry-points/ruby/included-modules";
import { isAsking as asksByName, byDecorator, isNamed, listed, ofClass, unsure } from "./guards.ts";
import { handing } from "./handing-methods.ts";

/**
 * The methods of guards that a class puts before its own methods and those of classes that extend it, before all of these
 * that were said until then, takes back, and puts in the place of what classes above it said so.
 */
export const [beforeMethods, first, skipped, replacing] = ["BEFORE", "FIRST", "SKIP", "INSTEAD"];
/** The method of guards that ask where a handler and its classes say nothing, and of what is asked so. */
const byDefault = "DEFAULT";
/** The name of guards that are methods of their class, and nobody where none has one of the name. */
const ofItself = "method";
/** What stands in the name of a guard that is a method which decides who asks, before the member of the class that it decides of. */
const decides = "decides ";
export const ofMethods: ReadonlySet<string | null> = new Set([beforeMethods, first, skipped, replacing, byDefault]);

/** The name of guards that ask beside those of their name that were said before, whatever those are for. */
const besideOthers = "beside";

/** Frameworks in which what is said once more under the same name takes the place of what was said before, also where it asks before others. */
const sayAgain: ReadonlySet<string | null> = new Set(["Rails"]);

/** Frameworks in which interfaces say who is asked before what the classes do that implement them. */
const byInterfaces: ReadonlySet<string | null> = new Set(["Spring"]);
const isByInterface = ({ method, framework }: Registration): boolean =>
  method === replacing && byInterfaces.has(framework);

/**
 * Who asks by default, by the framework: of each thing that is asked for, the name of its guards, those of the settings.
 */
export type Defaults = ReadonlyMap<string | null, ReadonlyMap<string | null, readonly Guard[]>>;

/** What settings say who asks by default: the first of them, where several are written for different places. */
export function readDefaults(registrations: readonly Registration[], handlers: Pick<Handlers, "found">): Defaults {
  const defaults = new Map<string | null, Map<string | null, readonly Guard[]>>();
  for (const one of registrations) {
    if (one.kind !== "guard" || one.method !== byDefault || one.owner !== null) continue;
    const told = defaults.get(one.framework) ?? new Map<string | null, readonly Guard[]>();
    if (told.has(one.name)) continue;
    const isFound = ({ symbol }: Guard) => symbol !== null && handlers.found(symbol) !== undefined;
    const named = listed(one).map((guard) => (isFound(guard) ? guard : { ...guard, symbol: null }));
    if (named.length > 0) defaults.set(one.framework, told.set(one.name, named));
  }
  return defaults;
}

/** Guards by what they are registered on. */
type Guards = Pick<ReadonlyMap<string, readonly Registration[]>, "get">;

/**
 * What a handler's class and those that it extends put before their methods, the outermost first.
 *
 * @param heir the class that serves the handler, where that is another than the one that declares it
 */
export function guardsOfMethod(
  handler: string,
  guards: Guards,
  handlers: Handlers,
  defaults?: Defaults,
  heir?: string,
): Guard[] {
  // What a class from outside does is handled by the class that extends it.
  const end = handler.lastIndexOf(".");
  const methods = new Set(guards.get(handler)?.map(({ method }) => method));
  // What a method says itself only takes the place of what its class does, or takes it back.
  const isClass = [...methods].some((it) => it !== replacing && it !== skipped && ofMethods.has(it));
  const isMethod = end > handler.indexOf("#") && !isClass;
  const [own, method] = isMethod ? [heir ?? handler.slice(0, end), handler.slice(end + 1)] : [handler, ""];
  const bases = handlers.basesOf(own);
  // What is said of a method counts before what is said of classes, also where a class above declares it.
  const says = (one: string) => guards.get(one)?.some((guard) => guard.method === replacing) ?? false;
  const declaring = isMethod ? [...bases, ...handlers.heirs.above(own)].map((base) => `${base}.${method}`) : [];
  const ofMethod = isMethod ? [handler, ...declaring].filter(says) : [];
  // Interfaces say so for what implements them in frameworks that look there.
  const isOfInterface = (one: string) => guards.get(one)?.some((it) => isByInterface(it)) ?? false;
  const interfaces = isMethod
    ? handlers.heirs.above(own).filter((one) => !bases.includes(one) && isOfInterface(one))
    : [];
  const classes = [...new Set(ofMethod), own, ...bases, ...interfaces];
  let told: Guard[] = [];
  const replaced = new Map<string | null, { readonly owner: string | null; readonly guards: readonly Guard[] }>();
  const listing = { get: (type: string) => guards.get(type)?.flatMap((one) => withListed(one, handlers)) };
  const all = inOrderOfIncludes(
    classes.toReversed(),
    (type) => said(type, listing),
    (type) => handlers.heirs.includedIn(type),
  );
  const asked = all.find((one) => one.method === byDefault);
  const isSaid = (one: Registration) =>
    one.method === replacing || (one.method === null && one.owner === handler && one.framework === asked?.framework);
  const ofSettings = (asked && defaults?.get(asked.framework)) ?? new Map<string | null, readonly Guard[]>();
  for (const [name, guards] of ofSettings)
    if (!all.some((one) => one.name === name && isSaid(one))) told.push(...guards);
  for (const one of all) {
    const isCertain = handlers.outside.asks(one, classes);
    if (one.method === byDefault || !ofMethods.has(one.method) || isCertain === false) continue;
    const ofOne = listed(one).flatMap((guard) => {
      if (one.name === ofItself) return methodNamed(own, guard, handlers);
      if (one.name === handing) return handlers.handing.refusing(classes, guard, handlers, one.framework);
      if (one.name === byDecorator && !handlers.decoratorAsks(guard)) return [];
      // What decorates a class may refuse the class alone: who asks before its methods says so by its name.
      if (one.name === ofClass && !asksByName(guard.name)) return [];
      return [askingFor(one, handlers.methodOf(classes, guard))];
    });
    const active = ofOne.filter((guard) => !handlers.outside.isIdle(guard, classes));
    const named = isCertain ? active.map((guard) => ({ ...guard, maybe: false })) : active;
    if (!asksFor(one, method)) {
      if (sayAgain.has(one.framework) && isAsking(one) && one.name !== besideOthers)
        told = told.filter((guard) => !isNamed(guard, namesOf(one, named)));
      continue;
    }
    if (named.length === 0 && one.method !== replacing) continue;
    // What only says once more who asks is told with what a class above says is asked for.
    const isTold = named.every(({ name }) => told.some((guard) => guard.name.startsWith(`${name}(`)));
    if (one.method === beforeMethods && named.length > 0 && isTold) continue;
    // What is left out only under a condition is asked where that does not hold.
    if (one.method === skipped && named.some(({ maybe }) => maybe)) {
      told = told.map((guard) => (isNamed(guard, namesOf(one, named)) ? unsure(guard) : guard));
      continue;
    }
    told = told.filter((guard) => !isNamed(guard, namesOf(one, named)));
    if (one.method === replacing) {
      // What one class says by several rows it says together.
      const known = replaced.get(one.name);
      const isSame = known !== undefined && known.owner === one.owner;
      if (!isSame) told = told.filter((guard) => !known?.guards.includes(guard));
      replaced.set(one.name, { owner: one.owner, guards: [...(isSame ? known.guards : []), ...named] });
    }
    if (one.method === first) told.unshift(...named);
    else if (one.method !== skipped) told.push(...named);
  }
  const decided = [...(replaced.get(null)?.guards ?? ofSettings.get(null) ?? [])];
  return withDecided(told, decided, [...replaced], handlers, isMethod ? method : undefined);
}

/** The method of a guard's name that a class has, or the nearest one that it extends. */
function methodNamed(type: string, { name }: Guard, handlers: Pick<Handlers, "methodOfType">): Guard[] {
  const found = handlers.methodOfType(type, name);
  return found ? [{ name: found.handler_name ?? name, symbol: found.handler }] : [];
}

/** The names that a guard is asked by. Functions that are written in their places are others each time. */
const namesOf = ({ route }: Registration, guards: readonly Guard[]): ReadonlySet<string> =>
  new Set(
    guards.flatMap(({ name, place }) =>
      place === undefined ? [route === null ? name : name.replace(/\(.*$/s, "")] : [],
    ),
  );

const isAsking = ({ method }: Registration): boolean => method === beforeMethods || method === first;

/** Guards less those of which a method decides that asks none of them, or others beside them. */
function withDecided(
  told: readonly Guard[],
  decided: readonly Guard[],
  replaced: readonly (readonly [name: string | null, { readonly guards: readonly Guard[] }])[],
  handlers: Pick<Handlers, "deciding">,
  action: string | undefined,
): Guard[] {
  const [name, by] = replaced.find(([name]) => name?.startsWith(decides)) ?? [null];
  const [method] = by?.guards ?? [];
  if (!method?.symbol || !name) return [...told];
  const given = handlers.deciding.given(method.symbol, action);
  if (given) {
    const others = told.filter((guard) => !decided.includes(guard));
    return others.flatMap((guard) => (guard.symbol === method.symbol ? given : [guard]));
  }
  const keeps = handlers.deciding.keeps(method.symbol, name.slice(decides.length));
  const letsIn = handlers.deciding.letsIn(method.symbol);
  return told.flatMap((guard) => {
    if (letsIn !== "never" && guard.symbol === method.symbol) return letsIn === "always" ? [] : [unsure(guard)];
    if (keeps === "all" || !decided.includes(guard)) return [guard];
    return keeps === "maybe" ? [unsure(guard)] : [];
  });
}

/** A guard with what its class is to be asked for: `PermissionRequiredMixin('shop.add')`. */
const askingFor = ({ method, route }: Registration, guard: Guard): Guard =>
  method === replacing && route !== null ? { ...guard, name: `${guard.name}('${route}')` } : guard;

/** What a class says in its body, and has functions of its own say that it calls there. */
export function said(type: string, guards: Guards): readonly Registration[] {
  const own = guards.get(type) ?? [];
  return own.flatMap((one) => {
    if (one.method !== beforeMethods) return [one];
    if (one.route !== null) return withAsked(one, own);
    if (one.mounted === null) return [one];
    return (guards.get(one.mounted) ?? []).map((guard) => ({ ...guard, name: guard.name ?? one.name }));
  });
}

/** What stands in the name of a guard before the member of its class that lists what it is to ask for. */
const ofMember = "of ";

/** A guard once for each text that its class lists for it, where it is told of none by itself. */
function withListed(one: Registration, handlers: Pick<Handlers, "textsOf">): readonly Registration[] {
  const { method, name, owner, route } = one;
  if (method !== beforeMethods || route !== null || owner === null || !name?.startsWith(ofMember)) return [one];
  const texts = handlers.textsOf(`${owner}.${name.slice(ofMember.length)}`);
  return texts.length === 0 ? [one] : texts.map((text) => ({ ...one, route: text }));
}

/** One guard of those that a class tells for each thing that it has them ask for, with all of these. */
function withAsked(one: Registration, own: readonly Registration[]): Registration[] {
  const all = own.filter((it) => it.method === beforeMethods && it.route !== null && it.guards === one.guards);
  if (all[0] !== one) return [];
  const given = all.map(({ route }) => `'${route}'`).join(", ");
  return [
    { ...one, guards: JSON.stringify(listed(one).map((guard) => ({ ...guard, name: `${guard.name}(${given})` }))) },
  ];
}

/** Whether a guard of a class asks before a method: `only index show`, `except index`. */
export function asksFor({ name }: Registration, method: string): boolean {
  const [word, ...methods] = (name ?? "").split(" ");
  if (word === "only") return methods.includes(method);
  return word !== "except" || !methods.includes(method);
}

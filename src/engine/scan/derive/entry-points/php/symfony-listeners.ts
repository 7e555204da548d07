/**
 * Listeners that Symfony's kernel asks before a request's controller runs: those that answer or throw by themselves are
 * guards of the whole application, before who is asked by path where their priority is above the firewall's.
 * https://symfony.com/doc/current/reference/events.html#kernel-request
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { unsure } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";
import { pathsEnded } from "./listener-paths.ts";

const framework = "Symfony";
const served: ReadonlySet<string | null> = new Set([framework, "API Platform"]);
/** What listeners are handed before the controller runs, also as it was called before Symfony 4.3. */
const ofRequest = /\b(?:RequestEvent|GetResponseEvent)$/;
const ofController = /\b(?:ControllerEvent|FilterControllerEvent|ControllerArgumentsEvent)$/;
/** How a list of subscriptions names such an event. */
const requestNamed = /^(?:[\w\\]*KernelEvents::REQUEST|['"]kernel\.request['"]|[\w\\]*\bRequestEvent::class)$/;
const controllerNamed =
  /^(?:[\w\\]*KernelEvents::CONTROLLER(?:_ARGUMENTS)?|['"]kernel\.controller(?:_arguments)?['"]|[\w\\]*\bController(?:Arguments)?Event::class)$/;
/** One subscription of a list: what is named, and all up to the next. */
const subscription = /([\w\\]+::\w+|['"][\w.\\]+['"])\s*=>\s*((?:(?!(?:[\w\\]+::\w+|['"][\w.\\]+['"])\s*=>).)*)/gs;
/** Methods that are called by the name of the event, where the service is tagged. */
const byEvent = /^(?:__invoke|onKernel(?:Request|Controller(?:Arguments)?))$/;
const listening = "AsEventListener(";
const subscribing = "getSubscribedEvents";
/** The priority of the firewall, which asks by path. */
const firewall = 8;
/** What answers in the place of the controller. */
const answering = /->(?:setResponse|setController)$/;
/** By what a listener tells requests apart, of which it lets others on: also by what their routes say of themselves. */
const byPath =
  /getPathInfo|getRequestUri|['"]_(?:route|controller)['"]|\bisXmlHttpRequest\b|->attributes->(?:get|has)\(/;
/** Methods that it calls are looked at so far. */
const maxCalls = 2;

interface Method {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  readonly path: string;
  readonly line: number;
  readonly end_line: number;
  readonly params: string | null;
  readonly preview: string | null;
  readonly decorators: string | null;
}

interface Subscribed {
  readonly isOfRequest: boolean;
  readonly priority: number;
}

export function withListeners(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  if (!written.some(({ kind, framework: of }) => kind === "endpoint" && served.has(of))) return written;
  const bodies = new ListenerBodies(db);
  const texts = new DeclaredTexts(db);
  const asking = listeners(db).flatMap(([method, { isOfRequest, priority }]): Registration[] => {
    const ends = bodies.ends(method.id);
    if (!ends) return [];
    const guard = { name: lastName(method.parent), symbol: method.parent };
    const { id, preview, line, end_line } = method;
    const { text, isWhole } = texts.of({ id, preview, line, end_line });
    const route = isWhole && ends === "by path" ? (pathsEnded(text) ?? null) : null;
    const words = isOfRequest && priority > firewall ? "application" : "application last";
    return [
      {
        kind: "guard",
        framework,
        owner: `${method.id} listening`,
        method: null,
        route,
        name: route === null ? words : `${words} expression`,
        handler: null,
        handler_name: null,
        guards: JSON.stringify([ends === "by path" && route === null ? unsure(guard) : guard]),
        mounted: null,
        symbol: method.parent,
        path: method.path,
        line: method.line,
      },
    ];
  });
  return asking.length === 0 ? written : [...written, ...asking];
}

/** The methods that the kernel calls, those of requests first, and of these the ones of the highest priority. */
function listeners(db: DatabaseSync): (readonly [Method, Subscribed])[] {
  const methods = db
    .prepare(
      `select id, name, parent, path, line, end_line, params, preview, decorators from symbols
       where kind = 'method' and path like '%.php' and parent is not null and visibility = 'public'
         and (name = ? or params like '%Event"%' or decorators like '%AsEventListener%')
         and path not in (select path from files where is_test) order by path, line`,
    )
    .all(subscribing) as unknown as readonly Method[];
  const subscribed = new Map(methods.flatMap((one) => (one.name === subscribing ? subscriptions(one) : [])));
  const classes = new Map(
    db
      .prepare("select id, decorators from symbols where kind = 'class' and decorators like '%AsEventListener%'")
      .all()
      .map(({ id, decorators }) => [String(id), String(decorators)]),
  );
  // Of a long list only the start is kept.
  const isCutOff = ({ name, preview }: Method) => name === subscribing && !preview?.trimEnd().endsWith("}");
  const cutOff = new Set(methods.filter(isCutOff).map(({ parent }) => parent));
  const found = methods.flatMap((method): [Method, Subscribed][] => {
    const said = subscribed.get(method.id);
    if (said) return [[method, said]];
    const type = typeOf(method);
    const decorated = [method.decorators, classes.get(method.parent)].find((one) => one?.includes(listening));
    const isOfRequest = ofRequest.test(type);
    if (!isOfRequest && !ofController.test(type)) return [];
    const isCalled = decorated !== undefined || byEvent.test(method.name) || cutOff.has(method.parent);
    if (!isCalled) return [];
    return [[method, { isOfRequest, priority: Number(/\bpriority: *(-?\d+)/.exec(decorated ?? "")?.[1] ?? 0) }]];
  });
  const place = ({ isOfRequest, priority }: Subscribed) => (isOfRequest ? -priority : 1_000_000 - priority);
  return found.toSorted(([, one], [, other]) => place(one) - place(other));
}

/** What a class subscribes to, by its methods: `[KernelEvents::REQUEST => [['onRequest', 10]]]`. */
function subscriptions({ parent, preview }: Method): [string, Subscribed][] {
  return [...(preview ?? "").matchAll(subscription)].flatMap(([, event = "", handled = ""]) => {
    const isOfRequest = requestNamed.test(event);
    if (!isOfRequest && !controllerNamed.test(event)) return [];
    return [...handled.matchAll(/['"](\w+)['"](?:\s*,\s*(-?\d+))?/g)].map(
      ([, name, priority]): [string, Subscribed] => [
        `${parent}.${name}`,
        { isOfRequest, priority: Number(priority ?? 0) },
      ],
    );
  });
}

const typeOf = ({ params }: Method): string => {
  const [first] = JSON.parse(params ?? "[]") as { readonly type?: string }[];
  return first?.type?.replace(/^\??\\?/, "") ?? "";
};

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** Whether listeners end requests by themselves, and whether that goes by their paths. */
class ListenerBodies {
  readonly #ranges: FactRanges;
  readonly #calls: Statement;
  readonly #throws: Statement;

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#calls = db.prepare(
      "select callee, callee_text, quote from calls where fact >= ? and fact < ? and caller = ?",
    );
    this.#throws = db.prepare(
      "select 1 from error_sites where fact >= ? and fact < ? and symbol = ? and kind = 'throw'",
    );
  }

  ends(method: string, calls = maxCalls): "always" | "by path" | undefined {
    const range = this.#ranges.of(method);
    const called = this.#calls.all(...range, method);
    const isByPath = called.some(({ quote }) => byPath.test(String(quote)));
    const ends =
      this.#throws.get(...range, method) !== undefined ||
      called.some(({ callee_text }) => answering.test(String(callee_text)));
    if (ends) return isByPath ? "by path" : "always";
    const below = called.flatMap(({ callee }) =>
      callee === null || calls === 0 ? [] : [this.ends(String(callee), calls - 1)],
    );
    if (below.includes("always")) return isByPath ? "by path" : "always";
    return below.includes("by path") ? "by path" : undefined;
  }
}

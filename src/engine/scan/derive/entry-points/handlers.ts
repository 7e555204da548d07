/**
 * What handles an entry point where its registration only names it, as `orders#show` or `OrderController@show`, and
 * what functions refuse. Each question is put to the database when it is asked first.
 */
import type { DatabaseSync } from "node:sqlite";
import { Declarations } from "#engine/scan/derive/declarations";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { valuesOf } from "#engine/scan/derive/values-of";
import { AskedInside } from "./bodies/asked-inside.ts";
import { Controllers } from "./controllers.ts";
import { DecidingMethods } from "./deciding-methods.ts";
import { ConvertingFunctions } from "./go/converting-functions.ts";
import { grouped } from "./grouped.ts";
import { isAsking } from "./guards/guards.ts";
import { HandingMethods } from "./guards/handing-methods.ts";
import { MadeGuards } from "./guards/made-guards.ts";
import { Refusals } from "./guards/refusals.ts";
import { answeringNo, sayingNo } from "./guards/saying-no.ts";
import { type Around, type Handled, isUnexported, serviceOf, typeOf, wholeName } from "./handler-names.ts";
import { Heirs } from "./heirs.ts";
import { GuardBodies } from "./javascript/guard-bodies.ts";
import { MetadataReads } from "./javascript/metadata-reads.ts";
import { AnnotationReads } from "./jvm/annotation-reads.ts";
import { OutsideBases } from "./outside-bases.ts";
import { FormRequests } from "./php/form-requests.ts";
import type { Guard, Registration } from "./registration.ts";
import { HanamiActions } from "./ruby/hanami.ts";
import { MissingActions } from "./ruby/missing-actions.ts";
import { Extractors } from "./rust/extractors.ts";

/** What a path takes says nothing of where its controller lies. */
const pathParameter = /:\w+|\{\w+\}/g;
/** Controllers of a library's own, which extend none of the application. */
const doorkeeper = "doorkeeper/";
/** Who asks may leave it to functions that it calls, so far. */
const maxCalls = 2;
const ofScripts = /\.[cm]?[jt]sx?#/;
export class Handlers {
  readonly heirs: Heirs;
  readonly extractors: Extractors;
  readonly requests: FormRequests;
  readonly made: MadeGuards;
  readonly deciding: DecidingMethods;
  readonly outside: OutsideBases;
  readonly bodies: GuardBodies;
  readonly metadata: MetadataReads;
  readonly handing: HandingMethods;
  readonly reads: AnnotationReads;
  readonly refusals: Refusals;
  readonly inside: AskedInside;
  readonly #actions: HanamiActions;
  readonly #db: DatabaseSync;
  #converting: ConvertingFunctions | undefined;
  #ranges: FactRanges | undefined;
  #symbol: ReturnType<DatabaseSync["prepare"]> | undefined;
  #taken: ReturnType<DatabaseSync["prepare"]> | undefined;
  readonly #controllers: Controllers;
  readonly #missing: MissingActions;
  #decorating: ReadonlyMap<string, readonly string[]> | undefined;
  #throwing: ReadonlySet<unknown> | undefined;
  #services: Map<string, string[]> | undefined;
  #methods: ReturnType<DatabaseSync["prepare"]> | undefined;
  #callees: ReturnType<DatabaseSync["prepare"]> | undefined;
  #anyMethod: ReturnType<DatabaseSync["prepare"]> | undefined;
  #written: ReturnType<DatabaseSync["prepare"]> | undefined;
  #callsIn: ReturnType<DatabaseSync["prepare"]> | undefined;
  #throws: ReturnType<DatabaseSync["prepare"]> | undefined;
  #decorators: ReturnType<DatabaseSync["prepare"]> | undefined;
  #params: ReturnType<DatabaseSync["prepare"]> | undefined;
  #types: ReturnType<DatabaseSync["prepare"]> | undefined;
  #returns: ReturnType<DatabaseSync["prepare"]> | undefined;
  #signatures: ReturnType<DatabaseSync["prepare"]> | undefined;
  #quotes: ReturnType<DatabaseSync["prepare"]> | undefined;
  #declarations: Declarations | undefined;
  readonly #bases = new Map<string, readonly string[]>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.heirs = new Heirs(db);
    this.extractors = new Extractors(db);
    this.requests = new FormRequests(db, this.heirs);
    this.made = new MadeGuards(db);
    this.deciding = new DecidingMethods(db);
    this.outside = new OutsideBases(db);
    this.metadata = new MetadataReads(db);
    this.bodies = new GuardBodies(db, (symbol) => this.throwsBelow(symbol));
    this.handing = new HandingMethods(db);
    this.reads = new AnnotationReads(db);
    this.refusals = new Refusals(db);
    this.inside = new AskedInside(db, (name, symbol) => this.decoratorAsks({ name, symbol }), this.heirs);
    this.#actions = new HanamiActions(db);
    this.#controllers = new Controllers(db);
    this.#missing = new MissingActions(db);
  }

  /** The handler of a registration that is reached on a way. */
  of(one: Handled & Pick<Registration, "route" | "framework" | "path" | "isUnlisted">, way: Around): Handled {
    if (one.handler !== null) return { handler: one.handler, handler_name: one.handler_name };
    if (one.framework === "Hanami") return this.#actions.of(one.handler_name ?? "", one.path, way.handler_name);
    const written = wholeName(one, way);
    if (written === null) return { handler: null, handler_name: one.handler_name };
    const { controller, action } = written;
    const answers = one.framework === "Rails" ? this.outside.answering(controller, action) : undefined;
    if (answers) return { handler: null, handler_name: written.name, answers };
    if (controller.startsWith(doorkeeper)) return { handler: null, handler_name: written.name };
    // A whole namespace says more than the path.
    const isWhole = way.handler_name?.includes("\\") ?? false;
    const behind = isWhole ? "" : `${way.route.replace(pathParameter, "")}/${way.module ?? ""}`;
    const around = `${way.handler_name ?? ""}/${behind}`;
    const modules = one.framework === "Rails" ? (way.module ?? "") : undefined;
    const type = this.#controllers.named(controller, { around, isWhole, modules, from: one.path });
    const found = type === undefined ? undefined : this.#action(type, action, one.framework);
    if (one.isUnlisted && type !== undefined && found?.handler === null) {
      const classes = [type, ...this.basesOf(type)];
      if (this.#missing.lack(classes, action)) return { ...found, isMissing: true };
    }
    return found ?? { handler: null, handler_name: written.name };
  }

  /** What a class extends in the repository, the nearest first, also over a class outside. */
  basesOf(type: string): readonly string[] {
    const known = this.#bases.get(type);
    if (known) return known;
    this.#declarations ??= new Declarations(this.#db);
    const own = this.#declarations.basesOf(type);
    const [, ...found] = this.outside.through([type, ...own], (one) => this.basesOf(one));
    this.#bases.set(type, found);
    return found;
  }

  /** A guard that is only named, with the method of that name in the first of the classes that has one. */
  methodOf(classes: readonly string[], guard: Guard): Guard {
    if (guard.symbol !== null) return guard;
    const found = classes.map((one) => this.found(`${one}.${guard.name}`)).find((one) => one !== undefined);
    return found ? { ...guard, symbol: found.handler } : guard;
  }

  /** Whether a function, or one that is written in it, throws. */
  throwsWithin(symbol: string): boolean {
    if (this.throws(symbol)) return true;
    for (const one of this.#throwing ?? []) if (String(one).startsWith(`${symbol}.`)) return true;
    return false;
  }

  /** Whether what decorates a handler, or is called with one, asks before it. */
  decoratorAsks = ({ name, symbol }: Guard): boolean =>
    isAsking(name) ||
    this.#converts(symbol ?? "") ||
    (ofScripts.test(symbol ?? "") ? this.#answersNo(symbol ?? "") : this.#decoratorThrows(symbol ?? ""));

  /** Whether a function of Go asks before it calls the handler that it is given. */
  #converts(symbol: string): boolean {
    if (!symbol.includes(".go#")) return false;
    this.#converting ??= new ConvertingFunctions(this.#db);
    return this.#converting.asks(symbol);
  }

  /**
   * Whether a function of JavaScript, or one that is written in it, answers that somebody may not, or leaves that to one
   * that is called so, which may leave it to any other.
   */
  #answersNo(symbol: string, left: "asking" | "any" | "none" = "asking"): boolean {
    this.#ranges ??= new FactRanges(this.#db);
    this.#written ??= this.#db.prepare(
      `select callee, callee_text, quote from calls
       where fact >= ? and fact < ? and (caller = ? or substr(caller, 1, length(?) + 1) = ? || '.')`,
    );
    const calls = this.#written.all(...this.#ranges.of(symbol), symbol, symbol, symbol);
    return calls.some(
      ({ callee, callee_text: text, quote }) =>
        sayingNo.test(String(text)) ||
        answeringNo.test(String(quote ?? "")) ||
        (callee !== null &&
          (left === "any" || (left === "asking" && isAsking(String(text)))) &&
          this.#answersNo(String(callee), left === "any" ? "none" : "any")),
    );
  }

  /** Whether code refuses requests: a function's, or what stands on some lines of it. */
  refusesAt = (symbol: string, path: string, lines: readonly [number, number] | undefined): boolean => {
    if (lines === undefined) return this.#answersNo(symbol) || this.throwsBelow(symbol);
    this.#ranges ??= new FactRanges(this.#db);
    const range = this.#ranges.of(`${path}#`);
    const calls = this.#db
      .prepare("select callee, callee_text, quote from calls where fact >= ? and fact < ? and line >= ? and line <= ?")
      .all(...range, ...lines);
    const thrown = this.#db.prepare(
      "select 1 from error_sites where fact >= ? and fact < ? and kind = 'throw' and line >= ? and line <= ? limit 1",
    );
    return (
      thrown.get(...range, ...lines) !== undefined ||
      calls.some(
        ({ callee, callee_text: text, quote }) =>
          sayingNo.test(String(text)) ||
          answeringNo.test(String(quote ?? "")) ||
          (callee !== null && isAsking(String(text)) && this.refusesAt(String(callee), path, undefined)),
      )
    );
  };

  /** Whether a function, or the object that it gives back, decorates by what throws. */
  #decoratorThrows(symbol: string): boolean {
    const called = this.found(`${symbol}.__call__`);
    if (called) return this.throwsWithin(called.handler);
    return (
      this.throwsWithin(symbol) ||
      this.bodies.answersElse(symbol) ||
      this.made.objectsGivenBack(symbol).some((one) => this.throwsWithin(one)) ||
      this.#decoratorsOf(symbol).some((one) => this.throwsWithin(one))
    );
  }

  /** The functions of the repository that decorate another: what makes a decorator of a question decorates with what it makes. */
  #decoratorsOf(symbol: string): readonly string[] {
    this.#decorating ??= grouped(
      this.#db
        .prepare(
          `select owner as key, json_extract(guards, '$[0].symbol') as value from registrations
           where kind = 'guard' and name = 'decorator' and owner is not null`,
        )
        .all()
        .filter(({ value }) => value !== null),
    );
    return this.#decorating.get(symbol) ?? [];
  }

  /** Whether a function throws itself. */
  throws(symbol: string): boolean {
    this.#throwing ??= valuesOf(this.#db, "select distinct symbol from error_sites where kind = 'throw'");
    return this.#throwing.has(symbol);
  }

  /** Whether a function throws, or one of the repository that it calls, over few calls. */
  throwsBelow(symbol: string, calls = maxCalls): boolean {
    if (this.throws(symbol)) return true;
    if (calls === 0) return false;
    this.#ranges ??= new FactRanges(this.#db);
    this.#callees ??= this.#db.prepare(
      "select distinct callee from calls where fact >= ? and fact < ? and caller = ? and callee is not null",
    );
    const callees = this.#callees.all(...this.#ranges.of(symbol), symbol).map(({ callee }) => String(callee));
    return callees.some((callee) => this.throwsBelow(callee, calls - 1));
  }

  /** Whether a function throws, or one that it calls, before it calls what is called so. */
  throwsBefore(symbol: string, called: RegExp): boolean {
    this.#ranges ??= new FactRanges(this.#db);
    const within = this.#ranges.of(symbol);
    this.#callsIn ??= this.#db.prepare(
      "select callee, callee_text, line from calls where fact >= ? and fact < ? and caller = ?",
    );
    const calls = this.#callsIn.all(...within, symbol);
    const ends = calls.filter(({ callee_text }) => called.test(String(callee_text))).map(({ line }) => Number(line));
    const isBefore = ({ line }: Record<string, unknown>) => ends.every((end) => Number(line) < end);
    this.#throws ??= this.#db.prepare(
      "select line from error_sites where fact >= ? and fact < ? and symbol = ? and kind = 'throw'",
    );
    return (
      this.#throws.all(...within, symbol).some(isBefore) ||
      calls.some(
        (call) => call.callee !== null && isBefore(call) && this.throwsBelow(String(call.callee), maxCalls - 1),
      )
    );
  }

  /** What decorates a symbol, as it is written. */
  decoratorsOf(symbol: string): readonly string[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#decorators ??= this.#db.prepare("select decorators from symbols where fact >= ? and fact < ? and id = ?");
    return JSON.parse(String(this.#decorators.get(...this.#ranges.of(symbol), symbol)?.decorators ?? "[]"));
  }

  /** The texts of a member that lists nothing but these, as it is declared: `roles = ("admin", "editor")`. */
  textsOf(symbol: string): readonly string[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#signatures ??= this.#db.prepare("select signature from symbols where fact >= ? and fact < ? and id = ?");
    const signature = String(this.#signatures.get(...this.#ranges.of(symbol), symbol)?.signature ?? "");
    const listed = /=\s*[[(]\s*((?:(["'])[^"']*\2\s*,?\s*)+)[\])]$/.exec(signature)?.[1] ?? "";
    return [...listed.matchAll(/(["'])([^"']*)\1/g)].map(([, , text = ""]) => text);
  }

  /** The lines of the calls that a function makes at one of its lines, as they are written. */
  quotesOf(symbol: string, line: number): readonly string[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#quotes ??= this.#db.prepare(
      "select quote from calls where fact >= ? and fact < ? and line = ? and quote is not null",
    );
    return this.#quotes.all(...this.#ranges.of(symbol), line).map(({ quote }) => String(quote));
  }

  /** What the repository's functions of a name give back, as their types are written. */
  typesGivenBy(name: string): readonly string[] {
    this.#returns ??= this.#db.prepare("select returns from symbols where name = ? and kind in ('function', 'method')");
    return this.#returns.all(name).map(({ returns }) => String(returns ?? ""));
  }

  /** Whether the repository declares a type of that name. */
  declaresType(name: string): boolean {
    this.#types ??= this.#db.prepare("select 1 from symbols where name = ? and kind in ('class', 'interface')");
    return this.#types.get(name) !== undefined;
  }

  /** The type of a function's parameter, as it is written: of the first, where none is named. */
  typeOfParameter(symbol: string, parameter?: string): string | undefined {
    this.#ranges ??= new FactRanges(this.#db);
    this.#params ??= this.#db.prepare("select params from symbols where fact >= ? and fact < ? and id = ?");
    const params = JSON.parse(String(this.#params.get(...this.#ranges.of(symbol), symbol)?.params ?? "[]"));
    const all = params as { name: string; type?: string }[];
    return (parameter === undefined ? all[0] : all.find(({ name }) => name === parameter))?.type;
  }

  /**
   * Who handles a method of a service: the methods of its name of classes whose bases are what generators name after
   * the service. A service that nothing implements here is another's.
   */
  ofService({ handler_name: written }: Handled): Handled[] {
    const [service = "", method = ""] = (written ?? "").split("#");
    this.#services ??= grouped(
      this.#db
        .prepare(
          `select name as key, type as value from type_relations
           where relation in ('extends', 'implements', 'embeds') and name not like '% %'
           and exists (select 1 from registrations where framework = 'gRPC')`,
        )
        .all()
        .map((row) => ({ ...row, key: serviceOf(String(row.key)) })),
    );
    const name = `${method[0]?.toLowerCase()}${method.slice(1)}`;
    const snake = method.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
    this.#methods ??= this.#db.prepare(
      "select id, qualified from symbols where kind = 'method' and name in (?, ?, ?) and visibility is not 'private' and path not in (select path from files where is_test or is_generated) order by id",
    );
    const classes = new Set((this.#services.get(service) ?? []).map(typeOf));
    if (classes.size === 0) return [];
    return this.#methods
      .all(method, name, snake)
      .filter(
        ({ id, qualified }) =>
          !isUnexported(String(id)) &&
          classes.has(typeOf(String(id).replace(/\.[^.]*$/, ""))) &&
          String(qualified).includes("."),
      )
      .map(({ id, qualified }) => ({ handler: String(id), handler_name: String(qualified) }));
  }

  /**
   * A controller's method: its own, or one that it inherits. What only a template answers in Rails, or a library's trait in
   * Laravel, is the controller's alone.
   */
  #action(type: string, action: string, framework: string | null): Handled | undefined {
    const own = this.found(`${type}.${action}`);
    if (own) return own;
    // ASP.NET leaves the end of a method's name away.
    const awaited = framework === "ASP.NET Core" ? this.found(`${type}.${action}Async`) : undefined;
    if (awaited) return awaited;
    const bases = this.basesOf(type).map((base) => this.found(`${base}.${action}`));
    const inherited = bases.find((one) => one !== undefined);
    if (!inherited && !/^(?:Rails|Laravel|Yii)$/.test(framework ?? "")) return undefined;
    if (inherited && framework === "Laravel") return inherited;
    const answers = `${type}.${action}`;
    const name = this.found(type)?.handler_name;
    return name === undefined
      ? inherited
      : { handler: inherited?.handler ?? null, handler_name: `${name}.${action}`, answers };
  }

  /** Whether two functions take as many parameters: of two methods of one name, whether one can stand for the other. */
  takeAlike(one: string, other: string): boolean {
    const counts = [one, other].map((id) => {
      this.#ranges ??= new FactRanges(this.#db);
      this.#taken ??= this.#db.prepare(
        "select coalesce(json_array_length(params), 0) as count from symbols where fact >= ? and fact < ? and id = ?",
      );
      return this.#taken.get(...this.#ranges.of(id), id)?.count;
    });
    return counts[0] === counts[1];
  }

  /** A method of a type, or of what it extends: it may stand in another file of the type's folder. */
  methodOfType(type: string, name: string): Handled | undefined {
    this.#anyMethod ??= this.#db.prepare(
      "select id, qualified from symbols where kind = 'method' and name = ? order by id",
    );
    const all = this.#anyMethod.all(name).map(({ id, qualified }) => ({ id: String(id), name: String(qualified) }));
    for (const one of [type, ...this.basesOf(type)]) {
      const own = all.find(({ id }) => typeOf(id.slice(0, id.lastIndexOf("."))) === typeOf(one));
      if (own) return { handler: own.id, handler_name: own.name };
    }
    return undefined;
  }

  /** A function or method by its id. */
  found(id: string): { handler: string; handler_name: string } | undefined {
    this.#ranges ??= new FactRanges(this.#db);
    this.#symbol ??= this.#db.prepare("select qualified from symbols where fact >= ? and fact < ? and id = ?");
    const symbol = this.#symbol.get(...this.#ranges.of(id), id);
    return symbol ? { handler: id, handler_name: String(symbol.qualified) } : undefined;
  }
}

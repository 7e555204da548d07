/**
 * Who is asked in the body of a handler, and of the functions that it surely calls: by what rules say asks, by functions of
 * the repository that refuse, and by its own answers. Bodies are read as they are written, where a file still is the one that was
 * scanned; of functions that are called only those of which the rows hold a word of refusing.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import type { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName, pathOf } from "#engine/scan/derive/symbols";
import { allowedMethods, answeredMethods } from "./answered-methods.ts";
import type { Refusal } from "./answers.ts";
import { bodyOf } from "./body-of.ts";
import { BodyWalk, type CallSite, type Inside, type RuledSite, type Sites } from "./body-walk.ts";
import { asksWho } from "./conditions.ts";
import { noMethod } from "./method-conditions.ts";
import type { Statements } from "./statements.ts";
import { TemplateMethods } from "./template-methods.ts";

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** What leads to where one signs in. */
const leading: Refusal = "login";

/** The name of guards that are calls by which a function asks in its own body. */
export const inBody = "in a body";

/** A handler may leave it to what it calls to ask, so far. */
const maxCalls = 2;
/** A method that more classes declare is not looked for in them. */
const mostImplementing = 6;
/** A longer function is not read. */
const mostLines = 1_500;
const sure = new Set(["exact", "typed"]);

/** What a function is given to do or not: `requireLogin = true`, `bool $public = false`. */
const flag = /[(,]\s*(?:[\w?]+\s+)?\$?(\w+)\??\s*(?::\s*\w+)?\s*=\s*(?:true|false)\b(?=\s*[,)])/gi;

/** A word for the method of a request. */
const methods =
  /\bmethod\b|Method\b|REQUEST_METHOD|equest(?:\(\))?\s*(?:\.|->)\s*(?:is(?:Get|Post|Put|Patch|Delete)?\b|\w+\?)/;
/** How the method of a request is asked for. */
const ofRequest = /\b(?:getM|m)ethod\(|\.[mM]ethod\b|REQUEST_METHOD|HttpMethod/;
/** What CakePHP's requests have for it. */
const allowMethod = "allowMethod";

/** A word by which something may refuse. */
const refusing =
  /\b4?40[13]\b|un_?-?auth|forbid|denied|deny|permi(?:ssion|tted)|not_?logged|not_?signed|login|sign_?-?in|auth(?!or\b)|access|credential|session|abort|halt|is_?(?:in_?role|admin|staff|superuser)|has_?role|roles?[?!]?\.(?:contains|includes|any)\b/i;

/** Where somebody signs in, or is about to. */
const signingIn =
  /(?:^|[^a-z])(?:log_?-?in|sign_?-?(?:in|up)|authenticate|authorize|register|registration|oauth2?|sso|saml|token|refresh|callback|verify|otp|totp|2fa|mfa|passwords?|forgot_?-?password|reset_?-?password|recover|unlock|sessions?)(?=$|[^a-z])/i;

/** Where somebody signs out: who is then led to where one signs in was not asked. */
const signingOut = /(?:^|[^a-z])(?:log_?-?out|sign_?-?out|log_?-?off|end_?-?session)(?=$|[^a-z])/i;

interface Handler {
  readonly handler: string | null;
  readonly handler_name: string | null;
  readonly path: string;
  readonly line: number;
  readonly end_line?: number | undefined;
  readonly method: string | null;
  readonly route: string | null;
}

interface Place {
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

interface Read {
  readonly body: Statements;
  readonly sites: Sites;
}

export class AskedInside {
  readonly #texts: DeclaredTexts;
  readonly #ranges: FactRanges;
  readonly #symbol: Statement;
  readonly #calls: Statement;
  readonly #words: Statement;
  readonly #begin: Statement;
  readonly #thrown: Statement;
  readonly #ruled: Statement;
  readonly #ruledIn = new Map<string, readonly RuledSite[]>();
  readonly #known = new Map<string, readonly Inside[]>();
  readonly #asksAlways = new Map<string, boolean>();
  readonly #mayRefuse = new Map<string, boolean>();
  readonly #wraps: (name: string, symbol: string | null) => boolean;
  readonly #heirs: Pick<Heirs, "of">;
  readonly #template: TemplateMethods;
  readonly #implementing = new Map<string, readonly string[]>();

  /** @param wraps whether a function asks before it calls the one that it is given */
  constructor(
    db: DatabaseSync,
    wraps: (name: string, symbol: string | null) => boolean,
    heirs: Pick<Heirs, "of" | "above"> = { of: () => [], above: () => [] },
  ) {
    this.#heirs = heirs;
    this.#template = new TemplateMethods(db, heirs);
    this.#texts = new DeclaredTexts(db);
    this.#ranges = new FactRanges(db);
    this.#wraps = wraps;
    const within = "fact >= ? and fact < ?";
    this.#symbol = db.prepare(
      `select id, kind, preview, line, end_line, is_abstract from symbols where ${within} and id = ?`,
    );
    this.#calls = db.prepare(
      `select callee, callee_text, resolution, line from calls where ${within} and line >= ? and line <= ? order by fact`,
    );
    // Where it stands says nothing of whether it refuses.
    this.#words = db.prepare(`select callee, callee_text, resolution, quote from calls where ${within} and caller = ?`);
    this.#begin = db.prepare(`select preview from symbols where ${within} and id = ?`);
    this.#thrown = db.prepare(`select error from error_sites where ${within} and symbol = ? and kind = 'throw'`);
    this.#ruled = db.prepare(
      `select line, guards from registrations where ${within} and kind = 'guard' and name = '${inBody}' order by fact`,
    );
  }

  /** Who is asked in the body of a handler, in order. */
  of(one: Handler): readonly Guard[] {
    const place = this.#placeOf(one);
    if (!place) return this.#template.askedOf(one.handler, (method) => this.#askedIn(method));
    const told = this.#in(place, maxCalls, one.method === "ANY" ? null : one.method);
    const words = `${lastParts(one.route)} ${one.handler_name ?? ""}`.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_");
    const isSigningIn = signingIn.test(words);
    const isSigningOut = signingOut.test(words);
    return told
      .filter(({ name, isAnswer }) => !isSigningOut || !isAnswer || name !== leading)
      .filter(({ isAnswer, isOfSession }) => !isSigningIn || !isAnswer || isOfSession)
      .map(({ name, symbol, maybe }) => ({ name, symbol, inside: true, ...(maybe && { maybe }) }));
  }

  /** The methods that a handler answers where it is asked by any; undefined: all, as far as is seen. */
  methodsOf(one: Handler): readonly string[] | undefined {
    const place = this.#placeOf(one);
    const body = place && methods.test(place.text) ? bodyOf(place.text, place.path) : undefined;
    if (!place || !body) return undefined;
    return answeredMethods(body) ?? allowedMethods(body, (called, line) => this.#refusesMethods(place, called, line));
  }

  /** Whether what is called on a line of a function refuses by the method of the request. */
  #refusesMethods({ path, first }: Place, called: string, line: number): boolean {
    if (called === allowMethod) return true;
    const rows = this.#calls.all(...this.#ranges.of(path), first + line, first + line);
    const row = rows.find(({ callee_text: text }) => /\w+$/.exec(String(text))?.[0] === called);
    if (row?.callee === null || row?.callee === undefined || !sure.has(String(row.resolution))) return false;
    const own = this.#declared(String(row.callee));
    return own !== undefined && ofRequest.test(own.text) && noMethod.test(own.text);
  }

  #placeOf({ handler, handler_name, path, line, end_line: end }: Handler): Place | undefined {
    if (handler_name === "(inline)") {
      const last = end ?? line;
      const text = last - line < mostLines ? this.#texts.within(path, [line, last]) : undefined;
      return text === undefined
        ? undefined
        : { path, first: line, last, text: line === last ? lastFunction(text) : text };
    }
    return handler === null ? undefined : this.#declared(handler);
  }

  #declared(symbol: string): Place | undefined {
    const path = pathOf(symbol);
    const row = this.#symbol.get(...this.#ranges.of(path), symbol);
    if (!row || !/^(?:function|method|variable|property|getter)$/.test(String(row.kind))) return undefined;
    const [first, last] = [Number(row.line), Number(row.end_line)];
    const { text, isWhole } = this.#texts.of(row);
    if (isWhole) return { path, first, last, text };
    const read = last - first < mostLines ? this.#texts.within(path, [first, last]) : undefined;
    return read === undefined ? undefined : { path, first, last, text: read };
  }

  #askedIn(method: string): readonly Inside[] {
    const place = this.#refuses(method, maxCalls) ? this.#declared(method) : undefined;
    return place ? this.#in(place, maxCalls) : [];
  }

  #in(place: Place, left: number, method: string | null = null): readonly Inside[] {
    const read = this.#read(place, left, method);
    if (!read) return [];
    const walk = new BodyWalk(read.sites);
    walk.run(read.body);
    return walk.told;
  }

  /** Whether somebody is asked in a function that is called, whichever way it takes. */
  #always(symbol: string, left: number): boolean {
    const key = `${left} ${symbol}`;
    const known = this.#asksAlways.get(key);
    if (known !== undefined) return known;
    this.#asksAlways.set(key, false);
    const place = this.#declared(symbol);
    const read = place && this.#read(place, left, null);
    const found = read !== undefined && BodyWalk.asksAlways(read.body, read.sites);
    this.#asksAlways.set(key, found);
    return found;
  }

  /** What a function does and who may be asked there; undefined: nobody. */
  #read({ path, first, last, text }: Place, left: number, method: string | null): Read | undefined {
    const ruled = this.#ruledOf(path).filter(({ line }) => line >= first && line <= last);
    const rows = this.#calls.all(...this.#ranges.of(path), first, last);
    // Whoever is called after asking may leave it to others once more.
    const below = Math.max(0, left - 1);
    const calls = rows.map(({ callee, callee_text, resolution, line }): CallSite => {
      const led = callee !== null && sure.has(String(resolution)) ? String(callee) : null;
      const reached = led !== null && (left > 0 || asksWhoIs(led)) ? led : null;
      return {
        line: Number(line) - first,
        text: String(callee_text),
        callee: led,
        isAsking: led !== null && asksByPlace(led),
        asked: () => (reached ? this.#below(reached, below) : []),
        asksAlways: () => reached !== null && this.#always(reached, below),
      };
    });
    const isAbout = refusing.test(text) || ruled.length > 0;
    const mayLeaveItTo = (callee: string) => (left > 0 || asksWhoIs(callee)) && this.#refuses(callee, below);
    if (!isAbout && !calls.some(({ callee }) => callee !== null && mayLeaveItTo(callee))) return undefined;
    const body = bodyOf(text, path);
    if (!body) return undefined;
    const flags = new Set([...text.matchAll(flag)].map(([, name = ""]) => name));
    const own = ruled.map((one) => ({ ...one, line: one.line - first }));
    const isMarked = path.endsWith(".rs");
    return { body, sites: { flags, calls, ruled: own, method: method ?? undefined, isMarked } };
  }

  /** Who is surely asked in a function that is called. */
  #below(symbol: string, left: number): readonly Inside[] {
    const key = `${left} ${symbol}`;
    const known = this.#known.get(key);
    if (known) return known;
    this.#known.set(key, []);
    const ways = this.#refuses(symbol, left) ? this.#bodiesOf(symbol).map((one) => this.#asking(one, left)) : [];
    // Whichever of several runs, somebody has to be asked there.
    const isSure = ways.length === 1 || ways.every((one) => one.some(({ maybe }) => !maybe));
    const found = isSure ? (ways[0] ?? []) : [];
    this.#known.set(key, found);
    return found;
  }

  #asking(symbol: string, left: number): readonly Inside[] {
    const place = this.#declared(symbol);
    return place ? [...this.#around(symbol, place), ...this.#in(place, left)] : [];
  }

  /** What runs where a method is called that only declares: those of the classes that have one. */
  #bodiesOf(symbol: string): readonly string[] {
    const known = this.#implementing.get(symbol);
    if (known) return known;
    const row = this.#symbol.get(...this.#ranges.of(symbol), symbol);
    const end = symbol.lastIndexOf(".");
    const isOpen = row?.kind === "method" && Number(row.is_abstract) === 1 && end > symbol.indexOf("#");
    const classes = isOpen ? this.#heirs.of(symbol.slice(0, end)) : [];
    const own = classes.map((one) => `${one}${symbol.slice(end)}`);
    const declared = own.filter((one) => this.#symbol.get(...this.#ranges.of(one), one) !== undefined);
    const found = !isOpen ? [symbol] : declared.length > mostImplementing ? [] : declared;
    this.#implementing.set(symbol, found);
    return found;
  }

  /** What a function is made by that is given another one: `const getOrder = withUser(async () => …)`. */
  #around(symbol: string, { path, first, text }: Place): readonly Inside[] {
    const made =
      /^(?:export\s+)?(?:(?:const|let|var)\s+)?[\w$]+(?:\s*:[^=]+)?\s*=\s*(?:await\s+)?([\w$.]+)(?:<[^()]*>)?\(\s*(?:async\b|function\b|\()/.exec(
        text,
      )?.[1];
    if (made === undefined) return [];
    const rows = this.#calls.all(...this.#ranges.of(path), first, first + 2);
    const row = rows.find(({ callee_text }) => callee_text === made);
    const callee = row?.callee === null || row?.callee === undefined ? null : String(row.callee);
    if (callee === symbol || !this.#wraps(made, callee)) return [];
    const sites = callee === null ? [] : this.#below(callee, 0);
    const maybe = sites.every((one) => one.maybe);
    return sites.length > 0 ? [{ name: `${made}(…)`, symbol: callee, maybe, throws: true, isAnswer: false }] : [];
  }

  /** Whether the rows of a function, or of one that it surely calls, hold a word of refusing. */
  #refuses(symbol: string, left: number): boolean {
    const key = `${left} ${symbol}`;
    const known = this.#mayRefuse.get(key);
    if (known !== undefined) return known;
    this.#mayRefuse.set(key, false);
    const bodies = this.#bodiesOf(symbol);
    if (bodies[0] !== symbol) {
      const isRefusing = bodies.some((one) => this.#refuses(one, left));
      this.#mayRefuse.set(key, isRefusing);
      return isRefusing;
    }
    const range = this.#ranges.of(symbol);
    const thrown = this.#thrown.all(...range, symbol);
    const calls = this.#words.all(...range, symbol);
    const found =
      refusing.test(lastName(symbol)) ||
      refusing.test(/=\s*[\w$.]+(?=[<(])/.exec(String(this.#begin.get(...range, symbol)?.preview ?? ""))?.[0] ?? "") ||
      thrown.some(({ error }) => refusing.test(String(error ?? ""))) ||
      calls.some(
        ({ callee_text: text, quote }) => refusing.test(String(text)) || quote === null || refusing.test(String(quote)),
      ) ||
      // What is called after asking may leave it to another of its kind, however often.
      calls.some(
        ({ callee, resolution }) =>
          callee !== null &&
          sure.has(String(resolution)) &&
          (left > 0 || asksWhoIs(String(callee))) &&
          this.#refuses(String(callee), Math.max(0, left - 1)),
      );
    this.#mayRefuse.set(key, found);
    return found;
  }

  #ruledOf(path: string): readonly RuledSite[] {
    const known = this.#ruledIn.get(path);
    if (known) return known;
    const found = this.#ruled.all(...this.#ranges.of(path)).map(({ line, guards }) => ({
      line: Number(line),
      names: JSON.parse(String(guards ?? "[]")) as RuledSite["names"],
    }));
    this.#ruledIn.set(path, found);
    return found;
  }
}

/** Files of who may do what, and what functions there are called that ask. */
const ofPermissions =
  /(?:^|[/_.-])(?:auth[nz]?|authori[sz](?:ation|er?)|rbac|acl|permissions?|polic(?:y|ies)|guards?)(?=[/_.-])/i;
const asking =
  /^(?:[cC]heck|[eE]nsure|[rR]equire|[aA]ssert|[vV]erify|[vV]alidate|[eE]nforce|[aA]uthori[sz]e|[mM]ust)(?![a-z])/;

/** Whether a function asks somebody by where it stands and what it is called: `auth/space.go#CheckSpace`. */
const asksByPlace = (symbol: string): boolean => ofPermissions.test(pathOf(symbol)) && asking.test(calledBy(symbol));
const asksWhoIs = (symbol: string): boolean => asksByPlace(symbol) || asksWho(calledBy(symbol));

/** What a function is called by, whichever of its overloads it is: `checkRight` of `#Rights.checkRight~2`. */
const calledBy = (symbol: string): string => lastName(symbol).replace(/~\d+$/, "");

/** Of a line that holds a whole handler, what stands before it is somebody else's. */
const lastFunction = (line: string): string => /^.*(?=\([^()]*\)\s*=>|\bfunction\b)(.*)$/s.exec(line)?.[1] ?? line;

/** The end of a path, which says what is done there. */
const lastParts = (route: string | null): string =>
  (route ?? "")
    .split("/")
    .filter((part) => part !== "" && !/^[:{<[$*]/.test(part))
    .slice(-2)
    .join(" ");

/**
 * Requests: calls of libraries that make one, and of the repository's own functions that hand on the address they are
 * given, over several of them.
 *
 * What a function is given is put into the address that it asks, so that a request stands where the address is
 * written. A function that nothing shows to ask is taken for one where the call says as much as a request does: a
 * method and a path.
 */
import type { DatabaseSync } from "node:sqlite";
import { wholeUrl } from "./address.ts";
import { Appended } from "./appended.ts";
import { AskingBodies } from "./asking-bodies.ts";
import { Parameters } from "./parameters.ts";
import { type NamedEndpoint, nameIn, RouteNames } from "./route-names.ts";

export interface Request {
  readonly library: string;
  readonly via: string | null;
  readonly method: string | null;
  readonly url: string;
  /** The endpoints of the route that it asks for by its name. */
  readonly named?: readonly NamedEndpoint[];
  readonly fields: string | null;
  readonly response: string | null;
  readonly isTest: boolean;
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
  readonly confidence: number;
}

interface Site {
  readonly kind: "call" | "base" | "handed";
  readonly library: string | null;
  readonly owner: string | null;
  readonly callee: string | null;
  readonly place: string | null;
  readonly method: string | null;
  readonly url: string;
  readonly named?: readonly NamedEndpoint[];
  readonly fields: string | null;
  readonly response: string | null;
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
  readonly is_test: number;
}

/** A function that asks the address that it is given. */
interface Asker {
  readonly library: string;
  /** The address, and what of it is the parameter: `${path}`. */
  readonly url: string;
  readonly put: string;
  readonly method: string | null;
  readonly hops: number;
  readonly confidence: number;
}

/** Functions behind each other that hand on an address. */
const mostHops = 4;
/** Addresses that one function asks in different ways. */
const mostWays = 6;
/** How sure it is that a call is a request: of a library, through functions that ask, by its form alone. */
const sure = 90;
const through = 85;
const byMembers = 75;
const byForm = 60;

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);
/** What stands behind a path: `?all=1`, `${queryString(params)}`. */
const isAskedFor = /^(?:[?&]|\$\{\w*(?:quer|param|qs|search|filter)\w*(?:\([\w.,\s]*\))?\}$)/i;
/** Ends of the names of parameters that hold an address. */
const holding = /(?:url|path|endpoint|uri|route|resource|input|pathname)$/i;
/** What is called to say that an address is served, or looked for. */
const serving =
  /rout|regist|defin|mock|intercept|handler|cache|redirect|navigat|match|push|link|\b(?:app|server|headers?|params|map|store|session|cookies?|config|i18n|t)\b\??\.\w+$/i;

/** All requests, in the order of paths and places. */
export function requestsOf(db: DatabaseSync): Request[] {
  const sites = readSites(db);
  if (sites.length === 0) return [];
  const bases = new Map<string, Base>();
  for (const { kind, owner, url, library } of sites)
    if (kind === "base" && owner !== null) bases.set(owner, { library: library ?? "", url });
  const parameters = new Parameters(db);
  const askers = new Map<string, Asker[]>();
  const told = new Map<Site, Request>();
  const open: string[] = [];

  const settle = (site: Site, asked: Asked): void => {
    const [symbol, put] = givenTo(site.symbol, asked.url, parameters);
    if (put === undefined) {
      if (!told.has(site) && isAddress(asked.url)) told.set(site, requestOf(site, asked));
      return;
    }
    const list = askers.get(symbol) ?? [];
    const isNew = list.every(({ url, method }) => url !== asked.url || method !== asked.method);
    if (!isNew || list.length >= mostWays || asked.hops >= mostHops) return;
    askers.set(symbol, [...list, { ...asked, put, hops: asked.hops + 1 }]);
    open.push(symbol);
  };

  const appended = new Appended(db);
  const behind = new Map<string, string>();
  const asking = new Set(sites.filter(({ kind }) => kind === "call").map(placeOf));
  for (const site of sites)
    if (site.kind === "handed" && site.callee !== null && asking.has(placeOf(site)))
      behind.set(placeOf(site), appended.by(site.callee, parameters.taken(site.callee, site.place ?? "").names));
  const handed = new Map<string, Site[]>();
  for (const site of sites) {
    if (site.kind === "call") {
      const own = `${site.url}${behind.get(placeOf(site)) ?? ""}`;
      const url = wholeUrl(own, site.owner === null ? undefined : bases.get(site.owner)?.url);
      settle(site, { library: site.library ?? "", url, method: site.method, via: null, hops: 0, confidence: sure });
    } else if (site.callee !== null && bases.has(site.callee)) {
      // What is made with a base asks when it is called itself: `client(path, { method })`.
      const { library, url: base } = bases.get(site.callee) as Base;
      settle(site, {
        library,
        url: wholeUrl(site.url, base),
        method: site.method,
        via: null,
        hops: 0,
        confidence: sure,
      });
    } else if (site.callee !== null) {
      const list = handed.get(site.callee);
      if (list) list.push(site);
      else handed.set(site.callee, [site]);
    }
  }
  const follow = (): void => {
    for (let symbol = open.shift(); symbol !== undefined; symbol = open.shift()) {
      for (const site of handed.get(symbol) ?? []) {
        const asked = askedBy(site, symbol, askers.get(symbol) ?? [], parameters);
        if (asked) settle(site, asked);
      }
    }
  };
  follow();
  const serves = servingFiles(db);
  const tests = testFiles(db);
  const bodies = new AskingBodies(db);
  for (const site of sites) {
    if (site.kind !== "handed" || told.has(site) || (site.callee !== null && askers.has(site.callee))) continue;
    const { url, method, callee: via } = site;
    const isOwn = via !== null && tests.has(via.slice(0, via.indexOf("#")));
    const mayAsk = !(serves.has(site.path) && site.is_test === 0) && !(isOwn && !bodies.mayAsk(via));
    const confidence = mayAsk ? formOf(site, tests) : 0;
    if (confidence > 0) settle(site, { library: site.library ?? "", url, method, via, hops: 0, confidence });
  }
  follow();
  return sites.flatMap((site) => told.get(site) ?? []);
}

/** Where a site stands, and what is written there. */
const placeOf = ({ path, line, url }: Site): string => `${path}:${line} ${url}`;

/** What stands before the addresses of all that is asked with what is made so. */
interface Base {
  readonly library: string;
  readonly url: string;
}

interface Asked {
  readonly library: string;
  readonly url: string;
  readonly method: string | null;
  readonly via: string | null;
  readonly hops: number;
  readonly confidence: number;
}

function readSites(db: DatabaseSync): Site[] {
  const sites = db
    .prepare(
      `select kind, library, owner, callee, place, method, url, fields, response, symbol, path, line,
         path in (select path from files where is_test) as is_test
       from client_sites order by path, fact`,
    )
    .all() as unknown as Site[];
  if (!sites.some(({ url }) => nameIn(url) !== undefined)) return sites;
  const names = new RouteNames(db);
  return sites.flatMap((site) => {
    const name = nameIn(site.url);
    if (name === undefined) return [site];
    const url = names.addressOf(name);
    return url === undefined ? [] : [{ ...site, url, named: names.of(name) }];
  });
}

/** Files for other things than tests that serve requests. */
const servingFiles = (db: DatabaseSync): Set<unknown> =>
  new Set(
    db
      .prepare("select distinct path from registrations where kind = 'endpoint'")
      .all()
      .map(({ path }) => path),
  );

const testFiles = (db: DatabaseSync): Set<unknown> =>
  new Set(
    db
      .prepare("select path from files where is_test")
      .all()
      .map(({ path }) => path),
  );

/** Something is written of it: it is neither only what is put in nor a word alone. */
const isAddress = (url: string): boolean => url.includes("/") && !/^\$\{[^{}]*\}$/.test(url);

/** The function, or one around it, whose parameter is the address, and how it is put in. */
function givenTo(symbol: string, url: string, parameters: Parameters): [symbol: string, put: string | undefined] {
  for (let around = symbol; around.includes("#"); ) {
    const put = given(url, parameters.names(around));
    if (put !== undefined) return [around, put];
    const end = around.lastIndexOf(".");
    if (end < around.indexOf("#")) break;
    around = around.slice(0, end);
  }
  return [symbol, undefined];
}

/** What of an address is a parameter that holds a path or all of it, as it is put in. */
function given(url: string, names: ReadonlySet<string>): string | undefined {
  for (const { 0: put, 1: code = "", index } of url.matchAll(/\$\{([^{}]*)\}/g)) {
    const [name = ""] = code.split(/\W/);
    if (!/^[\w$.]+$/.test(code) || !names.has(name)) continue;
    const before = url.slice(0, index);
    const behind = url.slice(index + put.length);
    // A part of a path, or what is asked for: `/users/${id}?all=${all}`. What a path begins behind is a host.
    const isPart =
      before.includes("?") || (/[\w/]$/.test(before) && !/(?:api|v\d+)$/.test(before) && !holding.test(code));
    if (!isPart && !/^\/\w/.test(behind) && (before === "" || behind === "" || isAskedFor.test(behind))) return put;
  }
  return undefined;
}

/** What a call asks through a function that asks what it is given. */
function askedBy(site: Site, callee: string, askers: readonly Asker[], parameters: Parameters): Asked | undefined {
  const { names, member } = parameters.taken(callee, site.place ?? "");
  const fitting = askers.filter(({ put }) => {
    const [name = "", inner] = put.slice(2, -1).split(".");
    return names.includes(name) ? inner === undefined || member === undefined || inner === member : member === name;
  });
  const [first] = fitting;
  if (!first) return undefined;
  // What begins with the base that the function puts in front is no path behind it.
  const base = /^\$\{[^{}]*\}(?=.)/.exec(first.url)?.[0];
  if (base !== undefined && base !== first.put && site.url.startsWith(base)) return undefined;
  const known = new Set(fitting.map(({ method }) => method));
  const fixed = known.size === 1 && first.method !== null && methods.has(first.method) ? first.method : null;
  const own = site.method === "DEFAULT" ? "GET" : site.method;
  const before = first.url.slice(0, first.url.indexOf(first.put));
  const slash = /\}$/.test(before) && /^\w/.test(site.url) ? "/" : "";
  return {
    library: first.library,
    url: /^https?:/.test(site.url)
      ? site.url
      : first.url
          .replace(first.put, () => slash + (before.endsWith("/") ? site.url.replace(/^\//, "") : site.url))
          .slice(0, 1_000),
    method: fixed ?? own,
    via: callee,
    hops: first.hops,
    confidence: Math.min(through, first.confidence),
  };
}

/** How sure it is by a call's form that it is a request; 0: not at all. */
function formOf({ library, callee, place, method, url, named, is_test }: Site, tests: ReadonlySet<unknown>): number {
  if (method === null || !methods.has(method) || serving.test(library ?? "")) return 0;
  if (place?.includes(".") || (named !== undefined && callee === null)) return byMembers;
  if ((place !== "0" && place !== "1") || /^https?:/.test(url)) return 0;
  // What tests call of the program itself is no client of theirs.
  const isOfTests = is_test === 1 && (callee === null || tests.has(callee.slice(0, callee.indexOf("#"))));
  if (callee !== null && !isOfTests && !/^\/|\}\//.test(url)) return 0;
  return byForm;
}

const requestOf = (site: Site, { library, url, method, via, confidence }: Asked): Request => ({
  library,
  via,
  method: method !== null && methods.has(method) ? method : method === "DEFAULT" ? "GET" : null,
  url,
  ...(site.named && url === site.url && { named: site.named }),
  fields: site.fields,
  response: site.response,
  isTest: site.is_test === 1,
  symbol: site.symbol,
  path: site.path,
  line: site.line,
  confidence,
});

/**
 * Functions that ask the address that they are given over a library for requests, however much they do beside it: what a
 * repository calls in the place of its HTTP client.
 *
 * Such a function has a parameter that holds an address, and makes a request itself or through others of its file; or what
 * it is given was followed into the address of a request (`client_calls`).
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { bare, namesOf, type Parameter } from "#engine/scan/derive/flows/requests";
import { variantsCalled } from "#engine/scan/derive/patterns/conventions/choices";
import { isAside } from "#engine/scan/derive/patterns/words";

export interface Asker {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** What it asks over, as calls lead there. */
  readonly target: string;
  readonly library: string;
}

/** A call that makes a request. */
export interface Asking {
  readonly library: string;
  readonly path: string;
}

/** Functions of one file that hand on to each other. */
const mostHops = 3;
/** How sure it has to be that what is called asks over a library. */
const leastSure = 85;
/** What only tells whether something is so hands on no answer. */
const tellsWhether = /^_?(?:is|are|has|can|should|was|did)(?:[A-Z_]|$)/;
const isTruth = /^(?:Promise<)?bool(?:ean)?>?\??$/i;
/** What a parameter is called that holds an address. */
const holdsAddress = /(?:^|[a-z_])(?:url|uri|href|endpoint)$/i;

const libraryOf = variantsCalled("http-client");

interface Declared extends Pick<Asker, "name" | "line"> {
  readonly kind: string;
  readonly params: string | null;
  readonly returns: string | null;
}

export class Askers {
  readonly #ranges: FactRanges;
  readonly #symbol: ReturnType<DatabaseSync["prepare"]>;
  readonly #callers: ReturnType<DatabaseSync["prepare"]>;
  readonly #declared = new Map<string, Declared | undefined>();
  readonly #found = new Map<string, Asker>();
  /** All calls that make requests, outside of tests. */
  readonly asking: Asking[] = [];

  /** @param isCode whether a file is code of the repository's own, and no test */
  constructor(db: DatabaseSync, isCode: (path: string) => boolean) {
    this.#ranges = new FactRanges(db);
    this.#symbol = db.prepare(
      "select name, kind, line, params, returns from symbols where fact >= ? and fact < ? and id = ?",
    );
    this.#callers = db.prepare("select distinct caller from calls where callee = ? order by caller");
    const targets = db.prepare("select distinct target from calls where target is not null order by target").all();
    const sites = db.prepare("select caller, path from calls where target = ? order by fact");
    for (const { target } of targets as { target: string }[]) {
      const library = libraryOf(target);
      if (library === undefined) continue;
      for (const { caller, path } of sites.all(target) as { caller: string; path: string }[]) {
        if (!isCode(path) || isAside(path)) continue;
        this.asking.push({ library, path });
        const around = this.#taking(caller);
        if (around !== undefined) this.#take(around, path, { target, library });
      }
    }
    const told = db.prepare(
      "select distinct via, library from client_calls where via is not null and is_test = 0 and confidence >= ? order by via",
    );
    for (const { via, library } of told.all(leastSure) as { via: string; library: string }[]) {
      const path = via.slice(0, via.indexOf("#"));
      if (isCode(path) && !isAside(path) && !this.#found.has(via)) this.#add(via, path, { target: library, library });
    }
  }

  all(): Iterable<Asker> {
    return this.#found.values();
  }

  /** Takes a function, and what of its file hands an address on to it. */
  #take(symbol: string, path: string, over: Pick<Asker, "target" | "library">): void {
    let open = [symbol];
    for (let hop = 0; hop <= mostHops && open.length > 0; hop++) {
      const added = open.filter((one) => !this.#found.has(one) && this.#add(one, path, over));
      open = added.flatMap((one) =>
        (this.#callers.all(one) as { caller: string }[]).flatMap(({ caller }) =>
          caller.startsWith(`${path}#`) ? (this.#taking(caller) ?? []) : [],
        ),
      );
    }
  }

  #add(id: string, path: string, over: Pick<Asker, "target" | "library">): boolean {
    const declared = this.#of(id);
    if (!declared || (declared.kind !== "function" && declared.kind !== "method")) return false;
    if (tellsWhether.test(declared.name) || isTruth.test(declared.returns ?? "")) return false;
    this.#found.set(id, { id, name: declared.name, path, line: declared.line, ...over });
    return true;
  }

  /** The function, or one around it, that takes an address. */
  #taking(symbol: string): string | undefined {
    for (let around = symbol; around.includes("#"); ) {
      const params = this.#of(around)?.params;
      const names = params ? (JSON.parse(params) as Parameter[]).flatMap(({ name }) => namesOf(name).map(bare)) : [];
      if (names.some((name) => holdsAddress.test(name))) return around;
      const end = around.lastIndexOf(".");
      if (end < around.indexOf("#")) return undefined;
      around = around.slice(0, end);
    }
    return undefined;
  }

  #of(symbol: string): Declared | undefined {
    if (!this.#declared.has(symbol)) {
      const row = this.#symbol.get(...this.#ranges.of(symbol), symbol) as unknown as Declared | undefined;
      this.#declared.set(symbol, row);
    }
    return this.#declared.get(symbol);
  }
}

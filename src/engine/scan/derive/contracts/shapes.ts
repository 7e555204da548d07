/** The fields that endpoints take and give, as far as the types of what handles them tell. */
import type { DatabaseSync } from "node:sqlite";
import type { Declarations } from "#engine/scan/derive/declarations";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

export interface Mismatch {
  readonly kind: "method" | "field";
  /** What the client sends or expects. */
  readonly client: string;
  /** What the server has. */
  readonly server?: string;
}

export class Shapes {
  readonly #declarations: Declarations;
  readonly #ranges: FactRanges;
  readonly #related: ReturnType<DatabaseSync["prepare"]>;
  readonly #foreign: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync, declarations: Declarations) {
    this.#declarations = declarations;
    this.#ranges = new FactRanges(db);
    // What a declaration says of itself stands among the rows of its file.
    const within = "fact >= ? and fact < ? and type = ?";
    this.#related = db.prepare(
      `select target from type_relations where ${within} and relation = ? and target is not null order by fact`,
    );
    this.#foreign = db.prepare(
      `select 1 from type_relations where ${within} and relation = 'extends' and target is null`,
    );
  }

  /** Fields that the client sends and the endpoint does not know, and those that it expects and does not get. */
  mismatches(handler: string | null, fields: string | null, response: string | null): Mismatch[] {
    if (handler === null) return [];
    const sent = fields === null ? [] : (JSON.parse(fields) as string[]);
    const expected = response === null ? [] : this.#fieldsOf(response);
    // What extends that which is given adds what the client keeps beside it.
    const wanted = new Set(response === null ? [] : [response, ...this.#declarations.basesOf(response)]);
    const isSame = (target: string) => wanted.has(target);
    const given = this.#targets(handler, "return");
    const taken = this.#targets(handler, "parameter");
    return [
      ...(taken.some((target) => this.#isOpen(target))
        ? []
        : unknown(
            sent,
            taken.flatMap((target) => this.#fieldsOf(target)),
          )),
      ...(given.some(isSame)
        ? []
        : unknown(
            expected,
            given.flatMap((target) => this.#fieldsOf(target)),
          )),
    ];
  }

  #targets(handler: string, relation: string): string[] {
    return this.#related.all(...this.#ranges.of(handler), handler, relation).map(({ target }) => String(target));
  }

  /** A request of a PHP framework holds whatever was sent, and its class says so of some of it at most. */
  #isOpen(type: string): boolean {
    const all = [type, ...this.#declarations.basesOf(type)];
    return type.includes(".php#") && all.some((one) => this.#foreign.get(...this.#ranges.of(one), one) !== undefined);
  }

  #fieldsOf(type: string): string[] {
    return [type, ...this.#declarations.basesOf(type)].flatMap((one) =>
      this.#declarations.membersOf(one).map(({ name }) => name),
    );
  }
}

/** Told only where some fields meet: else it is not the same thing that both sides speak of. */
function unknown(client: readonly string[], server: readonly string[]): Mismatch[] {
  const known = new Set(server.map(plain));
  const missing = client.filter((field) => !known.has(plain(field)));
  return missing.length < client.length ? missing.map((field) => ({ kind: "field", client: field })) : [];
}

/** `createdAt` and `created_at` are one. */
const plain = (field: string): string => field.replaceAll(/[_-]/g, "").toLowerCase();

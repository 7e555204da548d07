/** What a file registers with a framework, as `crates/resolve/src/rows/meaning` writes it, and what stands before it. */
import type { RegistrationKind } from "#contract/fact-words";

export interface Registration {
  readonly kind: RegistrationKind;
  /** Null: a router that a function is given. */
  readonly framework: string | null;
  readonly owner: string | null;
  readonly method: string | null;
  readonly route: string | null;
  readonly name: string | null;
  readonly handler: string | null;
  /** Of a guard, the stage in which it asks. */
  readonly handler_name: string | null;
  /** Of what is handed on, what else it is given that has handlers, by its place. */
  readonly guards: string | null;
  /** Of a mount what is reached through it; of what is handed on, the function that is given it. */
  readonly mounted: string | null;
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
  readonly end_line?: number;
  /** Of what one file registers, in the order of its code. */
  readonly fact?: number;
  /** The call by which it is registered, where the function that it stands in is told by its calls. */
  readonly at?: Pick<Registration, "path" | "line">;
  /** Where such a function says so, of what stands at the call. */
  readonly made?: Pick<Registration, "path" | "line">;
  /** It is one of all that a resource may have, of which it lists none: it is there if its handler is. */
  readonly isUnlisted?: boolean;
}

export interface Guard {
  readonly name: string;
  readonly symbol: string | null;
  /** Where a function stands that has neither a name nor a symbol of its own. */
  readonly place?: string;
  /** Of such a function, the lines of what registers it. */
  readonly lines?: readonly [first: number, last: number];
  /** Whether it asks is decided by what only the running program knows: its name is told with a `?`. */
  readonly maybe?: boolean;
  /** The whole path below which it asks, where that lies deeper than what it is registered on. */
  readonly below?: string;
  /** Where it is said who asks in the place of whoever is said further out. */
  readonly at?: string;
  /** It is asked in the body of the handler, behind all that stands before that. */
  readonly inside?: boolean;
  /** It stands around a handler as a decorator does, and asks where it refuses. */
  readonly decorates?: boolean;
  /** What the part of an application's pipeline is called in which it asks, whatever it is registered on. */
  readonly stage?: string;
}

/** A guard on an owner; `at`: the call that hands its owner on to where it stands. */
export type GuardOn = Registration;

/** The name of endpoints that a description alone tells, of which others know where they are mounted. */
export const described = "described";

/** Stands behind a path that is one of several of which the running program has one. */
export const either = /\$\{\|\}/g;

/** Rows of `registrations` that files tell which are no sources. */
import type { FactRow } from "#contract/unit";

export interface Registration {
  readonly kind: string;
  readonly framework: string;
  readonly line: number;
  readonly symbol?: string;
  readonly method?: string | null | undefined;
  readonly route?: string | null | undefined;
  readonly name?: string | null;
  readonly handler?: string | null;
  readonly guards?: readonly { readonly name: string; readonly symbol: string | null }[];
}

/** No text of it is longer. */
const mostCharacters = 400;

const bounded = (text: string | null | undefined): string | null => text?.slice(0, mostCharacters) ?? null;

export const rowOfRegistration = (path: string, told: Registration): FactRow => [
  told.kind,
  told.framework,
  told.symbol ?? null,
  told.method ?? null,
  bounded(told.route),
  bounded(told.name),
  null,
  bounded(told.handler),
  told.guards && told.guards.length > 0 ? JSON.stringify(told.guards) : null,
  null,
  `${path}#<module>`,
  path,
  told.line,
  told.line,
];

/** Rows of `registrations` by which a file that is no source says what stands before the paths of others. */
import type { FactRow } from "#contract/unit";

export interface Prefix {
  readonly framework: string;
  readonly route: string;
  /** The folder or file whose endpoints it stands before; an empty one is the whole repository. */
  readonly below: string;
  readonly line: number;
}

export interface Route {
  readonly framework: string;
  readonly method: string;
  readonly route: string;
  /** `App\Controller\Orders@show` */
  readonly handler: string | null;
  readonly line: number;
}

export const rowOfPrefix = (path: string, { framework, route, below, line }: Prefix): FactRow =>
  row(path, line, { kind: "prefix", framework, method: null, route, name: `below ${below}`, handler: null });

export const rowOfRoute = (path: string, { line, ...one }: Route): FactRow =>
  row(path, line, { kind: "endpoint", name: null, ...one });

interface Told extends Omit<Route, "method" | "line"> {
  readonly kind: "prefix" | "endpoint";
  readonly method: string | null;
  readonly name: string | null;
}

const row = (path: string, line: number, { kind, framework, method, route, name, handler }: Told): FactRow => [
  kind,
  framework,
  kind === "endpoint" ? `${path}#<module>` : null,
  method,
  route.slice(0, 400),
  name?.slice(0, 400) ?? null,
  null,
  handler?.slice(0, 400) ?? null,
  null,
  null,
  `${path}#<module>`,
  path,
  line,
  line,
];

/** The folder of the module that a file below `src/main/` is of. */
export const moduleOf = (path: string): string => path.replace(/(?:(?<=\/)|^)src\/main\/.*$|[^/]+$/, "");

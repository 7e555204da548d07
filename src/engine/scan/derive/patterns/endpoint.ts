/** What patterns and constraints ask of an endpoint: where it is reached, who handles it, what stands before it. */
export interface Endpoint {
  readonly route: string;
  readonly handler: string | null;
  readonly guards: readonly string[];
  readonly path: string;
  readonly line: number;
}

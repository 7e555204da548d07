/** What patterns and constraints ask of an endpoint: where it is reached, who handles it, what stands before it. */
export interface Endpoint {
  readonly route: string;
  readonly handler: string | null;
  readonly guards: readonly string[];
  /** Somebody is surely asked in the body of its handler. */
  readonly asksInside: boolean;
  /** Who asks is sent elsewhere by the framework itself: there is nothing to guard. */
  readonly isRedirect: boolean;
  readonly path: string;
  readonly line: number;
}

/** What a cursor holds besides its signature, its session, its snapshot and its time. */
export interface CursorCodec {
  /** `query` names the tool and its canonical arguments: a cursor of another query is refused. */
  seal(query: string, after: readonly (string | number)[]): Promise<string>;
  /** Throws `INVALID_CURSOR`. */
  open(query: string, cursor: string): Promise<readonly (string | number)[]>;
}

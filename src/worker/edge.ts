/** What every handler of the app is given. */
import type { Principal } from "#contract/principal";
import type { Resolved } from "#db/account/access";
import type { Person } from "./session.ts";

/** What the account database said of a good token. */
export type SignedIn = Extract<Resolved, { ok: true }>;

export interface Edge {
  Bindings: Cloudflare.Env;
  Variables: {
    /** Names the request in answers and in the log. */
    requestId: string;
    /** Set behind `signedIn`. */
    principal: Principal;
    /** What the account database said beside the principal; set behind `signedIn`. */
    resolved: SignedIn;
    /** Who is signed in to the browser; set behind `person`. */
    person: Person;
    /** What was posted; set behind `checkCsrf`. */
    form: URLSearchParams;
  };
}

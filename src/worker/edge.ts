/** What every handler of the app is given. */
import type { Principal } from "#contract/principal";
import type { Resolved } from "#db/account/access";
import type { Seat } from "#db/account/members";
import type { Project } from "#db/account-rows";
import type { Identity } from "#oauth/sessions";

/** What the account database said of a good token. */
export type SignedIn = Extract<Resolved, { ok: true }>;

/** Who is signed in to a browser. */
export interface Person {
  /** Row of the user. */
  user: string;
  name: string;
  email: string | null;
  /** As whom they signed in this time. */
  identity: Identity;
  /** Names the session in a list of them; it opens nothing. */
  session: string;
  /** The hidden field `csrf` of every form that is posted. */
  csrf: string;
}

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
    /** The person's place in the organisation that a page's path names; set behind `member`. */
    seat: Seat;
    /** The project that a page's path names; set behind `ofProject`. */
    project: Project;
    /** What was posted; set behind `checkCsrf`. */
    form: URLSearchParams;
  };
}

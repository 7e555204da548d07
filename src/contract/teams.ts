/**
 * Who may do what in an organisation: pure rules, asked by routes and pages before they act and, where
 * two changes could cross, decided again by the conditions of the statement that writes.
 */
import type { Role } from "./principal.ts";

/** Who may push to a project in person. Push tokens, which an admin makes, and trusted CI may in any case. */
export const pushers = ["members", "admins", "machines"] as const;
export type Pushers = (typeof pushers)[number];

/** CI systems whose OpenID Connect tokens can be exchanged for a push token. */
export const ciKinds = ["github", "gitlab"] as const;
export type CiKind = (typeof ciKinds)[number];

/** `personal` is a `dpa_` token, `push` a `dpt_` token. */
export const tokenKinds = ["personal", "push"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** Roles from the least to the greatest. */
const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Each action and the least role that may take it. */
const least = {
  "members.read": "viewer",
  "projects.read": "viewer",
  "tokens.own": "viewer",
  "projects.create": "admin",
  "projects.settings": "admin",
  "projects.delete": "admin",
  "tokens.push": "admin",
  "tokens.all": "admin",
  "trusts.set": "admin",
  "members.invite": "admin",
  "members.remove": "admin",
  "audit.read": "admin",
  "members.role": "owner",
  "organisation.settings": "owner",
  "organisation.transfer": "owner",
  "organisation.delete": "owner",
} as const satisfies Record<string, Role>;
export type TeamAction = keyof typeof least;
export const teamActions = Object.keys(least) as TeamAction[];

export const may = (role: Role, action: TeamAction): boolean => rank[role] >= rank[least[action]];

/** The least role that may take the action. */
export const leastRole = (action: TeamAction): Role => least[action];

/** Every role that may take the action: for the condition of a statement. */
export const rolesThatMay = (action: TeamAction): Role[] =>
  (Object.keys(rank) as Role[]).filter((role) => may(role, action));

/** Whether an `actor` may invite somebody as `role`. An admin makes no other admin. */
export const mayInviteAs = (actor: Role, role: Role): boolean =>
  actor === "owner" || (may(actor, "members.invite") && rank[role] < rank.admin);

/** The roles that may invite somebody as `role`. */
export const rolesThatInviteAs = (role: Role): Role[] =>
  (Object.keys(rank) as Role[]).filter((actor) => mayInviteAs(actor, role));

/** Whether an `actor` may remove another member of role `subject`. Everybody may leave. */
export const mayRemove = (actor: Role, subject: Role): boolean =>
  actor === "owner" || (may(actor, "members.remove") && rank[subject] < rank.admin);

/** The roles that may remove another member of role `subject`. */
export const rolesThatRemove = (subject: Role): Role[] =>
  (Object.keys(rank) as Role[]).filter((actor) => mayRemove(actor, subject));

/** Whether somebody of this role may push to a project in person. */
export const mayPushInPerson = (role: Role, allowed: Pushers): boolean =>
  allowed !== "machines" && rank[role] >= rank[allowed === "members" ? "member" : "admin"];

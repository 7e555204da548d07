/** Who calls, as `validateToken` established it. Plain data: it crosses to a Durable Object. */

export const scopes = ["drift:read", "drift:write", "drift:admin", "drift:push"] as const;
export type Scope = (typeof scopes)[number];

export const roles = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** What a role may do; a call needs its scope both here and in the token. */
export const roleScopes: Record<Role, readonly Scope[]> = {
  viewer: ["drift:read"],
  member: ["drift:read", "drift:write"],
  admin: ["drift:read", "drift:write", "drift:push", "drift:admin"],
  owner: ["drift:read", "drift:write", "drift:push", "drift:admin"],
};

/**
 * Whether a token that somebody of the role gives out may hold a scope. A member's may hold
 * `drift:push`: which projects let members push is looked at when they do.
 */
export const mayHold = (role: Role, scope: Scope): boolean =>
  roleScopes[role].includes(scope) || (scope === "drift:push" && role === "member");

export interface Principal {
  /** `machine`: a CI run that was given a token by a project's trust; there is no user behind it. */
  kind: "user" | "machine";
  /** Row of the user in the account database; of a machine, of the trust. */
  user: string;
  organisation: string;
  role: Role;
  /** Token scopes that the role also grants. */
  scopes: Scope[];
  /** Project rows the token is limited to; undefined: all of the organisation's. */
  projects?: number[];
  /** The token's own row: sessions belong to it. */
  grant: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

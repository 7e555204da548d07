/** Who and what the gallery shows: with names that are hard to lay out. */
import type { ConsentProps } from "#pages/consent";
import type { Frame } from "#pages/kit/document";
import type { TeamFrame } from "#pages/team/team-shell";

export const now = Date.UTC(2026, 10, 22, 9, 30);
export const minutes = (count: number) => now - count * 60_000;
export const days = (count: number) => now - count * 86_400_000;
export const person = { name: "Alice Nguyen", email: "alice@acme.com" };
export const csrf = "c";
export const server = "https://drift.acme.com";
export const commit = "4fe6286be7cc1a39b9a06e2dd6a2cbaf1e10a7d2";
export const frame: Frame = { person, csrf, now };
export const owner: TeamFrame = { ...frame, team: { slug: "acme", name: "Acme", role: "owner" } };
export const admin: TeamFrame = { ...owner, team: { ...owner.team, role: "admin" } };
export const viewer: TeamFrame = { ...owner, team: { ...owner.team, role: "viewer" } };
export const longName = "Bartholomew-Maximilian von und zu Hohenlohe-Langenburg";

export const consent: ConsentProps = {
  client: { name: "Claude", host: "claude.ai", verified: true, redirectHost: "claude.ai" },
  person,
  organisation: { slug: "acme", name: "Acme", role: "member" },
  otherOrganisations: [],
  projects: [
    { id: 1, slug: "shop" },
    { id: 2, slug: "billing" },
  ],
  scopes: ["drift:read", "drift:write"],
  action: "/oauth/authorize",
  csrf,
};

export const members = [
  { user: "u1", ...person, role: "owner" as const, joinedAt: days(400) },
  { user: "u2", name: "Bob", email: "bob@acme.com", role: "admin" as const, joinedAt: days(120) },
  {
    user: "u3",
    name: longName,
    email: "bartholomew.hohenlohe-langenburg@acme.com",
    role: "member" as const,
    joinedAt: days(9),
  },
  { user: "u4", name: "李小龍", email: null, role: "viewer" as const, joinedAt: minutes(5) },
];

export const project = {
  slug: "shop",
  defaultBranch: "main",
  sourceMode: "snippets" as const,
  keepSnapshots: 20,
  keepDays: 30,
  pushers: "admins" as const,
  createdAt: days(100),
};

export const mcp = `${server}/mcp/acme/shop`;

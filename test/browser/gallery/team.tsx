/** An organisation's pages. */
import type { Child } from "hono/jsx";
import { AuditPage } from "#pages/team/audit";
import { CiPage } from "#pages/team/ci";
import { HomePage, NewOrganisationPage } from "#pages/team/home";
import { InvitationPage } from "#pages/team/invitation";
import { InvitationMadePage, MembersPage } from "#pages/team/members";
import { NewProjectPage, OrganisationPage } from "#pages/team/organisation";
import { ProjectPage } from "#pages/team/project";
import { ProjectSettingsPage } from "#pages/team/project-settings";
import { OrganisationSettingsPage } from "#pages/team/settings";
import { TokenMadePage, TokensPage } from "#pages/team/tokens";
import {
  admin,
  commit,
  consent,
  csrf,
  days,
  frame,
  longName,
  mcp,
  members,
  minutes,
  now,
  owner,
  project,
  server,
  viewer,
} from "./data.ts";

export const team: Record<string, Child> = {
  "home empty": <HomePage frame={frame} organisations={[]} />,
  home: (
    <HomePage
      frame={{ ...frame, notice: { tone: "good", text: "You left Initech." } }}
      organisations={[
        { slug: "acme", name: "Acme", role: "owner" },
        { slug: "globex", name: "Globex Corporation", role: "viewer" },
      ]}
    />
  ),
  "new organisation": (
    <NewOrganisationPage
      frame={frame}
      values={{ name: "Acme", slug: "Acme Inc" }}
      errors={{ slug: "Use lower-case letters, digits and inner hyphens, at most 39." }}
    />
  ),
  "organisation empty": <OrganisationPage frame={owner} projects={[]} mcp={`${server}/mcp/acme`} />,
  organisation: (
    <OrganisationPage
      frame={admin}
      mcp={`${server}/mcp`}
      projects={[
        { slug: "shop", pushed: { branch: "main", at: minutes(12), by: "acme/shop" } },
        {
          slug: "billing",
          pushed: { branch: "feature/a-rather-long-branch-name-for-a-list", at: days(3), by: longName },
        },
        { slug: "a-project-whose-name-is-as-long-as-it-c" },
      ]}
    />
  ),
  "new project": (
    <NewProjectPage frame={admin} errors={{ slug: 'There is a project "shop" already' }} values={{ slug: "shop" }} />
  ),
  members: (
    <MembersPage
      frame={owner}
      you="u1"
      members={members}
      invitations={[
        { id: "i1", role: "member", email: "carol@acme.com", invitedBy: "Bob", expiresAt: now + 5 * 86_400_000 },
        { id: "i2", role: "viewer", email: null, invitedBy: "Alice Nguyen", expiresAt: now + 3_600_000 },
      ]}
    />
  ),
  "members as viewer": <MembersPage frame={viewer} you="u4" members={members} invitations={[]} />,
  "members wrong": (
    <MembersPage
      frame={admin}
      you="u2"
      members={members}
      invitations={[]}
      values={{ email: "carol@" }}
      errors={{ email: "This is no e-mail address." }}
    />
  ),
  "invitation made": (
    <InvitationMadePage
      frame={owner}
      link={`${server}/invitations/dpi_4Kf9sQwZ7tXyB2nM5vRcL8hJ3gD6pA1e0uTqWzXy`}
      invitation={{ role: "member", email: null, expiresAt: now + 7 * 86_400_000 }}
    />
  ),
  invitation: (
    <InvitationPage
      offer={{ organisation: "Acme", invitedBy: "Alice Nguyen", role: "admin" }}
      person={{ name: "Carol", email: "carol@acme.com" }}
      action="/invitations/x"
      csrf={csrf}
    />
  ),
  "project empty": <ProjectPage frame={admin} project={project} branches={[]} pushes={[]} server={server} mcp={mcp} />,
  project: (
    <ProjectPage
      frame={admin}
      project={project}
      server={server}
      mcp={mcp}
      branches={[
        {
          name: "main",
          seq: 41,
          commit,
          dirty: false,
          files: 1_284,
          symbols: 18_220,
          pushedAt: minutes(12),
          scannedAt: minutes(13),
        },
        {
          name: "feature/a-rather-long-branch-name-for-a-table",
          ...{ seq: 2, commit, dirty: true, files: 1_290, symbols: 18_377, pushedAt: days(2), scannedAt: days(2) },
        },
      ]}
      pushes={[
        { at: minutes(12), branch: "main", seq: 41, commit, by: "acme/shop", from: "203.0.113.7" },
        {
          at: days(2),
          branch: "feature/a-rather-long-branch-name-for-a-table",
          seq: 2,
          commit: null,
          by: longName,
          from: "2001:db8:85a3::8a2e:370:7334",
        },
      ]}
    />
  ),
  "project settings": (
    <ProjectSettingsPage frame={admin} project={project} errors={{ keepDays: "Give 0 to 3,650 days." }} />
  ),
  ci: (
    <CiPage
      frame={admin}
      project={project}
      server={server}
      trusts={[
        {
          ...{
            id: "t1",
            kind: "github",
            issuer: "https://token.actions.githubusercontent.com",
            repository: "acme/shop",
          },
          ...{ ref: "main", environment: null, lastUsedAt: minutes(12) },
        },
        {
          ...{
            id: "t2",
            kind: "gitlab",
            issuer: "https://gitlab.acme.com",
            repository: "platform/teams/checkout/shop",
          },
          ...{ ref: "release/*", environment: "production", lastUsedAt: null },
        },
      ]}
      tokens={[
        { id: "tok_1", name: "buildkite", userName: "Ada", expiresAt: now + 20 * 86_400_000, lastUsedAt: minutes(3) },
      ]}
    />
  ),
  "ci empty": (
    <CiPage
      frame={admin}
      project={project}
      server={server}
      trusts={[]}
      tokens={[]}
      errors={{ repository: "Write it as owner/name." }}
    />
  ),
  "tokens empty": <TokensPage frame={viewer} tokens={[]} projects={[]} scopes={["drift:read"]} />,
  tokens: (
    <TokensPage
      frame={admin}
      projects={consent.projects}
      scopes={["drift:read", "drift:write", "drift:push", "drift:admin"]}
      tokens={[
        {
          ...{
            id: "k1",
            kind: "push",
            name: "nightly build",
            userName: "Bob",
            scopes: ["drift:push"],
            projects: ["shop"],
          },
          ...{ expiresAt: now + 80 * 86_400_000, lastUsedAt: minutes(40) },
        },
        {
          ...{ id: "k2", kind: "personal", name: "a script on my laptop", userName: "Alice Nguyen", projects: null },
          ...{ scopes: ["drift:read", "drift:write"], expiresAt: now + 86_400_000, lastUsedAt: null },
        },
      ]}
    />
  ),
  "token made": (
    <TokenMadePage
      frame={admin}
      token="dpt_4Kf9sQwZ7tXyB2nM5vRcL8hJ3gD6pA1e0uTq"
      name="nightly build"
      kind="push"
      expiresAt={now + 90 * 86_400_000}
      server={server}
    />
  ),
  settings: (
    <OrganisationSettingsPage
      frame={owner}
      policy={{ requiredIssuer: "https://login.acme.com", emailDomain: "acme.com" }}
      issuers={[{ issuer: "https://login.acme.com", name: "Acme SSO" }]}
    />
  ),
  audit: (
    <AuditPage
      frame={admin}
      filter={{}}
      actions={["member.role", "project.create", "push.commit"]}
      people={members}
      names={new Map([["u2", "Bob"]])}
      older="?before=1"
      exportAs={{ csv: "/o/acme/audit/export?format=csv", json: "/o/acme/audit/export?format=jsonl" }}
      rows={[
        {
          ...{
            id: 3,
            at: minutes(12),
            actor: "tru_1",
            actorName: null,
            action: "push.commit",
            subject: "1",
            origin: "203.0.113.7",
          },
          detail: { branch: "main", seq: 41, commit, rootHash: "9f".repeat(32), force: false },
        },
        {
          ...{ id: 2, at: days(1), actor: "u1", actorName: "Alice Nguyen", action: "member.role", subject: "u2" },
          ...{ detail: { role: "admin" }, origin: "2001:db8:85a3::8a2e:370:7334" },
        },
        {
          id: 1,
          at: days(2),
          actor: null,
          actorName: null,
          action: "project.deleted",
          subject: "7",
          detail: null,
          origin: null,
        },
      ]}
    />
  ),
};

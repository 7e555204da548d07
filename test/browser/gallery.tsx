/** Every page in the states that people meet it in, with data that is hard to lay out. */
import type { Child } from "hono/jsx";
import { ConsentPage, type ConsentProps } from "#pages/consent";
import { DeviceDonePage, DevicePage } from "#pages/device";
import { ConfirmPage } from "#pages/kit/confirm";
import type { Frame } from "#pages/kit/document";
import { MessagePage } from "#pages/message";
import { SetupPage } from "#pages/setup";
import { SignInPage } from "#pages/sign-in";
import { AccountPage } from "#pages/team/account";
import { AuditPage } from "#pages/team/audit";
import { CiPage } from "#pages/team/ci";
import { DeletionPage } from "#pages/team/deletion";
import { HomePage, NewOrganisationPage } from "#pages/team/home";
import { InvitationPage } from "#pages/team/invitation";
import { InvitationMadePage, MembersPage } from "#pages/team/members";
import { NewProjectPage, OrganisationPage } from "#pages/team/organisation";
import { ProjectPage } from "#pages/team/project";
import { ProjectSettingsPage } from "#pages/team/project-settings";
import { OrganisationSettingsPage } from "#pages/team/settings";
import type { TeamFrame } from "#pages/team/team-shell";
import { TokenMadePage, TokensPage } from "#pages/team/tokens";

const now = Date.UTC(2026, 10, 22, 9, 30);
const minutes = (count: number) => now - count * 60_000;
const days = (count: number) => now - count * 86_400_000;
const person = { name: "Alice Nguyen", email: "alice@acme.com" };
const csrf = "c";
const server = "https://drift.acme.com";
const commit = "4fe6286be7cc1a39b9a06e2dd6a2cbaf1e10a7d2";
const frame: Frame = { person, csrf, now };
const owner: TeamFrame = { ...frame, team: { slug: "acme", name: "Acme", role: "owner" } };
const admin: TeamFrame = { ...owner, team: { ...owner.team, role: "admin" } };
const viewer: TeamFrame = { ...owner, team: { ...owner.team, role: "viewer" } };
const longName = "Bartholomew-Maximilian von und zu Hohenlohe-Langenburg";

const consent: ConsentProps = {
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

const members = [
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

const project = {
  slug: "shop",
  defaultBranch: "main",
  sourceMode: "snippets" as const,
  keepSnapshots: 20,
  keepDays: 30,
  pushers: "admins" as const,
  createdAt: days(100),
};

const mcp = `${server}/mcp/acme/shop`;

export const gallery: Record<string, Child> = {
  "sign-in": (
    <SignInPage
      providers={[
        { id: "acme", name: "Acme SSO" },
        { id: "github", name: "GitHub" },
      ]}
      returnTo="/"
    />
  ),
  "sign-in local": (
    <SignInPage
      local
      providers={[]}
      returnTo="/"
      error={{ tone: "danger", text: "That is no e-mail address.", hint: "Type one such as you@example.com." }}
    />
  ),
  consent: <ConsentPage {...consent} />,
  "consent unverified": (
    <ConsentPage
      {...consent}
      client={{ name: "Claude", verified: false, redirectHost: "127.0.0.1:33418" }}
      otherOrganisations={[
        { name: "Globex", href: "/?o=globex" },
        { name: "Initech", href: "/?o=initech" },
      ]}
      onlyProject="shop"
    />
  ),
  "consent device": (
    <ConsentPage
      {...consent}
      client={{ name: "drift command line", verified: true }}
      scopes={["drift:read", "drift:write", "drift:admin", "drift:push"]}
      userCode="WDJB-MJHT"
      error="Tick at least one thing that it may do, or deny."
    />
  ),
  device: <DevicePage csrf={csrf} />,
  "device wrong": (
    <DevicePage csrf={csrf} userCode="WDJB-MJHX" error="This code is wrong, used or expired. Ask for a new one." />
  ),
  "device done": <DeviceDonePage allowed client="drift command line" />,
  "device denied": <DeviceDonePage allowed={false} client="drift command line" />,
  message: (
    <MessagePage
      title="There is nothing here"
      text="This page does not exist, or it is not yours to see. If somebody gave you the link, ask them for access."
      action={{ label: "Your organisations", href: "/" }}
      requestId="2f1c5c1e-6e9f-4f0c-9a77-0a1b2c3d4e5f"
    />
  ),
  setup: <SetupPage csrf={csrf} person={person} errors={{ secret: "This is not the secret." }} />,
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
    />
  ),
  "ci empty": (
    <CiPage
      frame={admin}
      project={project}
      server={server}
      trusts={[]}
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
  account: (
    <AccountPage
      frame={{
        ...frame,
        notice: { tone: "danger", text: "This is your only identity.", hint: "Link another one first." },
      }}
      grants={[
        {
          ...{
            id: "g1",
            clientName: "Claude",
            organisation: "Acme",
            scopes: ["drift:read", "drift:write"],
            projects: null,
          },
          ...{ createdAt: days(80), lastUsedAt: minutes(3) },
        },
        {
          ...{
            id: "g2",
            clientName: "drift command line",
            organisation: "Globex",
            scopes: ["drift:read"],
            projects: ["shop"],
          },
          ...{ createdAt: days(2), lastUsedAt: null },
        },
      ]}
      sessions={[
        {
          id: "s1",
          agent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36",
          createdAt: days(1),
          lastUsedAt: now,
          current: true,
        },
        {
          id: "s2",
          agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
          createdAt: days(3),
          lastUsedAt: minutes(300),
          current: false,
        },
      ]}
      identities={[
        {
          issuer: "https://login.acme.com",
          provider: "Acme SSO",
          subject: "1",
          email: "alice@acme.com",
          emailVerified: true,
          signedInAt: days(1),
        },
        {
          issuer: "https://github.com",
          provider: "GitHub",
          subject: "2",
          email: "alice@home.example",
          emailVerified: false,
          signedInAt: days(70),
        },
      ]}
      linkable={[{ id: "gitlab", name: "GitLab" }]}
    />
  ),
  "account new": <AccountPage frame={frame} grants={[]} sessions={[]} identities={[]} linkable={[]} />,
  confirm: (
    <ConfirmPage
      frame={frame}
      title={`Remove ${longName}?`}
      consequences={[
        "Their next call fails, in every client.",
        "Their tokens and open invitations end.",
        "What they wrote stays.",
      ]}
      action="/x"
      label="Remove"
      back={{ name: "members", href: "/o/acme/members" }}
    />
  ),
  "confirm by word": (
    <ConfirmPage
      frame={frame}
      title="Delete Acme?"
      consequences={[
        "All 12 projects, with everything that was pushed.",
        "All memberships, tokens and connections.",
        "It cannot be undone.",
      ]}
      action="/x"
      label="Delete organisation"
      word="acme"
      error="This is not its name."
      back={{ name: "settings", href: "/o/acme/settings" }}
    />
  ),
  "deletion under way": (
    <DeletionPage
      now={now}
      deletion={{ kind: "project", name: "acme/shop", requestedAt: minutes(2), finishedAt: null }}
    />
  ),
  "deletion done": (
    <DeletionPage
      now={now}
      deletion={{ kind: "organisation", name: "acme", requestedAt: days(1), finishedAt: minutes(2) }}
    />
  ),
};

/** Accounts, confirmations, deletions. */
import type { Child } from "hono/jsx";
import { ConfirmPage } from "#pages/kit/confirm";
import { AccountPage } from "#pages/team/account";
import { DeletionPage } from "#pages/team/deletion";
import { days, frame, longName, minutes, now } from "./data.ts";

export const account: Record<string, Child> = {
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

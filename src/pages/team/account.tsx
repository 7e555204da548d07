import type { Scope } from "#contract/principal";
import { Card, Empty } from "#pages/kit/card";
import { type Frame, Head, Shell } from "#pages/kit/document";
import { ButtonForm, ButtonLink } from "#pages/kit/form";
import { Tag } from "#pages/kit/notice";
import { Ago, Day } from "#pages/kit/time";

export interface GrantView {
  id: string;
  clientName: string;
  organisation: string;
  scopes: readonly Scope[];
  /** Names of the projects it is limited to; null: all. */
  projects: readonly string[] | null;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface SessionView {
  id: string;
  /** What the browser called itself. */
  agent: string;
  createdAt: number;
  lastUsedAt: number;
  /** The one that looks. */
  current: boolean;
}

export interface IdentityView {
  issuer: string;
  /** The provider's name here; its host where it is no longer set up. */
  provider: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  signedInAt: number;
}

export interface AccountProps {
  frame: Frame;
  grants: readonly GrantView[];
  sessions: readonly SessionView[];
  identities: readonly IdentityView[];
  /** Providers that another identity can be linked from: their `provider` is posted to `/account/link`. */
  linkable: readonly { id: string; name: string }[];
}

/** A browser and system out of a user agent, for people; nothing rests on it. */
export function agentWords(agent: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([part]) => agent.includes(part))?.[1];
  const browser = find([
    ["Edg/", "Edge"],
    ["OPR/", "Opera"],
    ["Firefox/", "Firefox"],
    ["Chrome/", "Chrome"],
    ["Safari/", "Safari"],
  ]);
  const system = find([
    ["iPhone", "iPhone"],
    ["iPad", "iPad"],
    ["Android", "Android"],
    ["Mac OS X", "macOS"],
    ["Windows", "Windows"],
    ["Linux", "Linux"],
  ]);
  return [browser ?? "A browser", system].filter(Boolean).join(" on ");
}

/** Posts to `/account/grants/:id/revoke`, `/account/sessions/:id/end`, `/account/identities/unlink`. */
export const AccountPage = ({ frame, grants, sessions, identities, linkable }: AccountProps) => {
  const { csrf, now } = frame;
  return (
    <Shell frame={frame} title="Account" crumbs={[{ name: "Account", href: "/account" }]}>
      <Head
        title="Account"
        text={
          <>
            {frame.person.name}
            {frame.person.email && <> · {frame.person.email}</>}
          </>
        }
      />
      <div class="stack loose">
        <Card
          title="Connections"
          text="Programs that you let in. Each stays signed in until you revoke it or leave it unused for months."
          flush
        >
          {grants.length === 0 ? (
            <Empty icon="app" title="Nothing is connected" within>
              <p>Paste an MCP address from a project's page into your client, or run drift login.</p>
            </Empty>
          ) : (
            <ul class="list">
              {grants.map(({ id, clientName, organisation, scopes, projects, createdAt, lastUsedAt }) => (
                <li>
                  <div>
                    <strong>{clientName}</strong> <Tag>{organisation}</Tag>
                    <div class="muted small">
                      May {scopes.map((one) => one.slice("drift:".length)).join(", ")} ·{" "}
                      {projects?.join(", ") ?? "all projects"} · since <Day at={createdAt} /> · last used{" "}
                      <Ago at={lastUsedAt} now={now} never="never" />
                    </div>
                  </div>
                  <ButtonForm
                    action={`/account/grants/${encodeURIComponent(id)}/revoke`}
                    csrf={csrf}
                    label="Revoke"
                    about={clientName}
                    tone="danger"
                  />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="Browsers" text="Where you are signed in to these pages." flush>
          <ul class="list">
            {sessions.map(({ id, agent, createdAt, lastUsedAt, current }) => (
              <li>
                <div>
                  <strong>{agentWords(agent)}</strong> {current && <Tag tone="good">this one</Tag>}
                  <div class="muted small">
                    Signed in <Ago at={createdAt} now={now} /> · last seen <Ago at={lastUsedAt} now={now} />
                  </div>
                </div>
                {!current && (
                  <ButtonForm
                    action={`/account/sessions/${encodeURIComponent(id)}/end`}
                    csrf={csrf}
                    label="Sign out"
                    about={agentWords(agent)}
                    tone="danger"
                  />
                )}
              </li>
            ))}
          </ul>
        </Card>
        <Card
          title="Identities"
          text="How you sign in. Two identities are one person only once you have linked them here."
          flush
        >
          <ul class="list">
            {identities.map(({ issuer, provider, subject, email, emailVerified, signedInAt }) => (
              <li>
                <div>
                  <strong>{provider}</strong> {email && !emailVerified && <Tag tone="warn">address not verified</Tag>}
                  <div class="muted small">
                    {email ?? subject} · last sign-in <Ago at={signedInAt} now={now} />
                  </div>
                </div>
                {identities.length > 1 && (
                  <ButtonForm
                    action="/account/identities/unlink"
                    csrf={csrf}
                    hidden={{ issuer, subject }}
                    label="Unlink"
                    about={`${provider}, ${email ?? subject}`}
                    tone="danger"
                  />
                )}
              </li>
            ))}
            {linkable.length > 0 && (
              <li>
                <div class="muted small">Link another, by signing in with it</div>
                <div class="actions">
                  {linkable.map(({ id, name }) => (
                    <ButtonForm action="/account/link" csrf={csrf} hidden={{ provider: id }} label={`Link ${name}`} />
                  ))}
                </div>
              </li>
            )}
          </ul>
        </Card>
        <Card title="Delete account" tone="danger">
          <div class="row between">
            <p class="muted">Ends your memberships, connections and tokens. What you wrote for a team stays with it.</p>
            <ButtonLink href="/account/delete" label="Delete account…" tone="danger" />
          </div>
        </Card>
      </div>
    </Shell>
  );
};

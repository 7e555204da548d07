import type { Scope } from "#contract/principal";
import { may, type TokenKind } from "#contract/teams";
import { Card, Empty } from "#pages/kit/card";
import { Code } from "#pages/kit/code";
import { Head } from "#pages/kit/document";
import {
  ButtonLink,
  Choices,
  Field,
  PostForm,
  type ProjectChoice,
  ProjectChoices,
  Select,
  Submit,
  type Told,
} from "#pages/kit/form";
import { Notice, Tag } from "#pages/kit/notice";
import { Table } from "#pages/kit/table";
import { Ago } from "#pages/kit/time";
import { scopeWords } from "#pages/kit/words";
import { type TeamFrame, TeamShell } from "./team-shell.tsx";

export interface TokenView {
  id: string;
  kind: TokenKind;
  name: string;
  /** Who made it. */
  userName: string;
  scopes: readonly Scope[];
  /** Names of the projects it is limited to; null: all. */
  projects: readonly string[] | null;
  expiresAt: number;
  lastUsedAt: number | null;
}

export interface TokensProps {
  frame: TeamFrame;
  /** Those that are good: one's own, and for admins everybody's. */
  tokens: readonly TokenView[];
  projects: readonly ProjectChoice[];
  /** What a personal token of this person may hold. */
  scopes: readonly Scope[];
  values?: { name: string; kind: string; days: string; scopes: readonly string[]; some: boolean } | undefined;
  errors?: Told<"name" | "scope" | "projects" | "form">;
}

/** Days that a token may be good for. */
export const tokenDays = ["7", "30", "90", "365"] as const;

const kindWords: Record<TokenKind, string> = { personal: "Personal", push: "Push" };

/** Posts `kind`, `name`, `days`, `scope`…, `projects`, `project`… to `/o/:organisation/tokens`. */
export const TokensPage = ({ frame, tokens, projects, scopes, values, errors = {} }: TokensProps) => {
  const { team, csrf, now } = frame;
  const base = `/o/${team.slug}/tokens`;
  const mayPush = may(team.role, "tokens.push");
  const kind = values?.kind ?? "personal";
  const ticked = values?.scopes ?? ["drift:read"];
  return (
    <TeamShell frame={frame} tab="tokens" title="Tokens">
      <Head
        title="Tokens"
        text="For scripts and clients that cannot open a browser. Agents that can need none: they sign in."
      />
      <div class="stack loose">
        <section class="card" aria-label="Tokens">
          {tokens.length === 0 ? (
            <Empty icon="key" title="No token">
              <p>Most teams need none: people sign in, and CI is trusted by its repository.</p>
            </Empty>
          ) : (
            <Table
              caption="Tokens"
              rows={tokens}
              columns={[
                {
                  label: "Name",
                  cell: ({ name, kind: of, userName }) => (
                    <>
                      <strong>{name}</strong> <Tag tone={of === "push" ? "accent" : "plain"}>{kindWords[of]}</Tag>
                      <div class="muted small">By {userName}</div>
                    </>
                  ),
                },
                { label: "May", cell: (token) => token.scopes.map((one) => one.slice("drift:".length)).join(", ") },
                { label: "Projects", cell: (token) => token.projects?.join(", ") ?? "All" },
                { label: "Last used", cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} now={now} /> },
                { label: "Expires", cell: ({ expiresAt }) => <Ago at={expiresAt} now={now} /> },
                {
                  label: "Actions",
                  end: true,
                  cell: ({ id, name }) => (
                    <ButtonLink href={`${base}/${id}/revoke`} label="Revoke…" about={name} tone="danger" small />
                  ),
                },
              ]}
            />
          )}
        </section>
        <Card title="New token" text="It is shown once. We keep only its hash." id="new">
          <PostForm action={base} csrf={csrf} class="stack loose">
            {errors.form && <Notice tone="danger" text={errors.form} />}
            {mayPush && (
              <Choices
                kind="one"
                name="kind"
                label="Kind"
                side
                options={[
                  {
                    value: "personal",
                    label: "Personal",
                    text: "Acts as you, with what is ticked below",
                    checked: kind === "personal",
                  },
                  {
                    value: "push",
                    label: "Push",
                    text: "For a machine: pushes scans and does nothing else",
                    checked: kind === "push",
                  },
                ]}
              />
            )}
            <div class="inline-form start">
              <Field
                name="name"
                label="Name"
                hint="What it is for: you will want to know in a year."
                placeholder="nightly build"
                value={values?.name}
                error={errors.name}
                maxlength={80}
                required
              />
              <Select
                name="days"
                label="Good for"
                hint="It can be revoked earlier."
                value={values?.days ?? "90"}
                options={tokenDays.map((days) => ({ value: days, label: days === "365" ? "1 year" : `${days} days` }))}
              />
            </div>
            <div class="personal-only">
              <Choices
                kind="many"
                name="scope"
                label="It may"
                error={errors.scope}
                options={scopes.map((scope) => ({
                  value: scope,
                  ...scopeWords[scope],
                  checked: ticked.includes(scope),
                }))}
              />
            </div>
            <ProjectChoices
              organisation={team.name}
              projects={projects}
              some={values?.some ?? false}
              error={errors.projects}
            />
            <div class="actions">
              <Submit label="Make token" tone="primary" />
            </div>
          </PostForm>
        </Card>
      </div>
    </TeamShell>
  );
};

export interface TokenMadeProps {
  frame: TeamFrame;
  token: string;
  name: string;
  kind: TokenKind;
  expiresAt: number;
  server: string;
}

/** The one time that a token is shown. */
export const TokenMadePage = ({ frame, token, name, kind, expiresAt, server }: TokenMadeProps) => (
  <TeamShell frame={frame} tab="tokens" title="New token">
    <Head
      title={`The token “${name}” is ready`}
      text="Copy it now. It is shown this once, and nobody can look it up."
    />
    <div class="stack">
      <Code label={`${kindWords[kind]} token`} text={token} wraps />
      <Code
        label="Where drift reads it from"
        text={
          kind === "push"
            ? `export DRIFT_TOKEN=…   # the token above\ndrift push --server ${server} --project ${frame.team.slug}/…`
            : `export DRIFT_TOKEN=…   # the token above\ndrift status --server ${server}`
        }
      />
      <p class="muted">
        Expires <Ago at={expiresAt} now={frame.now} />. Keep it in a secret store, not in a file that is committed.
      </p>
      <div class="actions">
        <ButtonLink href={`/o/${frame.team.slug}/tokens`} label="Done" tone="primary" />
      </div>
    </div>
  </TeamShell>
);

import type { CiKind } from "#contract/teams";
import { Card, Empty } from "#pages/kit/card";
import { Code } from "#pages/kit/code";
import { Head } from "#pages/kit/document";
import { ButtonForm, ButtonLink, Field, PostForm, Select, Submit, type Told } from "#pages/kit/form";
import { Notice, Tag } from "#pages/kit/notice";
import { Ago } from "#pages/kit/time";
import { ProjectShell, type TeamFrame } from "./team-shell.tsx";

export interface TrustView {
  id: string;
  kind: CiKind;
  issuer: string;
  repository: string;
  ref: string;
  environment: string | null;
  lastUsedAt: number | null;
}

/** A good push token that reaches the project. */
export interface PushTokenView {
  id: string;
  name: string;
  userName: string;
  expiresAt: number;
  lastUsedAt: number | null;
}

export interface CiProps {
  frame: TeamFrame;
  project: { slug: string; defaultBranch: string };
  trusts: readonly TrustView[];
  tokens: readonly PushTokenView[];
  server: string;
  values?: Told<"kind" | "issuer" | "repository" | "ref" | "environment">;
  errors?: Told<"issuer" | "repository" | "ref" | "environment" | "form">;
}

const kinds: Record<CiKind, string> = { github: "GitHub Actions", gitlab: "GitLab CI" };

const github = (server: string, name: string, branch: string) => `on:
  push:
    branches: [${JSON.stringify(branch)}]
permissions:
  contents: read
  id-token: write
jobs:
  drift:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - run: npx --yes drift-edge scan
      - run: npx --yes drift-edge push --server ${server} --project ${name}`;

/** Which CI runs may push. Posts `kind`, `issuer`, `repository`, `ref`, `environment` to `…/ci`. */
export const CiPage = ({ frame, project, trusts, tokens, server, values = {}, errors = {} }: CiProps) => {
  const { team, csrf, now } = frame;
  const base = `/o/${team.slug}/projects/${project.slug}/ci`;
  return (
    <ProjectShell frame={frame} project={project.slug} tab="ci" title="CI">
      <Head
        title="Push from CI"
        text="A run shows who it is with a token of its CI system, and is given ten minutes to push. There is no secret to store, leak or rotate."
      />
      <div class="stack loose">
        <Card title="Trusted runs" flush>
          {trusts.length === 0 ? (
            <Empty icon="key" title="No run is trusted yet" within>
              <p>Name the repository and branch whose runs may push to this project.</p>
            </Empty>
          ) : (
            <ul class="list">
              {trusts.map(({ id, kind, issuer, repository, ref, environment, lastUsedAt }) => (
                <li>
                  <div>
                    <strong>{repository}</strong> <Tag>{kinds[kind]}</Tag>
                    <div class="muted small">
                      <code>{ref}</code>
                      {environment && (
                        <>
                          {" "}
                          in <code>{environment}</code>
                        </>
                      )}{" "}
                      · {new URL(issuer).host} · last used <Ago at={lastUsedAt} now={now} never="never" />
                    </div>
                  </div>
                  <ButtonForm
                    action={`${base}/${id}/remove`}
                    csrf={csrf}
                    label="Remove"
                    about={`the trust in ${repository}`}
                    tone="danger"
                  />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="Trust runs of a repository">
          <PostForm action={base} csrf={csrf}>
            {errors.form && <Notice tone="danger" text={errors.form} />}
            <div class="inline-form start">
              <Select
                name="kind"
                label="CI system"
                value={values.kind}
                options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
              />
              <Field
                name="repository"
                label="Repository"
                placeholder="acme/shop"
                value={values.repository}
                error={errors.repository}
                maxlength={300}
                required
                exact
              />
            </div>
            <div class="inline-form start">
              <Field
                name="ref"
                label="Branch or ref"
                hint="* stands for any text without a slash: release/*"
                value={values.ref ?? project.defaultBranch}
                error={errors.ref}
                maxlength={200}
                required
                exact
              />
              <Field
                name="environment"
                label="Environment (optional)"
                hint="Then only its runs are trusted."
                placeholder="production"
                value={values.environment}
                error={errors.environment}
                maxlength={200}
                exact
              />
            </div>
            <Field
              name="issuer"
              type="url"
              label="Issuer (optional)"
              hint="Only for GitHub Enterprise or a GitLab of your own."
              placeholder="https://gitlab.example.com"
              value={values.issuer}
              error={errors.issuer}
              maxlength={300}
              exact
            />
            <div class="actions">
              <Submit label="Trust these runs" tone="primary" />
            </div>
          </PostForm>
        </Card>
        {tokens.length > 0 && (
          <Card title="Push tokens" text="Good for this project, for CI that cannot show who it is." flush>
            <ul class="list">
              {tokens.map(({ id, name, userName, expiresAt, lastUsedAt }) => (
                <li>
                  <div>
                    <strong>{name}</strong>
                    <div class="muted small">
                      by {userName} · expires <Ago at={expiresAt} now={now} /> · last used{" "}
                      <Ago at={lastUsedAt} now={now} never="never" />
                    </div>
                  </div>
                  <ButtonLink
                    href={`/o/${team.slug}/tokens/${id}/revoke`}
                    label="Revoke…"
                    about={`the token ${name}`}
                    tone="danger"
                    small
                  />
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card
          title="The workflow"
          text="For GitHub Actions, as .github/workflows/drift.yml. GitLab's stands in docs/ci.md."
        >
          <Code
            label=".github/workflows/drift.yml"
            text={github(server, `${team.slug}/${project.slug}`, project.defaultBranch)}
          />
        </Card>
      </div>
    </ProjectShell>
  );
};

import { may } from "#contract/teams";
import { Card, Empty } from "#pages/kit/card";
import { Code } from "#pages/kit/code";
import { Head } from "#pages/kit/document";
import { ButtonLink, Field, PostForm, Submit, type Told } from "#pages/kit/form";
import { Icon } from "#pages/kit/mark";
import { Notice } from "#pages/kit/notice";
import { Ago } from "#pages/kit/time";
import { type TeamFrame, TeamShell } from "./team-shell.tsx";

export interface OrganisationProps {
  frame: TeamFrame;
  projects: readonly {
    slug: string;
    /** The last push to any branch; undefined: none yet. */
    pushed?: { branch: string; at: number; by: string } | undefined;
  }[];
  /** The MCP address that serves all of the organisation's projects. */
  mcp: string;
}

/** An organisation: its projects, and what was pushed last. */
export const OrganisationPage = ({ frame, projects, mcp }: OrganisationProps) => {
  const { team, now } = frame;
  const mayCreate = may(team.role, "projects.create");
  const create = (
    <ButtonLink
      href={`/o/${team.slug}/new`}
      tone="primary"
      label={
        <>
          <Icon name="plus" /> New project
        </>
      }
    />
  );
  return (
    <TeamShell frame={frame} tab="projects" title="Projects">
      <Head title="Projects" text="One project for each repository.">
        {mayCreate && projects.length > 0 && create}
      </Head>
      <div class="stack loose">
        <section class="card" aria-label="Projects">
          {projects.length === 0 ? (
            <Empty icon="box" title="No project yet">
              <p>
                {mayCreate
                  ? "Make a project, scan its repository, and every agent of your team can ask about it."
                  : "An admin makes the first one. It shows here as soon as it is there."}
              </p>
              {mayCreate && create}
            </Empty>
          ) : (
            <ul class="list">
              {projects.map(({ slug, pushed }) => (
                <li class="go">
                  <div>
                    <a class="name" href={`/o/${team.slug}/projects/${slug}`}>
                      {slug}
                    </a>
                  </div>
                  <div class="muted small">
                    {pushed ? (
                      <>
                        <code>{pushed.branch}</code> · <Ago at={pushed.at} now={now} /> by {pushed.by}
                      </>
                    ) : (
                      "Nothing pushed yet"
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </section>
        {projects.length > 0 && (
          <Card
            title="Connect an agent"
            text="One address for all projects. A project's own page has one for it alone."
          >
            <Code label="MCP address" text={mcp} wraps />
          </Card>
        )}
      </div>
    </TeamShell>
  );
};

export interface NewProjectProps {
  frame: TeamFrame;
  values?: Told<"slug" | "defaultBranch">;
  errors?: Told<"slug" | "defaultBranch" | "form">;
}

/** Posts `slug`, `defaultBranch` to `/o/:organisation/new`. */
export const NewProjectPage = ({ frame, values = {}, errors = {} }: NewProjectProps) => {
  const base = `/o/${frame.team.slug}`;
  return (
    <TeamShell frame={frame} tab="projects" title="New project">
      <Head title="New project" text="A project holds what is known about one repository, branch by branch." />
      <Card title="Which repository is it?">
        <PostForm action={`${base}/new`} csrf={frame.csrf}>
          {errors.form && <Notice tone="danger" text={errors.form} />}
          <Field
            name="slug"
            label="Name"
            hint="Lower-case letters, digits and hyphens; usually the repository's name."
            placeholder="shop"
            value={values.slug}
            error={errors.slug}
            maxlength={39}
            required
            exact
          />
          <Field
            name="defaultBranch"
            label="Default branch"
            hint="What agents are told about where they name no branch."
            value={values.defaultBranch ?? "main"}
            error={errors.defaultBranch}
            maxlength={200}
            required
            exact
          />
          <div class="actions">
            <Submit label="Create project" tone="primary" />
            <ButtonLink href={base} label="Cancel" />
          </div>
        </PostForm>
      </Card>
    </TeamShell>
  );
};

import { type SourceMode, sourceModes } from "#contract/push";
import { type Pushers, pushers } from "#contract/teams";
import { Card } from "#pages/kit/card";
import { Head } from "#pages/kit/document";
import { ButtonLink, Choices, Field, PostForm, Submit, type Told } from "#pages/kit/form";
import { Notice } from "#pages/kit/notice";
import { ProjectShell, type TeamFrame } from "./team-shell.tsx";

export interface ProjectSettingsProps {
  frame: TeamFrame;
  project: {
    slug: string;
    defaultBranch: string;
    sourceMode: SourceMode;
    keepSnapshots: number;
    keepDays: number;
    pushers: Pushers;
  };
  values?: Told<"slug" | "defaultBranch" | "keepSnapshots" | "keepDays">;
  errors?: Told<"slug" | "defaultBranch" | "keepSnapshots" | "keepDays" | "form">;
}

const sourceWords: Record<SourceMode, { label: string; text: string }> = {
  none: { label: "None", text: "Names, signatures and edges; not a line of source leaves the machine that scans" },
  snippets: { label: "Snippets", text: "The few lines around a declaration or call that answers show" },
  full: { label: "Full", text: "Whole declarations, for answers that contain the code itself" },
};

const pusherWords: Record<Pushers, { label: string; text: string }> = {
  members: { label: "Members", text: "Everyone but viewers, from their own machine" },
  admins: { label: "Admins", text: "Admins and owners, from their own machine" },
  machines: { label: "Machines only", text: "Nobody in person: only push tokens and trusted CI runs" },
};

/**
 * Posts `defaultBranch`, `sourceMode`, `keepSnapshots`, `keepDays`, `pushers` to `…/settings`, `slug` to `…/rename`.
 */
export const ProjectSettingsPage = ({ frame, project, values = {}, errors = {} }: ProjectSettingsProps) => {
  const base = `/o/${frame.team.slug}/projects/${project.slug}`;
  const { csrf } = frame;
  return (
    <ProjectShell frame={frame} project={project.slug} tab="settings" title="Settings">
      <Head title="Settings" text="Changes hold from the next push, and stand in the audit." />
      <div class="stack loose">
        <Card title="Pushes and retention">
          <PostForm action={`${base}/settings`} csrf={csrf} class="stack loose">
            {errors.form && <Notice tone="danger" text={errors.form} />}
            <Field
              name="defaultBranch"
              label="Default branch"
              hint="What agents are told about where they name no branch."
              value={values.defaultBranch ?? project.defaultBranch}
              error={errors.defaultBranch}
              maxlength={200}
              required
              exact
            />
            <Choices
              kind="one"
              name="sourceMode"
              label="Source that a push may carry"
              hint="The most that is accepted. A repository can say less for itself."
              side
              options={sourceModes.map((mode) => ({
                value: mode,
                ...sourceWords[mode],
                checked: mode === project.sourceMode,
              }))}
            />
            <Choices
              kind="one"
              name="pushers"
              label="Who may push in person"
              hint="Push tokens and trusted CI runs may in any case."
              side
              options={pushers.map((one) => ({ value: one, ...pusherWords[one], checked: one === project.pushers }))}
            />
            <div class="inline-form start">
              <Field
                name="keepSnapshots"
                type="number"
                label="Keep the last snapshots"
                hint="Of each branch, 1 to 1,000."
                value={values.keepSnapshots ?? project.keepSnapshots}
                error={errors.keepSnapshots}
                min={1}
                max={1_000}
                required
              />
              <Field
                name="keepDays"
                type="number"
                label="… and those of the last days"
                hint="0 to 3,650. What is neither is removed."
                value={values.keepDays ?? project.keepDays}
                error={errors.keepDays}
                min={0}
                max={3_650}
                required
              />
            </div>
            <div class="actions">
              <Submit label="Save" tone="primary" />
            </div>
          </PostForm>
        </Card>
        <Card title="Name" text="Addresses with the old name go on leading here, until another project takes it.">
          <PostForm action={`${base}/rename`} csrf={csrf} class="inline-form">
            <Field
              name="slug"
              label="Name in URLs"
              value={values.slug ?? project.slug}
              error={errors.slug}
              maxlength={39}
              required
              exact
            />
            <Submit label="Rename" />
          </PostForm>
        </Card>
        <Card title="Delete" tone="danger">
          <div class="row between">
            <p class="muted">Removes everything that is known about this repository, for everyone.</p>
            <ButtonLink href={`${base}/delete`} label="Delete project…" tone="danger" />
          </div>
        </Card>
      </div>
    </ProjectShell>
  );
};

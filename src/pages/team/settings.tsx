import { Card } from "#pages/kit/card";
import { Head } from "#pages/kit/document";
import { ButtonLink, Field, PostForm, Select, Submit, type Told } from "#pages/kit/form";
import { Notice } from "#pages/kit/notice";
import { type TeamFrame, TeamShell } from "./team-shell.tsx";

export interface OrganisationSettingsProps {
  frame: TeamFrame;
  policy: { requiredIssuer: string | null; emailDomain: string | null };
  /** The issuers that people can sign in with here. */
  issuers: readonly { issuer: string; name: string }[];
  values?: Told<"name" | "emailDomain">;
  errors?: Told<"name" | "requiredIssuer" | "emailDomain">;
}

/** Posts `name` to `…/rename`, `requiredIssuer`, `emailDomain` to `…/settings`. */
export const OrganisationSettingsPage = ({
  frame,
  policy,
  issuers,
  values = {},
  errors = {},
}: OrganisationSettingsProps) => {
  const { team, csrf } = frame;
  const base = `/o/${team.slug}`;
  // One that is no longer set up stays visible, since it goes on keeping people out.
  const known = issuers.some(({ issuer }) => issuer === policy.requiredIssuer);
  const options = [
    { value: "", label: "Any" },
    ...issuers.map(({ issuer, name }) => ({ value: issuer, label: name })),
    ...(policy.requiredIssuer && !known ? [{ value: policy.requiredIssuer, label: policy.requiredIssuer }] : []),
  ];
  return (
    <TeamShell frame={frame} tab="settings" title="Settings">
      <Head title="Settings" text="For owners. Every change stands in the audit." />
      <div class="stack loose">
        <Card
          title="Name"
          text={
            <>
              Its name in URLs, <code>{team.slug}</code>, stays: clients keep it.
            </>
          }
        >
          <PostForm action={`${base}/rename`} csrf={csrf} class="inline-form">
            <Field
              name="name"
              label="Name"
              value={values.name ?? team.name}
              error={errors.name}
              maxlength={80}
              required
            />
            <Submit label="Rename" />
          </PostForm>
        </Card>
        <Card
          title="How members sign in"
          text="Holds for everybody from their next call on, also for who is a member already."
        >
          <PostForm action={`${base}/settings`} csrf={csrf}>
            <div class="inline-form start">
              <Select
                name="requiredIssuer"
                label="Identity provider"
                hint="Members need an identity of this provider."
                value={policy.requiredIssuer ?? ""}
                error={errors.requiredIssuer}
                options={options}
              />
              <Field
                name="emailDomain"
                label="E-mail domain (optional)"
                hint="Members need a verified address there."
                placeholder="acme.com"
                value={values.emailDomain ?? policy.emailDomain ?? ""}
                error={errors.emailDomain}
                maxlength={253}
                exact
              />
            </div>
            <Notice
              tone="plain"
              hint="You cannot lock yourself out: what your own identities do not meet is refused."
            />
            <div class="actions">
              <Submit label="Save" tone="primary" />
            </div>
          </PostForm>
        </Card>
        <Card title="Delete" tone="danger">
          <div class="row between">
            <p class="muted">Ends every membership and token at once, and removes all projects.</p>
            <ButtonLink href={`${base}/delete`} label="Delete organisation…" tone="danger" />
          </div>
        </Card>
      </div>
    </TeamShell>
  );
};

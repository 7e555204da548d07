import { type Role, roles } from "#contract/principal";
import { may, mayInviteAs, mayRemove } from "#contract/teams";
import { Card, Empty } from "#pages/kit/card";
import { Code } from "#pages/kit/code";
import { Head } from "#pages/kit/document";
import { ButtonForm, ButtonLink, Choices, Field, PostForm, Select, Submit, type Told } from "#pages/kit/form";
import { Notice, Tag } from "#pages/kit/notice";
import { Person } from "#pages/kit/person";
import { Table } from "#pages/kit/table";
import { Ago, Day } from "#pages/kit/time";
import { roleOptions, roleWords } from "#pages/kit/words";
import { type TeamFrame, TeamShell } from "./team-shell.tsx";

export interface MemberView {
  user: string;
  name: string;
  email: string | null;
  role: Role;
  joinedAt: number;
}

export interface InvitationView {
  id: string;
  role: Role;
  /** Null: for whoever has the link. */
  email: string | null;
  invitedBy: string;
  expiresAt: number;
}

export interface MembersProps {
  frame: TeamFrame;
  /** The user who looks. */
  you: string;
  members: readonly MemberView[];
  /** The open ones; empty for whoever may not invite. */
  invitations: readonly InvitationView[];
  values?: Told<"email" | "role" | "days">;
  errors?: Told<"email" | "role" | "form">;
}

/** Days that an invitation may be good for. */
export const invitationDays = ["1", "7", "30"] as const;

/**
 * Members, and what may be done about them. Posts `email`, `role`, `days` to `…/invite`, `role` to `…/:user/role`.
 */
export const MembersPage = ({ frame, you, members, invitations, values = {}, errors = {} }: MembersProps) => {
  const { team, csrf, now } = frame;
  const base = `/o/${team.slug}/members`;
  const invitable = roles.filter((role) => mayInviteAs(team.role, role));
  const setsRoles = may(team.role, "members.role");
  return (
    <TeamShell frame={frame} tab="members" title="Members">
      <Head title="Members" text="A role holds for all projects. Whoever is removed loses access at their next call.">
        <ButtonLink href={`/o/${team.slug}/leave`} label="Leave…" />
      </Head>
      <div class="stack loose">
        <section class="card" aria-label="Members">
          <Table
            caption="Members"
            rows={members}
            columns={[
              {
                label: "Name",
                cell: ({ name, email, user }) => <Person name={name} email={email} you={user === you} />,
              },
              {
                label: "Role",
                cell: ({ user, role, name }) =>
                  setsRoles && user !== you ? (
                    <PostForm action={`${base}/${user}/role`} csrf={csrf} class="row set">
                      <label class="hidden" for={`role-${user}`}>
                        Role of {name}
                      </label>
                      <select id={`role-${user}`} name="role">
                        {roles.map((one) => (
                          <option value={one} selected={one === role}>
                            {roleWords[one].label}
                          </option>
                        ))}
                      </select>
                      <Submit label="Set" about={`the role of ${name}`} small />
                    </PostForm>
                  ) : (
                    roleWords[role].label
                  ),
              },
              { label: "Since", cell: ({ joinedAt }) => <Day at={joinedAt} /> },
              {
                label: "Actions",
                end: true,
                cell: ({ user, role, name }) =>
                  user !== you && (
                    <div class="actions">
                      {may(team.role, "organisation.transfer") && role !== "owner" && (
                        <ButtonLink href={`${base}/${user}/transfer`} label="Make owner…" about={`: ${name}`} small />
                      )}
                      {mayRemove(team.role, role) && (
                        <ButtonLink href={`${base}/${user}/remove`} label="Remove…" about={name} tone="danger" small />
                      )}
                    </div>
                  ),
              },
            ]}
          />
        </section>
        {invitable.length > 0 && (
          <>
            <Card
              title="Invite"
              text="You get a link that works once. Nothing is sent: pass it on yourself."
              id="invite"
            >
              <PostForm action={`${base}/invite`} csrf={csrf}>
                {errors.form && <Notice tone="danger" text={errors.form} />}
                <div class="inline-form start">
                  <Field
                    name="email"
                    type="email"
                    label="E-mail address (optional)"
                    hint="With it, only somebody signed in with this verified address can use the link."
                    placeholder="bob@acme.com"
                    value={values.email}
                    error={errors.email}
                  />
                  <Select
                    name="days"
                    label="Good for"
                    hint="Then it is worth nothing."
                    value={values.days ?? "7"}
                    options={invitationDays.map((days) => ({
                      value: days,
                      label: days === "1" ? "1 day" : `${days} days`,
                    }))}
                  />
                </div>
                <Choices
                  kind="one"
                  name="role"
                  label="Role"
                  side
                  error={errors.role}
                  options={roleOptions(invitable, (values.role as Role | undefined) ?? "member")}
                />
                <div class="actions">
                  <Submit label="Make invitation link" tone="primary" />
                </div>
              </PostForm>
            </Card>
            <Card title="Open invitations" flush>
              {invitations.length === 0 ? (
                <Empty icon="people" title="No open invitation" within>
                  <p>Links that were neither used nor revoked show here until they expire.</p>
                </Empty>
              ) : (
                <ul class="list">
                  {invitations.map(({ id, role, email, invitedBy, expiresAt }) => (
                    <li>
                      <div>
                        <strong>{email ?? "Whoever has the link"}</strong> <Tag>{roleWords[role].label}</Tag>
                        <div class="muted small">
                          By {invitedBy}, expires <Ago at={expiresAt} now={now} />
                        </div>
                      </div>
                      <ButtonForm
                        action={`/o/${team.slug}/invitations/${id}/revoke`}
                        csrf={csrf}
                        label="Revoke"
                        about={`the invitation for ${email ?? "whoever has the link"}`}
                        tone="danger"
                      />
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          </>
        )}
        {invitable.length === 0 && (
          <Card title="What roles may do">
            <dl class="facts">
              {roles.map((role) => (
                <div>
                  <dt>{roleWords[role].label}</dt>
                  <dd>{roleWords[role].text}</dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
      </div>
    </TeamShell>
  );
};

export interface InvitationMadeProps {
  frame: TeamFrame;
  link: string;
  invitation: Pick<InvitationView, "role" | "email" | "expiresAt">;
}

/** The one time that an invitation's link is shown. */
export const InvitationMadePage = ({ frame, link, invitation }: InvitationMadeProps) => (
  <TeamShell frame={frame} tab="members" title="Invitation">
    <Head title="The invitation is ready" text="Send this link to whom you invite. It is shown now and never again." />
    <div class="stack">
      <Code label="Invitation link, works once" text={link} wraps />
      <p class="muted">
        Makes {invitation.email ?? "whoever opens it"} {roleWords[invitation.role].label.toLowerCase()} of{" "}
        {frame.team.name}; expires <Ago at={invitation.expiresAt} now={frame.now} />.
      </p>
      <div class="actions">
        <ButtonLink href={`/o/${frame.team.slug}/members`} label="Back to members" tone="primary" />
      </div>
    </div>
  </TeamShell>
);

import type { Role } from "#contract/principal";
import { Focus } from "#pages/kit/document";
import { ButtonLink, PostForm, Submit } from "#pages/kit/form";
import { Notice } from "#pages/kit/notice";
import { Avatar } from "#pages/kit/person";
import { roleWords } from "#pages/kit/words";

export interface InvitationProps {
  offer: { organisation: string; invitedBy: string; role: Role };
  person: { name: string; email: string | null };
  /** Where the form posts to: the link itself. */
  action: string;
  csrf: string;
  error?: { text: string; hint?: string | undefined } | undefined;
}

/** Whoever follows an invitation decides here. */
export const InvitationPage = (props: InvitationProps) => {
  const { person, action, csrf, error } = props;
  const { organisation, invitedBy, role } = props.offer;
  const { label, text } = roleWords[role];
  return (
    <Focus title={`Join ${organisation}`} after={<p>Signed in as {person.email ?? person.name}</p>}>
      <div class="stack tight">
        <Avatar name={organisation} square />
        <h1>Join {organisation}?</h1>
        <p class="muted">
          {invitedBy} invites you as {label.toLowerCase()}: {text.charAt(0).toLowerCase() + text.slice(1)}.
        </p>
      </div>
      <PostForm action={action} csrf={csrf}>
        {error && <Notice tone="danger" text={error.text} hint={error.hint} />}
        <p class="small muted">Members see your name and e-mail address. You can leave at any time.</p>
        <div class="actions split">
          <ButtonLink href="/" label="Not now" />
          <Submit label="Join" tone="primary" />
        </div>
      </PostForm>
    </Focus>
  );
};

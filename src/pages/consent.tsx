import type { Role, Scope } from "#contract/principal";
import { Focus } from "./kit/document.tsx";
import { ButtonLink, Choices, PostForm, type ProjectChoice, ProjectChoices, Submit } from "./kit/form.tsx";
import { Icon } from "./kit/mark.tsx";
import { Notice } from "./kit/notice.tsx";
import { roleWords, scopeWords } from "./kit/words.tsx";

export interface ConsentClient {
  /** As the client calls itself. */
  name: string;
  /** The host whose document names the client; undefined where nobody vouches for the name. */
  host?: string | undefined;
  /** The name was checked: its host's own document holds it, or it is one of ours. */
  verified: boolean;
  /** Host of the address the code is sent to; undefined for a device, which is sent nowhere. */
  redirectHost?: string | undefined;
}

export interface ConsentProps {
  client: ConsentClient;
  person: { name: string; email: string | null };
  /** The one that is being given access to. */
  organisation: { slug: string; name: string; role: Role };
  /** The person's others: `href` asks the same for that one. */
  otherOrganisations: readonly { name: string; href: string }[];
  projects: readonly ProjectChoice[];
  /** Set where the client asks about one project alone: there is nothing to choose. */
  onlyProject?: string | undefined;
  scopes: readonly Scope[];
  /** The code to compare, for a device. */
  userCode?: string | undefined;
  action: string;
  csrf: string;
  /** More hidden fields. */
  hidden?: Record<string, string> | undefined;
  error?: string | undefined;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Whose name it is, and whether anybody checked it. */
export const ClientBox = ({ client }: { client: ConsentClient }) => (
  <div class="client">
    <Icon name="app" size={20} />
    <div>
      <strong>{client.name}</strong>
      <div class="muted small">
        {client.verified ? (
          client.host ? (
            <>Verified: {client.host} says so</>
          ) : (
            <>Part of drift</>
          )
        ) : (
          <>Name not verified</>
        )}
      </div>
    </div>
  </div>
);

/**
 * Posts `decision=allow|deny`, `projects=all|some`, `project` for each ticked one, `scope` for each ticked one, `csrf`
 * and what `hidden` holds.
 */
export const ConsentPage = (props: ConsentProps) => {
  const { client, person, organisation, otherOrganisations, scopes, error } = props;
  return (
    <Focus
      title={`Allow ${client.name}`}
      after={<p>You can take this back at any time under Account. Signed in as {person.email ?? person.name}.</p>}
    >
      <h1>Allow access to {organisation.name}?</h1>
      <p>
        You are asked as {person.name}, {roleWords[organisation.role].label.toLowerCase()} of {organisation.name}.
      </p>
      <PostForm action={props.action} csrf={props.csrf} hidden={props.hidden}>
        {error && <Notice tone="danger" text={error} />}
        <ClientBox client={client} />
        {props.userCode && (
          <Notice
            tone="warn"
            text={`Does your device show ${props.userCode}?`}
            hint="Go on only if you started this yourself, just now. If somebody sent you a code or a link, deny."
          />
        )}
        {!client.verified && !props.userCode && (
          <Notice
            tone="warn"
            text="Anyone can choose this name."
            hint={
              loopback.test(client.redirectHost ?? "")
                ? "Allow it only if you have just connected a program on this computer."
                : "Allow it only if you have just connected it yourself and know the address below."
            }
          />
        )}
        {client.redirectHost && (
          <p class="small">
            {loopback.test(client.redirectHost) ? (
              <>
                Your answer goes to a program on this computer, at <code>{client.redirectHost}</code>.
              </>
            ) : (
              <>
                Your answer goes to <strong>{client.redirectHost}</strong>.
              </>
            )}
          </p>
        )}
        {otherOrganisations.length > 0 && (
          <div class="unfolds">
            <details class="unfold">
              <summary>Another organisation instead</summary>
              <div class="body actions">
                {otherOrganisations.map(({ name, href }) => (
                  <ButtonLink href={href} label={name} small />
                ))}
              </div>
            </details>
          </div>
        )}
        {props.onlyProject === undefined ? (
          <ProjectChoices organisation={organisation.name} projects={props.projects} />
        ) : (
          <div class="field">
            <h2 class="legend">Project</h2>
            <p>
              Only{" "}
              <strong>
                {organisation.slug}/{props.onlyProject}
              </strong>
            </p>
          </div>
        )}
        <Choices
          kind="many"
          name="scope"
          label="It may"
          options={scopes.map((scope) => ({ value: scope, ...scopeWords[scope], checked: true }))}
        />
        <div class="actions split">
          <Submit label="Deny" name="decision" value="deny" />
          <Submit label="Allow" name="decision" value="allow" tone="primary" />
        </div>
      </PostForm>
    </Focus>
  );
};

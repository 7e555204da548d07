import { Focus } from "./kit/document.tsx";
import { ButtonLink, Field, Hidden, Submit } from "./kit/form.tsx";
import { Notice, type NoticeOf } from "./kit/notice.tsx";
import { Prose } from "./kit/prose.tsx";

export interface SignInProps {
  /** What people can sign in with. */
  providers: readonly { id: string; name: string }[];
  /** The path to go on to. */
  returnTo: string;
  /** The name or address typed before, for the local provider. */
  value?: string | undefined;
  /**
   * Shown on a machine's own edge only: one field, for the token that `drift up` printed or an e-mail address. It
   * posts `email` to `/sign-in/local`.
   */
  local?: boolean;
  error?: NoticeOf | undefined;
  /** The session's; undefined where nobody is signed in and the form is guarded by its origin alone. */
  csrf?: string | undefined;
}

/**
 * Each provider's link leads to `/sign-in/:provider`. It is no form: browsers hold `form-action` against every
 * redirect that follows a post, and a provider's lead to hosts that only it knows.
 */
export const SignInPage = ({ providers, returnTo, local = false, value, error, csrf }: SignInProps) => (
  <Focus title="Sign in" after={<p>By signing in you share your name and e-mail address with your organisations.</p>}>
    <h1>Sign in</h1>
    <p>{local ? "This edge runs on your own machine." : "Use the account of your company."}</p>
    <div class="stack">
      {error && <Notice {...error} page={false} />}
      {local && (
        <form method="post" action="/sign-in/local" class="stack">
          <Hidden return={returnTo} csrf={csrf} />
          <Field
            name="email"
            label="Token"
            hint={
              <Prose text="As `drift up` printed it. An e-mail address instead makes another person, to try out teams with." />
            }
            placeholder="dpa_…"
            value={value}
            required
            autofocus
            exact
          />
          <Submit label="Continue" tone="primary" wide />
        </form>
      )}
      {providers.map(({ id, name }, at) => (
        <ButtonLink
          href={`/sign-in/${encodeURIComponent(id)}?return=${encodeURIComponent(returnTo)}`}
          label={`Continue with ${name}`}
          tone={at === 0 && !local ? "primary" : undefined}
          wide
        />
      ))}
      {providers.length === 0 && !local && (
        <Notice
          tone="warn"
          text="No identity provider is set up."
          hint="Whoever runs this service sets IDENTITY_PROVIDERS; its documentation shows how."
        />
      )}
    </div>
  </Focus>
);

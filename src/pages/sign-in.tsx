import { Focus } from "./kit/document.tsx";
import { Field, Hidden, Submit } from "./kit/form.tsx";
import { Notice, type NoticeOf } from "./kit/notice.tsx";

export interface SignInProps {
  /** What people can sign in with. */
  providers: readonly { id: string; name: string }[];
  /** The path to go on to. */
  returnTo: string;
  /** The name or address typed before, for the local provider. */
  value?: string | undefined;
  /**
   * Shown on a machine's own edge only: one field, no password. It posts `name` and `email` to `/sign-in/local`.
   */
  local?: boolean;
  error?: NoticeOf | undefined;
  /** The session's; undefined where nobody is signed in and the form is guarded by its origin alone. */
  csrf?: string | undefined;
}

/** Each provider's button posts `return` to `/sign-in/:provider`. */
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
            type="email"
            label="E-mail address"
            hint="No password: whoever reaches this machine is already inside. Any address makes a person."
            placeholder="you@example.com"
            autocomplete="username"
            value={value}
            required
            autofocus
          />
          <Submit label="Continue" tone="primary" wide />
        </form>
      )}
      {providers.map(({ id, name }, at) => (
        <form method="post" action={`/sign-in/${encodeURIComponent(id)}`}>
          <Hidden return={returnTo} csrf={csrf} />
          <Submit label={`Continue with ${name}`} tone={at === 0 && !local ? "primary" : undefined} wide />
        </form>
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

import type { Child, PropsWithChildren } from "hono/jsx";
import { type Crumb, Focus, type Frame } from "./document.tsx";
import { ButtonLink, Field, PostForm, Submit } from "./form.tsx";
import { Notice } from "./notice.tsx";

export interface ConfirmProps {
  frame: Frame;
  title: string;
  /** What will happen, one thing a line. */
  consequences: readonly Child[];
  /** Where the form posts to. */
  action: string;
  /** On the button: what is done. */
  label: string;
  /** Where to go instead. */
  back: Crumb;
  /** A word to be typed in the field `confirm`, for what cannot be undone. */
  word?: string | undefined;
  error?: string | undefined;
  tone?: "danger" | "primary";
}

/** Asks once more before something is taken away. */
export const ConfirmPage = (props: PropsWithChildren<ConfirmProps>) => {
  const { frame, title, consequences, action, label, back, word, error, tone = "danger" } = props;
  return (
    <Focus title={title} after={<a href={back.href}>Back to {back.name}</a>}>
      <h1>{title}</h1>
      <ul class="bullets">
        {consequences.map((one) => (
          <li>{one}</li>
        ))}
      </ul>
      <PostForm action={action} csrf={frame.csrf}>
        {error && word === undefined && <Notice tone="danger" text={error} />}
        {word !== undefined && (
          <Field
            name="confirm"
            label={
              <>
                Type <code>{word}</code> to go on
              </>
            }
            error={error}
            required
            autofocus
            exact
          />
        )}
        {props.children}
        <div class="actions split">
          <ButtonLink href={back.href} label="Cancel" />
          <Submit label={label} tone={tone === "danger" ? "danger primary" : "primary"} />
        </div>
      </PostForm>
    </Focus>
  );
};

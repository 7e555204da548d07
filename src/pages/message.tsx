import { Focus } from "./kit/document.tsx";
import { ButtonLink } from "./kit/form.tsx";
import { Prose } from "./kit/prose.tsx";

export interface MessageProps {
  title: string;
  text: string;
  /** Where to go on. */
  action?: { label: string; href: string } | undefined;
  /** Finds the cause in the log. */
  requestId?: string | undefined;
}

/** One thing to say: what happened, or went wrong, and what to do next. */
export const MessagePage = ({ title, text, action, requestId }: MessageProps) => (
  <Focus title={title} after={requestId && <p class="muted">Request {requestId}</p>}>
    <h1>{title}</h1>
    <p>
      <Prose text={text} />
    </p>
    {action && (
      <div class="stack">
        <ButtonLink href={action.href} label={action.label} tone="primary" wide />
      </div>
    )}
  </Focus>
);

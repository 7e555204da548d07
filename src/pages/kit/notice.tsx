import type { PropsWithChildren } from "hono/jsx";
import { Icon } from "./mark.tsx";
import { Prose } from "./prose.tsx";

export type Tone = "plain" | "good" | "warn" | "danger";

/** What a page says of the request before it. */
export interface NoticeOf {
  tone: Tone;
  text: string;
  /** What to do next. */
  hint?: string | undefined;
}

const toneIcons = { plain: "info", good: "check", warn: "warn", danger: "stop" } as const;

/** `page`: it stands above the whole page, and is read out when the page has loaded. */
export const Notice = ({
  tone,
  text,
  hint,
  page = false,
  children,
}: PropsWithChildren<{ tone: Tone; text?: string | undefined; hint?: string | undefined; page?: boolean }>) => (
  <div
    class={`notice ${tone}${page ? " page" : ""}`}
    role={page ? (tone === "danger" ? "alert" : "status") : undefined}
  >
    <Icon name={toneIcons[tone]} />
    <div>
      {text && (
        <strong>
          <Prose text={text} />
        </strong>
      )}
      {hint && (
        <p>
          <Prose text={hint} />
        </p>
      )}
      {children}
    </div>
  </div>
);

export const Tag = ({ tone = "plain", children }: PropsWithChildren<{ tone?: Tone | "accent" }>) => (
  <span class={`tag ${tone}`}>{children}</span>
);

import type { Child, PropsWithChildren } from "hono/jsx";
import { Icon, type IconName } from "./mark.tsx";

interface CardProps {
  title: Child;
  text?: Child;
  /** At the end of the head. */
  action?: Child;
  tone?: "danger";
  /** What is inside keeps its own distance from the edge: a list or a table. */
  flush?: boolean;
  id?: string;
}

export const Card = ({ title, text, action, tone, flush = false, id, children }: PropsWithChildren<CardProps>) => (
  <section class={tone ? `card ${tone}` : "card"} id={id}>
    <header>
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {action}
    </header>
    {flush ? children : <div class="body stack">{children}</div>}
  </section>
);

/** What stands where there is nothing yet: why, and how something comes here. `within`: in a card, below its title. */
export const Empty = ({
  icon,
  title,
  within = false,
  children,
}: PropsWithChildren<{ icon: IconName; title: string; within?: boolean }>) => (
  <div class="empty">
    <Icon name={icon} size={28} />
    {within ? <h3>{title}</h3> : <h2>{title}</h2>}
    {children}
  </div>
);

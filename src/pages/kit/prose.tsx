import type { Child } from "hono/jsx";

/** A sentence for people in which `…` is what they type: as the messages of errors are written. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, at): Child => (at % 2 === 0 ? part : <code>{part}</code>))}</>
);

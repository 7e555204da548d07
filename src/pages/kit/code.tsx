import type { Child } from "hono/jsx";

/** Text to be copied: a click selects all of it. It scrolls, so that the keyboard must reach it. `wraps`: it is one long word. */
export const Code = ({ label, text, wraps = false }: { label: Child; text: string; wraps?: boolean }) => (
  <figure class={wraps ? "code wraps" : "code"}>
    <figcaption>
      <span>{label}</span>
      <span class="nowrap">Click to select</span>
    </figcaption>
    <pre tabindex={0}>{text}</pre>
  </figure>
);

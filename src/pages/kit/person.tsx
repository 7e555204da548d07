import { Mark } from "./mark.tsx";

/** First letters of the first and last word; by code point, so that no letter is cut in two. */
const initials = (name: string): string => {
  const words = name
    .trim()
    .split(/[\s._@-]+/u)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase();
};

/** Decoration: the name stands beside it or is its button's label. */
export const Avatar = ({ name, square = false }: { name: string; square?: boolean }) => (
  <span class={square ? "avatar square" : "avatar"} aria-hidden="true">
    {initials(name) || <Mark size={16} />}
  </span>
);

export const Person = ({ name, email, you = false }: { name: string; email?: string | null; you?: boolean }) => (
  <div class="person">
    <Avatar name={name} />
    <div>
      <strong>{name}</strong>
      {you && <span class="muted"> (you)</span>}
      {email && <div class="muted small">{email}</div>}
    </div>
  </div>
);

/** What scopes and roles mean, in words. */
import type { Role, Scope } from "#contract/principal";
import type { ChoiceOption } from "./form.tsx";

export const scopeWords: Record<Scope, { label: string; text: string }> = {
  "drift:read": {
    label: "Read what is known about your code",
    text: "Symbols, callers, types, imports, history; and the source, as far as it was pushed",
  },
  "drift:write": {
    label: "Write down knowledge",
    text: "Memories, feedback, corrections and decisions, in your name",
  },
  "drift:admin": {
    label: "Manage the organisation for you",
    text: "Projects, members, invitations, tokens and settings, as far as your role reaches",
  },
  "drift:push": { label: "Push scans", text: "Replace what is known about a project's branches" },
};

export const roleWords: Record<Role, { label: string; text: string }> = {
  viewer: { label: "Viewer", text: "Asks and reads" },
  member: { label: "Member", text: "Also curates, gives feedback and writes memories" },
  admin: { label: "Admin", text: "Also manages projects, tokens, invitations and settings" },
  owner: { label: "Owner", text: "Also gives out roles, sets how people sign in, deletes the organisation" },
};

export const roleOptions = (roles: readonly Role[], checked: Role): ChoiceOption[] =>
  roles.map((role) => ({ value: role, ...roleWords[role], checked: role === checked }));

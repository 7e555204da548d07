/** What a page says of the form before it. A link can choose among these sentences, and write none of its own. */
export const notices = {
  "organisation-renamed": "The organisation has its new name.",
  "policy-set": "Members now sign in by the new rule.",
  left: "You are no longer a member.",
  joined: "Welcome. You are a member now.",
  "role-set": "The role is changed.",
  "owner-made": "They are an owner now, and you are an admin.",
  "member-removed": "They are no longer a member.",
  "invitation-revoked": "The link is worth nothing any more.",
  "project-renamed": "The project has its new name. Addresses with the old one go on leading here.",
  "project-set": "The settings are saved.",
  "trust-made": "Runs of this repository may push now.",
  "trust-removed": "Runs of this repository may not push any more.",
  "token-revoked": "The token is worth nothing any more.",
  "grant-revoked": "The program is signed out.",
  "session-ended": "That browser is signed out.",
  unlinked: "You cannot sign in with that identity any more.",
  linked: "You can sign in with that identity now.",
} as const;
export type NoticeName = keyof typeof notices;

import { expect, it } from "vitest";
import { type Role, roleScopes, roles } from "./principal.ts";
import { leastRole, may, mayInviteAs, mayPushInPerson, mayRemove, rolesThatMay, teamActions } from "./teams.ts";

it("each role may do what those below it may, and what its row says", () => {
  const table = Object.fromEntries(
    roles.map((role) => [role, teamActions.filter((action) => leastRole(action) === role)]),
  );
  expect(table).toMatchInlineSnapshot(`
    {
      "admin": [
        "projects.create",
        "projects.settings",
        "projects.delete",
        "tokens.push",
        "tokens.all",
        "trusts.set",
        "members.invite",
        "members.remove",
        "audit.read",
      ],
      "member": [],
      "owner": [
        "members.role",
        "organisation.settings",
        "organisation.transfer",
        "organisation.delete",
      ],
      "viewer": [
        "members.read",
        "projects.read",
        "tokens.own",
      ],
    }
  `);
  for (const action of teamActions) {
    expect(rolesThatMay(action)).toEqual(roles.slice(roles.indexOf(leastRole(action))));
    expect(may("owner", action)).toBe(true);
  }
});

const pairs = (allowed: (one: Role, other: Role) => boolean) =>
  Object.fromEntries(roles.map((one) => [one, roles.filter((other) => allowed(one, other)).join(" ")]));

it("who invites whom", () => {
  expect(pairs(mayInviteAs)).toMatchInlineSnapshot(`
    {
      "admin": "viewer member",
      "member": "",
      "owner": "viewer member admin owner",
      "viewer": "",
    }
  `);
});

it("who removes whom", () => {
  expect(pairs(mayRemove)).toMatchInlineSnapshot(`
    {
      "admin": "viewer member",
      "member": "",
      "owner": "viewer member admin owner",
      "viewer": "",
    }
  `);
});

it("who pushes in person, as the project says", () => {
  const allowed = (who: "members" | "admins" | "machines") => roles.filter((role) => mayPushInPerson(role, who));
  expect([allowed("members"), allowed("admins"), allowed("machines")]).toEqual([
    ["member", "admin", "owner"],
    ["admin", "owner"],
    [],
  ]);
});

it("only those who administer may hold drift:admin", () => {
  const admins = roles.filter((role) => roleScopes[role].includes("drift:admin"));
  expect(admins).toEqual(rolesThatMay("members.invite"));
});

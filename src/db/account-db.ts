import { Access, type Credential, type Resolved, type Target } from "./account/access.ts";
import { AuditLog } from "./account/audit-log.ts";
import { Branches } from "./account/branches.ts";
import { Deletions } from "./account/deletions.ts";
import { Grants } from "./account/grants.ts";
import { AccountHandle } from "./account/handle.ts";
import { Identities } from "./account/identities.ts";
import { Invitations } from "./account/invitations.ts";
import { Members } from "./account/members.ts";
import { Organisations } from "./account/organisations.ts";
import { Projects } from "./account/projects.ts";
import { Tokens } from "./account/tokens.ts";
import { Trusts } from "./account/trusts.ts";

/**
 * The account database, written: for the worker's routes and pages and the objects. No tool gets it.
 * Each part holds one subject, and every change of a part writes its row of the log in the same batch.
 */
export class AccountDb {
  readonly access: Access;
  readonly auditLog: AuditLog;
  readonly branches: Branches;
  readonly deletions: Deletions;
  readonly grants: Grants;
  readonly identities: Identities;
  readonly invitations: Invitations;
  readonly members: Members;
  readonly organisations: Organisations;
  readonly projects: Projects;
  readonly tokens: Tokens;
  readonly trusts: Trusts;

  constructor(account: D1Database | D1DatabaseSession, now: () => number = () => Date.now()) {
    const handle = new AccountHandle(account, now);
    this.access = new Access(handle);
    this.auditLog = new AuditLog(handle);
    this.branches = new Branches(handle);
    this.deletions = new Deletions(handle);
    this.grants = new Grants(handle);
    this.identities = new Identities(handle);
    this.invitations = new Invitations(handle);
    this.members = new Members(handle);
    this.organisations = new Organisations(handle);
    this.projects = new Projects(handle);
    this.tokens = new Tokens(handle);
    this.trusts = new Trusts(handle);
  }

  /** Whose credential it is, and the project and head they want: one statement, one round trip. */
  resolve(credential: Credential, target: Target = {}): Promise<Resolved> {
    return this.access.resolve(credential, target);
  }
}

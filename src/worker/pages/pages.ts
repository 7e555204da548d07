/** The pages of teams. */
import { Hono } from "hono";
import type { Edge } from "#worker/edge";
import { accountPages } from "./account.tsx";
import { auditPages } from "./audit.tsx";
import { ciPages } from "./ci.tsx";
import { deletionPages } from "./deletions.tsx";
import { homePages } from "./home.tsx";
import { invitationPages } from "./invitations.tsx";
import { memberPages } from "./members.tsx";
import { organisationPages } from "./organisation.tsx";
import { projectPages } from "./projects.tsx";
import { tokenPages } from "./tokens.tsx";

export const pageRoutes = (): Hono<Edge> =>
  new Hono<Edge>()
    .route("/", homePages())
    .route("/", organisationPages())
    .route("/", memberPages())
    .route("/", invitationPages())
    .route("/", projectPages())
    .route("/", ciPages())
    .route("/", tokenPages())
    .route("/", auditPages())
    .route("/", accountPages())
    .route("/", deletionPages());

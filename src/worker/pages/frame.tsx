/** What every page of a signed-in person stands on: who they are, where they are, and what they may do there. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type * as z from "zod";
import { DriftError } from "#contract/errors";
import { leastRole, may, type TeamAction } from "#contract/teams";
import type { Author } from "#db/account/handle";
import { AccountDb } from "#db/account-db";
import { AccountReader } from "#db/account-reader";
import type { Project } from "#db/account-rows";
import type { Frame } from "#pages/kit/document";
import { MessagePage } from "#pages/message";
import { page } from "#pages/page";
import type { TeamFrame } from "#pages/team/team-shell";
import type { Edge } from "#worker/edge";
import { authorOrigin, originOf } from "#worker/session";
import type { Service } from "#worker/team";
import { type NoticeName, notices } from "./notices.ts";

export const accountOf = (c: Context<Edge>): AccountDb => new AccountDb(c.env.ACCOUNT);

/** The signed-in person, as the author of a change. */
export const personAuthor = (c: Context<Edge>): Author & { user: string } => {
  const origin = authorOrigin(c);
  return { user: c.var.person.user, ...(origin !== undefined && { origin }) };
};

export const serviceOf = (c: Context<Edge>): Service => ({ env: c.env, issuer: originOf(c) });

/**
 * Lets a member through whose role allows the action, and sets `c.var.seat`. An organisation of others and one that is
 * not there are the same answer at the same cost: one read finds neither.
 */
export const member = (action: TeamAction = "members.read") =>
  createMiddleware<Edge>(async (c, next) => {
    const slug = c.req.param("organisation") ?? "";
    const seat = await accountOf(c).members.seat(slug, c.var.person.user);
    if (!seat) throw nothingHere();
    if (!seat.identified) {
      return page(
        c,
        <MessagePage
          title={`Sign in as ${seat.name} asks`}
          text="This organisation lets in people of one identity provider or e-mail domain, and none of your identities is of it. Link such an identity on your account page, or sign in with it."
          action={{ label: "Your account", href: "/account" }}
        />,
        403,
      );
    }
    if (!may(seat.role, action)) {
      throw new DriftError("ROLE_REQUIRED", `This needs the role ${leastRole(action)}; yours is ${seat.role}.`, {
        hint: "Ask an owner of the organisation.",
      });
    }
    c.set("seat", seat);
    return next();
  });

/** Stands behind `member` and sets `c.var.project`; an earlier name leads to the present one. */
export const ofProject = createMiddleware<Edge>(async (c, next) => {
  const { seat } = c.var;
  const { project: slug = "" } = c.req.param() as Record<string, string>;
  const project = await readerOf(c).project({ organisation: seat.slug, project: slug });
  if (!project) throw nothingHere();
  if (project.slug !== slug) {
    const { pathname, search } = new URL(c.req.url);
    const rest = pathname.slice(`/o/${seat.slug}/projects/${slug}`.length);
    // 307: what was posted to an earlier name is posted to the present one.
    return c.redirect(`${projectPath(project)}${rest}${search}`, 307);
  }
  c.set("project", project);
  return next();
});

/** The projects of the organisation that the path names. */
export const readerOf = (c: Context<Edge>): AccountReader =>
  new AccountReader(c.env.ACCOUNT, { organisation: c.var.seat.id });

export const projectPath = ({ organisationSlug, slug }: Pick<Project, "organisationSlug" | "slug">): string =>
  `/o/${organisationSlug}/projects/${slug}`;

const nothingHere = (): DriftError =>
  new DriftError("NOT_FOUND", "This page does not exist, or it is not yours to see.", {
    hint: "If somebody gave you the link, ask them for access.",
  });

export const frameOf = (c: Context<Edge>): Frame => {
  const { name, email, csrf } = c.var.person;
  const done = c.req.query("done") ?? "";
  const notice = Object.hasOwn(notices, done) ? notices[done as NoticeName] : undefined;
  return { person: { name, email }, csrf, now: Date.now(), notice: notice && { tone: "good", text: notice } };
};

export const teamFrame = (c: Context<Edge>): TeamFrame => {
  const { slug, name, role } = c.var.seat;
  return { ...frameOf(c), team: { slug, name, role } };
};

/** Answers a form that did what it was to do. The next page says so. */
export const done = (c: Context<Edge>, path: string, notice: NoticeName): Response =>
  c.redirect(`${path}?done=${notice}`, 303);

/** The text of a field as it was typed, without the space around it. */
export const field = (c: Context<Edge>, name: string): string => (c.var.form.get(name) ?? "").trim();

type Errors<Shape extends z.ZodObject> = { [name in keyof z.infer<Shape>]?: string };

/** What a schema makes of what was typed, or what is wrong with it, by field. */
export function checked<Shape extends z.ZodObject>(
  schema: Shape,
  values: Record<string, unknown>,
): { data: z.infer<Shape>; errors?: undefined } | { data?: undefined; errors: Errors<Shape> } {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { data: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= sentence(message);
  return { errors: errors as Errors<Shape> };
}

/**
 * Runs a change. What its caller can mend comes back as a sentence, to stand on the page beside the form; anything else
 * is thrown on.
 */
export async function attempt<T>(
  change: () => Promise<T>,
): Promise<{ value: T; refusal?: undefined } | { refusal: string }> {
  try {
    return { value: await change() };
  } catch (error) {
    if (!(error instanceof DriftError)) throw error;
    const { message, hint } = error.body;
    return { refusal: hint === undefined ? sentence(message) : `${sentence(message)} ${sentence(hint)}` };
  }
}

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};

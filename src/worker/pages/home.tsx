/** A person's organisations, and making one. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { Name, Slug } from "#contract/ids";
import { returnPath } from "#contract/return-path";
import { page } from "#pages/page";
import { HomePage, NewOrganisationPage, type NewOrganisationProps } from "#pages/team/home";
import type { Edge } from "#worker/edge";
import { checkCsrf, person, readPerson } from "#worker/session";
import { accountOf, attempt, checked, field, frameOf, personAuthor } from "./frame.tsx";

const organisation = z.object({ name: Name, slug: Slug });

/** Whoever comes to a new service is led to the first run; everybody else who is not signed in, to that. */
async function home(c: Context<Edge>): Promise<Response> {
  const account = accountOf(c);
  if (c.env.BOOTSTRAP_SECRET && !(await account.organisations.any())) return c.redirect("/setup", 303);
  const found = await readPerson(c);
  if (!found) return c.redirect("/sign-in?return=%2F", 303);
  c.set("person", found);
  const organisations = await account.members.organisationsOf(found.user);
  return page(c, <HomePage frame={frameOf(c)} organisations={organisations} />);
}

const newOrganisation = (c: Context<Edge>, props: Omit<NewOrganisationProps, "frame"> = {}, status = 200) =>
  page(c, <NewOrganisationPage frame={frameOf(c)} {...props} />, status);

export const homePages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get("/", home)
    .get("/new", person, (c) => newOrganisation(c, { returnTo: c.req.query("return") }))
    .post("/new", person, checkCsrf, async (c) => {
      const values = { name: field(c, "name"), slug: field(c, "slug") };
      const returnTo = c.var.form.get("return") ?? undefined;
      const { data, errors } = checked(organisation, values);
      if (!data) return newOrganisation(c, { values, errors, returnTo }, 400);
      const { user } = c.var.person;
      const made = await attempt(() => accountOf(c).organisations.create({ ...data, owner: user }, personAuthor(c)));
      if (made.refusal !== undefined)
        return newOrganisation(c, { values, errors: { form: made.refusal }, returnTo }, 409);
      return c.redirect(returnTo === undefined ? `/o/${data.slug}` : returnPath(returnTo), 303);
    });

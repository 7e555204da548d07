/** The first run: the operator's secret makes the first organisation and its owner. */
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { DriftError } from "#contract/errors";
import { Slug } from "#contract/ids";
import { AccountDb } from "#db/account-db";
import { equalSecrets } from "#oauth/secrets";
import { MessagePage } from "#pages/message";
import { page } from "#pages/page";
import { SetupPage, type SetupProps } from "#pages/setup";
import type { Edge } from "#worker/edge";
import { admit } from "#worker/rates";
import { authorOrigin, checkCsrf, person } from "#worker/session";

/** Once there is an organisation, or without a secret, nothing can be set up here. */
const firstRun = createMiddleware<Edge>(async (c, next) => {
  if (await new AccountDb(c.env.ACCOUNT).organisations.any()) {
    return page(
      c,
      <MessagePage
        title="This service is set up"
        text="It has its first organisation, so the operator's secret opens nothing more. Sign in and make another organisation, or ask a colleague for an invitation."
        action={{ label: "To your organisations", href: "/" }}
      />,
      404,
    );
  }
  if (c.env.BOOTSTRAP_SECRET) return next();
  return page(
    c,
    <MessagePage
      title="Not set up yet"
      text="Whoever runs this service sets `BOOTSTRAP_SECRET` first, and then makes the first organisation here with it."
    />,
    404,
  );
});

const setupPage = (c: Context<Edge>, props: Pick<SetupProps, "values" | "errors"> = {}, status = 200) =>
  page(c, <SetupPage csrf={c.var.person.csrf} person={c.var.person} {...props} />, status);

async function setUp(c: Context<Edge>): Promise<Response> {
  await admit(c, "secret");
  const { form, person: who } = c.var;
  const values = { name: (form.get("name") ?? "").trim(), slug: (form.get("slug") ?? "").trim() };
  const slug = Slug.safeParse(values.slug);
  const errors = {
    ...(!(await equalSecrets(c.env.BOOTSTRAP_SECRET ?? "", form.get("secret") ?? "")) && {
      secret: "This is not the secret that the service was started with",
    }),
    ...((values.name === "" || values.name.length > 80) && { name: "Give a name of at most 80 characters" }),
    ...(!slug.success && { slug: slug.error.issues[0]?.message ?? "This cannot be part of a URL" }),
  };
  if (Object.keys(errors).length > 0) return setupPage(c, { values, errors }, 400);
  const origin = authorOrigin(c);
  const author = { user: who.user, ...(origin !== undefined && { origin }) };
  try {
    await new AccountDb(c.env.ACCOUNT).organisations.create({ ...values, owner: who.user }, author);
  } catch (error) {
    if (!(error instanceof DriftError)) throw error;
    return setupPage(c, { values, errors: { form: error.body.message } }, 409);
  }
  return c.redirect(`/o/${values.slug}`, 303);
}

export const setupRoutes = new Hono<Edge>()
  .get("/setup", firstRun, person, (c) => setupPage(c))
  .post("/setup", firstRun, person, checkCsrf, setUp);

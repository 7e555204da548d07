import { Focus } from "./kit/document.tsx";
import { Field, PostForm, Submit, type Told } from "./kit/form.tsx";
import { Notice } from "./kit/notice.tsx";

export interface SetupProps {
  csrf: string;
  person: { name: string; email: string | null };
  values?: Told<"name" | "slug">;
  /** What is wrong, by field. */
  errors?: Told<"secret" | "name" | "slug" | "form">;
}

/** First run: the operator's secret makes the first owner. Posts `secret`, `name`, `slug` to `/setup`. */
export const SetupPage = ({ csrf, person, values = {}, errors = {} }: SetupProps) => (
  <Focus title="Set up" after={<p>Signed in as {person.email ?? person.name}. You will be the owner.</p>}>
    <h1>Welcome. Nobody has been here yet.</h1>
    <p>Make the first organisation. The secret shows that you run this service.</p>
    <PostForm action="/setup" csrf={csrf}>
      {errors.form && <Notice tone="danger" text={errors.form} />}
      <Field
        name="secret"
        type="password"
        label="Bootstrap secret"
        hint="The value of BOOTSTRAP_SECRET. It works once, for the first organisation."
        error={errors.secret}
        required
        autofocus
        exact
      />
      <OrganisationFields values={values} errors={errors} />
      <Submit label="Create organisation" tone="primary" wide />
    </PostForm>
  </Focus>
);

/** Name and place in URLs of an organisation that is being made. */
export const OrganisationFields = ({
  values,
  errors,
}: {
  values: NonNullable<Told<"name" | "slug">>;
  errors: NonNullable<Told<"name" | "slug">>;
}) => (
  <>
    <Field
      name="name"
      label="Name"
      value={values.name}
      error={errors.name}
      placeholder="Acme"
      maxlength={80}
      required
    />
    <Field
      name="slug"
      label="Name in URLs"
      hint="Lower-case letters, digits and hyphens. Clients write it in their configuration."
      value={values.slug}
      error={errors.slug}
      placeholder="acme"
      maxlength={39}
      required
      exact
    />
  </>
);

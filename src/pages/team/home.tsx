import type { Role } from "#contract/principal";
import { Card, Empty } from "#pages/kit/card";
import { type Frame, Head, Shell } from "#pages/kit/document";
import { ButtonLink, PostForm, Submit, type Told } from "#pages/kit/form";
import { Icon } from "#pages/kit/mark";
import { Notice, Tag } from "#pages/kit/notice";
import { Avatar } from "#pages/kit/person";
import { roleWords } from "#pages/kit/words";
import { OrganisationFields } from "#pages/setup";

export interface HomeProps {
  frame: Frame;
  organisations: readonly { slug: string; name: string; role: Role }[];
}

/** Where a person lands: their organisations, or what to do first. */
export const HomePage = ({ frame, organisations }: HomeProps) => (
  <Shell frame={frame} title="Organisations" crumbs={[{ name: "Organisations", href: "/" }]}>
    <Head title="Organisations" text="Each has its own members, projects and tokens. Nothing is shared between them.">
      {organisations.length > 0 && (
        <ButtonLink
          href="/new"
          label={
            <>
              <Icon name="plus" /> New organisation
            </>
          }
        />
      )}
    </Head>
    <section class="card" aria-label="Your organisations">
      {organisations.length === 0 ? (
        <Empty icon="people" title="You belong to no organisation yet">
          <p>
            Were you invited? Open the link that you were sent, signed in as {frame.person.email ?? frame.person.name}.
            Otherwise make an organisation for your team: it takes a minute.
          </p>
          <ButtonLink href="/new" label="New organisation" tone="primary" />
        </Empty>
      ) : (
        <ul class="list">
          {organisations.map(({ slug, name, role }) => (
            <li class="go">
              <div class="person">
                <Avatar name={name} square />
                <div>
                  <a class="name" href={`/o/${slug}`}>
                    {name}
                  </a>
                  <div class="muted small">{slug}</div>
                </div>
              </div>
              <Tag>{roleWords[role].label}</Tag>
            </li>
          ))}
        </ul>
      )}
    </section>
  </Shell>
);

export interface NewOrganisationProps {
  frame: Frame;
  values?: Told<"name" | "slug">;
  errors?: Told<"name" | "slug" | "form">;
  /** The path to go on to once it is made; undefined: the organisation's own. */
  returnTo?: string | undefined;
}

/** Posts `name`, `slug` and, where there is one, `return` to `/new`. */
export const NewOrganisationPage = ({ frame, values = {}, errors = {}, returnTo }: NewOrganisationProps) => (
  <Shell frame={frame} title="New organisation" crumbs={[{ name: "New organisation", href: "/new" }]}>
    <Head title="New organisation" text="You will be its owner. Invite others as soon as it is made." />
    <Card title="What is it called?">
      <PostForm action="/new" csrf={frame.csrf} hidden={returnTo === undefined ? {} : { return: returnTo }}>
        {errors.form && <Notice tone="danger" text={errors.form} />}
        <OrganisationFields values={values} errors={errors} />
        <div class="actions">
          <Submit label="Create organisation" tone="primary" />
          <ButtonLink href="/" label="Cancel" />
        </div>
      </PostForm>
    </Card>
  </Shell>
);

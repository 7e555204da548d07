/** Forms. Each posts, carries the session's CSRF value, and says what is wrong beside the field that is. */
import type { Child, PropsWithChildren } from "hono/jsx";
import { Icon } from "./mark.tsx";
import { Prose } from "./prose.tsx";

/** What was typed, or what is wrong with it, by field. */
export type Told<Field extends string> = { readonly [field in Field]?: string | undefined } | undefined;

/** Hidden fields; values that are undefined are left out. */
export const Hidden = (fields: Record<string, string | readonly string[] | undefined>) => (
  <>
    {Object.entries(fields).flatMap(([name, value]) =>
      (value === undefined ? [] : [value].flat()).map((one) => <input type="hidden" name={name} value={one} />),
    )}
  </>
);

interface FormProps {
  action: string;
  csrf: string;
  /** More hidden fields. */
  hidden?: Record<string, string | readonly string[] | undefined> | undefined;
  class?: string;
}

export const PostForm = ({ action, csrf, hidden = {}, children, ...rest }: PropsWithChildren<FormProps>) => (
  <form method="post" action={action} class={rest.class ?? "stack"}>
    <Hidden csrf={csrf} {...hidden} />
    {children}
  </form>
);

/** A form that is one button. */
export const ButtonForm = ({
  label,
  tone,
  about,
  ...form
}: Omit<FormProps, "class"> & { label: string; tone?: "danger" | "primary"; about?: string }) => (
  <PostForm {...form} class="">
    <Submit label={label} tone={tone} small about={about} />
  </PostForm>
);

interface ButtonProps {
  label: Child;
  tone?: "primary" | "danger" | "danger primary" | undefined;
  small?: boolean;
  wide?: boolean;
  /** What the button is for, where several on a page read the same. */
  about?: string | undefined;
}

const buttonClass = ({ tone, small, wide }: ButtonProps): string =>
  ["button", tone, small && "small", wide && "wide"].filter(Boolean).join(" ");

export const Submit = (props: ButtonProps & { name?: string; value?: string }) => (
  <button type="submit" class={buttonClass(props)} name={props.name} value={props.value}>
    {props.label}
    {props.about && <span class="hidden"> {props.about}</span>}
  </button>
);

/** A link that looks like a button: it leads somewhere and changes nothing. */
export const ButtonLink = (props: ButtonProps & { href: string }) => (
  <a class={buttonClass(props)} href={props.href}>
    {props.label}
    {props.about && <span class="hidden"> {props.about}</span>}
  </a>
);

interface FieldProps {
  /** Also its id: unique on the page. */
  name: string;
  label: Child;
  hint?: Child;
  error?: string | undefined;
}

const described = ({ name, hint, error }: FieldProps): string | undefined =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;

const Below = ({ name, hint, error }: FieldProps) => (
  <>
    {error && (
      <p class="error" id={`${name}-error`}>
        <Icon name="stop" />
        <span>
          <Prose text={error} />
        </span>
      </p>
    )}
    {hint && (
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
  </>
);

interface InputProps extends FieldProps {
  type?: "text" | "email" | "password" | "number" | "date" | "search" | "url";
  value?: string | number | undefined;
  placeholder?: string;
  required?: boolean;
  autofocus?: boolean;
  autocomplete?: string;
  /** Of identifiers and secrets: no capitals, no correction, fixed width. */
  exact?: boolean;
  pattern?: string;
  title?: string;
  maxlength?: number;
  min?: number | string;
  max?: number | string;
  class?: string;
}

export const Field = (props: InputProps) => {
  const { name, label, hint, error, type = "text", exact = false, autocomplete = "off", autofocus, ...rest } = props;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autocomplete={autocomplete}
        aria-describedby={described({ name, label, hint, error })}
        aria-invalid={error ? "true" : undefined}
        autofocus={autofocus || error !== undefined}
        {...(exact && { autocapitalize: "none", autocorrect: "off", spellcheck: false })}
        {...rest}
        class={[exact && "mono", rest.class].filter(Boolean).join(" ") || undefined}
      />
      <Below name={name} label={label} hint={hint} error={error} />
    </div>
  );
};

export interface Option {
  value: string;
  label: string;
}

export const Select = ({
  options,
  value,
  ...field
}: FieldProps & { options: readonly Option[]; value?: string | undefined }) => (
  <div class="field">
    <label for={field.name}>{field.label}</label>
    <select
      id={field.name}
      name={field.name}
      aria-describedby={described(field)}
      aria-invalid={field.error ? "true" : undefined}
    >
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
    <Below {...field} />
  </div>
);

export interface ChoiceOption {
  value: string;
  label: Child;
  /** One line below the label. */
  text?: Child;
  checked?: boolean;
  disabled?: boolean;
}

/** Radio buttons (`one`) or check boxes (`many`) under one question. */
export const Choices = ({
  kind,
  options,
  side = false,
  children,
  ...field
}: PropsWithChildren<FieldProps & { kind: "one" | "many"; options: readonly ChoiceOption[]; side?: boolean }>) => (
  <fieldset class="field" aria-describedby={described(field)}>
    <legend>{field.label}</legend>
    <Below {...field} />
    <div class={side ? "choices side" : "choices"}>
      {options.map(({ value, label, text, checked, disabled }) => (
        <label class="choice">
          <input
            type={kind === "one" ? "radio" : "checkbox"}
            name={field.name}
            value={value}
            checked={checked ?? false}
            disabled={disabled ?? false}
          />
          <span>
            {label}
            {text && <span>{text}</span>}
          </span>
        </label>
      ))}
      {children}
    </div>
  </fieldset>
);

export interface ProjectChoice {
  id: string | number;
  slug: string;
  checked?: boolean;
}

/**
 * All projects, or only those ticked: posts `projects=all|some` and one `project` a box. The boxes show while "only
 * these" is ticked.
 */
export const ProjectChoices = ({
  organisation,
  projects,
  some = false,
  error,
}: {
  /** Its name. */
  organisation: string;
  projects: readonly ProjectChoice[];
  some?: boolean;
  error?: string | undefined;
}) => (
  <Choices
    kind="one"
    name="projects"
    label="Projects"
    error={error}
    options={[
      {
        value: "all",
        label: `All projects of ${organisation}`,
        text: "Also those that are made later",
        checked: !some,
      },
      ...(projects.length > 0 ? [{ value: "some", label: "Only these", checked: some }] : []),
    ]}
  >
    {projects.length > 0 && (
      <fieldset class="choices scroll if-some">
        <legend class="hidden">Only these projects</legend>
        {projects.map(({ id, slug, checked = false }) => (
          <label class="choice">
            <input type="checkbox" name="project" value={String(id)} checked={checked} />
            <span>{slug}</span>
          </label>
        ))}
      </fieldset>
    )}
  </Choices>
);

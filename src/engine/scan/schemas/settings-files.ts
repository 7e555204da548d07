/**
 * Files of settings that read variables of the environment, and give what stands in for them.
 * https://docs.spring.io/spring-boot/reference/features/external-config.html,
 * https://symfony.com/doc/current/configuration.html#configuration-based-on-environment-variables,
 * https://guides.rubyonrails.org/configuring.html#configuring-a-database,
 * https://www.dropwizard.io/en/stable/manual/core.html#environment-variables
 */
import type { FactRow } from "#contract/unit";
import { settingsIn } from "./prefixes/application-settings.ts";
import { rowOfRegistration } from "./registration.ts";

/** Of Spring Boot, Quarkus, Micronaut and MicroProfile, also for some profiles alone. */
const ofJava =
  /(?:^|\/)(?:src\/main\/resources|config)\/(?:config\/)?(?:application|bootstrap)(?:-[\w-]+)?\.(?:ya?ml|properties)$|(?:^|\/)META-INF\/microprofile-config\.properties$/;
/** Those of them that hold whatever profile is active. */
const ofAllProfiles = /\/(?:application|bootstrap)\.(?:ya?ml|properties)$|\/microprofile-config\.properties$/;
const ofSymfony = /(?:^|\/)config\/(?:[\w-]+\/)*[\w.-]+\.ya?ml$/;
const ofRails = /(?:^|\/)config\/[\w.-]+\.yml$/;
/** Those of Dropwizard are called as their application likes; what they set says whose they are. */
const ofDropwizard =
  /(?:^|\/)(?:(?:src\/main\/resources|conf(?:ig(?:uration)?)?)\/(?:[\w-]+\/)*[\w.-]+|[\w.-]*config(?:uration)?[\w.-]*)\.ya?ml$/;
const setByDropwizard = /^\s*(?:applicationConnectors|adminConnectors|applicationContextPath|driverClass)\s*:/m;

export const saysSettings = (path: string): boolean =>
  [ofJava, ofSymfony, ofRails, ofDropwizard].some((files) => files.test(path));

/** What a row stands on of what a file gives for a variable that is not set. */
export const given = "(given)";

/** The framework of settings that code of the JVM reads by their keys. */
export const ofCode = "Java";

const maxSettings = 1_000;

interface Use {
  readonly variable: string;
  readonly method: "default" | "required" | null;
  /** As written, where something takes its place. */
  readonly otherwise?: string | undefined;
}

/** Rows of `registrations`: variables that a file reads, and settings that it gives. */
export function readSettings(path: string, text: string): FactRow[] {
  const framework = frameworkOf(path, text);
  const usesOf = reading[framework];
  const uses = text.split("\n").flatMap((line, at) => {
    if (/^\s*[#!]/.test(line) || line.length > 2_000) return [];
    return usesOf(line).map(({ variable, method, otherwise }) =>
      rowOfRegistration(path, {
        kind: "setting",
        framework,
        method,
        route: variable,
        name: plainOf(variable, otherwise),
        line: at + 1,
      }),
    );
  });
  const isOfAll = framework === "Spring" && ofAllProfiles.test(`/${path}`);
  const held = framework === "Symfony" ? parametersOf(text) : isOfAll ? settingsIn(path, text) : [];
  const rows = [...held].map(([key, value]) =>
    rowOfRegistration(path, {
      kind: "setting",
      framework: framework === "Spring" ? ofCode : framework,
      symbol: given,
      route: key,
      name: plainOf(key, value),
      line: 1,
    }),
  );
  return [...uses, ...rows].slice(0, maxSettings);
}

function frameworkOf(path: string, text: string): keyof typeof reading {
  if (ofJava.test(path)) return "Spring";
  if (ofDropwizard.test(path) && setByDropwizard.test(text)) return "Dropwizard";
  return text.includes("<%") ? "Rails" : "Symfony";
}

/** `${DB_HOST:localhost}`; what is not written in capitals is most often another setting. */
const ofPlaceholders = (line: string): Use[] =>
  [...line.matchAll(/\$\{([A-Z][A-Z0-9_]{2,})(?::([^${}]*))?\}/g)].map(([, variable = "", otherwise]) => ({
    variable,
    method: otherwise === undefined ? "required" : "default",
    otherwise,
  }));

/** `${DB_HOST:-localhost}`. Whether one has to be set, the application says. */
const ofSubstitutor = (line: string): Use[] =>
  [...line.matchAll(/\$\{([A-Z][A-Z0-9_]+)(?::-([^${}]*))?\}/g)].map(([, variable = "", otherwise]) => ({
    variable,
    method: otherwise === undefined ? null : "default",
    otherwise,
  }));

/** `%env(int:PORT)%`. A file that is called `.env` gives most of them: nothing says that one has to be set. */
const ofProcessors = (line: string): Use[] =>
  [...line.matchAll(/%env\(((?:\w+:)*)([A-Za-z_]\w*)\)%/g)].map(([, processors = "", variable = ""]) => ({
    variable,
    method: /(?:^|:)default:/.test(processors) ? "default" : null,
  }));

/** `<%= ENV.fetch("PORT") { 5 } %>`, `<%= ENV["PORT"] || 5 %>` */
const ofTemplate = (line: string): Use[] =>
  [...line.matchAll(/<%=?(.*?)%>/g)].flatMap(([, code = ""]) =>
    [
      ...code.matchAll(
        /\bENV(?:\.fetch\(\s*["'](\w+)["']\s*(?:,\s*([^)]*))?\)\s*(?:\{\s*([^}]*?)\s*\})?|\[\s*["'](\w+)["']\s*\]\s*(?:\|\|\s*("[^"]*"|'[^']*'|[\w.]+))?)/g,
      ),
    ].map(([, fetched, second, block, read, behind]): Use => {
      const otherwise = [second, block, behind].find((one) => one !== undefined && one !== "")?.trim();
      const method = otherwise === undefined ? (fetched === undefined ? null : "required") : "default";
      return { variable: fetched ?? read ?? "", method: otherwise === "nil" ? null : method, otherwise };
    }),
  );

const reading = { Spring: ofPlaceholders, Dropwizard: ofSubstitutor, Rails: ofTemplate, Symfony: ofProcessors };

/** A default that shows nothing that is to be hidden. */
function plainOf(name: string, value: string | undefined): string | null {
  const text = value?.trim().replace(/^(["'])(.*)\1$/, "$2");
  if (text === undefined || text === "nil" || /pass|pwd|secret|key|token|credential|auth|salt|dsn/i.test(name))
    return null;
  return /^(?:-?\d[\d.]*[a-zA-Z]{0,2}|[a-zA-Z][\w.-]{0,40}|\/[\w./-]{0,40}|https?:\/\/[\w.-]+(?::\d+)?[\w/.-]*)?$/.test(
    text,
  )
    ? text
    : null;
}

/** What Symfony's container takes where a variable is not set: `env(PORT): 80`. */
const parametersOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^\s+["']?env\((\w+)\)["']?\s*:\s*(.*)$/gm)].map(([, key = "", value = ""]) => [key, value]),
  );

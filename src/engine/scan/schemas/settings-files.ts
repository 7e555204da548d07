/**
 * Files of settings that read variables of the environment, and give settings that code asks for by their names.
 * https://docs.spring.io/spring-boot/reference/features/external-config.html,
 * https://symfony.com/doc/current/configuration.html#configuration-based-on-environment-variables,
 * https://guides.rubyonrails.org/configuring.html#configuring-a-database
 */
import { parseAllDocuments } from "yaml";
import type { FactRow } from "#contract/unit";
import { isNestedTooDeep } from "#engine/scan/packages/formats/nesting";
import { rowOfRegistration } from "./registration.ts";

/** Of Spring Boot, Quarkus, Micronaut and MicroProfile, also for some profiles alone. */
const ofJava =
  /(?:^|\/)(?:src\/main\/resources|config)\/(?:config\/)?(?:application|bootstrap)(-[\w-]+)?\.(?:ya?ml|properties)$|(?:^|\/)META-INF\/microprofile-config\.properties$/;
const ofSymfony = /(?:^|\/)config\/(?:[\w-]+\/)*[\w.-]+\.ya?ml$/;
const ofRails = /(?:^|\/)config\/[\w.-]+\.yml$/;

export const saysSettings = (path: string): boolean => ofJava.test(path) || ofSymfony.test(path) || ofRails.test(path);

/** Who asks for settings by their names, as its rules call it. */
export const askedByJava = "Java";
/** What a row of a setting stands on that a file gives, whatever profile is active, or where some are. */
export const given = { always: "(given)", byProfile: "(given by profile)" } as const;

const maxSettings = 1_000;

/** Keys are alike whose words are: `contextPath`, `context-path`. */
export const keyOfSetting = (key: string): string => key.replaceAll(/[-_]/g, "").toLowerCase();

interface Use {
  readonly variable: string;
  readonly method: "default" | "required" | null;
  /** As written, where something takes its place. */
  readonly otherwise?: string | undefined;
}

/** Rows of `registrations`: variables that a file reads, and settings that it gives. */
export function readSettings(path: string, text: string): FactRow[] {
  const profile = ofJava.exec(path);
  const framework = profile ? "Spring" : text.includes("<%") ? "Rails" : "Symfony";
  const usesOf = profile ? ofPlaceholders : framework === "Rails" ? ofTemplate : ofProcessors;
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
  const owner = profile?.[1] === undefined ? given.always : given.byProfile;
  const gives = profile ? settingsOf(path, text) : framework === "Symfony" ? parametersOf(text) : new Map();
  const rows = [...gives].map(([key, value]) =>
    rowOfRegistration(path, {
      kind: "setting",
      framework: profile ? askedByJava : framework,
      symbol: owner,
      route: profile ? keyOfSetting(key) : key,
      name: plainOf(key, value),
      line: 1,
    }),
  );
  return [...uses, ...rows].slice(0, maxSettings);
}

/** `${DB_HOST:localhost}`; what is not written in capitals is most often another setting. */
const ofPlaceholders = (line: string): Use[] =>
  [...line.matchAll(/\$\{([A-Z][A-Z0-9_]{2,})(?::([^${}]*))?\}/g)].map(([, variable = "", otherwise]) => ({
    variable,
    method: otherwise === undefined ? "required" : "default",
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

/** A default that shows nothing that is to be hidden. */
function plainOf(name: string, value: string | undefined): string | null {
  const text = value?.trim().replace(/^(["'])(.*)\1$/, "$2");
  if (text === undefined || text === "nil" || /pass|pwd|secret|key|token|credential|auth|salt|dsn/i.test(name))
    return null;
  return /^(?:-?\d[\d.]*[a-zA-Z]{0,2}|[a-zA-Z][\w.-]{0,40}|https?:\/\/[\w.-]+(?::\d+)?[\w/.-]*)?$/.test(text)
    ? text
    : null;
}

function settingsOf(path: string, text: string): ReadonlyMap<string, string> {
  if (path.endsWith(".properties"))
    return new Map(
      [...text.matchAll(/^[ \t]*([\w.[\]-]{1,200})[ \t]*[=:][ \t]*(.*)$/gm)].map(([, key = "", value = ""]) => [
        key,
        value,
      ]),
    );
  const settings = new Map<string, string>();
  if (isNestedTooDeep(text)) return settings;
  for (const document of parseAllDocuments(text, { logLevel: "silent", uniqueKeys: false })) {
    if (!("contents" in document) || document.errors.length > 0) continue;
    flatten(document.toJS({ maxAliasCount: 0 }), "", settings, 0);
  }
  return settings;
}

const maxDepth = 12;

function flatten(value: unknown, key: string, into: Map<string, string>, depth: number): void {
  if (depth > maxDepth) return;
  if (typeof value !== "object" || value === null) {
    into.set(key, String(value ?? ""));
    return;
  }
  // A list is asked for by its name, too.
  if (Array.isArray(value)) into.set(key, value.join(","));
  for (const [name, inner] of Object.entries(value))
    flatten(inner, key === "" ? name : `${key}.${name}`, into, depth + 1);
}

/** What Symfony's container takes where a variable is not set: `env(PORT): 80`. */
const parametersOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^\s+["']?env\((\w+)\)["']?\s*:\s*(.*)$/gm)].map(([, key = "", value = ""]) => [key, value]),
  );

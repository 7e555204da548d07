/** Writes the units of settings files, where one may have changed: where they hold secrets. */
import { encodeUnit, type FactRow } from "#contract/unit";
import { askEach, changedTexts, type TextFiles } from "#engine/scan/text-files";
import type { UnitWriting } from "#engine/scan/unit-writing";
import { isExample } from "./examples.ts";

/** Of one file. More are a list of something else. */
const maxFindings = 200;

/** Files that programs and the tools around them are set by, and keys. A larger one holds data. */
const settingsFiles: TextFiles = {
  stampKey: "settings",
  isOne: (path) =>
    /(?:^|\/)(?:\.env(?:rc|\.[\w.-]+)?|[\w.-]+\.env|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.netrc|\.pgpass|\.htpasswd|\.dockercfg|id_(?:rsa|dsa|ecdsa|ed25519)|(?:Dockerfile|Containerfile)[\w.-]*|(?:appsettings|local\.settings|credentials?|secrets?|service-?account|config|settings)[\w.-]*\.json|[\w.@-]+\.(?:ya?ml|toml|ini|cfg|conf|config|properties|tfvars|pem|key|p8|ppk))$/i.test(
      path,
    ) && !/(?:^|[-_./])lock(?:file)?[.-]|\.lock$/i.test(path),
  maxFileBytes: () => 2 ** 18,
  maxBytes: 2 ** 24,
};

/** Tests' settings and samples to copy from: what they hold opens nothing, or is meant to be seen. */
const samples =
  /(?:^|\/)(?:(?!latest|contest)[\w-]*tests?|__tests__|specs?|e2e|fixtures?|test-?data|testing|mocks?|__mocks__|examples?|samples?)\/|(?:^|[/._-])(?:example|sample|template|dist|tests?|testing|e2e|ci|localhost)(?:[._-]|$)/i;
/** The passwords there are of services that live as long as a run. */
const continuousIntegration = /(?:^|\/)\.(?:github|gitlab|circleci)\/|(?:^|\/)\.(?:gitlab-ci|travis)\.yml$/;

/** How a line begins that is a comment in files of settings. */
const comment = /^\s*(?:[#;]|\/\/)/;

/** How bad it is that something is written where it opens nothing, or is meant to be seen. */
const lessThan = (severity: string): string => (severity === "high" ? "medium" : "low");

export async function putSettings(writing: UnitWriting): Promise<void> {
  const texts = changedTexts(writing, settingsFiles);
  if (!texts) return;
  const { units, pool } = writing;
  const kept = new Set<string>();
  for (const [path, told] of await askEach(pool, "settings", texts)) {
    const findings = JSON.parse(told) as [kind: string, severity: string, fingerprint: string | null, line: number][];
    if (findings.length === 0) continue;
    kept.add(path);
    const lines = texts.get(path)?.split("\n") ?? [];
    // What is commented out, or an example, shows what could be set or sent; a key that is known by its form opens what it opened.
    const isYaml = /\.ya?ml$/i.test(path);
    const isShown = (severity: string, line: number) =>
      severity !== "high" && (comment.test(lines[line - 1] ?? "") || (isYaml && isExample(lines, line)));
    const rows = findings.slice(0, maxFindings).map(([kind, severity, fingerprint, line]): FactRow => {
      const isSample =
        samples.test(path) || (kind === "password" && continuousIntegration.test(path)) || isShown(severity, line);
      return [kind, isSample ? lessThan(severity) : severity, fingerprint, isSample ? 1 : 0, path, line];
    });
    const line = encodeUnit("settings", path, { secret_findings: rows });
    units.putLine(line);
  }
  for (const path of units.paths("settings")) if (!kept.has(path)) units.remove("settings", path);
}

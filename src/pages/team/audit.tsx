import type { AuditRow } from "#contract/audit";
import { Empty } from "#pages/kit/card";
import { Head } from "#pages/kit/document";
import { ButtonLink, Select, Submit } from "#pages/kit/form";
import { Table } from "#pages/kit/table";
import { Moment } from "#pages/kit/time";
import { type TeamFrame, TeamShell } from "./team-shell.tsx";

export interface AuditProps {
  frame: TeamFrame;
  rows: readonly AuditRow[];
  filter: { action?: string | undefined; actor?: string | undefined };
  /** Every action there is. */
  actions: readonly string[];
  people: readonly { user: string; name: string }[];
  /** Names of what rows are about, by its id; what is not here is shown as it stands. */
  names: ReadonlyMap<string, string>;
  /** Where the rows before the last one are; undefined: there are none. */
  older?: string | undefined;
  exportAs: { csv: string; json: string };
}

/** What a row's detail says, a name and its value after another; hashes by their beginning. The export has all of it. */
const told = ({ action, detail }: AuditRow, names: ReadonlyMap<string, string>): string =>
  Object.entries(detail ?? {})
    // Of a rule, nothing is a value: it was lifted.
    .map(([name, value]) => [name, value === null && action === "organisation.settings" ? "any" : value] as const)
    .filter(([, value]) => value !== null && value !== false)
    .map(
      ([name, value]) => `${name} ${typeof value === "string" ? (names.get(value) ?? value) : JSON.stringify(value)}`,
    )
    .join(" · ")
    .replaceAll(/\b([0-9a-f]{9})[0-9a-f]{31,}\b/g, "$1");

/** A person, a run that a project trusts, or the service itself. */
const actorOf = ({ actor, actorName }: AuditRow): string =>
  actorName ?? (actor === null ? "drift" : actor.startsWith("tru_") ? "a CI run" : actor);

export const AuditPage = (props: AuditProps) => {
  const { frame, rows, filter, actions, people, names, older, exportAs } = props;
  const base = `/o/${frame.team.slug}/audit`;
  return (
    <TeamShell frame={frame} tab="audit" title="Audit">
      <Head
        title="Audit"
        text="Who changed what, when and from where. Rows are never changed or removed. Times are UTC."
      >
        <ButtonLink href={exportAs.csv} label="CSV" about="export" />
        <ButtonLink href={exportAs.json} label="JSON Lines" about="export" />
      </Head>
      <div class="stack">
        <form method="get" action={base} class="inline-form">
          <Select
            name="action"
            label="Action"
            value={filter.action ?? ""}
            options={[{ value: "", label: "All" }, ...actions.map((value) => ({ value, label: value }))]}
          />
          <Select
            name="actor"
            label="Who"
            value={filter.actor ?? ""}
            options={[
              { value: "", label: "Everyone" },
              ...people.map(({ user, name }) => ({ value: user, label: name })),
            ]}
          />
          <Submit label="Filter" />
        </form>
        <section class="card" aria-label="Audit rows">
          {rows.length === 0 ? (
            <Empty icon="list" title="Nothing to show">
              <p>No row matches. Choose another action or person.</p>
            </Empty>
          ) : (
            <Table
              caption="Audit rows, the newest first"
              rows={rows}
              columns={[
                { label: "When", cell: ({ at }) => <Moment at={at} /> },
                { label: "Who", cell: actorOf },
                { label: "Action", cell: ({ action }) => <code class="nowrap">{action}</code> },
                {
                  label: "What",
                  cell: (row) => (
                    <>
                      {names.get(row.subject) ?? <code>{row.subject}</code>}
                      {row.detail && <div class="muted small">{told(row, names)}</div>}
                    </>
                  ),
                },
                { label: "From", cell: ({ origin }) => (origin ? <code>{origin}</code> : "") },
              ]}
            />
          )}
        </section>
        {older && (
          <div class="actions">
            <ButtonLink href={older} label="Older" />
          </div>
        )}
      </div>
    </TeamShell>
  );
};

import { may } from "#contract/teams";
import { Card, Empty } from "#pages/kit/card";
import { Code } from "#pages/kit/code";
import { Head } from "#pages/kit/document";
import { ButtonLink } from "#pages/kit/form";
import { Tag } from "#pages/kit/notice";
import { Table } from "#pages/kit/table";
import { Ago } from "#pages/kit/time";
import { Connect } from "./connect.tsx";
import { ProjectShell, type TeamFrame } from "./team-shell.tsx";

export interface BranchView {
  name: string;
  seq: number;
  commit: string | null;
  /** The working tree held more than the commit when it was scanned. */
  dirty: boolean;
  files: number;
  symbols: number;
  pushedAt: number;
  scannedAt: number;
}

/** A push, as the audit log has it. */
export interface PushView {
  at: number;
  branch: string;
  seq: number;
  commit: string | null;
  /** A person's name, or the repository of a CI run. */
  by: string;
  /** The network address it came from: for whoever may read the audit. */
  from: string | null;
}

export interface ProjectProps {
  frame: TeamFrame;
  project: { slug: string; defaultBranch: string; createdAt: number };
  /** Those that something was pushed to, the last pushed first. */
  branches: readonly BranchView[];
  /** The newest first. */
  pushes: readonly PushView[];
  /** The origin of the service. */
  server: string;
  /** The MCP address of this project alone. */
  mcp: string;
}

const count = new Intl.NumberFormat("en");
const short = (commit: string | null) => (commit ? <code title={commit}>{commit.slice(0, 9)}</code> : "no commit");

/** A project: how to ask about it, what it shows, and what was pushed. */
export const ProjectPage = (props: ProjectProps) => {
  const { frame, project, branches, pushes, server, mcp } = props;
  const { team, now } = frame;
  const name = `${team.slug}/${project.slug}`;
  return (
    <ProjectShell frame={frame} project={project.slug} tab="overview" title="Overview">
      <Head
        title={project.slug}
        text={
          <>
            Agents are told about <code>{project.defaultBranch}</code> unless they name another branch.
          </>
        }
      >
        {may(team.role, "trusts.set") && branches.length > 0 && (
          <ButtonLink href={`/o/${team.slug}/projects/${project.slug}/ci`} label="Push from CI" />
        )}
      </Head>
      <div class="stack loose">
        {branches.length === 0 ? (
          <FirstPush server={server} name={name} mcp={mcp} />
        ) : (
          <>
            <Card title="Connect an agent" text="Whoever connects signs in once, in their browser.">
              <Connect mcp={mcp} />
            </Card>
            <Card title="Branches" flush>
              <Table
                caption="Branches"
                rows={branches}
                columns={[
                  {
                    label: "Branch",
                    cell: (branch) => (
                      <>
                        <strong>{branch.name}</strong>{" "}
                        {branch.name === project.defaultBranch && <Tag tone="accent">default</Tag>}
                      </>
                    ),
                  },
                  {
                    label: "Commit",
                    cell: ({ commit, dirty }) => (
                      <>
                        {short(commit)} {dirty && <Tag tone="warn">with local changes</Tag>}
                      </>
                    ),
                  },
                  { label: "Files", cell: ({ files }) => count.format(files) },
                  { label: "Symbols", cell: ({ symbols }) => count.format(symbols) },
                  { label: "Scanned", cell: ({ scannedAt }) => <Ago at={scannedAt} now={now} /> },
                  { label: "Pushed", cell: ({ pushedAt }) => <Ago at={pushedAt} now={now} /> },
                ]}
              />
            </Card>
            {pushes.length > 0 && (
              <Card title="Last pushes" flush>
                <Table
                  caption="Last pushes"
                  rows={pushes}
                  columns={[
                    { label: "When", cell: ({ at }) => <Ago at={at} now={now} /> },
                    { label: "Who", cell: ({ by }) => by },
                    ...(may(team.role, "audit.read")
                      ? [{ label: "From", cell: ({ from }: PushView) => (from ? <code>{from}</code> : "unknown") }]
                      : []),
                    {
                      label: "What",
                      cell: ({ branch, seq, commit }) => (
                        <>
                          <code>{branch}</code> at {short(commit)} <span class="muted">as snapshot {seq}</span>
                        </>
                      ),
                    },
                  ]}
                />
              </Card>
            )}
          </>
        )}
      </div>
    </ProjectShell>
  );
};

/** What stands here until something was pushed. */
const FirstPush = ({ server, name, mcp }: { server: string; name: string; mcp: string }) => (
  <section class="card" aria-label="First steps">
    <Empty icon="box" title="Nothing has been pushed yet">
      <p>Three steps, about two minutes. Your source is read on your machine; what is sent is set under Settings.</p>
    </Empty>
    <div class="body">
      <ol class="steps">
        <li>
          <div class="stack tight">
            <h3>Sign in</h3>
            <p class="muted">On the machine that has the repository. It needs Node 22.18 or newer.</p>
            <Code label="Terminal" text={`npm install --global drift-edge\ndrift login ${server}`} />
          </div>
        </li>
        <li>
          <div class="stack tight">
            <h3>Scan and push</h3>
            <p class="muted">In the repository's folder. The next scan reads only what has changed.</p>
            <Code label="Terminal" text={`drift scan\ndrift push --project ${name}`} />
          </div>
        </li>
        <li>
          <div class="stack tight">
            <h3>Connect an agent</h3>
            <Connect mcp={mcp} />
          </div>
        </li>
      </ol>
    </div>
  </section>
);

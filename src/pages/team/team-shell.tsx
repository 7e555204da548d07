/** The frame of an organisation's pages. */
import type { PropsWithChildren } from "hono/jsx";
import type { Role } from "#contract/principal";
import { may } from "#contract/teams";
import { type Frame, Shell, type Tab } from "#pages/kit/document";

export interface TeamOf {
  slug: string;
  name: string;
  /** Of the person who looks. */
  role: Role;
}

export interface TeamFrame extends Frame {
  team: TeamOf;
}

export type TeamTab = "projects" | "members" | "tokens" | "audit" | "settings";

export const TeamShell = ({
  frame,
  tab,
  title,
  children,
}: PropsWithChildren<{ frame: TeamFrame; tab: TeamTab; title: string }>) => {
  const { slug, name, role } = frame.team;
  const base = `/o/${slug}`;
  const tabs: [TeamTab, string, string, boolean][] = [
    ["projects", "Projects", base, true],
    ["members", "Members", `${base}/members`, true],
    ["tokens", "Tokens", `${base}/tokens`, true],
    ["audit", "Audit", `${base}/audit`, may(role, "audit.read")],
    ["settings", "Settings", `${base}/settings`, may(role, "organisation.settings")],
  ];
  return (
    <Shell frame={frame} title={title} crumbs={[{ name, href: base }]} tabs={shown(tabs, tab)}>
      {children}
    </Shell>
  );
};

export type ProjectTab = "overview" | "ci" | "settings";

export const ProjectShell = ({
  frame,
  project,
  tab,
  title,
  children,
}: PropsWithChildren<{ frame: TeamFrame; project: string; tab: ProjectTab; title: string }>) => {
  const { slug, name, role } = frame.team;
  const base = `/o/${slug}/projects/${project}`;
  const tabs: [ProjectTab, string, string, boolean][] = [
    ["overview", "Overview", base, true],
    ["ci", "CI", `${base}/ci`, may(role, "trusts.set")],
    ["settings", "Settings", `${base}/settings`, may(role, "projects.settings")],
  ];
  const crumbs = [
    { name, href: `/o/${slug}` },
    { name: project, href: base },
  ];
  return (
    <Shell frame={frame} title={title} crumbs={crumbs} tabs={shown(tabs, tab)}>
      {children}
    </Shell>
  );
};

const shown = <Name extends string>(tabs: [Name, string, string, boolean][], current: Name): Tab[] =>
  tabs.filter(([, , , visible]) => visible).map(([id, name, href]) => ({ name, href, current: id === current }));

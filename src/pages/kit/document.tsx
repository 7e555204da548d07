/** The frames that pages stand in. */
import type { Child, PropsWithChildren } from "hono/jsx";
import { iconPath, stylePath } from "#pages/assets";
import { Hidden } from "./form.tsx";
import { Mark } from "./mark.tsx";
import { Notice, type NoticeOf } from "./notice.tsx";
import { Avatar } from "./person.tsx";

/** The whole document; {@link Focus} and {@link Shell} are what pages use. */
const Document = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#16191c" />
      <meta name="robots" content="noindex" />
      <title>{title} · drift</title>
      <link rel="icon" href={iconPath} type="image/svg+xml" />
      <link rel="stylesheet" href={stylePath} />
    </head>
    <body>{children}</body>
  </html>
);

/** A page with one question, in the middle. `after` stands below the card. */
export const Focus = ({ title, after, children }: PropsWithChildren<{ title: string; after?: Child }>) => (
  <Document title={title}>
    <div class="focus">
      <header>
        <a class="brand" href="/">
          <Mark /> drift
        </a>
      </header>
      <main>{children}</main>
      {after && <footer class="after">{after}</footer>}
    </div>
  </Document>
);

/** What every page of a signed-in person knows. */
export interface Frame {
  person: { name: string; email: string | null };
  /** Goes with every form of the page. */
  csrf: string;
  /** Milliseconds since the epoch: what "3 minutes ago" is counted from. */
  now: number;
  /** What the request before did, or why it did not. */
  notice?: NoticeOf | undefined;
}

export interface Crumb {
  name: string;
  href: string;
}

export interface Tab extends Crumb {
  current: boolean;
}

interface ShellProps {
  frame: Frame;
  title: string;
  /** The way here, from below the home page; the last is this page or what it belongs to. */
  crumbs: readonly Crumb[];
  tabs?: readonly Tab[] | undefined;
}

export const Shell = ({ frame, title, crumbs, tabs, children }: PropsWithChildren<ShellProps>) => (
  <Document
    title={[title, ...crumbs.map(({ name }) => name).reverse()]
      .filter((name, at, all) => name !== all[at - 1])
      .join(" · ")}
  >
    <a class="skip" href="#content">
      Skip to content
    </a>
    <header class="top">
      <div class="wrap">
        <a class="brand" href="/" aria-label="drift: your organisations">
          <Mark />
        </a>
        <nav class="crumbs" aria-label="Where you are">
          <ol>
            {crumbs.map(({ name, href }, at) => (
              <li>
                <a href={href} aria-current={at === crumbs.length - 1 ? "location" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <button class="me" type="button" popovertarget="me">
          <Avatar name={frame.person.name} />
          <span class="hidden">Your account: {frame.person.name}</span>
        </button>
      </div>
    </header>
    {tabs && (
      <nav class="tabs" aria-label={crumbs[0]?.name}>
        <div class="wrap">
          <ul>
            {tabs.map(({ name, href, current }) => (
              <li>
                <a href={href} aria-current={current ? "page" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    )}
    <main class="wrap" id="content">
      {frame.notice && <Notice {...frame.notice} page />}
      {children}
    </main>
    <footer class="foot">
      <div class="wrap">
        <span>drift</span>
        <a href="/">Organisations</a>
        <a href="/account">Account</a>
        <a href="/device">Enter a device code</a>
      </div>
    </footer>
    <nav class="menu" id="me" popover="auto" aria-label="Your account">
      <div class="who">
        <strong>{frame.person.name}</strong>
        {frame.person.email && <div class="muted small">{frame.person.email}</div>}
      </div>
      <a href="/account">Account</a>
      <a href="/">Organisations</a>
      <form method="post" action="/sign-out">
        <Hidden csrf={frame.csrf} />
        <button type="submit">Sign out</button>
      </form>
    </nav>
  </Document>
);

/** Title of a page, one sentence about it, and what is done most here. */
export const Head = ({ title, text, children }: PropsWithChildren<{ title: Child; text?: Child }>) => (
  <div class="head">
    <div>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
    </div>
    {children && <div class="actions">{children}</div>}
  </div>
);

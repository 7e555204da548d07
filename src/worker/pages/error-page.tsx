import type { Context } from "hono";
import { type ErrorBody, type ErrorCode, statusOf } from "#contract/errors";
import { MessagePage } from "#pages/message";
import { page } from "#pages/page";
import type { Edge } from "#worker/edge";

/** Whether a browser asks, for a person to read. */
export const wantsPage = (c: Context): boolean => (c.req.header("accept") ?? "").includes("text/html");

const titles: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: "There is nothing here",
  PROJECT_NOT_FOUND: "There is nothing here",
  FORM_REFUSED: "Send it again",
  RATE_LIMITED: "Too many tries",
  INTERNAL_ERROR: "Something went wrong",
};

/** What a script would be told as JSON, as a page. */
export const errorPage = (c: Context<Edge>, { code, message, hint }: ErrorBody, headers: HeadersInit = {}) =>
  page(
    c,
    <MessagePage
      title={titles[code] ?? "This cannot be done"}
      text={hint === undefined ? message : `${message} ${hint}`}
      action={{ label: "To your organisations", href: "/" }}
      requestId={c.var.requestId}
    />,
    { status: statusOf(code), headers },
  );

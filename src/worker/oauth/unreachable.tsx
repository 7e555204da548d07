import type { Context } from "hono";
import { MessagePage } from "#pages/message";
import { page } from "#pages/page";
import type { Edge } from "#worker/edge";
import type { Unreachable } from "./reach.ts";

/**
 * Why there is nothing to give access to, and what to do. What is not there and what is not theirs are one answer.
 *
 * @param again path of the question, which is asked again once it can be answered
 */
export function unreachable(c: Context<Edge>, reason: Unreachable, again: string): Promise<Response> {
  switch (reason.why) {
    case "no_organisation":
      return page(
        c,
        <MessagePage
          title="You are in no organisation yet"
          text="A client is given access to one of your organisations. Make one, and this question comes again; it waits for ten minutes. Or ask a colleague for an invitation, and connect again once you have followed it."
          action={{ label: "Make an organisation", href: `/new?${new URLSearchParams({ return: again })}` }}
        />,
        403,
      );
    case "not_yours":
      return page(
        c,
        <MessagePage
          title="Nothing to give access to"
          text="There is no such organisation or project for the account you are signed in with. Check the URL that your client uses, or sign in with another account."
          action={{ label: "Your account", href: "/account" }}
        />,
        403,
      );
    case "identity": {
      const { name, requiredIssuer, emailDomain } = reason.organisation;
      const wanted = [
        ...(requiredIssuer === null ? [] : [`with ${requiredIssuer}`]),
        ...(emailDomain === null ? [] : [`with a verified address at ${emailDomain}`]),
      ].join(" and ");
      return page(
        c,
        <MessagePage
          title={`${name} asks for another sign-in`}
          text={`Members of ${name} sign in ${wanted}. Add that way to sign in to your account, and connect again.`}
          action={{ label: "Your account", href: "/account" }}
        />,
        403,
      );
    }
  }
}

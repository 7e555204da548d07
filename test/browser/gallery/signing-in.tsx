/** Pages on the way in: signing in, consent, devices, the first run. */
import type { Child } from "hono/jsx";
import { ConsentPage } from "#pages/consent";
import { DeviceDonePage, DevicePage } from "#pages/device";
import { MessagePage } from "#pages/message";
import { SetupPage } from "#pages/setup";
import { SignInPage } from "#pages/sign-in";
import { consent, csrf, person } from "./data.ts";

export const signingIn: Record<string, Child> = {
  "sign-in": (
    <SignInPage
      providers={[
        { id: "acme", name: "Acme SSO" },
        { id: "github", name: "GitHub" },
      ]}
      returnTo="/"
    />
  ),
  "sign-in local": (
    <SignInPage
      local
      providers={[]}
      returnTo="/"
      error={{ tone: "danger", text: "That is no e-mail address.", hint: "Type one such as you@example.com." }}
    />
  ),
  consent: <ConsentPage {...consent} />,
  "consent unverified": (
    <ConsentPage
      {...consent}
      client={{ name: "Claude", verified: false, redirectHost: "127.0.0.1:33418" }}
      otherOrganisations={[
        { name: "Globex", href: "/?o=globex" },
        { name: "Initech", href: "/?o=initech" },
      ]}
      onlyProject="shop"
    />
  ),
  "consent device": (
    <ConsentPage
      {...consent}
      client={{ name: "drift command line", verified: true }}
      scopes={["drift:read", "drift:write", "drift:admin", "drift:push"]}
      userCode="WDJB-MJHT"
      error="Tick at least one thing that it may do, or deny."
    />
  ),
  device: <DevicePage csrf={csrf} />,
  "device wrong": (
    <DevicePage csrf={csrf} userCode="WDJB-MJHX" error="This code is wrong, used or expired. Ask for a new one." />
  ),
  "device done": <DeviceDonePage allowed client="drift command line" />,
  "device denied": <DeviceDonePage allowed={false} client="drift command line" />,
  message: (
    <MessagePage
      title="There is nothing here"
      text="This page does not exist, or it is not yours to see. If somebody gave you the link, ask them for access."
      action={{ label: "Your organisations", href: "/" }}
      requestId="2f1c5c1e-6e9f-4f0c-9a77-0a1b2c3d4e5f"
    />
  ),
  setup: <SetupPage csrf={csrf} person={person} errors={{ secret: "This is not the secret." }} />,
};

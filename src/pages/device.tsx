import { Focus } from "./kit/document.tsx";
import { ButtonLink, Field, PostForm, Submit } from "./kit/form.tsx";
import { Icon } from "./kit/mark.tsx";

export interface DeviceProps {
  csrf: string;
  /** What was typed, or came with the link: shown, never approved by itself. */
  userCode?: string | undefined;
  error?: string | undefined;
}

/** Posts `user_code` to `/device`; the answer is the consent page for the device. */
export const DevicePage = ({ csrf, userCode, error }: DeviceProps) => (
  <Focus
    title="Connect a device"
    after={<p>Nobody from drift will ever send you a code. A code that somebody sent you gives them your access.</p>}
  >
    <h1>Connect a device</h1>
    <p>
      Type the code that <code>drift login</code> shows in your terminal.
    </p>
    <PostForm action="/device" csrf={csrf}>
      <Field
        name="user_code"
        label="Code"
        value={userCode}
        error={error}
        class="codes"
        placeholder="XXXX-XXXX"
        maxlength={20}
        required
        autofocus
        exact
      />
      <Submit label="Continue" tone="primary" wide />
    </PostForm>
  </Focus>
);

/** After the decision: what the device will do now. */
export const DeviceDonePage = ({ allowed, client }: { allowed: boolean; client: string }) => (
  <Focus title={allowed ? "Device connected" : "Denied"}>
    <div class="empty">
      <Icon name={allowed ? "check" : "stop"} size={32} />
      <h1>{allowed ? "Device connected" : "Denied"}</h1>
      <p>
        {allowed
          ? `${client} goes on by itself in a few seconds. You can close this page.`
          : `${client} was told no. If the code was not yours, there is nothing more to do.`}
      </p>
      <ButtonLink href="/account" label="Your connections" />
    </div>
  </Focus>
);

/**
 * The keychain of the operating system: Keychain on macOS, Credential Manager on Windows, the Secret Service (GNOME
 * Keyring, KWallet, KeePassXC) on Linux. The kernel's keyring, which forgets at every restart, is not one.
 *
 * It is asked in a process of its own. A keychain that is out of order can keep whoever asks it waiting forever, in
 * native code that nothing ends but the end of its process. Names and values go by pipes: command lines and
 * environments are there for others to read.
 *
 * `@napi-rs/keyring` is an optional dependency: where it is not installed, or was not built for the machine, there is
 * no keychain.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { note } from "#cli/output";

/** Small texts under a name. Each operation throws where the keychain is locked, refuses or does not answer. */
export interface Keychain {
  /** Null: there is none of that name. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const SERVICE = "drift-edge";
const OFF = ["0", "off", "false", "no"];
/** Long enough for a person who is asked to unlock it; after the first while they are told what is waited for. */
const PATIENCE_MS = 45_000;
const QUIET_MS = 3_000;

/** Runs in the other process. Its first argument is the module; the question comes and the answer goes as JSON. */
const asking = `
const { Entry } = require(process.argv[1]);
const { service, operation, name, value } = JSON.parse(require("fs").readFileSync(0, "utf8"));
let answer;
try {
  const entry = new Entry(service, name, { linux: { store: "secret-service" } });
  if (operation === "get") answer = { value: entry.getPassword() ?? null };
  else if (operation === "set") answer = { value: entry.setPassword(value) };
  else answer = { value: entry.deletePassword() };
} catch (error) {
  answer = { error: error.message };
}
process.stdout.write(JSON.stringify(answer));
`;

/** Undefined: there is none, or `DRIFT_KEYCHAIN=off` says to use none. */
export async function systemKeychain(patienceMs = PATIENCE_MS): Promise<Keychain | undefined> {
  if (OFF.includes((process.env.DRIFT_KEYCHAIN ?? "").toLowerCase())) return undefined;
  let module: string;
  try {
    module = createRequire(import.meta.url).resolve("@napi-rs/keyring");
  } catch {
    return undefined;
  }
  const asked = (question: object): Promise<unknown> =>
    askProcess(module, JSON.stringify({ service: SERVICE, ...question }), patienceMs);
  return {
    get: async (name) => (await asked({ operation: "get", name })) as string | null,
    set: async (name, value) => void (await asked({ operation: "set", name, value })),
    remove: async (name) => void (await asked({ operation: "remove", name })),
  };
}

function askProcess(module: string, question: string, patienceMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", asking, module], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: patienceMs,
      killSignal: "SIGKILL",
      windowsHide: true,
    });
    const waiting = setTimeout(
      () => note("waiting for the system's keychain (DRIFT_KEYCHAIN=off goes without)"),
      QUIET_MS,
    );
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(waiting);
      try {
        const { value, error } = JSON.parse(text) as { value?: unknown; error?: string };
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      } catch {
        reject(new Error(code === null ? "it does not answer" : "it cannot be used on this machine"));
      }
    });
    // One that has ended already does not read: what it said, or did not, is the answer.
    child.stdin.on("error", () => {}).end(question);
  });
}

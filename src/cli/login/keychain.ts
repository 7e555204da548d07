/**
 * The keychain of the operating system: Keychain on macOS, Credential Manager on Windows, the Secret Service (GNOME
 * Keyring, KWallet, KeePassXC) on Linux. The kernel's keyring, which forgets at every restart, is not one.
 *
 * `@napi-rs/keyring` is an optional dependency: where it is not installed, or was not built for the machine, there is
 * no keychain.
 */

/** Small texts under a name. Each operation throws where the keychain is locked or refuses. */
export interface Keychain {
  /** Null: there is none of that name. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const SERVICE = "drift-edge";
const OFF = ["0", "off", "false", "no"];

/** Undefined: there is none, or `DRIFT_KEYCHAIN=off` says to use none. */
export async function systemKeychain(): Promise<Keychain | undefined> {
  if (OFF.includes((process.env.DRIFT_KEYCHAIN ?? "").toLowerCase())) return undefined;
  try {
    const { AsyncEntry } = await import("@napi-rs/keyring");
    const entry = (name: string) => new AsyncEntry(SERVICE, name, { linux: { store: "secret-service" } });
    // Where there is no such store, already the entry cannot be made.
    return {
      get: async (name) => (await entry(name).getPassword()) ?? null,
      set: async (name, value) => entry(name).setPassword(value),
      remove: async (name) => void (await entry(name).deletePassword()),
    };
  } catch {
    return undefined;
  }
}

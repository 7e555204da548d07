/** Bytes of an answer. */
const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;

interface Bounds {
  most?: number;
}

/** What another server answered, or why it did not. Never holds what was sent. */
export class FetchFailed extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/**
 * A JSON document of another server: status 200, within a time for all of it and a size that is checked
 * while reading, since the length header can lie or be absent. Redirects are not followed: whoever answers
 * for an address is who was asked. Throws `FetchFailed`.
 */
export async function fetchJson(
  url: string,
  init: RequestInit = {},
  { most = MAX_BYTES }: Bounds = {},
): Promise<unknown> {
  const headers = new Headers(init.headers);
  if (!headers.has("accept")) headers.set("accept", "application/json");
  const asked = { ...init, headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const response = await fetch(url, asked).catch(() => {
    throw new FetchFailed("It could not be reached");
  });
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200 || !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    await response.body?.cancel();
    throw new FetchFailed("The answer is no JSON document", response.status);
  }
  try {
    return JSON.parse(await boundedText(response, most));
  } catch (error) {
    throw error instanceof FetchFailed ? error : new FetchFailed("The answer is not JSON, or broke off");
  }
}

async function boundedText(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > most) throw new FetchFailed("The answer is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

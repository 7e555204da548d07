/** Answers of the endpoints that clients call, as RFC 6749 has them. */
const headers = { "cache-control": "no-store", pragma: "no-cache" };

export const oauthError = (error: string, description?: string, status = 400, more: HeadersInit = {}): Response =>
  Response.json(
    { error, ...(description !== undefined && { error_description: description }) },
    { status, headers: { ...headers, ...Object.fromEntries(new Headers(more)) } },
  );

export const tokenAnswer = (body: Record<string, unknown>): Response => Response.json(body, { headers });

/** A refusal before any server saw the message, hence without its id. */
export const jsonRpcError = (status: number, code: number, message: string, data?: unknown): Response =>
  Response.json(
    { jsonrpc: "2.0", id: null, error: { code, message, ...(data !== undefined && { data }) } },
    { status },
  );

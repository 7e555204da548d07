import { bodyLimit } from "hono/body-limit";
import { DriftError } from "#contract/errors";

/** Bytes of a request body, except where a route allows more. */
const MAX_BODY = 2 ** 20;

/** Refuses a longer body, announced or not. It stands before whatever reads the body. */
export const bounded = (maxSize: number = MAX_BODY) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new DriftError("LIMIT_EXCEEDED", `The body is over ${maxSize} bytes.`);
    },
  });

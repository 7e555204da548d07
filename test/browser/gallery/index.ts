/** Every page in the states that people meet it in, with data that is hard to lay out. */
import { account } from "./account.tsx";
import { signingIn } from "./signing-in.tsx";
import { team } from "./team.tsx";

export const gallery = { ...signingIn, ...team, ...account };

import { DEVICE_GRANT } from "#oauth/device/codes";

/**
 * A registration as the library takes it; undefined: it is none. The library refuses one that lists
 * a grant it does not implement. Any public client may use the device grant here, so naming it
 * changes nothing, and it is taken out.
 */
export function registration(body: string): string | undefined {
  let metadata: unknown;
  try {
    metadata = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const { grant_types: listed } = metadata as { grant_types?: unknown };
  if (!Array.isArray(listed) || !listed.includes(DEVICE_GRANT)) return body;
  const rest = listed.filter((grant) => grant !== DEVICE_GRANT);
  return JSON.stringify({
    ...metadata,
    grant_types: rest.includes("authorization_code") ? rest : ["authorization_code", ...rest],
  });
}

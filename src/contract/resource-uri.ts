/**
 * The URIs of what can be read and subscribed to:
 *
 *     drift://{organisation}/{project}
 *     drift://{organisation}/{project}/files/{path}
 *     drift://{organisation}/{project}/symbols/{symbol id, percent-encoded as a whole}
 */

/** @param project `organisation/project` */
export const projectUri = (project: string): string => `drift://${project}`;

export const fileUri = (project: string, path: string): string =>
  `drift://${project}/files/${path.split("/").map(encodeURIComponent).join("/")}`;

export const symbolUri = (project: string, id: string): string =>
  `drift://${project}/symbols/${encodeURIComponent(id)}`;

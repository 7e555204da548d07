/** Files that pages load. Their names change with their content, so that a browser may keep them for good. */
import { TabIcon } from "./kit/mark.tsx";
import { style, styleHash } from "./style.gen.ts";

export const stylePath = `/assets/style-${styleHash}.css`;
export const iconPath = "/assets/icon.svg";

/** By path. */
export const assets: Readonly<Record<string, { type: string; text: string; cache: string }>> = {
  [stylePath]: { type: "text/css; charset=utf-8", text: style, cache: "public, max-age=31536000, immutable" },
  [iconPath]: { type: "image/svg+xml", text: String(<TabIcon />), cache: "public, max-age=86400" },
};

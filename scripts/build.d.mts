import type { Metafile } from "esbuild";

export function buildWorker(outdir?: string, entry?: string): Promise<Metafile>;
export function buildCli(outdir?: string): Promise<void>;

export function lookOfSources(root: string): string;
export function recordOfSources(root: string): string;
export function isBuiltFromThese(root: string): boolean;

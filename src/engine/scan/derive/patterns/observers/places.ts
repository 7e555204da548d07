/** Where data and settings are read: what is asked of folders, not of single places. */
import type { Observer } from "#engine/scan/derive/patterns/convention";

export const places: Observer = {
  conventions: [],
  observe(file, gathered) {
    if (file.isTest) return;
    for (const { line, symbol } of file.data) gathered.see("place", "data", { line, symbol });
    for (const { line, symbol } of file.environment) gathered.see("place", "environment", { line, symbol });
  },
};

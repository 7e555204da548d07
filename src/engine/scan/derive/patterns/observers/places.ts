/** Where data and settings are read: what is asked of folders, not of single places. */
import type { Observer } from "#engine/scan/derive/patterns/convention";
import { isAside, isMigration } from "#engine/scan/derive/patterns/words";

export const places: Observer = {
  conventions: [],
  observe(file, gathered) {
    // Tools read their own settings where they want to.
    if (
      file.isTest ||
      isAside(file.path) ||
      /\.config\.[cm]?[jt]s$|(?:^|\/)(?:setup|conftest|noxfile)\.py$/.test(file.path)
    )
      return;
    for (const { line, symbol } of isMigration(file.path) ? [] : file.data)
      gathered.see("place", "data", { line, symbol });
    for (const { line, symbol } of file.environment) gathered.see("place", "environment", { line, symbol });
  },
};

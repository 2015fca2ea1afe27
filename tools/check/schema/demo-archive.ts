import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '../../../server/demo/archive/manifest.ts';
import type { Check } from '../check.ts';

const FOLDER = 'demo/archive';
const MAX_BYTES = 20_000_000;
/** Maximum age of the archive in weeks: faults in an older one may come from earlier versions. */
const MAX_WEEKS = 13;
const WEEK_MS = 7 * 86_400_000;

const weeksSince = (monday: string): number => Math.floor((Date.now() - Date.parse(monday)) / WEEK_MS);

/** Checks that the archive of the demo company is small enough for git, and not too old. */
export const demoArchive: Check = {
  name: 'demo archive',
  async look(tree) {
    const folder = join(tree, FOLDER);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    const age = weeksSince(openArchive(folder)?.monday ?? '1970-01-01');
    const isOld = files.length > 0 && age > MAX_WEEKS;
    return {
      files: Math.max(1, files.length),
      problems:
        bytes > MAX_BYTES
          ? [
              `${FOLDER} has ${(bytes / 1e6).toFixed(1)} MB, at most ${MAX_BYTES / 1e6} are stored in git: make fewer weeks.`,
            ]
          : [],
      note: `${(bytes / 1e6).toFixed(1)} MB${isOld ? `, ${age} weeks old: remake it by npm run demo -- --make` : ''}`,
    };
  },
  selfTest: {
    files: { 'demo/archive/0.zst': 'x'.repeat(MAX_BYTES + 1) },
    reported: [/demo\/archive has 20\.0 MB, at most 20 are stored in git/],
  },
};

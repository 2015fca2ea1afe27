import { dirname } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn, SOURCE_FOLDERS } from '../source-files.ts';

const MOST = 20;
/** Folders that may have any number of entries, since each entry is a folder of the same kind. */
const SHELVES = new Set(['kernel/fields', 'business']);

/** Checks that no folder has more than twenty entries; it should have subfolders then. */
export const folders: Check = {
  name: `folders of at most ${MOST}`,
  selfTest: {
    files: Object.fromEntries([
      ...Array.from({ length: MOST + 1 }, (_, number) => [`business/garden/thing-${number}.ts`, '']),
      ...Array.from({ length: MOST + 1 }, (_, number) => [`kernel/fields/kind-${number}/kind.ts`, '']),
      ...Array.from({ length: MOST }, (_, number) => [`web/page-${number}/page.tsx`, '']),
      ['web/README.md', ''],
    ]),
    reported: [/business\/garden shows 21/],
  },
  look(tree) {
    // A README describes its folder and does not count.
    const files = filesIn(tree, SOURCE_FOLDERS, /(?<!\/README\.md)$/);
    const entries = new Map<string, Set<string>>();
    for (const file of files) {
      for (let path = file; path.includes('/'); path = dirname(path)) {
        const folder = dirname(path);
        entries.set(folder, (entries.get(folder) ?? new Set()).add(path));
      }
    }
    const problems = [...entries]
      .filter(([folder, { size }]) => size > MOST && !SHELVES.has(folder))
      .map(([folder, { size }]) => `${folder} shows ${size} entries.`);
    return Promise.resolve({ files: files.length, problems });
  },
};

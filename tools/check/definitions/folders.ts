import { dirname } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn, SOURCE_FOLDERS } from '../source-files.ts';

const MOST = 20;
/** A shelf of things of one sort, one folder each, reads well at any length. */
const SHELVES = new Set(['kernel/fields']);

/** A folder that shows more than twenty things is a drawer; it wants corridors. */
export const folders: Check = {
  name: `folders of at most ${MOST}`,
  selfTest: {
    files: Object.fromEntries([
      ...Array.from({ length: MOST + 1 }, (_, number) => [`business/garden/thing-${number}.ts`, '']),
      ...Array.from({ length: MOST + 1 }, (_, number) => [`kernel/fields/kind-${number}/kind.ts`, '']),
      ...Array.from({ length: MOST }, (_, number) => [`web/page-${number}/page.tsx`, '']),
    ]),
    reported: [/business\/garden shows 21/],
  },
  look(tree) {
    const files = filesIn(tree, SOURCE_FOLDERS, /./);
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn, SOURCE_FOLDERS } from '../source-files.ts';

/** Names that may be exported by several files, each with the reason. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['refuse', 'the refusals of a room: each room imports its own and no other'],
  ['invariants', 'what always holds of the rows of a room: its own room.server.ts alone imports it'],
]);

const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Checks that no two files export the same name. */
export const exportedNames: Check = {
  name: 'one exported name, one file',
  selfTest: {
    files: {
      'business/garden/refusals.ts': 'export const refuse = {};\n',
      'business/shed/refusals.ts': 'export const refuse = {};\n',
      'kernel/server/rose.ts':
        'export function grow(a: string): void;\nexport function grow(a: number): void;\nexport function grow(): void {}\nexport const thorn = 1;\n',
      'web/rose.tsx': 'export interface Petal {}\n// export const thorn = 2;\n',
      'business/garden/rose.rules.ts': 'export type Petal = 1;\nconst grow = 1;\n',
    },
    reported: [/Petal is exported by business\/garden\/rose\.rules\.ts and web\/rose\.tsx/],
  },
  look(tree) {
    const files = filesIn(tree, SOURCE_FOLDERS, /\.tsx?$/).filter((path) => !/\.test\.tsx?$/.test(path));
    const places = new Map<string, Set<string>>();
    for (const path of files)
      for (const [, name] of readFileSync(join(tree, path), 'utf8').matchAll(EXPORTED))
        places.set(name, (places.get(name) ?? new Set()).add(path));
    const problems = [...places]
      .filter(([name, { size }]) => size > 1 && !SHARED.has(name))
      .map(([name, paths]) => `${name} is exported by ${[...paths].join(' and ')}: one of them wants another name.`);
    return Promise.resolve({ files: files.length, problems, note: `${places.size} names` });
  },
};

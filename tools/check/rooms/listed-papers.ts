import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/** Checks that every paper is listed in its room: an unlisted one would have no table, call or screen. */
export const listedPapers: Check = {
  name: 'papers listed in their room',
  selfTest: {
    files: {
      'business/garden/room.ts': `import { rose } from './roses/rose.paper.ts';\n// import { tulip } from './tulip.paper.ts';\nexport default [rose];\n`,
      'business/garden/roses/rose.paper.ts': 'export const rose = 1;\n',
      'business/garden/tulip.paper.ts': 'export const tulip = 1;\n',
      'business/shed/spade.paper.ts': 'export const spade = 1;\n',
    },
    reported: [/tulip\.paper\.ts is not listed/, /spade\.paper\.ts is not listed/],
  },
  look(tree) {
    const papers = filesIn(tree, ['business'], /\.paper\.ts$/);
    const problems = papers.flatMap((path) => {
      const room = path.split('/').slice(0, 2).join('/');
      return listedIn(join(tree, room, 'room.ts')).some((line) => line.includes(`./${path.slice(room.length + 1)}'`))
        ? []
        : [`${path} is not listed in ${room}/room.ts.`];
    });
    return Promise.resolve({ files: papers.length, problems });
  },
};

function listedIn(room: string): string[] {
  if (!existsSync(room)) return [];
  return readFileSync(room, 'utf8')
    .split('\n')
    .filter((line) => /^(import|export|\} from)/.test(line));
}

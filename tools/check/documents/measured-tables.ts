import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';

const DOCUMENT = 'docs/measured.md';

/** Checks that measured figures are in tables: below the first heading of a section there is no prose. */
export const measuredTables: Check = {
  name: 'tables of measured.md',
  selfTest: {
    files: {
      [DOCUMENT]:
        '# Measured\n\nWritten by a command.\n\n## Roses\n\n| rose | cm |\n|---|--:|\n| red | 40 |\n\nIt grew 2 cm.\n\n- a list\n\n## Beds\n',
    },
    reported: [
      /measured\.md, line 11: “It grew 2 cm\.” is in no table/,
      /measured\.md, line 13: “- a list” is in no table/,
    ],
  },
  look(tree) {
    if (!existsSync(join(tree, DOCUMENT))) return Promise.resolve({ files: 0, problems: [] });
    const lines = readFileSync(join(tree, DOCUMENT), 'utf8').split('\n');
    const first = lines.findIndex((line) => line.startsWith('## '));
    return Promise.resolve({
      files: 1,
      problems: lines.flatMap((line, at) =>
        at < first || line === '' || /^(?:## |\|)/.test(line)
          ? []
          : [`${DOCUMENT}, line ${at + 1}: “${line.slice(0, 60)}” is in no table.`],
      ),
    });
  },
};

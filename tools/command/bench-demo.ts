// `npm run bench:demo`: the cost of a first start that makes the demo company, beside the same rows by COPY, written
// into docs/measured.md. It also checks the figures of docs/demo.md against their ranges. `-- --months 1` makes fewer
// months and writes nothing.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import type { Spent } from '../bench/cpu.ts';
import { type FirstStart, firstStart } from '../bench/load/first-start.ts';
import { conditionsTable, valuesTable, writeSection } from '../bench/report.ts';
import { projectDir } from './project-dir.ts';
import { askNumbers } from './ask-numbers.ts';
import { command, printLine } from './steps.ts';

/** End of the demo run: a fixed Monday at 10:00, so that the figures are the same in each run. */
const END = '2026-11-23 10:00:00+08';
/**
 * Maximum ratio of the CPU of a first start to that of COPY: the ratio before the demo company was consistent
 * (docs/measured.md).
 */
const MAX_RATIO = 21.8;

const { values } = parseArgs({ options: { months: { type: 'string' } } });
const isWhole = values.months === undefined;

const of = ({ node, database }: Spent): number => node + database;

function costs({ start, copy, rows, seconds }: FirstStart): { lines: string[]; ratio: number } {
  const ratio = of(start) / of(copy);
  const textOf = (spent: Spent): string =>
    `${spent.node.toFixed(1)} s of Node and ${spent.database.toFixed(1)} s of PostgreSQL`;
  return {
    ratio,
    lines: [
      ...conditionsTable(
        'npm run bench:demo',
        'An empty database beside another one with all its indexes, in the same run.',
      ),
      ...valuesTable([
        { name: 'a first start with the demo company', value: textOf(start) },
        { name: `COPY of its ${rows.toLocaleString('en')} rows (${seconds.toFixed(0)} s)`, value: textOf(copy) },
        { name: 'ratio', value: `${ratio.toFixed(1)} ×`, goal: `≤ ${MAX_RATIO}`, isMet: ratio <= MAX_RATIO },
      ]),
    ],
  };
}

await command(async () => {
  const dataDir = join(projectDir, '.anju', 'bench-demo');
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say: printLine });
  try {
    const first = await firstStart(
      { ...database, postmaster: database.pid, dataDir, say: printLine },
      Date.parse(END.replace(' ', 'T').replace('+08', '+08:00')),
      isWhole ? undefined : Number(values.months),
    );
    const outside = await askNumbers(first.ownerUrl, END, { isWritten: false, say: printLine });
    const { lines, ratio } = costs(first);
    if (isWhole) writeSection(projectDir, 'First start', lines);
    else console.log(lines.join('\n'));
    return isWhole && (outside > 0 || ratio > MAX_RATIO) ? 1 : 0;
  } finally {
    if (!database.adopted) await database.stop();
  }
});

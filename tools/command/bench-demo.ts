// `npm run bench:demo`: what the first start costs beside the same rows by COPY, and whether the numbers of the demo company lie where docs/demo.md
// says; what was measured is written there and into docs/measured.md. `-- --months 3` tells a shorter tale and writes nothing.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { demoNumbers, isWithin, measured, writeNumbers } from '../../server/demo/numbers.ts';
import { type FirstStart, type Spent, firstStart } from '../bench/load/first-start.ts';
import { writeSection } from '../bench/report.ts';
import { projectDir } from './project-dir.ts';
import { command, printLine } from './steps.ts';

/** The tale ends on this Monday morning at ten: the same numbers whenever it is told. */
const END = '2026-11-23 10:00:00+08';
/** What the first start cost against COPY before the company was made to add up, on a busy machine, as this was measured then too (docs/measured.md). */
const MOST_RATIO = 21.8;

const { values } = parseArgs({ options: { months: { type: 'string' } } });
const isWhole = values.months === undefined;

const of = ({ node, database }: Spent): number => node + database;

function costs({ start, copy, rows, seconds }: FirstStart): { lines: string[]; ratio: number } {
  const ratio = of(start) / of(copy);
  const told = (spent: Spent): string =>
    `${spent.node.toFixed(1)} s of Node and ${spent.database.toFixed(1)} s of PostgreSQL`;
  return {
    ratio,
    lines: [
      `A first start with the demo company in an empty database takes ${told(start)}; COPY of its ${rows.toLocaleString('en')} rows into another one with all its indexes, in the same run (${seconds.toFixed(0)} s), ${told(copy)}. Ratio ${ratio.toFixed(1)}, goal ≤ ${MOST_RATIO}. Again by \`npm run bench:demo\`.`,
    ],
  };
}

/** Asks every number of docs/demo.md. Answers how many lie outside their range. */
async function askNumbers(ownerUrl: string): Promise<number> {
  const numbers = demoNumbers();
  const found = await measured(ownerUrl, numbers, END);
  let outside = 0;
  for (const [nth, one] of numbers.entries()) {
    const holds = isWithin(one, found[nth]);
    outside += holds ? 0 : 1;
    printLine(`${holds ? '✓' : '✗'} ${one.title}: ${found[nth] ?? '–'} (${one.low} to ${one.high})`);
  }
  if (isWhole) writeNumbers(found);
  return outside;
}

await command(async () => {
  const dataDir = join(projectDir, '.anju', 'bench-demo');
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say: printLine });
  try {
    const told = await firstStart(
      { ...database, postmaster: database.pid, dataDir, say: printLine },
      Date.parse(END.replace(' ', 'T').replace('+08', '+08:00')),
      isWhole ? undefined : Number(values.months),
    );
    const outside = await askNumbers(told.ownerUrl);
    const { lines, ratio } = costs(told);
    if (isWhole) writeSection(projectDir, 'First start', lines);
    else console.log(lines.join('\n'));
    return isWhole && (outside > 0 || ratio > MOST_RATIO) ? 1 : 0;
  } finally {
    if (!database.adopted) await database.stop();
  }
});

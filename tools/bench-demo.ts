// `npm run bench:demo`: what the first start costs beside the same rows by COPY, and whether the numbers of the demo company lie where docs/demo.md
// says. `-- --months 1` tells a shorter tale and leaves both documents as they are.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { firstStart } from './bench/demo.ts';
import { projectDir } from './command/project-dir.ts';
import { command, printLine } from './command/steps.ts';

/** The tale ends on this Monday morning at ten: the same numbers whenever it is told. */
const NOW = Date.parse('2026-11-23T02:00:00Z');

const { values } = parseArgs({ options: { months: { type: 'string' } } });

await command(async () => {
  const dataDir = join(projectDir, '.anju', 'bench-demo');
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say: printLine });
  try {
    const { start, copy, rows, seconds } = await firstStart(
      { ...database, postmaster: database.pid, dataDir, say: printLine },
      NOW,
      values.months === undefined ? undefined : Number(values.months),
    );
    console.log(JSON.stringify({ start, copy, rows, seconds, ratio: (start.node + start.database) / (copy.node + copy.database) }));
    return 0;
  } finally {
    if (!database.adopted) await database.stop();
  }
});

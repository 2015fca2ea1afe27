// `npm run bench`: what the server costs, beside the bare limit, in one run on this machine. Absolute times mean nothing elsewhere.
// `-- devices` measures the way of a message instead, `-- alarms` what its rules cost and the alarm centre,
// `history --messages 2000000` (with `npm run bench --` before it) what is packed and charted of so many.
// `-- workflow` what commands of processes, their timers and the work lists cost,
// `-- --only walk` counts the files and functions that an act enters; it needs no load.
// `-- turns --base ../other-tree` measures acts of this tree and of another checkout by turns.
// `-- --only lists,chain` measures some of it and leaves docs/measured.md as it is; `-- --forms 20000 --visits 20000` loads fewer, the first time.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { prepare } from '../server/assemble.ts';
import { parseArgs } from 'node:util';
import { rssMb } from './bench/cpu.ts';
import { loadForms, freezeClocks } from './bench/load-forms.ts';
import { loadWages } from './bench/load/load-wages.ts';
import { measureAll } from './bench/operations.ts';
import { loadChain } from './bench/load/load-chain.ts';
import { benchDevices } from './bench/load/devices/devices-bench.ts';
import { benchAlarms } from './bench/load/devices/alarms-bench.ts';
import { benchWorkflow } from './bench/load/workflow/workflow-bench.ts';
import { benchHistory } from './bench/load/history/history-bench.ts';
import { outbox } from './bench/outbox.ts';
import { markdownTable, writeReport } from './bench/report.ts';
import { spawnBenchServer } from './bench/server.ts';
import { turns } from './bench/walk/turns.ts';
import { walk } from './bench/walk/walk.ts';
import { projectDir } from './command/project-dir.ts';
import { command, printLine } from './command/steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    forms: { type: 'string', default: '1000000' },
    visits: { type: 'string', default: '1000000' },
    messages: { type: 'string', default: '20000000' },
    base: { type: 'string', default: '' },
    pairs: { type: 'string', default: '9' },
  },
});
const only = values.only?.split(',');
const isAsked = (part: string): boolean => !only || only.includes(part);

await command(async () => {
  if (positionals.includes('devices')) {
    await benchDevices();
    return 0;
  }
  if (positionals.includes('alarms')) {
    await benchAlarms();
    return 0;
  }
  if (positionals.includes('history')) {
    await benchHistory(Number(values.messages));
    return 0;
  }
  if (positionals.includes('workflow')) {
    await benchWorkflow();
    return 0;
  }
  if (positionals.includes('turns')) {
    await turns(values.base, Number(values.pairs), printLine);
    return 0;
  }
  if (only?.includes('walk')) {
    await walk();
    if (only.length === 1) return 0;
  }
  const dataDir = join(projectDir, '.anju', 'bench');
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say: printLine });
  try {
    const { ownerUrl, superUrl } = database;
    const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
    await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'demo', say: printLine });
    await loadForms(ownerUrl, Number(values.forms), printLine);
    await freezeClocks(ownerUrl);
    await loadWages(ownerUrl, printLine);
    await loadChain(ownerUrl, Number(values.visits), printLine, 'dispatch');
    const open = (env: Readonly<Record<string, string>> = {}): ReturnType<typeof spawnBenchServer> =>
      spawnBenchServer({ ownerUrl, superUrl, dataDir, env });
    // A server beside it would take events out of the queue, and pass by those that nobody in it listens to.
    const queue = isAsked('outbox') ? await outbox({ appUrl, dataDir, postmaster: database.pid, say: printLine }) : [];
    const server = await open();
    try {
      const operations = await measureAll(
        {
          base: server.address,
          appUrl,
          dataDir,
          open,
          pids: { server: server.pid, postmaster: database.pid },
          say: printLine,
        },
        isAsked,
      );
      const rows = [...operations, ...queue];
      const memory = `Server memory after the load: ${rssMb(server.pid).toFixed(0)} MB (goal 220).`;
      if (only) console.log([...markdownTable(rows), '', memory].join('\n'));
      else
        writeReport(
          projectDir,
          'Server',
          `${Number(values.forms).toLocaleString('en')} repair forms beside the demo company, 16 connections, as customer service (data scope, masks).`,
          rows,
          [memory],
        );
    } finally {
      await server.stop();
    }
    return 0;
  } finally {
    if (!database.adopted) await database.stop();
  }
});

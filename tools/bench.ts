// `npm run bench`: the cost of the server beside the bare limit, in one run on this machine. Absolute times mean
// nothing elsewhere.
//
// - `-- devices` measures the path of a message of a device instead.
// - `-- channels` measures frames of devices over TCP, beside a reader that only cuts them.
// - `-- commands` measures ten thousand commands to devices, beside their statements alone.
// - `-- modbus-bus` measures a bus of 32 units of which one is dead.
// - `-- alarms` measures the alarm rules on that path, and the alarm centre.
// - `-- upgrades` measures the dispatch of notices about firmware.
// - `-- ranking` measures a page of the ranking of ten thousand devices.
// - `-- codec` measures the decoding of a frame beside code that knows it.
// - `npm run bench -- history --messages 2000000` measures packing and charts of this many.
// - `-- plans` measures a night that plans a hundred thousand contracts, and the calendar.
// - `-- pushes` measures ten thousand reminders by a rule, and a message of care with opt-outs.
// - `-- workflow` measures commands of processes, their timers and the work lists.
// - `-- --only walk` counts the files and functions that an act enters; it needs no load.
// - `-- turns --base ../other-tree` measures acts of this tree and of another checkout by turns.
// - `-- --only filters` measures a list of a million forms by each of its filters, rare words and old periods included.
// - `-- --only lists,chain` measures only these parts and leaves docs/measured.md as it is.
// - `-- --forms 20000 --visits 20000` loads fewer rows, in the first run on a data folder.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { prepare } from '../server/prepare.ts';
import { parseArgs } from 'node:util';
import { rssMb } from './bench/cpu.ts';
import { loadForms, freezeClocks } from './bench/load-forms.ts';
import { loadWages } from './bench/load/load-wages.ts';
import { measureAll } from './bench/operations.ts';
import { loadChain } from './bench/load/load-chain.ts';
import { benchDevices } from './bench/load/devices/devices-bench.ts';
import { benchChannels } from './bench/load/devices/channels-bench.ts';
import { benchAlarms } from './bench/load/devices/alarms-bench.ts';
import { benchCodec } from './bench/load/devices/codec-bench.ts';
import { benchCommands } from './bench/load/devices/commands-bench.ts';
import { benchModbusBus } from './bench/load/devices/modbus-bus-bench.ts';
import { benchRanking } from './bench/load/devices/ranking-bench.ts';
import { benchPlans } from './bench/load/plans/plans-bench.ts';
import { benchPushes } from './bench/load/plans/pushes-bench.ts';
import { benchUpgrades } from './bench/load/devices/upgrades-bench.ts';
import { benchWorkflow } from './bench/load/workflow/workflow-bench.ts';
import { benchHistory } from './bench/load/history/history-bench.ts';
import { benchFilters } from './bench/lists/filters-bench.ts';
import { outbox } from './bench/outbox.ts';
import { markdownTable, valuesTable, writeReport } from './bench/report.ts';
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

/** Parts of the bench that run alone, without the load of forms, by their word on the command line. */
const ALONE: Readonly<Record<string, () => Promise<unknown>>> = {
  devices: benchDevices,
  channels: benchChannels,
  alarms: benchAlarms,
  commands: benchCommands,
  upgrades: benchUpgrades,
  ranking: benchRanking,
  codec: benchCodec,
  'modbus-bus': benchModbusBus,
  history: () => benchHistory(Number(values.messages)),
  plans: benchPlans,
  pushes: benchPushes,
  workflow: benchWorkflow,
  turns: () => turns(values.base, Number(values.pairs), printLine),
};

await command(async () => {
  const alone = positionals.find((name) => Object.hasOwn(ALONE, name));
  if (alone) {
    await ALONE[alone]();
    return 0;
  }
  if (only?.includes('walk')) {
    await walk();
    if (only.length === 1) return 0;
  }
  if (values.only === 'filters') {
    await benchFilters(Number(values.forms), printLine);
    return 0;
  }
  const dataDir = join(projectDir, '.anju', 'bench');
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say: printLine });
  try {
    const { ownerUrl, superUrl } = database;
    const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
    await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'demo', isWhole: true, say: printLine });
    await loadForms(ownerUrl, Number(values.forms), printLine);
    await freezeClocks(ownerUrl);
    await loadWages(ownerUrl, printLine);
    await loadChain(ownerUrl, Number(values.visits), printLine, 'dispatch');
    const open = (env: Readonly<Record<string, string>> = {}): ReturnType<typeof spawnBenchServer> =>
      spawnBenchServer({ ownerUrl, superUrl, dataDir, env });
    // Run this part before the server starts, since the server would take the events out of the queue without
    // delivering them.
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
      const memory = valuesTable([
        { name: 'memory of the server after the load', value: `${rssMb(server.pid).toFixed(0)} MB`, goal: '220 MB' },
      ]);
      if (only) console.log([...markdownTable(rows), '', ...memory].join('\n'));
      else
        writeReport(
          projectDir,
          'Server',
          `${Number(values.forms).toLocaleString('en')} repair forms beside the demo company, 16 connections, as customer service (data scope, masks).`,
          rows,
          memory,
        );
    } finally {
      await server.stop();
    }
    return 0;
  } finally {
    if (!database.adopted) await database.stop();
  }
});

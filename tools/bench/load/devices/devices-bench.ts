import { lastOf, must } from '#kernel/language/must.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { WRITE_VALUES } from '#business/iot/history/store/write-values.server.ts';
import { YOUNG } from '#kernel/server/jobs/parts/child-process.ts';
import { systemClock } from '#kernel/server/time/clock.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../../command/server-flags.ts';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { cpuMs, familyCpuMs, rssMb } from '../../cpu.ts';
import { Client, drive } from '../../drive.ts';
import { spawnBenchServer } from '../../server.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { type LoadResult, withLines } from './drive-devices.ts';
import { type LoadDevice, VALUES, makeFleet } from './fleet.ts';

const LINES = 1000;
const WINDOW = 5;
const QUIET_LINES = 5000;
const SECONDS = 12;
const ROUNDS = 3;
/** Number of people who read a list all the time; `BESIDE_LISTS` is the number of messages a second meanwhile. */
const READERS = 8;
const BESIDE_LISTS = 5000;

interface Cost {
  readonly perSecond: number;
  readonly nodeUs: number;
  readonly databaseUs: number;
  readonly p50: number;
  readonly p99: number;
}

interface Place {
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly dataDir: string;
  readonly postmaster: number;
}

/** Start a separate device process, as the product runs it. Return its port and process id. */
export async function startGateway({
  appUrl,
  dataDir,
}: Place): Promise<{ pid: number; port: number; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'gateway-process.ts'), [], {
    execArgv: [
      ...SERVER_FLAGS,
      YOUNG,
      ...(process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []),
    ],
    env: { ...process.env, ...SERVER_ENV, BENCH_APP_URL: appUrl, BENCH_DATA: dataDir, BENCH_PORT: '18830' },
  });
  const [{ ready }] = (await once(child, 'message')) as [{ ready: number }];
  return {
    pid: must(child.pid, 'pid'),
    port: ready,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Return the CPU per message of the gateway and of PostgreSQL while a load runs. */
export async function costOf(place: Place, node: number, run: () => Promise<LoadResult>): Promise<Cost> {
  const before = [cpuMs(node), familyCpuMs(place.postmaster)];
  const { acknowledged, seconds, p50, p99 } = await run();
  return {
    perSecond: acknowledged / seconds,
    nodeUs: ((cpuMs(node) - before[0]) * 1000) / acknowledged,
    databaseUs: ((familyCpuMs(place.postmaster) - before[1]) * 1000) / acknowledged,
    p50,
    p99,
  };
}

/** Measure the statement that stores messages alone, in batches of the same size, on two connections. */
async function bareStatement(place: Place, devices: readonly LoadDevice[], batch: number): Promise<Cost> {
  let messages = 0;
  const before = familyCpuMs(place.postmaster);
  const began = performance.now();
  const until = began + SECONDS * 1000;
  // Start with the present time: later than all stored messages, as the next message of a device would be.
  let ts = systemClock.ms();
  await Promise.all(
    [0, 1].map(async (lane) => {
      const client = new pg.Client({ connectionString: place.appUrl });
      await client.connect();
      await client.query("select set_config('anju.tenant', '000000', false)");
      const mine = devices.filter((_, at) => at % 2 === lane);
      let at = 0;
      while (performance.now() < until) {
        const history: unknown[] = [];
        const latest = new Map<string, unknown>();
        for (let n = 0; n < batch; n += 1) {
          const { id } = mine[(at += 1) % mine.length];
          ts += 1;
          const values = Object.fromEntries(VALUES.map((name, index) => [name, (ts % 977) + index / 10]));
          history.push([id, ts / 1000, values, 0]);
          latest.set(id, [id, ts / 1000, values, null]);
        }
        await client.query('begin');
        await client.query({
          name: 'bare',
          text: WRITE_VALUES,
          values: [JSON.stringify(history), JSON.stringify([...latest.values()]), '000000', '[]'],
        });
        await client.query('commit');
        messages += batch;
      }
      await client.end();
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: messages / seconds,
    nodeUs: 0,
    databaseUs: ((familyCpuMs(place.postmaster) - before) * 1000) / messages,
    p50: 0,
    p99: 0,
  };
}

const median = (values: readonly Cost[]): Cost =>
  values.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(values.length / 2)];

const row = (name: string, cost: Cost, goal: string, note: string): string =>
  `| ${name} | ${Math.round(cost.perSecond).toLocaleString('en')} | ${cost.nodeUs ? cost.nodeUs.toFixed(1) : ''} | ${cost.databaseUs.toFixed(1)} | ${cost.p50 ? cost.p50.toFixed(0) : ''} | ${cost.p99 ? cost.p99.toFixed(0) : ''} | ${goal} | ${note} |`;

/**
 * Measure many quiet connections on a fresh gateway: memory per connection, and the cost when each sends a message a
 * second.
 */
async function quietLines(
  place: Place,
  devices: readonly LoadDevice[],
): Promise<{ idle: number; cost: Cost; share: number }> {
  const gateway = await startGateway(place);
  const before = rssMb(gateway.pid);
  const load = { port: gateway.port, devices, window: 1, keys: 3, perSecond: 1, seconds: SECONDS * 2 };
  return withLines(load, async (run) => {
    const idle = ((rssMb(gateway.pid) - before) * 1024) / devices.length;
    const began = performance.now();
    const busy = cpuMs(gateway.pid) + familyCpuMs(place.postmaster);
    const cost = await costOf(place, gateway.pid, run);
    const used = cpuMs(gateway.pid) + familyCpuMs(place.postmaster) - busy;
    return { idle, cost, share: used / (performance.now() - began) / cpus().length };
  }).finally(() => gateway.stop());
}

/**
 * Measure the list of devices for eight concurrent readers, without messages and during a number of messages a second.
 */
async function listsBeside(
  place: Place & { readonly superUrl: string },
  devices: readonly LoadDevice[],
): Promise<{ without: Cost; beside: Cost; messages: number }> {
  const server = await spawnBenchServer({
    ...place,
    env: { ANJU_ROLE: 'web', ANJU_SEED: 'none', NODE_ENV: 'production', HOST: '127.0.0.1' },
  });
  const gateway = await startGateway(place);
  try {
    const client = new Client(server.address, await logInOverHttp(server.address), '000000');
    const lists = async (): Promise<Cost> => {
      const reads = await drive({ server: server.pid, postmaster: place.postmaster }, READERS, SECONDS, async () => {
        await client.ok('GET', 'iot/device-thing-instance/page?size=20');
      });
      return { perSecond: reads.perSecond, nodeUs: 0, databaseUs: 0, p50: reads.p50, p99: reads.p99 };
    };
    const without = await lists();
    const load = {
      port: gateway.port,
      devices,
      window: WINDOW,
      keys: 12,
      perSecond: BESIDE_LISTS / devices.length,
      seconds: SECONDS * 1.5,
    };
    return await withLines(load, async (run) => {
      const [sent, beside] = await Promise.all([run(), lists()]);
      return { without, beside, messages: sent.acknowledged / sent.seconds };
    });
  } finally {
    await Promise.all([server.stop(), gateway.stop()]);
  }
}

/**
 * `npm run bench -- devices`: the cost of a message from the socket to the commit, beside the same statement alone, by
 * turns in one run.
 */
export async function benchDevices(): Promise<void> {
  await withBenchDatabase('devices', async ({ ownerUrl, superUrl, appUrl, dataDir, postmaster }) => {
    const place = { appUrl, ownerUrl, dataDir, postmaster: postmaster };
    const devices = await makeFleet(appUrl, dataDir, QUIET_LINES);
    const gateway = await startGateway(place);
    const busy = devices.slice(0, LINES);
    const full: Cost[] = [];
    const bare: Cost[] = [];
    const load = { port: gateway.port, devices: busy, window: WINDOW, keys: 12, seconds: SECONDS };
    await withLines(load, async (run) => {
      await run();
      for (let round = 0; round < ROUNDS; round += 1) {
        full.push(await costOf(place, gateway.pid, run));
        printLine(`full path ${Math.round(lastOf(full).perSecond)}/s`);
        bare.push(await bareStatement(place, busy, 1000));
        printLine(`bare statement ${Math.round(lastOf(bare).perSecond)}/s`);
      }
    });
    await gateway.stop();
    const quiet = await quietLines(place, devices);
    const lists = await listsBeside({ ...place, superUrl }, busy);
    const slower = lists.beside.p99 / lists.without.p99;
    const [path, alone] = [median(full), median(bare)];
    const ratio = path.perSecond / alone.perSecond;
    writeSection(projectDir, 'Devices', [
      ...conditionsTable(
        'npm run bench -- devices',
        [
          `${LINES} lines × ${WINDOW} messages under way, 12 values, quality 1, PUBACK after COMMIT; with authentication, topics, validation, both walls and the current state.`,
          'The load runs in a process of its own on the same cores.',
          `Median of ${ROUNDS} rounds by turns. Server, gateway, PostgreSQL and both loads share the cores.`,
        ].join(' '),
      ),
      '| path | messages/s | Node µs | PostgreSQL µs | p50 ms | p99 ms | goal | |',
      '|---|--:|--:|--:|--:|--:|---|---|',
      row(
        'from the socket to the row',
        path,
        '≥ 20,000/s, ≤ 16 + 16 µs, ≥ 0.6 of the statement',
        `${ratio.toFixed(2)} of the statement ${path.nodeUs <= 16 && path.databaseUs <= 16 ? '✓' : '✗'}`,
      ),
      row('the statement by itself, 1,000 a batch', alone, '', ''),
      row(
        `${QUIET_LINES.toLocaleString('en')} lines at 1 Hz, 3 values`,
        quiet.cost,
        '≤ 20 % of all cores',
        `${(quiet.share * 100).toFixed(1)} % ${quiet.share <= 0.2 ? '✓' : '✗'}`,
      ),
      '',
      ...valuesTable([
        {
          name: 'memory of the gateway for an idle line',
          value: `${quiet.idle.toFixed(1)} kB`,
          goal: '≤ 12',
          isMet: quiet.idle <= 12,
        },
        {
          name: `list of devices for ${READERS} people who request it all the time`,
          value: `${lists.without.p50.toFixed(1)} ms (p99 ${lists.without.p99.toFixed(1)})`,
        },
        {
          name: `the same while ${Math.round(lists.messages).toLocaleString('en')} messages a second come in`,
          value: `${lists.beside.p50.toFixed(1)} ms (p99 ${lists.beside.p99.toFixed(1)}), ${slower.toFixed(2)} of the p99`,
          goal: '≤ 1.5',
          isMet: slower <= 1.5,
        },
      ]),
    ]);
  });
}

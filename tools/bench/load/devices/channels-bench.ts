import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { device } from '#business/iot/devices/device.paper.ts';
import { connectConfig } from '#business/iot/gateway/connect/config/connect-config.paper.ts';
import { connectField } from '#business/iot/gateway/connect/config/connect-field.paper.ts';
import { must } from '#kernel/language/must.ts';
import { productActor, transact } from '#kernel/server';
import { openApp } from '../../../../server/assemble.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../../command/server-flags.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { cpuMs, familyCpuMs, rssMb } from '../../cpu.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { startGateway } from './devices-bench.ts';
import { LOAD_MODEL, makeFleet } from './fleet.ts';
import { FRAME_FIELDS, type FrameLoad, frameKey, sendFrames } from './frame-load.ts';
import { sendJunk } from './junk-load.ts';

const TENANT = { tenantId: '000000', zone: 'Asia/Shanghai' };
const DEVICES = 1000;
const PER_SECOND = 5000;
const PORT = 9700;
const ROUNDS = 3;
/** For the measurement of memory over ten minutes set 200. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
/** A bare reader needs no long round. */
const BARE_SECONDS = Math.min(15, SECONDS);
const JUNK_SOCKETS = 40;
const SETTLE_MS = 12_000;

/** Make the configuration and the devices of the load, once. */
async function prepare(appUrl: string, dataDir: string): Promise<void> {
  await makeFleet(appUrl, dataDir, 1);
  const app = await openApp({ appUrl, dataDir });
  try {
    await transact(app, productActor(app, TENANT, 'bench'), async ({ context }) => {
      if ((await context.find(connectConfig, { port: PORT }, { first: 1 })).length) return;
      const config = await context.create(connectConfig, {
        name: 'bench',
        ip: '0.0.0.0',
        port: PORT,
        deviceConnectType: 'tcp_server',
        deviceConnectMethod: 'long',
        deviceConnectFormat: 'hex',
        deviceIdRule: 'field',
        agreementVal: 'AA55',
        startBit: 0,
        endBit: 1,
        framing: { kind: 'fixed', length: 27, startMarker: 'AA55' },
      });
      for (const [sort, field] of FRAME_FIELDS.entries())
        await context.create(connectField, { keyId: config.id, sort, ...field });
      const [model] = await context.sql.query<{ id: string }>(
        'select id::text as id from iot_thing_model where tenant_id = $1 and model_code = $2',
        [TENANT.tenantId, LOAD_MODEL],
      );
      await context.append(
        device,
        Array.from({ length: DEVICES }, (_, at) => ({
          deviceKey: frameKey(at),
          deviceName: `frame ${at}`,
          modelId: model.id,
          nodeType: 'direct' as const,
          instanceStatus: 'active' as const,
          authType: 'none' as const,
          modelVersion: 1,
        })),
      );
    });
  } finally {
    await app.close();
  }
}

interface Process {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

async function startBare(): Promise<Process> {
  const child = fork(join(import.meta.dirname, 'bare-reader.ts'), [], {
    execArgv: [...SERVER_FLAGS],
    env: { ...process.env, ...SERVER_ENV },
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

interface Measured {
  readonly perSecond: number;
  /** Share of one core. */ readonly node: number;
  readonly database: number;
  /** Growth of the resident memory in MB. */ readonly memory: number;
}

async function measure(of: Process, postmaster: number | null, load: Partial<FrameLoad>): Promise<Measured> {
  const before = { node: cpuMs(of.pid), database: postmaster ? familyCpuMs(postmaster) : 0, memory: rssMb(of.pid) };
  const { sent, seconds } = await sendFrames({
    port: of.port,
    sockets: 100,
    devices: DEVICES,
    perSecond: PER_SECOND,
    seconds: SECONDS,
    ...load,
  });
  return {
    perSecond: sent / seconds,
    node: (cpuMs(of.pid) - before.node) / (seconds * 1000),
    database: postmaster ? (familyCpuMs(postmaster) - before.database) / (seconds * 1000) : 0,
    memory: rssMb(of.pid) - before.memory,
  };
}

const middle = (all: readonly Measured[]): Measured =>
  all.toSorted((a, b) => a.node - b.node)[Math.floor(all.length / 2)];

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Return how many frames came, and how many moments of devices are stored. */
async function countsOf(appUrl: string): Promise<{ received: number; stored: number }> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  await client.query("select set_config('anju.tenant', '000000', false)");
  const { rows } = await client.query<{ received: number; stored: number }>(
    `select (select sum(rx_frames)::float8 from iot_device_connection where tenant_id = $1) as received,
       (select count(*)::float8 from iot_telemetry where tenant_id = $1) as stored`,
    [TENANT.tenantId],
  );
  await client.end();
  return rows[0];
}

/** Return the counts as soon as they stand still, because connections store theirs every few seconds. */
async function settledCounts(appUrl: string): ReturnType<typeof countsOf> {
  let last = await countsOf(appUrl);
  for (;;) {
    await new Promise((resolve) => {
      setTimeout(resolve, SETTLE_MS);
    });
    const now = await countsOf(appUrl);
    if (now.received === last.received && now.stored === last.stored) return now;
    last = now;
  }
}

/**
 * `npm run bench -- channels`: frames of 27 bytes over TCP, from the socket to the commit, beside a reader that only
 * cuts them, by turns in one run.
 */
export async function benchChannels(): Promise<void> {
  await withBenchDatabase('channels', async ({ ownerUrl, appUrl, dataDir, postmaster }) => {
    await prepare(appUrl, dataDir);
    const gateway = { ...(await startGateway({ appUrl, ownerUrl, dataDir, postmaster })), port: PORT };
    const bare = await startBare();
    const [full, least]: [Measured[], Measured[]] = [[], []];
    await measure(gateway, postmaster, { seconds: 5 });
    const before = await settledCounts(appUrl);
    for (let round = 0; round < ROUNDS; round += 1) {
      full.push(await measure(gateway, postmaster, {}));
      least.push(await measure(bare, null, { seconds: BARE_SECONDS }));
      printLine(`frames ${percent(full[round].node)} of a core, bare ${percent(least[round].node)}`);
    }
    const after = await settledCounts(appUrl);
    const withJunk = (seconds: number): Promise<[Measured, number]> =>
      Promise.all([measure(gateway, postmaster, { seconds }), sendJunk(PORT, JUNK_SOCKETS, seconds)]);
    await withJunk(BARE_SECONDS);
    const [junk, closed] = await withJunk(SECONDS);
    await gateway.stop();
    await bare.stop();
    const sent = full.reduce((sum, one) => sum + one.perSecond * SECONDS, 0);
    const [path, alone] = [middle(full), middle(least)];
    const growth = full.slice(1).reduce((sum, one) => sum + one.memory, 0);
    writeSection(projectDir, 'Frames of devices', [
      ...conditionsTable(
        'npm run bench -- channels',
        `${PER_SECOND.toLocaleString('en')} frames a second of 27 bytes from ${DEVICES} devices over 100 sockets, seven values each, ${SECONDS} s, median of ${ROUNDS} rounds by turns. Each frame is cut, decoded, checked, stored as a frame and as values. The load and PostgreSQL share the cores.`,
      ),
      ...valuesTable([
        {
          name: 'the gateway from the socket to the commit',
          value: `${percent(path.node)} of a core at ${Math.round(path.perSecond).toLocaleString('en')} frames/s`,
          goal: '≤ 25 %',
          isMet: path.node <= 0.25,
        },
        { name: 'PostgreSQL meanwhile', value: `${percent(path.database)} of a core` },
        { name: 'a reader that only cuts the frames', value: `${percent(alone.node)} of a core` },
        { name: 'received of the sent', value: `${(((after.received - before.received) / sent) * 100).toFixed(1)} %` },
        {
          name: 'stored moments of the sent; frames of a device within one millisecond are one',
          value: `${(((after.stored - before.stored) / sent) * 100).toFixed(1)} %`,
        },
        {
          name: 'growth of the resident memory after the first round',
          value: `${growth.toFixed(0)} MB`,
          goal: '± 30',
          isMet: Math.abs(growth) <= 30,
        },
        {
          name: `growth while ${JUNK_SOCKETS} more sockets send noise, unknown ids, foreign ids and cut frames, after ${BARE_SECONDS} s`,
          value: `${junk.memory.toFixed(0)} MB at ${Math.round(junk.perSecond).toLocaleString('en')} frames/s, ${closed.toLocaleString('en')} sockets closed`,
          goal: '± 30',
          isMet: Math.abs(junk.memory) <= 30,
        },
      ]),
    ]);
  });
}

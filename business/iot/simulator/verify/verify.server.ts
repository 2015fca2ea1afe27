import { setTimeout as sleep } from 'node:timers/promises';
import { type App, systemClock } from '#kernel/server';
import type { CompiledModel } from '../../ingest/property-check.rules.ts';
import { Registry } from '../../ingest/registry.server.ts';
import { Demo } from '../demo.server.ts';
import { Ledger } from '../ledger.rules.ts';
import { type GatewayAddress, type LoadOptions, openClients, runLoad } from '../load.server.ts';
import { type RunDevice, checkHomes, loadDevices } from '../run-devices.server.ts';
import type { Misbehaviour, SimulatedHomeOptions } from '../simulated-home.server.ts';
import { endOfAll, sendToAll } from './verify-commands.server.ts';

export const MISBEHAVIOURS = ['silence', 'duplicate', 'shuffled', 'late', 'clock', 'noise', 'power'] as const;

/** Result of comparing a ledger with stored data. */
export interface Verdict extends ReturnType<Ledger['audit']> {
  readonly sent: number;
  readonly acknowledged: number;
  readonly rows: number;
  /** Number of messages that were not acknowledged in time. */ readonly unacknowledged: number;
  /** Number of stored rows in the future, which a wrong device clock must not cause. */ readonly future: number;
  /** Commands to the devices of homes: sent ones, successful ones, open ones, and those executed twice. */
  readonly commands?: {
    readonly sent: number;
    readonly success: number;
    readonly open: number;
    readonly twice: number;
  };
}

/** Was every acknowledged message stored exactly once, nothing else stored, and every current state the newest? */
export const isGood = ({ lost, invented, twice, stale, unacknowledged, future, commands }: Verdict): boolean =>
  lost + invented + twice + stale + unacknowledged + future + (commands?.open ?? 0) + (commands?.twice ?? 0) === 0;

const PATIENCE_MS = 30_000;
const LOOK_MS = 100;
/** The wrong value that a home with `noise` sends. */
const NOISE = 32_767;

/** Return the properties of which every value is stored in history, because they have no dead band. */
const alwaysKept = (properties: CompiledModel): ReadonlySet<string> =>
  new Set(
    [...properties]
      .filter(([, { schema }]) => schema.storage === 'history' && (schema.deadband === null || schema.deadband <= 0))
      .map(([identifier]) => identifier),
  );

/** Read rows and current states of devices since a moment, and compare them with the ledger. */
async function auditOf(
  app: App,
  tenantId: string,
  { ledger, ids, since }: { ledger: Ledger; ids: readonly string[]; since: number },
): Promise<Omit<Verdict, 'unacknowledged'>> {
  const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
  const [rows, latest] = await app.db.read(tenancy, async (sql) => [
    await sql.query<{ key: string; ts: number; future: boolean }>(
      `select d.device_key as key, (extract(epoch from t.ts) * 1000)::float8 as ts, t.ts > to_timestamp($4::float8 / 1000) + interval '10 minutes' as future
       from iot_telemetry t join iot_device d on d.id = t.device_id and d.tenant_id = t.tenant_id
       where t.tenant_id = $1 and t.device_id = any($2::bigint[]) and t.ts >= to_timestamp($3::float8 / 1000)`,
      [tenantId, ids, since, systemClock.ms()],
    ),
    await sql.query<{ key: string; ts: number }>(
      `select d.device_key as key, (extract(epoch from l.ts) * 1000)::float8 as ts
       from iot_device_latest l join iot_device d on d.id = l.device_id and d.tenant_id = l.tenant_id
       where l.tenant_id = $1 and l.device_id = any($2::bigint[])`,
      [tenantId, ids],
    ),
  ]);
  const stored = new Map([...Map.groupBy(rows, (row) => row.key)].map(([key, all]) => [key, all.map(({ ts }) => ts)]));
  return {
    ...ledger.audit(stored, new Map(latest.map(({ key, ts }) => [key, ts]))),
    ...ledger.counts,
    rows: rows.length,
    future: rows.filter((row) => row.future).length,
  };
}

/** Waits until the gateway of the running product knows newly registered devices. */
export type GatewayHeard = () => Promise<void>;

/** Choose every second home and one misbehaviour for each, in turn. */
function misbehaving(homes: readonly SimulatedHomeOptions[], ways: readonly Misbehaviour[]): Map<string, Misbehaviour> {
  const chosen = ways.length === 0 ? [] : homes.filter((_, at) => at % 2 === 1);
  return new Map(chosen.map((home, at) => [home.name, ways[at % ways.length]]));
}

/**
 * Simulate homes for some time, half of them misbehaving in the middle of it, and compare acknowledged messages with
 * stored ones.
 */
export async function verifyHomes(
  app: App,
  of: {
    readonly tenantId: string;
    readonly gateway: GatewayAddress;
    readonly homes: number;
    readonly seconds: number;
    readonly misbehave: readonly Misbehaviour[];
    readonly heard: GatewayHeard;
  },
): Promise<Verdict> {
  const { homes, ids } = await checkHomes(app, of.tenantId, { homes: of.homes, reportSeconds: 2 });
  const registry = new Registry(app);
  await registry.loadCompany(of.tenantId);
  const recorded = new Map(
    [...registry.devices].map((known) => [known.key, alwaysKept(registry.versionOf(known).properties)]),
  );
  await of.heard();
  const ways = misbehaving(homes, of.misbehave);
  // Messages with a wrong clock are stored with the arrival time, which the ledger does not know: these devices are not
  // compared.
  const wrong = new Set(
    homes.filter((home) => ways.get(home.name) === 'clock').flatMap((home) => home.devices.map((one) => one.deviceKey)),
  );
  const ledger = new Ledger();
  const since = systemClock.ms();
  const demo = new Demo(
    { ...of.gateway, homes },
    {
      sent: (key, ts) => {
        if (!wrong.has(key)) ledger.sent(key, ts);
      },
      acknowledged: (key, ts, params) => {
        if (wrong.has(key)) return;
        const always = recorded.get(key);
        ledger.acknowledged(
          key,
          ts,
          Object.entries(params).some(([name, value]) => always?.has(name) && value !== NOISE && value !== null),
        );
      },
    },
  );
  demo.start();
  try {
    await sleep((of.seconds * 1000) / 4);
    const commands = await sendToAll(app, of.tenantId, [...ids.values()]);
    for (const [home, how] of ways) demo.misbehave(home, how);
    await sleep((of.seconds * 1000) / 2);
    for (const home of ways.keys()) demo.misbehave(home, null);
    await sleep((of.seconds * 1000) / 4);
    demo.rest();
    const patience = systemClock.ms() + PATIENCE_MS;
    while (demo.unacknowledged > 0 && systemClock.ms() < patience) await sleep(LOOK_MS);
    const found = await auditOf(app, of.tenantId, { ledger, ids: [...ids.values()], since });
    const { open, success } = await endOfAll(app, of.tenantId, commands);
    return {
      ...found,
      unacknowledged: demo.unacknowledged,
      commands: { sent: commands.length, success, open, twice: demo.executions.twice },
    };
  } finally {
    demo.stop();
  }
}

/** Let load devices send numbers at a rate, and compare acknowledged messages with stored ones. */
export async function verifyLoad(
  app: App,
  of: {
    readonly tenantId: string;
    readonly gateway: GatewayAddress;
    readonly conns: number;
    readonly heard: GatewayHeard;
  } & LoadOptions,
): Promise<Verdict> {
  const devices: RunDevice[] = await loadDevices(app, of.tenantId, of.conns);
  await of.heard();
  const ledger = new Ledger();
  const since = systemClock.ms();
  const { clients } = await openClients(devices, of.gateway);
  try {
    await runLoad(devices, clients, { ...of, qos: 1 }, { ledger });
    const found = await auditOf(app, of.tenantId, { ledger, ids: devices.map((one) => one.id), since });
    return { ...found, unacknowledged: clients.reduce((sum, client) => sum + client.unacknowledged, 0) };
  } finally {
    for (const client of clients) client.stop();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type AfterCommit, type Context, type Reading, implement } from '#kernel/server';
import { busUnitOf } from '../../../devices/device.rules.ts';
import { deviceConnection } from '../channel/device-connection.paper.ts';
import { refuse } from '../channel/refusals.ts';
import { isMeter } from '../meters/meter-names.rules.ts';
import { connectionModel } from '../points/connection-model.paper.ts';
import { scanUnits } from './scan.calls.ts';

type Answer = CallAnswer<typeof scanUnits>;

/** Maximal time for 32 units without an answer, and the pause between two looks (milliseconds). */
const WAIT_MS = 15_000;
const LOOK_MS = 200;

async function ask({ id }: CallInputOf<typeof scanUnits>, context: Context): Promise<Answer> {
  const [row] = await context.visible(deviceConnection, { button: 'edit' }).all([id]);
  if (!row.connectionModelId || row.channelState !== 'running') throw refuse.notScannable();
  const model = await context.get(connectionModel, row.connectionModelId);
  if (isMeter(model.protocol)) throw refuse.metersUnscannable();
  await context.note(deviceConnection, id, 'scan', ['扫描单元', 'Scanned its units']);
  return { id, no: row.scanned?.no ?? 0, units: [] };
}

interface Scanned {
  readonly no: number | null;
  readonly units: readonly number[] | null;
}

async function unitsOf({ sql, tenantId }: Reading, id: string, units: readonly number[]): Promise<Answer['units']> {
  const devices = await sql.query<{ id: string; name: string; extensions: unknown }>(
    `select id::text as id, device_name as name, ext_config as extensions from iot_device
     where tenant_id = $1 and bus_id = $2 and is_deleted = 0 order by id`,
    [tenantId, id],
  );
  return units.map((unit) => {
    const found = devices.find(({ extensions }) => busUnitOf(extensions) === unit);
    return { unit, deviceId: found?.id ?? null, deviceName: found?.name ?? null };
  });
}

/** Wait until the gateway has stored the result of the scan. No transaction is held meanwhile. */
async function answered({ id, no }: Answer, { read }: AfterCommit): Promise<Answer> {
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    await sleep(LOOK_MS);
    const [found] = await read(({ sql, tenantId }) =>
      sql.query<Scanned>(
        `select (scanned->>'no')::int as no, scanned->'units' as units from iot_device_connection where tenant_id = $1 and id = $2`,
        [tenantId, id],
      ),
    );
    const ended = found?.no ?? 0;
    if (ended > no) return { id, no: ended, units: await read((reading) => unitsOf(reading, id, found.units ?? [])) };
  }
  throw refuse.scanUnanswered();
}

/** The call that scans a bus: the gateway process does it, because the bus has one queue. */
export const scanCall = implement(scanUnits, { write: ask, after: answered });

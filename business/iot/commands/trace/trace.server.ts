import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import {
  type Context,
  type OwnCall,
  type Reading,
  type RoomServer,
  type Route,
  implement,
  implementStream,
  inZone,
} from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import { readTrace, startTrace, stopTrace, traceStream } from './trace.calls.ts';

type Trace = CallAnswer<typeof readTrace>;
type Line = Trace['lines'][number];

const MINUTES = 15;
/** Devices of a company that are traced at once. */
const MAX_TRACES = 20;
/** Lines of one answer. */
const MAX_LINES = 300;

async function start({ id }: CallInputOf<typeof startTrace>, context: Context): Promise<CallAnswer<typeof startTrace>> {
  const [row] = await context.visible(device, { button: 'trace' }).all([id]);
  const { sql, tenantId } = context;
  const now = context.instant() / 1000;
  await context.lock('iot trace');
  const [{ n }] = await sql.query<{ n: number }>(
    'select count(*)::int as n from iot_trace_run where tenant_id = $1 and device_id <> $2 and until_time > to_timestamp($3)',
    [tenantId, id, now],
  );
  if (n >= MAX_TRACES) throw refuse.tooManyTraces({ most: MAX_TRACES });
  await sql.query(
    `insert into iot_trace_run (device_id, tenant_id, started_time, until_time, person, dropped)
     values ($2, $1, to_timestamp($3), to_timestamp($4), $5, 0)
     on conflict (device_id) do update set started_time = excluded.started_time, until_time = excluded.until_time, person = excluded.person, dropped = 0`,
    [tenantId, id, now, now + MINUTES * 60, context.person.name],
  );
  await context.note(device, row.id, 'trace', ['开始追踪报文', 'Began to trace messages']);
  return { id, untilTime: inZone((now + MINUTES * 60) * 1000, context.zone) };
}

async function stop({ id }: CallInputOf<typeof stopTrace>, context: Context): Promise<CallAnswer<typeof stopTrace>> {
  await context.visible(device, { button: 'trace' }).all([id]);
  await context.sql.query(
    'update iot_trace_run set until_time = least(until_time, to_timestamp($3)) where tenant_id = $1 and device_id = $2',
    [context.tenantId, id, context.instant() / 1000],
  );
  await context.note(device, id, 'trace', ['结束追踪报文', 'Ended the trace of messages']);
  return { id };
}

/** Return the last trace of a device. Lines from before its present home got it are left out. */
async function read({ deviceId }: CallInputOf<typeof readTrace>, reading: Reading): Promise<Trace> {
  await reading.visible(device, { button: 'trace' }).all([deviceId]);
  const { sql, tenantId, zone } = reading;
  const [run] = await sql.query<{ started: number; until: number; person: string; dropped: number }>(
    `select extract(epoch from started_time)::float8 * 1000 as started, extract(epoch from until_time)::float8 * 1000 as until, person, dropped
     from iot_trace_run where tenant_id = $1 and device_id = $2`,
    [tenantId, deviceId],
  );
  if (!run) return { isRunning: false, untilTime: null, startedBy: null, dropped: 0, lines: [] };
  const lines = await sql.query<Line>(
    `select t.no::float8 as no, extract(epoch from t.ts)::float8 * 1000 as ts, t.direction, t.topic, t.size, t.hex, t.body, t.is_cut as "isCut", t.outcome
     from iot_trace t join iot_device d on d.tenant_id = t.tenant_id and d.id = t.device_id
     where t.tenant_id = $1 and t.device_id = $2 and t.ts >= to_timestamp($3) and (d.owned_since is null or t.ts >= d.owned_since)
     order by t.ts desc, t.no desc limit ${MAX_LINES}`,
    [tenantId, deviceId, run.started / 1000],
  );
  return {
    isRunning: run.until > reading.instant(),
    untilTime: inZone(run.until, zone),
    startedBy: run.person,
    dropped: run.dropped,
    lines: lines.toReversed(),
  };
}

/** Return the state of a trace with its new lines; null: nothing is new. */
function changes(before: Trace | undefined, now: Trace): Readonly<Record<string, unknown>> | null {
  const last = before?.lines.at(-1)?.no ?? 0;
  const lines = now.lines.filter(({ no }) => no > last);
  const isSame =
    before?.isRunning === now.isRunning && before.untilTime === now.untilTime && before.dropped === now.dropped;
  return isSame && lines.length === 0 ? null : { type: 'trace', ...now, lines };
}

/** The stream of a trace, so that a page sees messages as they come. */
export const traceStreamRoute = (sessions: Parameters<NonNullable<RoomServer['routes']>>[1]): Route =>
  implementStream(traceStream, sessions, { read, changes });

/** Calls about traces; their address is that of devices. */
export const traceCalls: readonly OwnCall[] = [
  implement(startTrace, { write: start }),
  implement(stopTrace, { write: stop }),
  implement(readTrace, { read }),
];

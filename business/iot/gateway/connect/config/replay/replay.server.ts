import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, type JobRun, type Reading, implement } from '#kernel/server';
import { allMarks } from '../../../../history/store/message-marks.rules.ts';
import { writeValues } from '../../../../history/store/write-values.server.ts';
import { type BatchRows, type LaneEntry, mergeBatch } from '../../../../ingest/entry.rules.ts';
import { DOORS } from '../../channel/doors/door-kinds.rules.ts';
import { FrameFault, hexOfBytes } from '../../codec/frame.rules.ts';
import { type FrameMappings, mappingsOfConfigs } from '../../points/placed-mappings.server.ts';
import { refuse } from '../../refusals.ts';
import { replayFrames } from '../connect-config.calls.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { readLive } from '../live/live.rules.ts';
import { type ReplayOutcome, emptyOutcome } from './replay-outcome.rules.ts';
import { replayEvents } from './replay-events.server.ts';
import { type ReplayDevice, fleetOf } from './replay-fleet.server.ts';
import { type FrameOfDay, readerOf, replayFrame } from './replay-frame.server.ts';

export const REPLAY_JOB = 'iot.replayFrames';

const DAY_MS = 86_400_000;
/** Frames of one transaction of the job. */
const PAGE = 1000;

interface Span {
  readonly keyId: string;
  readonly from: string;
  readonly until: string;
}

const IN_SPAN = `from iot_frame f where f.tenant_id = $1 and f.direction = 'up' and f.verdict <> 'auth_fail'
  and f.connection_id in (select c.id from iot_device_connection c where c.tenant_id = $1 and c.connect_config_id = $2::bigint)
  and f.ts >= $3::timestamptz and f.ts <= $4::timestamptz`;

async function countFrames({ sql, tenantId }: Reading, { keyId, from, until }: Span): Promise<number> {
  const [{ n }] = await sql.query<{ n: number }>(`select count(*)::int as n ${IN_SPAN}`, [
    tenantId,
    keyId,
    from,
    until,
  ]);
  return n;
}

/** Return the next frames of a span, the oldest first. */
const framesAfter = (
  { sql, tenantId }: Reading,
  { keyId, from, until }: Span,
  last: FrameOfDay | null,
): Promise<FrameOfDay[]> =>
  sql.query<FrameOfDay>(
    `select f.ts::text as at, f.no::text as no, (extract(epoch from f.ts) * 1000)::float8 as ms, f.sender, f.bytes ${IN_SPAN}
       and (f.ts, f.no) > ($5::timestamptz, $6::bigint) order by f.ts, f.no limit ${PAGE}`,
    [tenantId, keyId, from, until, last?.at ?? '-infinity', last?.no ?? '0'],
  );

/** Count the values that the history lacks, or has differently. */
async function differences({ sql, tenantId }: Reading, history: BatchRows['history']): Promise<[number, number]> {
  if (!history.length) return [0, 0];
  const [{ added, changed }] = await sql.query<{ added: number; changed: number }>(
    `select (count(*) filter (where m.data -> v.key is null))::int as added,
       (count(*) filter (where m.data -> v.key is not null and m.data -> v.key <> v.value))::int as changed
     from jsonb_array_elements($1::jsonb) e cross join jsonb_each(e->2) v
     left join iot_telemetry m on m.tenant_id = $2 and m.device_id = (e->>0)::bigint and m.ts = to_timestamp((e->>1)::float8)`,
    [JSON.stringify(history), tenantId],
  );
  return [added, changed];
}

interface Running {
  readonly span: Span;
  readonly isDry: boolean;
  readonly outcome: ReplayOutcome;
  readonly devices: Set<string>;
  /** Keys of the events that were decided. */ readonly seen: Set<string>;
  readonly find: (name: string) => ReplayDevice | undefined;
  readonly mappings: FrameMappings;
}

/** Decode some frames again, and write their values unless the run is dry. */
async function replaySome(context: Context, run: Running, frames: readonly FrameOfDay[]): Promise<void> {
  const { outcome } = run;
  const config = await context.get(connectConfig, run.span.keyId);
  const live = readLive(config.live);
  if (!live) throw refuse.noLive();
  const reader = readerOf(live, {
    tenantId: context.tenantId,
    find: run.find,
    mappings: run.mappings,
    isNamed: config.deviceConnectType in DOORS,
  });
  const entries: LaneEntry[] = [];
  for (const frame of frames) {
    outcome.frames += 1;
    try {
      const found = replayFrame(reader, frame);
      if (found.isUnknown) outcome.unknown += 1;
      outcome.refused += found.refused;
      entries.push(...found.entries);
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      outcome.failed += 1;
      const reason = error.words[context.language === 'en' ? 1 : 0];
      outcome.firstFailure ??= { at: frame.at, hex: hexOfBytes(frame.bytes), reason };
    }
  }
  for (const { deviceId } of entries) run.devices.add(deviceId);
  const rows = mergeBatch(entries);
  const [added, changed] = await differences(context, rows.history);
  outcome.added += added;
  outcome.changed += changed;
  if (!run.isDry && rows.latest.length) await writeValues(context.sql, context.tenantId, rows, allMarks(rows.history));
  const [eventsAdded, eventsChanged] = await replayEvents(context, entries, run);
  outcome.eventsAdded += eventsAdded;
  outcome.eventsChanged += eventsChanged;
}

/**
 * Decode the stored frames of a configuration again by its published form. Values and events are written with the
 * moments of their frames; no alarm is raised, and a repeat changes nothing.
 */
export async function replay({ asked, step, progress }: JobRun): Promise<Record<string, unknown>> {
  const { isDry, ...span } = asked as unknown as Span & { readonly isDry: boolean };
  const total = await step((context) => countFrames(context, span));
  const run: Running = {
    span,
    isDry,
    outcome: emptyOutcome(),
    devices: new Set(),
    seen: new Set(),
    find: await step((context) => fleetOf(context.sql, context.tenantId)),
    mappings: (await step((context) => mappingsOfConfigs(context, [span.keyId])))(span.keyId),
  };
  let last: FrameOfDay | null = null;
  for (let isMore = true; isMore;) {
    const before: FrameOfDay | null = last;
    const page: FrameOfDay[] = await step((context) => framesAfter(context, span, before));
    if (page.length) await step((context) => replaySome(context, run, page));
    last = page.at(-1) ?? last;
    isMore = page.length === PAGE;
    await progress(run.outcome.frames, total);
  }
  return { isDry, devices: run.devices.size, ...run.outcome };
}

/** Return the span of a replay: at most 24 hours, the last ones unless it names others. */
async function spanOf(
  { sql }: Reading,
  { from, to }: Pick<CallInputOf<typeof replayFrames>, 'from' | 'to'>,
  now: string,
): Promise<{ from: string; until: string }> {
  const [{ begin, end }] = await sql.query<{ begin: number; end: number }>(
    `select (extract(epoch from coalesce($1::timestamptz, coalesce($2::timestamptz, $3::timestamptz) - interval '24 hours')) * 1000)::float8 as begin,
       (extract(epoch from coalesce($2::timestamptz, $3::timestamptz)) * 1000)::float8 as end`,
    [from, to, now],
  );
  if (end < begin || end - begin > DAY_MS) throw refuse.replaySpan();
  // Moments on the wire have no fractions of a second.
  return { from: new Date(begin).toISOString(), until: new Date(end + 999).toISOString() };
}

async function startReplay(
  { keyId, from, to, dry }: CallInputOf<typeof replayFrames>,
  context: Context,
): Promise<CallAnswer<typeof replayFrames>> {
  if (!keyId) throw refuse.keyIdMissing();
  const [config] = await context.visible(connectConfig, { button: 'edit' }).all([keyId]);
  const span = { keyId: config.id, ...(await spanOf(context, { from, to }, context.now())) };
  const frames = await countFrames(context, span);
  if (frames === 0) throw refuse.noDevicesYet();
  if (!dry)
    await context.note(connectConfig, config.id, 'replay', [
      `重放 ${frames} 条原始报文`,
      `${frames} frames decoded again`,
    ]);
  const title = dry
    ? (['试重放原始报文', 'Dry replay of frames'] as const)
    : (['重放原始报文', 'Replay of frames'] as const);
  const job = await context.enqueueJob(REPLAY_JOB, title, { paper: 'connectConfig', ...span, isDry: dry === true });
  return { job, frames };
}

export const replayCalls = [implement(replayFrames, { write: startReplay })];

import { type App, type Context, type Tenancy, productActor, transact } from '#kernel/server';
import { alarm } from '../alarms/alarm/alarm.paper.ts';
import type { BatchOutcome } from '../alarms/engine/batch-outcome.server.ts';
import type { RaisedFrame } from '../alarms/raise/stored-frame.rules.ts';
import { writeStates } from '../alarms/engine/alarm-state.server.ts';
import { applyNews } from '../firmware/engine/news.server.ts';
import type { EndedCommand } from '../commands/dispatch/apply-replies.server.ts';
import { deviceEvent } from '../records/device-event.paper.ts';
import { writeValues } from '../history/store/write-values.server.ts';
import { type LaneEntry, mergeBatch } from './entry.rules.ts';
import { type EventRow, eventRows, shareEvents, storedEvents, withoutKey } from './lane/event-rows.server.ts';
import { KnownMarks } from '../history/store/message-marks.rules.ts';

/** Judges the entries of a batch by alarm rules, and writes the results in the transaction of the batch. */
export interface BatchJudge {
  prepare(tenantId: string, entries: readonly LaneEntry[]): Promise<void>;
  judge(tenantId: string, entries: readonly LaneEntry[]): BatchOutcome;
  /** Write the results of judging; return the alarms that were raised. */ write(
    context: Context,
    outcome: BatchOutcome,
    zone: string,
  ): Promise<readonly RaisedFrame[]>;
  stored(entries: readonly LaneEntry[]): void;
  forget(entries: readonly LaneEntry[]): void;
}

/** Writes replies to commands, and commands that a report ends, in the transaction of the batch. */
export interface BatchCommands {
  /** Does the entry have a reply, or may its values end a command? */ concerns(entry: LaneEntry): boolean;
  /** Return the commands that ended. */ write(
    context: Context,
    entries: readonly LaneEntry[],
  ): Promise<readonly EndedCommand[]>;
  /** The transaction with these ends is committed. */ ended(ended: readonly EndedCommand[]): void;
}

interface BatchParts {
  readonly judge: BatchJudge;
  readonly commands: BatchCommands;
  readonly known: KnownMarks;
}

interface BatchResult {
  readonly raised: readonly RaisedFrame[];
  readonly ended: readonly EndedCommand[];
}

/**
 * Return a function that writes a batch of one company in one transaction: values, current states and events. The alarms
 * and ends of commands that follow from them are in it too.
 */
export function batchWriter(
  app: App,
  judge: BatchJudge,
  commands: BatchCommands,
): (tenantId: string, entries: readonly LaneEntry[]) => Promise<void> {
  const known = new KnownMarks();
  return async (tenantId, entries) => {
    await judge.prepare(tenantId, entries);
    try {
      const { raised, ended } = await writeBatch(app, { judge, commands, known }, tenantId, entries);
      commands.ended(ended);
      if (raised.length > 0) noteCommit(app, tenantId, raised).catch((error: unknown) => app.report(error as Error));
    } catch (error) {
      judge.forget(entries);
      throw error;
    }
    judge.stored(entries);
  };
}

const tenancyOf = async (app: App, tenantId: string): Promise<Tenancy> =>
  (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };

const MAX_NOTED = 50;
const NOTHING: BatchResult = { raised: [], ended: [] };

/** Add the time of the commit to new alarms. It runs after the commit, so after a crash the time is missing. */
async function noteCommit(app: App, tenantId: string, raised: readonly RaisedFrame[]): Promise<void> {
  const committedAt = app.clock.ms();
  const rows = raised.slice(0, MAX_NOTED).map(({ id, frame }) => ({ id, frame: { ...frame, committedAt } }));
  await transact(app, productActor(app, await tenancyOf(app, tenantId), 'devices'), (tx) => tx.touch(alarm, rows));
}

const withHistory = (entry: LaneEntry, history: LaneEntry['history'] | undefined): LaneEntry =>
  history ? { ...entry, history } : entry;

async function writeBatch(
  app: App,
  { judge, commands, known }: BatchParts,
  tenantId: string,
  entries: readonly LaneEntry[],
): Promise<BatchResult> {
  const tenancy = await tenancyOf(app, tenantId);
  const outcome = judge.judge(tenantId, entries);
  const rows = mergeBatch(entries.map((entry) => withHistory(entry, outcome.history.get(entry))));
  const marks = known.due(rows.history, app.clock.ms());
  const events = eventsIn(entries, tenancy.zone);
  const raw = entries.filter((entry) => entry.raw !== undefined);
  const news = entries.flatMap(({ deviceId, upgrade }) => (upgrade ? [{ deviceId, news: upgrade }] : []));
  const concerned = entries.filter((entry) => commands.concerns(entry));
  const isPlain =
    outcome.effects.length + outcome.gone.length + events.length + raw.length + concerned.length + news.length === 0;
  if (isPlain && rows.history.length + rows.latest.length + outcome.states.length === 0) return NOTHING;
  if (isPlain) {
    await app.db.write(tenancy, async (sql) => {
      if (rows.history.length + rows.latest.length > 0) await writeValues(sql, tenantId, rows, marks);
      await writeStates(sql, tenantId, outcome.states);
    });
    known.stored(marks, app.clock.ms());
    return NOTHING;
  }
  const result = await transact(app, productActor(app, tenancy, 'devices'), async (tx) => {
    if (rows.history.length + rows.latest.length > 0) await writeValues(tx.sql, tenantId, rows, marks);
    const made = await judge.write(tx.context, outcome, tenancy.zone);
    if (raw.length > 0) await writeRaw(tx.sql, tenantId, raw);
    if (news.length > 0) await applyNews(tx.context, news);
    const ended = concerned.length > 0 ? await commands.write(tx.context, concerned) : [];
    if (events.length === 0) return { raised: made, ended };
    await shareEvents(tx.sql, tenantId);
    const present = await storedEvents({ sql: tx.sql, tenantId }, events);
    await tx.append(deviceEvent, events.filter((one) => !present.has(one.key)).map(withoutKey) as never);
    return { raised: made, ended };
  });
  known.stored(marks, app.clock.ms());
  return result;
}

/** Return the events of a batch, each once. */
const eventsIn = (entries: readonly LaneEntry[], zone: string): EventRow[] => [
  ...new Map(eventRows(entries, zone).map((one) => [one.key, one])).values(),
];

const writeRaw = (
  sql: Parameters<typeof writeValues>[0],
  tenantId: string,
  entries: readonly LaneEntry[],
): Promise<unknown> =>
  sql.query(
    `insert into iot_raw_frame (device_id, ts, no, tenant_id, topic, bytes)
     select (e->>0)::bigint, to_timestamp((e->>1)::float8), (e->>2)::bigint, $2, 'up/raw', decode(e->>3, 'base64') from jsonb_array_elements($1::jsonb) e
     on conflict do nothing`,
    [JSON.stringify(entries.map(({ deviceId, ts, raw }, no) => [deviceId, ts / 1000, no, raw])), tenantId],
  );

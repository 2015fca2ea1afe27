import type { Row } from '#kernel/language/paper.ts';
import { type Context, type Reading, instantIn } from '#kernel/server';
import { wavesOf } from '../tasks/membership.rules.ts';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { type BatchCounts, type JudgedGate, type TroubleComparison, judgedGates } from './gates.rules.ts';
import { OPEN } from './run-states.rules.ts';

type Task = Row<typeof upgradeTask>;

export interface StateCount {
  readonly wave: number;
  readonly state: string;
  readonly n: number;
  readonly present: number;
}

/** Counts of the upgrades of a task, by batch and state. */
export async function countStates(context: Reading, { id, waveSince }: Task): Promise<readonly StateCount[]> {
  return context.sql.query<StateCount>(
    `select r.wave, r.upgrade_status as state, count(*)::int as n,
       count(*) filter (where d.online_status = 'online' or d.last_online_time >= $3::timestamptz or d.last_offline_time >= $3::timestamptz)::int as present
     from iot_upgrade_execution r join iot_device d on d.tenant_id = r.tenant_id and d.id = r.device_id
     where r.tenant_id = $1 and r.task_id = $2 group by 1, 2 order by 1, 2`,
    [context.tenantId, id, waveSince ?? context.now()],
  );
}

const isOpenState = (state: string): boolean => (OPEN as readonly string[]).includes(state);

/** Return the counts of one batch. Skipped and cancelled devices are no members. */
export function batchCounts(states: readonly StateCount[], wave: number): BatchCounts {
  const sum = (of: (one: StateCount) => number, where: (state: string) => boolean): number =>
    states.filter((one) => one.wave === wave && where(one.state)).reduce((all, one) => all + of(one), 0);
  const isMember = (state: string): boolean => state !== 'skipped' && state !== 'canceled';
  const isFailed = (state: string): boolean => state === 'failed' || state === 'timeout';
  return {
    members: sum(({ n }) => n, isMember),
    present: sum(({ present }) => present, isMember),
    presentEnded: sum(
      ({ present }) => present,
      (state) => isMember(state) && !isOpenState(state),
    ),
    success: sum(
      ({ n }) => n,
      (state) => state === 'success',
    ),
    failed: sum(({ n }) => n, isFailed),
  };
}

/** Return the number of upgrades that have not ended, of all batches up to one. */
export const openCount = (states: readonly StateCount[], upTo: number): number =>
  states.filter(({ wave, state }) => wave <= upTo && isOpenState(state)).reduce((sum, { n }) => sum + n, 0);

/** Write the counts of a task, if they have changed. Their sum is the number of its devices. */
export async function writeCounts(context: Context, task: Task, states: readonly StateCount[]): Promise<void> {
  const counts: Record<string, number> = {};
  for (const { state, n } of states) counts[state] = (counts[state] ?? 0) + n;
  const before = task.counts ?? {};
  const names = new Set([...Object.keys(counts), ...Object.keys(before)]);
  if ([...names].every((name) => (counts[name] ?? 0) === (before[name] ?? 0))) return;
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const open = states.reduce((sum, { state, n }) => sum + (isOpenState(state) ? n : 0), 0);
  await context.touch(upgradeTask, [
    {
      id: task.id,
      counts,
      targetCount: all,
      successCount: counts.success ?? 0,
      failedCount: (counts.failed ?? 0) + (counts.timeout ?? 0),
      progress: all === 0 ? 0 : Math.floor(((all - open) * 100) / all),
    },
  ]);
}

/** Below so many comparable devices, the upgraded ones are compared with their own past. */
const MIN_CONTROL = 20;
const PAST_DAYS = 7;

const alarms = (devices: string, from: string, until: string): string =>
  `(select count(*)::int from iot_alarm a join ${devices} g on g.id = a.device_id where a.tenant_id = $1 and a.is_deleted = 0 and a.level in ('critical', 'major')
      and a.alarm_type <> 'offline' and a.suppressed_by is null and a.start_time >= ${from} and a.start_time < ${until})`;

const losses = (devices: string, from: string, until: string): string =>
  `(select count(*)::int from iot_online_event o join ${devices} g on g.id = o.device_id where o.tenant_id = $1 and o.online_status = 'offline' and o.reason <> 'parent'
      and o.change_time >= ${from} and o.change_time < ${until})`;

/** The alarms and losses of connection of some devices, counted over days of a device. */
interface TroubleFigures {
  readonly devices: number;
  readonly alarms: number;
  readonly losses: number;
  readonly days: number;
}

/** Troubles of the upgraded devices beside those of their control: other devices, or the same ones before the task. */
export interface TroubleFacts extends TroubleComparison {
  readonly upgradedFigures: TroubleFigures;
  readonly controlFigures: TroubleFigures & { readonly isPast: boolean };
}

const summed = ({ alarms: one, losses: other, days }: TroubleFigures) => ({ events: one + other, days });

/**
 * Count the alarms and losses of connection of the upgraded devices since their upgrade. The control are devices of the
 * model that this task has not upgraded. If they are few, it is the upgraded ones before the task.
 */
export async function compareTroubles(context: Reading, task: Task): Promise<TroubleFacts> {
  const [past, now] = [`$4::timestamptz - interval '${PAST_DAYS} days'`, '$5::timestamptz'];
  const [row] = await context.sql.query<
    Record<
      'upAlarms' | 'upLosses' | 'upDays' | 'alarms' | 'losses' | 'others' | 'pastAlarms' | 'pastLosses' | 'count',
      number
    >
  >(
    `with up as materialized (select r.device_id as id, r.end_time as since from iot_upgrade_execution r where r.tenant_id = $1 and r.task_id = $2 and r.upgrade_status = 'success'),
      other as materialized (select d.id, $4::timestamptz as since from iot_device d where d.tenant_id = $1 and d.model_id = $3 and d.is_deleted = 0 and d.instance_status = 'active'
        and not exists (select 1 from up where up.id = d.id))
     select ${alarms('up', 'g.since', now)} as "upAlarms", ${losses('up', 'g.since', now)} as "upLosses",
       (select coalesce(sum(extract(epoch from $5::timestamptz - since)), 0)::float8 / 86400 from up) as "upDays",
       ${alarms('other', 'g.since', now)} as alarms, ${losses('other', 'g.since', now)} as losses,
       (select count(*)::int from other) as others,
       ${alarms('up', past, '$4::timestamptz')} as "pastAlarms", ${losses('up', past, '$4::timestamptz')} as "pastLosses",
       (select count(*)::int from up) as count`,
    [context.tenantId, task.id, task.modelId, task.startTime ?? context.now(), context.now()],
  );
  const days = minutesSince(context, task.startTime) / 1440;
  const isPast = row.others < MIN_CONTROL;
  const upgradedFigures = { devices: row.count, alarms: row.upAlarms, losses: row.upLosses, days: row.upDays };
  const controlFigures = isPast
    ? { devices: row.count, alarms: row.pastAlarms, losses: row.pastLosses, days: PAST_DAYS * row.count, isPast }
    : { devices: row.others, alarms: row.alarms, losses: row.losses, days: row.others * days, isPast };
  return { upgraded: summed(upgradedFigures), control: summed(controlFigures), upgradedFigures, controlFigures };
}

/** Return the minutes since a moment; 0 where there is none. */
export const minutesSince = (context: Reading, moment: string | null | undefined): number =>
  moment ? Math.max(0, (context.instant() - (instantIn(moment, context.zone) ?? context.instant())) / 60_000) : 0;

interface TaskFacts {
  readonly states: readonly StateCount[];
  readonly troubles: TroubleComparison;
}

/** Return all gates of the present batch of a task, with their texts. */
export function gatesOf(context: Reading, task: Task, { states, troubles }: TaskFacts): readonly JudgedGate[] {
  const wave = task.wave ?? 1;
  return judgedGates(batchCounts(states, wave), {
    soakedMin: minutesSince(context, task.waveSince),
    soakMin: Number(wavesOf(task.batches)[wave - 1]?.soakMin ?? 0),
    troubles,
  });
}

/** Return the gates of the present batch that keep the next one waiting. */
export const closedGatesOf = (context: Reading, task: Task, facts: TaskFacts): readonly JudgedGate[] =>
  gatesOf(context, task, facts).filter(({ state }) => state !== 'met');

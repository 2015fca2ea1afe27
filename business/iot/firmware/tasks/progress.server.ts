import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Reading, inZone } from '#kernel/server';
import { type StateCount, batchCounts, compareTroubles, countStates, gatesOf } from '../engine/batch-facts.server.ts';
import { ABORT, abortsFrom, hasMoreTroubles } from '../engine/gates.rules.ts';
import { failureWords, SILENT } from '../engine/run-states.rules.ts';
import { wavesOf } from './membership.rules.ts';
import type { upgradeProgress } from './upgrade-task.calls.ts';
import { upgradeTask } from './upgrade-task.paper.ts';

type Task = Row<typeof upgradeTask>;
type Progress = CallAnswer<typeof upgradeProgress>;

/** Points of the course of failures. */
const POINTS = 60;
const MAX_REASONS = 20;

/** Return the failures of a batch over time: after each ended device, thinned out to few points. */
async function courseOf({ sql, tenantId, zone }: Reading, { id, wave }: Task): Promise<Progress['course']> {
  const rows = await sql.query<{ at: number; ended: number; failed: number }>(
    `with run as (select coalesce(end_time, last_time) as at, upgrade_status <> 'success' as is_failed from iot_upgrade_execution
        where tenant_id = $1 and task_id = $2 and wave = $3 and upgrade_status in ('success', 'failed', 'timeout')),
      summed as (select at, row_number() over w as ended, count(*) filter (where is_failed) over w as failed, count(*) over () as n from run
        window w as (order by at rows unbounded preceding))
     select extract(epoch from at)::float8 * 1000 as at, ended::int, failed::int from summed
     where ended = n or ended % greatest(1, ceil(n / ${POINTS}.0)::int) = 0 order by ended`,
    [tenantId, id, wave ?? 1],
  );
  return rows.map(({ at, ended, failed }) => ({ time: inZone(at, zone), ended, failed }));
}

/** Count the failures of a task by their step, those included that are tried again. */
async function reasonsOf({ sql, tenantId }: Reading, { id }: Task): Promise<Progress['reasons']> {
  const rows = await sql.query<{ state: string; step: number | null; count: number; again: number }>(
    `select case when upgrade_status = 'timeout' then 'timeout' else 'failed' end as state, case when upgrade_status = 'timeout' then null else step end as step,
       count(*)::int as count, count(*) filter (where upgrade_status = 'pending')::int as again
     from iot_upgrade_execution where tenant_id = $1 and task_id = $2
       and (upgrade_status in ('failed', 'timeout') or (upgrade_status = 'pending' and step is not null))
     group by 1, 2 order by 3 desc, 2 limit ${MAX_REASONS}`,
    [tenantId, id],
  );
  return rows.map((row) => ({ ...row, words: row.step === null ? SILENT : failureWords(row.step) }));
}

function batchesOf(task: Task, states: readonly StateCount[], gates: Progress['batches'][number]['gates']) {
  return wavesOf(task.batches).map(({ percent, soakMin }, at) => {
    const wave = at + 1;
    const own = states.filter((one) => one.wave === wave).map(({ state, n: count }) => ({ state, count }));
    return {
      wave,
      percent,
      soakMin: Number(soakMin ?? 0),
      total: own.reduce((sum, { count }) => sum + count, 0),
      states: own,
      gates: wave === (task.wave ?? 1) && task.startTime ? gates : [],
    };
  });
}

/** Return the state of a task for its page. */
export async function upgradeProgressOf(reading: Reading, id: string): Promise<Progress> {
  await reading.visible(upgradeTask).all([id]);
  const task = await reading.get(upgradeTask, id);
  const states = await countStates(reading, task);
  const troubles = await compareTroubles(reading, task);
  const gates = gatesOf(reading, task, { states, troubles });
  const present = batchCounts(states, task.wave ?? 1);
  const rule = task.abort ?? ABORT;
  const { isPast, ...control } = troubles.controlFigures;
  return {
    id,
    status: String(task.taskStatus),
    wave: task.wave ?? 1,
    batches: batchesOf(task, states, gates),
    abort: {
      failPercent: rule.failPercent,
      from: abortsFrom(present, rule),
      ended: present.success + present.failed,
      failed: present.failed,
    },
    course: await courseOf(reading, task),
    reasons: await reasonsOf(reading, task),
    troubles: { upgraded: troubles.upgradedFigures, control, isPast, isWorse: hasMoreTroubles(troubles) },
  };
}

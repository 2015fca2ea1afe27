import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite, planPath } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PlanSite.of(server);
const { contracts } = site;
const yearly = await contracts.template({ price: '0' });

const night = (): Promise<void> => server.app.jobs.run('planOccurrence.escalate');

/** Return how often each step of a plan was reported. */
const escalations = async (planId: string): Promise<Record<string, number>> => {
  const rows = await server.tables<{ step: string; n: number }>(
    "select right(split_part(dedupe_key, '#late', 2), 1) as step, count(distinct dedupe_key)::int as n from asmessage where biz_id = $1 and message_event = 'planTodo' group by 1",
    [planId],
  );
  return Object.fromEntries(rows.map(({ step, n }) => [step, n]));
};

/** Sell a contract, and let the window of its first visit end on a day. */
async function endedOn(day: string): Promise<{ id: string; schemeId: string }> {
  const { id: schemeId } = await site.sold(yearly.id, { startDate: '2026-11-20' });
  const [{ id }] = await site.plans(schemeId);
  await server.tables('update asmaintain set window_from = $2, window_to = $2, plan_date = $2 where id = $1', [
    id,
    day,
  ]);
  return { id, schemeId };
}

test('an overdue plan goes to customer service and then to the leader, each once; those of suspended contracts are not overdue', async () => {
  const young = await endedOn('2026-11-16');
  const week = await endedOn('2026-11-15');
  const frozen = await endedOn('2026-11-15');
  const old = await endedOn('2026-11-07');
  good(await contracts.state(frozen.schemeId, 'suspended', { reason: '装修' }, contracts.lead));
  await night();
  await Promise.all([night(), night()]);
  const keys = async (id: string) => Object.keys(await escalations(id)).toSorted();
  expect([await keys(young.id), await keys(week.id), await keys(frozen.id)]).toEqual([[], ['1'], []]);
  const steps = await server.tables<{ id: string; step: number; late: boolean }>(
    'select id::text as id, coalesce(escalated, 0) as step, overdue as late from asmaintain where id = any($1::bigint[])',
    [[young.id, week.id, frozen.id, old.id]],
  );
  const by = new Map(steps.map((one) => [one.id, [one.step, one.late]]));
  expect([young, week, frozen, old].map(({ id }) => by.get(id))).toEqual([
    [0, true],
    [1, true],
    [0, null],
    [2, true],
  ]);
  const list = good(await contracts.work.cs.get(`${planPath}/list`, { overdue: '1', size: 100 })).data;
  expect(list.total).toBe(3);
  // The visit is skipped: its to-do is done.
  good(await site.act('skip', week.id, { skipReason: '客户出国' }));
  const open = await server.tables(
    "select 1 from asmessage where biz_id = $1 and message_event = 'planTodo' and done_time is null",
    [week.id],
  );
  expect(open).toEqual([]);
  await night();
  expect(good(await contracts.work.cs.get(`${planPath}/list`, { overdue: '1' })).data.total).toBe(2);
});

test('a visit is not overdue while its contract is suspended', async () => {
  const { id, schemeId } = await endedOn('2026-11-18');
  const isOverdue = async () => {
    const { records } = good(await contracts.work.cs.get(`${planPath}/list`, { overdue: '1', size: 100 })).data;
    const { overdueDays } = good(await contracts.work.cs.get(`${planPath}/detail`, { id })).data;
    return [records.some((one: { id: string }) => one.id === id), Number(overdueDays)];
  };
  await night();
  expect(await isOverdue()).toEqual([true, 5]);
  good(await contracts.state(schemeId, 'suspended', { reason: '装修' }, contracts.lead));
  expect(await isOverdue()).toEqual([false, 0]);
  await night();
  expect(await isOverdue()).toEqual([false, 0]);
  good(await contracts.state(schemeId, 'active'));
  await night();
  expect(await isOverdue()).toEqual([true, 5]);
  good(await site.act('skip', id, { skipReason: '客户出国' }));
});

test('the calendar shows the days of the parameter, and how far a plan was escalated', async () => {
  const { overdue } = good(await contracts.work.cs.get(`${planPath}/calendar`)).data;
  expect(overdue).toMatchObject({ all: 2, first: 7, second: 15, over15: 1 });
  expect(overdue.rows.map(({ escalated }: { escalated: number }) => Number(escalated))).toEqual([2, 0]);
});

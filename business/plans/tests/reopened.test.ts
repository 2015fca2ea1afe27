import { expect, test } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PlanSite.of(server);
const { contracts } = site;
const yearly = await contracts.template({ price: '0' });

/** Return a contract that ended by an order for its last visit, with the completion of that order. */
async function finished(): Promise<{ id: string; done: string }> {
  const { id, home } = await site.sold(yearly.id, { startDate: '2026-11-20', timesTotal: 2 });
  const order = good(await contracts.order(home, {}, { schemes: [{ schemeId: id, consumeTimes: 2 }] })).data;
  const done = await contracts.served(order.id);
  good(await contracts.judge(done, 'pass'));
  expect((await contracts.scheme(id)).schemeStatus).toBe('finished');
  return { id, done };
}

const states = async (id: string): Promise<string[]> => (await site.plans(id)).map((one) => one.planStatus);
const night = (): Promise<void> => server.app.jobs.run('planOccurrence.endFinished');

test('a reopened contract gets the visits that it lost back, under the same numbers and keys', async () => {
  const { id, done } = await finished();
  const before = await site.plans(id);
  await night();
  expect(await states(id)).toEqual(['cancelled', 'cancelled']);
  // The window of the first visit ends before the contract goes on.
  await server.tables("update asmaintain set window_to = '2026-11-22' where id = $1", [before[0].id]);
  good(await contracts.judge(done, 'reopen', contracts.manager));
  await night();
  const after = await site.plans(id);
  expect(after.map(({ id: one, planStatus }) => [one, planStatus])).toEqual([
    [before[0].id, 'cancelled'],
    [before[1].id, 'planned'],
  ]);
  expect((await contracts.scheme(id)).nextServiceDate).toBe(before[1].planDate);
  const hash = await site.hash();
  await night();
  await site.night();
  expect(await site.hash()).toBe(hash);
});

test('a night that ends a contract while it is reopened leaves it with its visits after the next night', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id, done } = await finished();
    const [answer] = await Promise.all([contracts.judge(done, 'reopen', contracts.manager), night(), night()]);
    good(answer);
    await night();
    expect((await contracts.scheme(id)).schemeStatus).toBe('active');
    expect(await states(id)).toEqual(['planned', 'planned']);
  }
});

import { expect, test } from 'vitest';
import { generate } from '../occurrence/generate.server.ts';
import { productActor } from '#kernel/server';
import { workStepsOf } from '#kernel/server/jobs/timed-jobs.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite } from '../testing/plan-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PlanSite.of(server);
const { contracts } = site;
const DAYS = 400;
const BEGIN = server.clock.ms();

/** Return the visits of contracts by their keys, as they were planned. */
async function planned(ids: readonly string[]): Promise<Record<string, string>> {
  const rows = await server.tables<{ key: string; dates: string }>(
    `select scheme_id || '#' || occurrence_no as key, id || ' ' || plan_date || ' ' || window_from || ' ' || window_to || ' ' || version as dates
     from asmaintain where scheme_id = any($1::bigint[]) and is_deleted = 0`,
    [ids],
  );
  return Object.fromEntries(rows.map(({ key, dates }) => [key, dates]));
}

test.each(['Asia/Shanghai', 'America/New_York'])(
  'over 400 nights in %s no planned visit moves, and each key is planned once',
  async (zone) => {
    await server.tables("update blade_tenant set zone = $1 where tenant_id = '000000'", [zone]);
    server.app.ports.forget('000000');
    server.clock.set(BEGIN);
    // Monthly visits of two years begin on a 31st; the horizon meets them night by night.
    const monthly = await contracts.template({ price: '0', cycleNum: 1, timesTotal: 24, contractMonths: 24 });
    const seasons = await contracts.template({ price: '0', timesTotal: 4 });
    const ids = [
      (await site.sold(monthly.id, { startDate: '2026-12-31', timesTotal: 24 })).id,
      (await site.sold(seasons.id, { startDate: '2026-11-29' })).id,
    ];
    let before = await planned(ids);
    const atFirst = Object.keys(before).length;
    for (let night = 0; night <= DAYS; night += night % 30 < 3 ? 1 : 9) {
      // 40 minutes past midnight of each zone, also across the changes to summer time and back.
      server.clock.set(BEGIN + night * 86_400_000 + (night % 2) * 3_600_000);
      await site.night();
      const now = await planned(ids);
      expect(now).toMatchObject(before);
      before = now;
    }
    expect(Object.keys(before)).toHaveLength(28);
    expect(Object.keys(before).length).toBeGreaterThan(atFirst);
    expect(before[`${ids[0]}#15`]).toContain(' 2028-02-29 ');
  },
);

test('a night that ends in the middle leaves nothing half done, and the next one makes it up', async () => {
  server.clock.set(BEGIN);
  await server.tables("update blade_tenant set zone = 'Asia/Shanghai' where tenant_id = '000000'");
  server.app.ports.forget('000000');
  const yearly = await contracts.template({ price: '0' });
  const { id } = await site.sold(yearly.id, { startDate: '2026-11-29' });
  const days = async (): Promise<string[]> => (await site.plans(id)).map(({ planDate }) => planDate);
  const before = await days();
  expect(before).toHaveLength(4);
  await server.tables('delete from asmaintain where scheme_id = $1', [id]);
  const steps = workStepsOf(
    server.app,
    productActor(server.app, { tenantId: '000000', zone: 'Asia/Shanghai' }, 'night'),
  );
  const cutOff = generate({
    ...steps,
    step: (work) =>
      steps.step(async (context) => {
        await work(context);
        throw new Error('cut off');
      }),
  });
  await expect(cutOff).rejects.toThrow('cut off');
  expect(await days()).toEqual([]);
  await Promise.all([site.night(), site.night()]);
  expect(await days()).toEqual(before);
});

test('contracts brought back to before their night are planned alike, by one server or by two at once', async () => {
  const yearly = await contracts.template({ price: '0' });
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await site.sold(yearly.id, { startDate: `2026-12-${10 + (n % 4)}` })).id);
  const steps = () =>
    workStepsOf(server.app, productActor(server.app, { tenantId: '000000', zone: 'Asia/Shanghai' }, 'night'));
  const plannedBy = async (...servers: ReturnType<typeof steps>[]) => {
    await server.tables('delete from asmaintain where scheme_id = any($1::bigint[])', [ids]);
    await Promise.all(servers.map(generate));
    return server.tables(
      `select scheme_id, occurrence_no, plan_date, window_from, window_to, plan_status, content, std_minutes, customer_service_team, version
       from asmaintain where scheme_id = any($1::bigint[]) and is_deleted = 0 order by scheme_id, occurrence_no`,
      [ids],
    );
  };
  const alone = await plannedBy(steps());
  expect(alone).toHaveLength(48);
  expect(await plannedBy(steps(), steps(), steps())).toEqual(alone);
  expect(await plannedBy(steps())).toEqual(alone);
});

import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openApp } from '../assemble.ts';
import { seedDemo } from './seed-demo.ts';

/** A Sunday evening in the National Day holidays. */
const AT = '2026-10-04 18:10:00+08';

const refusals: string[] = [];
const server = await openTestServer(import.meta.url, {
  async before({ appUrl, ownerUrl, dataDir }) {
    const app = await openApp({ appUrl, dataDir, demo: true });
    try {
      await seedDemo(app, ownerUrl, () => {}, {
        months: 0.2,
        share: 0.5,
        now: Date.parse(AT.replace(' ', 'T').replace('+08', '+08:00')),
        refused: (at, reason) => refusals.push(`${at} ${reason}`),
      });
    } finally {
      await app.close();
    }
  },
});

const count = async (sql: string): Promise<number> =>
  (await server.tables<{ n: number }>(`select count(*)::int as n from ${sql}`))[0].n;

const today = "(v.plan_start at time zone 'Asia/Shanghai')::date = '2026-10-04'";

test('on a Sunday in the holidays one of each team is on duty and has visits', async () => {
  // At least five teams do repairs, and one technician of each works on Sundays.
  expect(
    (
      await server.tables(
        `select distinct technician_id from dispatchlist v where ${today} and v.visit_result is not null`,
      )
    ).length,
  ).toBeGreaterThanOrEqual(5);
});

test('in the evening there are calls that wait, visits to come and completions to check', async () => {
  // With half the business of a company, one of the two queues may be empty. So count both: forms at customer service,
  // and orders without a dispatch.
  const waiting = await count("asrepairform where repair_status = 'submitted'");
  expect(waiting + (await count("asregistrationform where register_status = 'registered'"))).toBeGreaterThanOrEqual(1);
  expect(
    await count(`dispatchlist v where v.plan_start > '${AT}' and v.task_status in ('accepted', 'appointed')`),
  ).toBeGreaterThanOrEqual(10);
  expect(await count("ascompletionregistration where complete_status = 'submitted'")).toBeGreaterThanOrEqual(3);
});

test('no rule refuses a step of it, but for orders that never came to be', () => {
  expect(refusals.filter((one) => !one.endsWith('seed.noOrder'))).toEqual([]);
});

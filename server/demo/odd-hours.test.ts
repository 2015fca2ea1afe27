import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openApp } from '../assemble.ts';
import { demoNumbers, isWithin, measured } from './numbers.ts';
import { seedDemo } from './seed-demo.ts';

/** Ten past six in the evening of a Sunday among the National Day holidays. */
const AT = '2026-10-04 18:10:00+08';

const refusals: string[] = [];
const server = await openTestServer(import.meta.url, {
  async before({ appUrl, ownerUrl, dataDir }) {
    const app = await openApp({ appUrl, dataDir, demo: true });
    try {
      await seedDemo(app, ownerUrl, () => {}, {
        months: 0.2,
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

test('opened on a Sunday in the holidays, everybody who is on duty has had a full day', async () => {
  const [perHead] = demoNumbers().filter((one) => one.title.startsWith('Visits of today'));
  const [value] = await measured(server.ownerUrl, [perHead], AT);
  expect(isWithin(perHead, value), String(value)).toBe(true);
  // One of each team that mends.
  expect(
    (
      await server.tables(
        `select distinct technician_id from dispatchlist v where ${today} and v.visit_result is not null`,
      )
    ).length,
  ).toBeGreaterThanOrEqual(5);
});

test('opened then, there are calls that wait, visits to come and completions to check', async () => {
  expect(await count("asrepairform where repair_status = 'submitted'")).toBeGreaterThanOrEqual(5);
  expect(
    await count(`dispatchlist v where v.plan_start > '${AT}' and v.task_status in ('accepted', 'appointed')`),
  ).toBeGreaterThanOrEqual(10);
  expect(await count("ascompletionregistration where complete_status = 'submitted'")).toBeGreaterThanOrEqual(3);
});

test('no rule refuses a step of it, but for orders that never came to be', () => {
  expect(refusals.filter((one) => !one.endsWith('seed.noOrder'))).toEqual([]);
});

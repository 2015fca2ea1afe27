import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';

const WORKS = 30;
const COMPANIES = 20;
const MINUTES = 3;
const server = await openTestServer(import.meta.url, { isTimed: true });

test(
  `${WORKS} 项每分钟的工作在 ${COMPANIES} 家公司里每分钟各开始一次，一项做不完或失败也不耽误别的 works of every minute begin once a minute in each company, and one that takes long or fails keeps none waiting`,
  { timeout: 300_000 },
  async () => {
    for (let n = 1; n < COMPANIES; n++)
      await server.tables(
        "insert into blade_tenant (id, tenant_id, tenant_name, linkman, zone, create_time, update_time) values (next_id($1), $2, $2, '管理员', $3, now(), now())",
        [server.clock.ms(), String(200_000 + n), n % 2 ? 'Asia/Shanghai' : 'Asia/Tokyo'],
      );
    await expect.poll(async () => (await server.app.ports.tenancies()).length, { timeout: 30_000 }).toBe(COMPANIES);
    const reported: string[] = [];
    Object.assign(server.app, { report: (error: Error) => reported.push(error.message) });
    const begun = new Map<string, number>();
    const stuck = Promise.withResolvers<void>();
    let isDone = false;
    for (let n = 0; n < WORKS; n++) {
      const name = `test.minute.${n}`;
      server.app.jobs.scheduleForCompanies(name, '* * * * *', async ({ step }) => {
        const tenantId = await step(async (context) => context.tenantId);
        const key = `${name} ${tenantId}`;
        begun.set(key, (begun.get(key) ?? 0) + 1);
        if (n === 0 && tenantId === '200001') {
          await stuck.promise;
          isDone = true;
        }
        if (n === 1) throw new Error('this one fails');
      });
    }
    // Number of runs by work and company, without the failing work and the one that is stuck.
    const steady = (): number[] =>
      [...begun]
        .filter(([key]) => !key.startsWith('test.minute.1 ') && key !== 'test.minute.0 200001')
        .map(([, n]) => n);
    await expect
      .poll(() => [steady().length, Math.min(...steady())], { timeout: 280_000, interval: 200 })
      .toEqual([(WORKS - 1) * COMPANIES - 1, MINUTES]);
    // No company missed a minute or ran one twice. For some, the next minute may have begun.
    expect(Math.max(...steady())).toBeLessThanOrEqual(MINUTES + 1);
    expect(begun.get('test.minute.0 200001')).toBe(1);
    expect(new Set(reported)).toEqual(new Set(['this one fails']));
    stuck.resolve();
    await expect.poll(() => isDone).toBe(true);
  },
);

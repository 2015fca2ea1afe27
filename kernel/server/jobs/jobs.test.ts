import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { forEveryCompany } from './behaviour-jobs.ts';

const WORKS = 30;
const COMPANIES = 20;
const server = await openTestServer(import.meta.url, { isTimed: true });

test(
  `${WORKS} 项每分钟的工作在 ${COMPANIES} 家公司里同一轮就全部开始，一项做不完也不耽误别的 works of every minute all begin in the same round, and one that takes long or fails keeps none waiting`,
  { timeout: 90_000 },
  async () => {
    for (let n = 1; n < COMPANIES; n++)
      await server.tables(
        "insert into blade_tenant (id, tenant_id, tenant_name, linkman, zone, create_time, update_time) values (next_id($1), $2, $2, '管理员', 'Asia/Shanghai', now(), now())",
        [server.clock.ms(), String(200_000 + n)],
      );
    await expect.poll(async () => (await server.app.ports.tenancies()).length, { timeout: 30_000 }).toBe(COMPANIES);
    const begun = new Map<string, number>();
    const done: string[] = [];
    const stuck = Promise.withResolvers<void>();
    for (let n = 0; n < WORKS; n++) {
      const name = `story.minute.${n}`;
      server.app.jobs.schedule(name, '* * * * *', async (app) => {
        begun.set(name, (begun.get(name) ?? 0) + 1);
        if (n === 0) await stuck.promise;
        if (n === 1) throw new Error('this one fails');
        await forEveryCompany(app, name, async ({ step }) => {
          await step(async (context) => {
            await context.sql.query('select 1');
          });
        });
        done.push(name);
      });
    }
    // One work in twenty seconds would need ten minutes for this.
    await expect.poll(() => begun.size, { timeout: 60_000 }).toBe(WORKS);
    await expect.poll(() => new Set(done).size, { timeout: 30_000 }).toBe(WORKS - 2);
    stuck.resolve();
    await expect.poll(() => done.includes('story.minute.0')).toBe(true);
  },
);

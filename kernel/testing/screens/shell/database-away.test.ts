import pg from 'pg';
import { expect, test } from 'vitest';
import { openPage, openScreens } from '../browser.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);

/**
 * Make the database refuse all roles but the owner, and end all connections. Return a function that restores access.
 */
async function takeAway(): Promise<() => Promise<void>> {
  const own = new pg.Client({ connectionString: server.appUrl });
  await own.connect();
  const name = new URL(server.ownerUrl).pathname.slice(1);
  await server.tables(`alter database "${name}" connection limit 0`);
  await own.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
  );
  await own.end();
  return async () => {
    await server.tables(`alter database "${name}" connection limit -1`);
  };
}

test('数据库断开时页面说得明白，没人被登出；恢复后照常 while the database is away an open page shows a message and stays logged in; once it is back, work continues', async () => {
  const clerk = await server.as('as_cs');
  const { page, troubles } = await screens.of(clerk, { refused: [500] });
  await openPage(page, '/maintenance/asrepairform');
  const banner = page.locator('.state-banner');
  expect(await banner.count()).toBe(0);
  const bringBack = await takeAway();
  try {
    const answer = await clerk.get('blade-maintenance/webApi/asrepairform/list');
    expect([answer.status, answer.reason]).toEqual([500, 'http.databaseAway']);
    await expect.poll(() => banner.innerText()).toContain('数据库暂时连不上');
    // Further requests are refused with a message, and the session remains valid.
    await page.getByRole('button', { name: '刷新' }).click();
    expect(new URL(page.url()).pathname).toBe('/maintenance/asrepairform');
  } finally {
    await bringBack();
  }
  await expect.poll(() => banner.count(), { timeout: 10_000 }).toBe(0);
  expect((await clerk.get('blade-maintenance/webApi/asrepairform/list')).status).toBe(200);
  await expect.poll(() => page.locator('#page').innerText()).toContain('报修单');
  expect(await page.evaluate(() => Boolean(sessionStorage.getItem('anju-session')))).toBe(true);
  expect(troubles.filter((one) => !one.includes('status of 500'))).toEqual([]);
});

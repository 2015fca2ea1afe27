import pg from 'pg';
import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { papers } from '../../../server/assemble.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('administrator');
const of = papers.get('collection')!;
const list = `${of.path}/list`;

test('a list that cannot be counted and summed within two seconds is refused its total, but not its rows', async () => {
  await saved(server, of);
  const holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
  try {
    // A locked table cannot be counted: the time limit ends the statement, as for a table that is too large.
    await holder.query(`begin; lock table ${of.table} in access exclusive mode`);
    const refused = await admin.get(list, { exactTotal: '1' });
    expect(refused).toMatchObject({ status: 400, reason: 'row.tooManyToAdd' });
    expect(refused.msg).toContain('请缩小筛选条件');
    expect((await admin.inEnglish().get(list, { exactTotal: 'true' })).msg).toContain('narrow the filters');
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
  const counted = await admin.get(list, { exactTotal: '1' });
  expect(counted).toMatchObject({ status: 200, data: { total: expect.any(Number), averages: expect.any(Object) } });
  expect((await admin.get(list, {})).status).toBe(200);
});

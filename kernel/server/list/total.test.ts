import pg from 'pg';
import { expect, test } from 'vitest';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { papers } from '../../../server/assemble.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('administrator');
const of = papers.get('collection')!;
const list = `${of.path}/list`;

test('what cannot be counted and added up within two seconds is refused, and the list itself is not', async () => {
  await saved(server, of);
  const holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
  try {
    // Whoever holds the table lets nobody count it: the same as if it were too large.
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

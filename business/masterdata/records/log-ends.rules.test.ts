import { beforeEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { logEndsInState } from './log-ends.rules.ts';

const server = await openTestServer(import.meta.url);
const TENANT = '000000';
const rule = logEndsInState({
  code: 'T1',
  paper: 'rose',
  table: 'rose',
  state: 'rose_state',
  bizType: 'rose',
  title: ['玫瑰', 'rose'],
});

const row = (id: number, state: string, tenant = TENANT, deleted = 0): Promise<unknown> =>
  server.tables('insert into rose values ($1, $2, $3, $4)', [id, tenant, deleted, state]);

interface Step {
  readonly at: string;
  readonly to: string | null;
  readonly tenant?: string;
  readonly type?: string;
  readonly deleted?: number;
}

let entries = 0;
const step = (id: number, { at, to, tenant = TENANT, type = 'rose', deleted = 0 }: Step): Promise<unknown> =>
  server.tables(
    `insert into asactionlog (id, tenant_id, is_deleted, biz_type, biz_id, to_status, operate_time, create_time, update_time)
     values ($1, $2, $3, $4, $5, $6, $7::timestamptz, now(), now())`,
    [++entries, tenant, deleted, type, id, to, `2026-11-23 ${at}+08`],
  );
const broken = (): Promise<{ id: string; words: string }[]> => server.tables(`${rule.sql} order by t.id`, [TENANT]);

await server.tables('create table rose (id bigint, tenant_id text, is_deleted integer, rose_state text)');
beforeEach(async () => {
  await server.tables('truncate rose');
  await server.tables("delete from asactionlog where biz_type in ('rose', 'tulip')");
});

test('记录的最后一步与单据状态不符就报出，并说明差在哪里 a row whose log ends in another state is named, with both states', async () => {
  await row(1, 'cut');
  await step(1, { at: '09:00', to: 'planted' });
  await step(1, { at: '10:00', to: 'cut' });
  await row(2, 'planted');
  await step(2, { at: '10:00', to: 'cut' });
  await step(2, { at: '09:00', to: 'planted' });
  expect(await broken()).toEqual([{ id: '2', words: 'cut ≠ planted' }]);
  expect(rule.title).toEqual(['玫瑰的操作记录止于其状态', 'The log of a rose ends in its state']);
});

test('同一秒的两步，后写的算数；不改状态的步骤不算 of two steps in one moment the later entry counts, and only those with a transition', async () => {
  await row(1, 'cut');
  await step(1, { at: '10:00', to: 'planted' });
  await step(1, { at: '10:00', to: 'cut' });
  await step(1, { at: '11:00', to: null });
  expect(await broken()).toEqual([]);
});

test('别家的、别种单据的、已删的都不相干；没有记录的不报 other companies, papers and removed rows are ignored', async () => {
  await row(1, 'cut');
  await step(1, { at: '09:00', to: 'cut' });
  await step(1, { at: '10:00', to: 'planted', tenant: '100001' });
  await step(1, { at: '10:00', to: 'planted', type: 'tulip' });
  await step(1, { at: '10:00', to: 'planted', deleted: 1 });
  await row(2, 'cut');
  for (const [id, tenant, deleted] of [
    [3, '100001', 0],
    [4, TENANT, 1],
  ] as const) {
    await row(id, 'cut', tenant, deleted);
    await step(id, { at: '09:00', to: 'planted', tenant });
  }
  expect(await broken()).toEqual([]);
});

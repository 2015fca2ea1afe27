import { BETWEEN_SERIES } from '#kernel/server/secrets/seals/series.ts';
import { describe, expect, test } from 'vitest';
import { isEmpty } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import { isDocument } from '#kernel/language/paper.ts';
import { changeable, fixtureFields, isWritten, displayedAs, stays, titled } from '../../choose.ts';
import { type Body, keeper, sample, saved, describeAnswer, sampleValue } from '../../sample.ts';
import { nextSampleNumber } from '../../sample-numbers.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
/** Return a value as the history shows it in Chinese. */
const inWords = (field: Field, value: unknown): string =>
  isEmpty(value) ? '' : (field.dictionary?.items[String(value)]?.[0] ?? String(displayedAs(field, value)));
const chinese = /[\u4e00-\u9fff]/;

describe.each(titled(isWritten))('%s', (_title, paper) => {
  test('历史说清谁在何时把什么改成了什么，中英文都行 the history shows author, time, old and new value in both languages', async () => {
    const row = await saved(server, paper);
    const { name, field, to } = changeable(paper, row);
    const value = to('Changed');
    const changed = await admin.post(`${paper.path}/update`, { ...stays(paper, row), [name]: value });
    expect(changed.status, describeAnswer(changed)).toBe(200);
    const zh = await admin.get(`${paper.path}/history`, { id: row.id });
    const en = await admin.inEnglish().get(`${paper.path}/history`, { id: row.id });
    expect(zh.status, describeAnswer(zh)).toBe(200);
    const [newest] = zh.data as Body[];
    expect(newest).toMatchObject({
      action: 'edit',
      actionName: '修改',
      by: expect.stringMatching(/./),
      account: 'administrator_keeper',
      at: changed.data.updateTime,
    });
    expect(newest.changes).toContainEqual({
      field: name,
      label: field.label[0],
      old: inWords(field, row[name]),
      new: inWords(field, value),
    });
    expect((en.data as Body[])[0]).toMatchObject({ actionName: 'Changed' });
    expect(((en.data as Body[])[0].changes as Body[])[0].label).toBe(field.label[1]);
    expect((zh.data as Body[]).at(-1)).toMatchObject({ action: 'add' });
    // Values with parts are shown as text, never as stored.
    expect(JSON.stringify([zh.data, en.data])).not.toMatch(/\[object|\{\\"|: ?"(?:true|false)"/);
  });

  test('选项的值在英文历史里是英文 choices are shown in the reader’s language', async () => {
    const choice = fixtureFields(paper).find(
      ([, field]) => field.dictionary && !field.many && field.initial === undefined,
    );
    if (!choice) return;
    const own = await sample(server, paper);
    const row = await saved(
      server,
      paper,
      own[choice[0]] === undefined ? { [choice[0]]: sampleValue(choice[1], nextSampleNumber()) } : {},
    );
    const added = ((await admin.inEnglish().get(`${paper.path}/history`, { id: row.id })).data as Body[]).find(
      (one) => one.action === 'add',
    )!;
    const change = (added.changes as Body[]).find((one) => one.field === choice[0])!;
    expect(change.new).toEqual(expect.stringMatching(/./));
    expect(String(change.new)).not.toMatch(chinese);
  });

  test('个人数据不以明文进入历史 the history masks personal numbers', async () => {
    const personal = fixtureFields(paper).filter(([, field]) => field.personal && field.personal !== 'shown');
    if (!personal.length) return;
    const row = await saved(server, paper);
    const changes = ((await admin.get(`${paper.path}/history`, { id: row.id })).data as Body[]).flatMap(
      (one) => one.changes as Body[],
    );
    for (const [name] of personal) {
      const [{ value }] = await server.tables<{ value: string | null }>(
        `select ${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}::text as value from ${paper.table} where id = $1`,
        [row.id],
      );
      if (value) expect(changes.filter((one) => one.field === name).map((one) => one.new)).not.toContain(value);
    }
  });
});

test('八个人同时写，日志编号不断 eight writers leave a chain of entries without a gap', async () => {
  const logs = titled((paper) => isWritten(paper) && !isDocument(paper))
    .slice(0, 4)
    .map(([, paper]) => paper);
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const paper of logs) await saved(server, paper);
    }),
  );
  const seqs = await server.tables<{ tenant: string; n: number; first: number; last: number }>(
    `select tenant_id as tenant, count(*)::int as n, min(seq % ${BETWEEN_SERIES})::int as first, max(seq % ${BETWEEN_SERIES})::int as last from anju_audit group by tenant_id, seq / ${BETWEEN_SERIES}`,
  );
  expect(seqs.length).toBeGreaterThan(0);
  for (const { tenant, n, first, last } of seqs) expect([first, last], tenant).toEqual([1, n]);
});

test('同名的两个人靠账号分清 two people of one name are distinguished by account', async () => {
  const [, paper] = titled((one) => one.name === 'customer')[0];
  const row = await saved(server, paper);
  const twins = [await server.as('administrator', { who: 'east' }), await server.as('administrator', { who: 'west' })];
  await server.tables("update blade_user set real_name = '张伟' where id = any($1::bigint[])", [
    twins.map((one) => one.id),
  ]);
  server.app.ports.forget('000000');
  for (const [at, one] of twins.entries()) await one.post(`${paper.path}/update`, { id: row.id, remark: `第${at}次` });
  const [newer, older] = (await admin.get(`${paper.path}/history`, { id: row.id })).data as Body[];
  expect([older, newer].map(({ by, account }) => [by, account])).toEqual([
    ['张伟', 'administrator_east'],
    ['张伟', 'administrator_west'],
  ]);
});

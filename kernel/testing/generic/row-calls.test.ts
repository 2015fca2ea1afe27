import { kindOf } from '#kernel/fields/kinds.ts';
import { describe, expect, test } from 'vitest';
import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { paperNamed } from '#kernel/server/app.ts';
import {
  changeable,
  fixtureFields,
  isRefusedByBusiness,
  isWritten,
  makeRemovable,
  displayedAs,
  stored,
  titled,
} from '../choose.ts';
import { type Body, keeper, keyOfRow, sample, saved, describeAnswer } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

describe.each(titled(isWritten))('%s', (_title, paper) => {
  test('复制得到一份未保存的新数据 a copy is a new row, not yet saved', async () => {
    const row = await saved(server, paper);
    const copy = await admin.post(`${paper.path}/copy`, { id: row.id, draft: true });
    expect(copy.status, describeAnswer(copy)).toBe(200);
    for (const name of [
      'id',
      'version',
      'createTime',
      ...storedFields(paper)
        .filter(([, field]) => field.auto || field.unique || field.secret)
        .map(([one]) => one),
    ])
      expect(copy.data).not.toHaveProperty(name);
    const copied = fixtureFields(paper).filter(
      ([name, field]) => !field.unique && kindOf(field).pointsTo !== 'file' && !isEmpty(row[name]),
    );
    for (const [name] of copied) expect(copy.data[name], name).toEqual(row[name]);
  });

  test('批量修改：留、设、清，先试算 bulk edit leaves, sets and clears, and can be tried first', async () => {
    const rows = [await saved(server, paper), await saved(server, paper)];
    const ids = rows.map((row) => row.id);
    const { name, field, to } = changeable(paper, rows[0]);
    const value = to('一起改');
    const other = changeableBut(paper, rows[0], name);
    const before = await Promise.all(ids.map((id) => stored(server, paper, id)));
    const dry = await admin.post(`${paper.path}/bulk`, { ids, set: { [name]: value }, dry: true });
    expect([dry.status, dry.data], describeAnswer(dry)).toEqual([200, { count: 2 }]);
    expect(await Promise.all(ids.map((id) => stored(server, paper, id)))).toEqual(before);
    const done = await admin.post(`${paper.path}/bulk`, { ids, set: { [name]: value } });
    expect([done.data.success, done.data.failed], describeAnswer(done)).toEqual([ids, []]);
    for (const [at, row] of rows.entries()) {
      const detail = (await admin.get(`${paper.path}/detail`, { id: keyOfRow(paper, row) })).data;
      expect(detail[name]).toEqual(displayedAs(field, value));
      if (other) expect(detail[other]).toEqual(rows[at][other]);
    }
    // The answer has the former values, so that they can be restored.
    if (Object.keys(done.data.before[ids[0]]).length) {
      await admin.post(`${paper.path}/bulk`, { rows: done.data.before });
      expect((await Promise.all(ids.map((id) => stored(server, paper, id)))).map((one) => one[columnOf(name)])).toEqual(
        before.map((one) => one[columnOf(name)]),
      );
    } else expect(field.personal, describeAnswer(done)).toBeTruthy();
    const cleared = await admin.post(`${paper.path}/bulk`, { ids, set: { [name]: null } });
    if (field.required)
      expect(
        (cleared.data.failed as Body[]).map((one) => one.reason),
        describeAnswer(cleared),
      ).toEqual(['row.invalid', 'row.invalid']);
    else expect((await stored(server, paper, ids[1]))[columnOf(name)]).toBeNull();
  });

  test('被引用的数据不能删除 a referenced row cannot be removed', async () => {
    const body = await sample(server, paper);
    const row = await saved(server, paper, body);
    for (const [name, field] of fixtureFields(paper)) {
      const target = field.paper && !isEmpty(body[name]) ? paperNamed(server.app, field.paper) : undefined;
      if (!target || target.key || target.readOnly || belongs(target, paper)) continue;
      // Removing this target clears the reference instead of being refused. The tests of its room cover that.
      if (server.app.behaviours.get(target.name)?.releases?.includes(`${paper.name}.${name}`)) continue;
      const id = String(Array.isArray(body[name]) ? body[name][0] : body[name]);
      await makeRemovable(server, target, id);
      const answer = await admin.post(`${target.path}/remove?ids=${id}`);
      // A rule of the room may have refused first, with a more specific reason.
      if (!isRefusedByBusiness(answer))
        expect(['row.referred', 'row.notDraft'], `${name} → ${target.name}: ${describeAnswer(answer)}`).toContain(
          answer.reason,
        );
      expect(answer.status, describeAnswer(answer)).toBe(409);
      expect((await stored(server, target, id)).is_deleted).toBe(0);
    }
    expect((await stored(server, paper, row.id)).is_deleted).toBe(0);
  });
});

/** Return whether the rows of a paper are lines or annexes of a header, and so are removed with it. */
const belongs = (header: AnyPaper, paper: AnyPaper): boolean =>
  header.annexes?.paper === paper.name ||
  Object.values(header.lines ?? {}).some((line) => (line as { paper: string }).paper === paper.name);

/** Return another visible field of the row, to check that a change leaves it unchanged. */
const changeableBut = (paper: AnyPaper, row: Body, name: string): string | undefined =>
  fixtureFields(paper)
    .map(([one]) => one)
    .find((one) => one !== name && !isEmpty(row[one]));

/** Texts that are no valid ids: above 64 bits, not an integer, or negative. */
const noIds = ['9223372036854775808', '9999999999999999999', '1'.repeat(40), '-1', '1e3', '0x10'];

test('过大的编号等于不存在，最大的编号照常 an id larger than any is a missing row, the largest is one like any other', async () => {
  const [, paper] = titled((one) => isWritten(one) && !one.key && !one.lifecycle && Boolean(one.menu))[0];
  for (const id of noIds) {
    for (const path of ['detail', 'history'])
      expect([id, (await admin.get(`${paper.path}/${path}`, { id })).reason]).toEqual([id, 'row.missing']);
    for (const path of ['update', 'remove', 'restore', 'copy'])
      expect([path, id, (await admin.post(`${paper.path}/${path}`, { id, ids: id })).reason]).toEqual([
        path,
        id,
        'row.missing',
      ]);
    expect((await admin.post('blade-core/reveal', { paper: 'customer', field: 'phone', id, reason: 'x' })).reason).toBe(
      'row.missing',
    );
    expect((await admin.get('blade-core/job', { id })).status).toBe(404);
    expect((await admin.get('blade-core/options', { paper: paper.name, ids: id })).status).toBe(200);
  }
  const row = await saved(server, paper);
  const largest = '9223372036854775807';
  await server.tables(`update ${paper.table} set id = $2 where id = $1`, [row.id, largest]);
  expect((await admin.get(`${paper.path}/detail`, { id: largest })).data.id).toBe(largest);
  expect((await admin.post(`${paper.path}/update`, { id: largest, version: row.version })).status).toBe(200);
});

import { kindOf } from '#kernel/fields/kinds.ts';
import { describe, expect, test } from 'vitest';
import { hides } from '#kernel/fields/mask.ts';
import { storedFields } from '#kernel/language/paper.ts';
import { changeable, fixtureFields, isWritten, makeRemovable, displayedAs, stays, stored, titled } from '../choose.ts';
import { keeper, keyOfRow, sample, saved, describeAnswer, sampleValue } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

describe.each(titled(isWritten))('%s', (_title, paper) => {
  /** A row that must remain unchanged by all tests of its paper. */
  let unchanged: ReturnType<typeof saved> | undefined;
  const still = (): ReturnType<typeof saved> => (unchanged ??= saved(server, paper));

  test('保存什么，详情就是什么 the detail returns the saved values', async () => {
    const body = await sample(server, paper);
    const answer = await admin.post(`${paper.path}/submit`, body);
    expect(answer.status, describeAnswer(answer)).toBe(200);
    const detail = await admin.get(`${paper.path}/detail`, { id: keyOfRow(paper, answer.data) });
    expect(detail.status, describeAnswer(detail)).toBe(200);
    const inputs = fixtureFields(paper).filter(([name, field]) => body[name] !== undefined && !field.sealed);
    expect(inputs.length).toBeGreaterThan(0);
    for (const [name, field] of inputs) {
      if (kindOf(field).pointsTo === 'file')
        expect(String(detail.data[name]), name).toContain(`/${String(body[name])}?`);
      else expect(detail.data[name], name).toEqual(displayedAs(field, body[name]));
    }
    for (const [name, field] of storedFields(paper))
      if (field.secret) expect(detail.data, name).not.toHaveProperty(name);
  });

  test('修改、删除、恢复 a row is changed, removed and restored', async () => {
    const row = await saved(server, paper);
    const { name, field, to } = changeable(paper, row);
    const value = to('改过了');
    const changed = await admin.post(`${paper.path}/update`, {
      ...stays(paper, row),
      version: row.version,
      [name]: value,
    });
    expect(changed.status, describeAnswer(changed)).toBe(200);
    expect(changed.data[name]).toEqual(displayedAs(field, value));
    expect(changed.data.version).toBe(Number(row.version) + 1);
    const removable = await makeRemovable(server, paper, row.id);
    const removed = await admin.post(`${paper.path}/remove?ids=${keyOfRow(paper, row)}`);
    if (!removable) {
      expect(removed.reason, describeAnswer(removed)).toBe('row.notDraft');
      return;
    }
    expect(removed.status, describeAnswer(removed)).toBe(200);
    expect((await admin.get(`${paper.path}/detail`, { id: keyOfRow(paper, row) })).status).toBe(404);
    expect((await admin.post(`${paper.path}/update`, { id: row.id, [name]: to('又改') })).status).toBe(404);
    const back = await admin.post(`${paper.path}/restore?ids=${row.id}`);
    expect(back.status, describeAnswer(back)).toBe(200);
    expect((await admin.get(`${paper.path}/detail`, { id: keyOfRow(paper, row) })).data[name]).toEqual(
      displayedAs(field, value),
    );
  });

  test('未知字段、只读字段不改变数据 unknown and read-only fields change nothing', async () => {
    const row = await still();
    const before = await stored(server, paper, row.id);
    const foreign = Object.fromEntries(
      storedFields(paper)
        .filter(([, field]) => field.auto)
        .map(([name, field]) => [name, sampleValue(field, 777) ?? '1']),
    );
    const answer = await admin.post(`${paper.path}/update`, {
      ...foreign,
      ...stays(paper, row),
      nonsense: 'x',
      password2: 'x',
      statusName: 'x',
      createTime: '2001-01-01 00:00:00',
      createUser: '1',
      createDept: '1',
      updateUser: '1',
      isDeleted: 1,
      tenantId: '100001',
      _names: {},
      _can: ['x'],
    });
    expect(answer.status, describeAnswer(answer)).toBe(200);
    expect(await stored(server, paper, row.id)).toEqual(before);
  });

  test('把读到的整行原样送回，什么也不变 a row sent back as it was read changes nothing', async () => {
    const row = await still();
    const before = await stored(server, paper, row.id);
    const detail = (await admin.get(`${paper.path}/detail`, { id: keyOfRow(paper, row) })).data;
    const hidden = storedFields(paper)
      .filter(([, field]) => hides(field.personal))
      .map(([name]) => detail[name])
      .filter(Boolean);
    for (const value of hidden) expect(value).toContain('****');
    const answer = await admin.post(`${paper.path}/update`, { ...detail, ...stays(paper, row) });
    expect(answer.status, describeAnswer(answer)).toBe(200);
    expect(await stored(server, paper, row.id)).toEqual(before);
  });

  test('后保存的人被告知错过了什么 the second save is refused with the missed changes', async () => {
    const row = await still();
    const { name, to } = changeable(paper, row);
    const first = await admin.post(`${paper.path}/update`, {
      ...stays(paper, row),
      version: row.version,
      [name]: to('先到'),
    });
    expect(first.status, describeAnswer(first)).toBe(200);
    const second = await admin.post(`${paper.path}/update`, {
      ...stays(paper, row),
      version: row.version,
      [name]: to('后到'),
    });
    expect([second.status, second.reason], describeAnswer(second)).toEqual([409, 'row.changed']);
    expect(second.data).toMatchObject({
      row: row.id,
      version: first.data.version,
      changes: expect.arrayContaining([expect.objectContaining({ field: name, by: expect.any(String) })]),
    });
    expect((await stored(server, paper, row.id)).version).toBe(first.data.version);
  });
});

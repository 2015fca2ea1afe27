import { describe, expect, test } from 'vitest';
import { isWritten, titled } from '../../choose.ts';
import { type Body, keeper, saved, describeAnswer } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const colleague = await server.as('administrator', { who: 'colleague' });
const other = await keeper(server, '100001');
const CALL = 'blade-core/comments';

describe.each(titled((paper) => isWritten(paper) && Boolean(paper.menu)))('%s', (_title, paper) => {
  test('看得到的人才能评论和读评论 only readers of a row read and write its comments', async () => {
    const { id } = await saved(server, paper);
    const added = await admin.post(CALL, {
      paper: paper.name,
      id,
      words: ' 请 @colleague 看一下 ',
      mentions: [colleague.id],
    });
    expect(added.status, describeAnswer(added)).toBe(200);
    const [one] = (await colleague.get(CALL, { paper: paper.name, id })).data as Body[];
    expect(one).toMatchObject({
      id: added.data.id,
      words: '请 @colleague 看一下',
      by: admin.id,
      mentions: [{ id: colleague.id }],
      mayRemove: false,
    });
    if (paper.owner !== 'platform') {
      expect((await other.get(CALL, { paper: paper.name, id })).status).toBe(404);
      expect((await other.post(CALL, { paper: paper.name, id, words: '偷看' })).status).toBe(404);
    } else
      expect((await other.get(CALL, { paper: paper.name, id })).data ?? []).toEqual(
        expect.not.arrayContaining([expect.objectContaining({ id: added.data.id })]),
      );
    expect((await other.post(`${CALL}/remove`, { id: added.data.id })).status).toBe(404);
  });
});

const [, plain] = titled((paper) => paper.name === 'customer')[0];

test('每次提到都在同一事务里通知本人 each mention notifies in the same transaction, with a link to the row', async () => {
  const { id } = await saved(server, plain);
  const cs = await server.as('as_cs');
  const manager = await server.as('as_manager');
  const added = await admin.post(CALL, {
    paper: plain.name,
    id,
    words: '@as_manager 请看',
    mentions: [manager.id, admin.id],
  });
  expect(added.status, describeAnswer(added)).toBe(200);
  const { messages } = (await manager.get('blade-maintenance/webApi/asmessage/recent')).data as { messages: Body[] };
  expect(messages[0]).toMatchObject({
    messageEvent: 'mention',
    content: '@as_manager 请看',
    paperName: plain.name,
    bizId: id,
  });
  expect(
    ((await manager.inEnglish().get('blade-maintenance/webApi/asmessage/recent')).data as { messages: Body[] })
      .messages[0].title,
  ).toMatch(/ mentioned you in customer$/);
  // A mentioned person must have the right to see the row; otherwise the whole comment is refused and not stored.
  const blind = await admin.post(CALL, {
    paper: 'dict',
    id: (await server.tables<{ id: string }>('select id::text as id from blade_dict limit 1'))[0].id,
    words: '@as_cs',
    mentions: [cs.id],
  });
  expect(blind.reason).toBe('comments.cannotSee');
  expect((await admin.post(CALL, { paper: plain.name, id, words: 'x', mentions: ['4711'] })).reason).toBe(
    'comments.nobody',
  );
  expect((await admin.get(CALL, { paper: plain.name, id })).data).toHaveLength(1);
});

test('十分钟内本人可撤回 only the author removes a comment, within ten minutes', async () => {
  const { id } = await saved(server, plain);
  const first = (await admin.post(CALL, { paper: plain.name, id, words: '一' })).data.id as string;
  const second = (await admin.post(CALL, { paper: plain.name, id, words: '二' })).data.id as string;
  expect((await colleague.post(`${CALL}/remove`, { id: first })).status).toBe(404);
  expect((await admin.post(`${CALL}/remove`, { id: first })).status).toBe(200);
  expect((await admin.post(`${CALL}/remove`, { id: first })).status).toBe(404);
  server.clock.pass(11 * 60_000);
  expect((await admin.post(`${CALL}/remove`, { id: second })).reason).toBe('comments.tooLate');
  expect(
    ((await admin.get(CALL, { paper: plain.name, id })).data as Body[]).map((one) => [one.words, one.mayRemove]),
  ).toEqual([['二', false]]);
  server.clock.pass(-11 * 60_000);
});

test('空的、过长的、不存在的被拒绝 an empty comment, too long a one and one about a missing row are refused', async () => {
  const { id } = await saved(server, plain);
  expect((await admin.post(CALL, { paper: plain.name, id, words: '  ' })).reason).toBe('comments.empty');
  expect((await admin.post(CALL, { paper: plain.name, id, words: 'x'.repeat(1001) })).reason).toBe('comments.tooLong');
  expect((await admin.post(CALL, { paper: plain.name, id: '4711', words: 'x' })).status).toBe(404);
  expect((await admin.post(CALL, { paper: 'nothing', id, words: 'x' })).status).toBe(400);
  expect((await server.stranger().get(CALL, { paper: plain.name, id })).status).toBe(401);
  const twice = await Promise.all(
    [1, 2].map(() => admin.post(CALL, { paper: plain.name, id, words: '一次' }, 'one-press')),
  );
  expect(twice.filter((one) => one.status === 200).length).toBeGreaterThan(0);
  expect((await admin.get(CALL, { paper: plain.name, id })).data).toHaveLength(1);
});

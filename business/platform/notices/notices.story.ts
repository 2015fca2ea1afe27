import { expect, test } from 'vitest';
import type { Caller } from '#kernel/stories/story.ts';
import { openStory } from '#kernel/stories/story.ts';

const story = await openStory(import.meta.url);
const manager = await story.as('as_manager');
const cs = await story.as('as_cs');
const technician = await story.as('as_technician');
const store = await story.as('as_store');

const body = (over: object = {}) => ({ title: '冬季作息调整', category: 1, releaseTime: '2026-11-23 09:00:00', content: '<p>自<strong>12月1日</strong>起</p>', ...over });
const recent = async (who: Caller) => (await who.get('blade-desk/notice-receipt/recent')).data as { unread: number; notices: { id: string; title: string; readTime: string | null }[] };
const titles = async (who: Caller): Promise<string[]> => (await recent(who)).notices.map((one) => one.title);

test('a notice to nobody in particular reaches everybody, once, and counts who has read it', async () => {
  const saved = await manager.post('blade-desk/notice/submit', body());
  expect(saved.status, saved.msg).toBe(200);
  expect(await titles(cs)).toEqual(['冬季作息调整']);
  const [{ id }] = (await recent(cs)).notices;
  const whole = await cs.get('blade-desk/notice-receipt/detail', { id });
  expect(whole.data).toMatchObject({ title: '冬季作息调整', content: '<p>自<strong>12月1日</strong>起</p>', readTime: '' });
  expect((await cs.post('blade-desk/notice-receipt/read', { ids: id })).data.count).toBe(1);
  expect((await cs.post('blade-desk/notice-receipt/read', { ids: id })).data.count).toBe(0);
  expect((await recent(cs)).unread).toBe(0);
  const row = (await manager.get('blade-desk/notice/detail', { id: saved.data.id })).data;
  expect(row).toMatchObject({ isReleased: true, readCount: 1 });
  expect(row.receiverCount).toBeGreaterThan(3);
  expect((await manager.post('blade-desk/notice/submit', { id: saved.data.id, title: '冬季作息调整(更正)' })).status).toBe(200);
  expect(await titles(cs)).toEqual(['冬季作息调整(更正)']);
  expect((await recent(cs)).unread).toBe(0);
  expect((await manager.post(`blade-desk/notice/remove?ids=${saved.data.id}`)).status).toBe(200);
  expect(await titles(cs)).toEqual([]);
});

test('departments with those below, roles and people: whoever is meant, and no others', async () => {
  const [{ id: role }] = await story.tables<{ id: string }>("select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_technician'");
  const [{ id: dept }] = await story.tables<{ id: string }>('select dept_id[1]::text as id from blade_user where id = $1', [store.id]);
  const sent = await manager.post('blade-desk/notice/save', body({ title: '库存盘点', receiverRoles: [role], receiverDepts: [dept] }));
  expect(sent.status, sent.msg).toBe(200);
  expect([await titles(technician), await titles(store), await titles(cs)]).toEqual([['库存盘点'], ['库存盘点'], []]);
  expect((await manager.post('blade-desk/notice/update', { id: sent.data.id, receiverRoles: [], receiverDepts: [], receiverUsers: [cs.id] })).status).toBe(200);
  expect([await titles(technician), await titles(store), await titles(cs)]).toEqual([[], [], ['库存盘点']]);
  const other = await story.as('admin', { tenantId: '100001' });
  expect((await other.get('blade-desk/notice/detail', { id: sent.data.id })).status).toBe(404);
  expect((await cs.get('blade-desk/notice/list')).status).toBe(403);
  const [mine] = (await recent(cs)).notices;
  expect((await technician.get('blade-desk/notice-receipt/detail', { id: mine.id })).status).toBe(404);
  expect((await technician.post('blade-desk/notice-receipt/read', { ids: mine.id })).data.count).toBe(0);
  expect((await technician.post('blade-desk/notice-receipt/read', { ids: 'x' })).reason).toBe('platform.whichNotices');
});

test('what is to be released later waits for its minute', async () => {
  const later = await manager.post('blade-desk/notice/submit', body({ title: '年会', releaseTime: '2026-11-23 12:00:00' }));
  expect(later.data.isReleased).toBe(false);
  await story.house.jobs.run('notice.release');
  expect(await titles(store)).not.toContain('年会');
  story.clock.pass(3 * 3_600_000);
  await story.house.jobs.run('notice.release');
  story.clock.pass(-3 * 3_600_000);
  expect(await titles(store)).toContain('年会');
  expect((await manager.get('blade-desk/notice/detail', { id: later.data.id })).data.isReleased).toBe(true);
});

test('what could act in a browser is gone when it is written, whatever way it is put', async () => {
  const attacks = [
    '<p onclick="steal()">字</p><script>steal()</script>', '<p>字</p><img src=x onerror=steal()>', '<p><a href="javascript:steal()">字</a></p>', '<p><a href="&#106;avascript:steal()">字</a></p>', '<p style="position:fixed">字</p><iframe src="//evil"></iframe>',
    '<svg onload=steal()><p>字</p></svg>', '<p>字</p><style>p{}</style>', '<math><mtext><p>字<script>steal()</script>', '\u003cscript\u003esteal()\u003c/script\u003e<p>字</p>',
  ];
  for (const content of attacks) {
    const saved = await manager.post('blade-desk/notice/submit', body({ title: '攻击', content, releaseTime: '2027-01-01 00:00:00' }));
    expect(saved.status, content).toBe(200);
    const [{ content: kept }] = await story.tables<{ content: string }>('select content from blade_notice where id = $1', [saved.data.id]);
    expect(kept, content).toContain('字');
    expect(kept, content).not.toMatch(/script|onclick|onerror|onload|steal|iframe|style|svg/i);
  }
  expect((await manager.post('blade-desk/notice/submit', body({ content: '<p></p>' }))).data.fields).toEqual([{ field: 'content', msg: '请输入通知内容' }]);
});

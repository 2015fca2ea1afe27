import { expect, test } from 'vitest';
import { saved } from '#kernel/stories/sample.ts';
import { openStory } from '#kernel/stories/story.ts';
import { paperNamed } from '#kernel/server/house.ts';

const story = await openStory(import.meta.url, { env: { METRICS_TOKEN: 'only-the-watchman-knows', TRUST_PROXY: '127.0.0.1' } });
const admin = await story.as('administrator');
const item = async (code: string, key: string): Promise<{ id: string; dictKey: string }> => (await admin.get('blade-system/dict-biz/dictionary', { code })).data.find((one: { dictKey: string }) => one.dictKey === key);

test('a key that rows carry is relabelled, not renamed and not removed; one that nobody carries goes', async () => {
  await saved(story, paperNamed(story.house, 'customer'), { customerServiceTeam: 'east' });
  const team = await item('customer_service_team', 'east');
  const refused = await admin.post('blade-system/dict-biz/remove', { ids: team.id });
  expect(refused).toMatchObject({ status: 409, reason: 'system.keyInUse' });
  expect(refused.msg).toContain('正在使用该字典键');
  expect((await admin.post('blade-system/dict-biz/submit', { id: team.id, dictKey: 'far-east' })).reason).toBe('system.keyInUse');
  expect((await admin.post('blade-system/dict-biz/submit', { id: team.id, dictValue: '东部班' })).status).toBe(200);
  const spare = await admin.post('blade-system/dict-biz/submit', { code: 'customer_service_team', dictKey: 'moon', dictValue: '月球班', sort: 99 });
  expect(spare.status, spare.msg).toBe(200);
  expect((await admin.post('blade-system/dict-biz/remove', { ids: spare.data.id })).status).toBe(200);
});

test('what a structured value points at is not removed', async () => {
  const skill = await saved(story, paperNamed(story.house, 'skill'));
  const technician = await saved(story, paperNamed(story.house, 'technician'), { skills: [{ skillId: skill.id, level: 3 }] });
  expect((await admin.post('blade-maintenance/webApi/asskill/remove', { ids: skill.id })).reason).toBe('row.referred');
  expect((await admin.post('blade-maintenance/webApi/astechnician/submit', { id: technician.id, skills: [] })).status).toBe(200);
  expect((await admin.post('blade-maintenance/webApi/asskill/remove', { ids: skill.id })).status).toBe(200);
});

test('what a grant gave and took stands in the history of the role by name, and so does a changed password, without it', async () => {
  const [{ id }] = await story.tables<{ id: string }>("select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_store'");
  const had = (await story.tables<{ id: string }>('select menu_id::text as id from blade_role_menu where role_id = $1', [id])).map((one) => one.id);
  const [lost] = await story.tables<{ name: string }>('select name from blade_menu where id = $1', [had[0]]);
  expect((await admin.post('blade-system/role/grant', { roleIds: id, menuIds: had.slice(1) })).status).toBe(200);
  const [entry] = (await admin.get('blade-system/role/history', { id })).data;
  expect(entry).toMatchObject({ remark: `共${had.length - 1}项；取消：${lost.name}` });
});

test('the figures of the server are read on its own machine, or by who brings the token', async () => {
  const read = async (headers: Record<string, string>): Promise<{ status: number }> => { const answer = await fetch(`${story.base}/metrics`, { headers }); await answer.text(); return answer; };
  expect((await read({})).status).toBe(200);
  const elsewhere = { 'X-Forwarded-For': '203.0.113.9' };
  expect((await read(elsewhere)).status).toBe(403);
  expect((await read({ ...elsewhere, Authorization: 'Bearer somebody-guesses' })).status).toBe(403);
  expect((await read({ ...elsewhere, Authorization: 'Bearer only-the-watchman-knows' })).status).toBe(200);
});

test('a region, which is known by its code, has a history and words of people like any other row', async () => {
  const platform = await story.as('administrator', { who: 'regions' });
  expect((await platform.post('blade-core/comments', { paper: 'region', id: '3101', words: '区划要合并' })).status).toBe(200);
  expect((await platform.get('blade-core/comments', { paper: 'region', id: '3101' })).data).toMatchObject([{ words: '区划要合并' }]);
  expect((await platform.get('blade-system/region/history', { id: '3101' })).status).toBe(200);
  expect((await platform.get('blade-core/comments', { paper: 'region', id: '99' })).status).toBe(404);
});

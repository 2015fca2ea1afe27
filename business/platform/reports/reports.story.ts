import { expect, test } from 'vitest';
import { paperNamed } from '#kernel/server/house.ts';
import { saved } from '#kernel/stories/sample.ts';
import { openStory } from '#kernel/stories/story.ts';
import { daysOf, isDue } from './report.rules.ts';

const story = await openStory(import.meta.url);
const manager = await story.as('as_manager');
const leader = await story.as('as_leader');
const at = 'blade-report/report/rest';
const customer = paperNamed(story.house, 'customer');
for (const team of ['east', 'east', 'west']) await saved(story, customer, { customerServiceTeam: team });

const report = { name: '各班组客户', paperName: 'customer', groupBy: 'customerServiceTeam', chart: 'bar' };
type Group = { key: string; label: string; count: number };
const run = async (who: typeof manager, id: string) => (await who.get(`${at}/run`, { id })).data as { groups: Group[]; count: number };

test('a report is an answer about the rows that whoever runs it sees', async () => {
  const made = await manager.post(`${at}/submit`, report);
  expect(made.status, made.msg).toBe(200);
  const whole = await run(manager, made.data.id);
  expect(whole.count).toBe(3);
  expect(whole.groups.map((one) => [one.key, one.count])).toEqual([['east', 2], ['west', 1]]);
  expect(whole.groups[0].label).toMatch(/东/);
  expect((await run(leader, made.data.id)).groups.map((one) => one.key)).toEqual(['east']);
  const english = (await manager.inEnglish().get(`${at}/run`, { id: made.data.id })).data as { groups: Group[] };
  expect(english.groups[0].label).not.toMatch(/[\u4e00-\u9fff]/);
  const sheet = await fetch(`${story.base}/api/${at}/take?id=${made.data.id}`, { headers: { 'Blade-Auth': `bearer ${manager.token}`, 'Tenant-Id': '000000' } });
  expect(Buffer.from(await sheet.arrayBuffer()).subarray(0, 2).toString()).toBe('PK');
  expect((await (await story.as('admin', { tenantId: '100001' })).get(`${at}/run`, { id: made.data.id })).status).toBe(404);
});

test('filters and spans narrow it; months stand in their order', async () => {
  const east = await manager.post(`${at}/submit`, { ...report, name: '东部按月', groupBy: 'createTime', groupUnit: 'month', span: 'thisMonth', filters: [{ name: 'customerServiceTeam', value: 'east' }] });
  expect(east.status, east.msg).toBe(200);
  expect((await run(manager, east.data.id)).groups).toEqual([{ key: '2026-11', label: '2026-11', count: 2, sum: null }]);
  const before = await manager.post(`${at}/submit`, { ...report, name: '上月', span: 'lastMonth' });
  expect(await run(manager, before.data.id)).toMatchObject({ groups: [], count: 0 });
  expect(daysOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(daysOf('last7', '2026-01-03')).toEqual({ from: '2025-12-28', to: '2026-01-03' });
});

test('what its author may not read, group, sum or filter is refused', async () => {
  const refused = async (over: object): Promise<string | undefined> => (await manager.post(`${at}/submit`, { ...report, name: '错', ...over })).reason;
  expect(await refused({ paperName: 'nothing' })).toBe('platform.noSuchRows');
  expect(await refused({ paperName: 'datasource' })).toBe('platform.noSuchRows');
  expect(await refused({ groupBy: 'phone' })).toBe('platform.cannotGroup');
  expect(await refused({ groupBy: '1; drop table x' })).toBe('platform.cannotGroup');
  expect(await refused({ measure: 'customerName' })).toBe('platform.cannotSum');
  expect(await refused({ filters: [{ name: 'phone', value: '1' }] })).toBe('platform.cannotFilter');
  expect((await (await story.as('as_technician')).post(`${at}/submit`, report)).status).toBe(403);
});

test('a scheduled one comes into the notices of its people, once a day', async () => {
  const cs = await story.as('as_cs');
  const made = await manager.post(`${at}/submit`, { ...report, name: '每日客户', schedule: 'daily', receivers: [cs.id] });
  expect(made.status, made.msg).toBe(200);
  await story.house.jobs.run('reportFile.deliver');
  await story.house.jobs.run('reportFile.deliver');
  const { messages } = (await cs.get('blade-maintenance/webApi/asmessage/recent')).data as { messages: Record<string, string>[] };
  expect(messages.filter((one) => one.messageEvent === 'report')).toEqual([expect.objectContaining({ title: '报表：每日客户', paperName: 'reportFile', bizId: made.data.id })]);
  expect([isDue('weekly', '2026-11-23'), isDue('weekly', '2026-11-24'), isDue('monthly', '2026-12-01'), isDue('none', '2026-12-01')]).toEqual([true, false, true, false]);
});

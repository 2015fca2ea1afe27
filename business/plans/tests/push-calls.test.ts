import { expect, test, vi } from 'vitest';
import { good } from '#business/mobile/testing/worksite.ts';
import { at } from '#business/contracts/testing/contract-site.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PushSite } from '../testing/push-site.ts';

const server = await openTestServer(import.meta.url);
const site = await PushSite.of(server);
const { plans, cs } = site;
const yearly = await plans.contracts.template({ price: '0' });
const sms = await site.template();
const push = (body: Record<string, unknown>, by = cs) => by.post(`${at}/asschemepush/schemeManualPush`, body);

test('a dry run names each person with one verdict and the first reason, and changes nothing', async () => {
  const homes = [];
  for (const startDate of ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-20'])
    homes.push(await plans.sold(yearly.id, { startDate }));
  const [usual, quiet, off] = homes;
  await site.setting({ setLevel: 'customer', customerId: quiet.home.customerId, quietFrom: '21:00', quietTo: '14:00' });
  await site.setting({ setLevel: 'customer', customerId: off.home.customerId, enabled: false, reason: '投诉' });
  const rule = {
    pushScene: 'planDue',
    offsetDays: 10,
    maxTimes: 1,
    channels: ['wechat', 'sms'],
    templateIds: [sms],
    sendFrom: '08:30',
    sendTo: '20:00',
    stopOnReply: true,
    priority: 90,
  };
  const tried = good(await cs.post(`${at}/aspushrule/dry-run`, rule)).data;
  expect(tried.counts).toEqual({ all: 3, gets: 1, waits: 1, optedOut: 0, todo: 0, rest: 1 });
  expect(tried).toMatchObject({
    isCut: false,
    unnamed: 0,
    wechat: 0,
    sms: 1,
    stored: null,
    lastWait: '2026-11-23 14:00:00',
  });
  const row = (of: typeof usual) => tried.rows.find(({ id }: { id: string }) => id === of.home.customerId);
  expect(row(usual)).toMatchObject({ verdict: 'gets', channel: 'sms', reason: ['没绑定微信', 'No WeChat bound'] });
  expect(row(usual).phone).toContain('****');
  expect(row(quiet)).toMatchObject({ verdict: 'waits', until: '2026-11-23 14:00:00' });
  expect(row(off)).toMatchObject({ verdict: 'out', reason: ['客户关掉了推送', 'Switched off by the customer'] });
  expect(await site.pushes('true')).toEqual([]);
  const [visit] = await plans.plans(usual.id);
  const preview = good(
    await cs.post(`${at}/aspushrule/preview`, { ...rule, channels: ['sms'], targetId: visit.id }),
  ).data;
  expect(preview.messages[0]).toMatchObject({ characters: 29, parts: 1, unknown: [], empty: [] });
  expect(preview.messages[0].pieces).toContainEqual({ text: '2026-12-01', variable: 'planDate' });
  const stored = await site.rule({ ...rule, channels: ['sms'], offsetDays: 8 });
  expect(good(await cs.post(`${at}/aspushrule/dry-run`, { ...rule, id: stored })).data.stored).toBe(1);
  expect(good(await cs.get(`${at}/aspushrule/today`)).data).toEqual([{ id: stored, count: 1, reached: 0, booked: 0 }]);
});

test('a push by hand ignores the days before, once a day, and answers for each id', async () => {
  const near = await plans.sold(yearly.id, { startDate: '2027-03-01' });
  const quiet = await plans.sold(yearly.id, { startDate: '2027-03-02' });
  await site.setting({ setLevel: 'scheme', targetId: quiet.id, quietFrom: '09:00', quietTo: '15:00' });
  const [visit] = await plans.plans(near.id);
  const both = () => push({ planIds: [visit.id], schemeIds: [quiet.id], channels: ['sms'] });
  const answers = good(await both()).data;
  expect(answers).toMatchObject([
    { id: visit.id, result: 'sent', until: null },
    { id: quiet.id, result: 'waits', until: '2026-11-23 15:00:00' },
  ]);
  expect(await site.visit(near.id)).toMatchObject({ state: 'pushed', count: 1 });
  expect(good(await both()).data.map(({ result }: { result: string }) => result)).toEqual(['out', 'out']);
  expect((await push({ channels: ['sms'] })).reason).toBe('plans.pushWhat');
  expect((await push({ planIds: [visit.id], channels: ['app'] })).reason).toBe('plans.noOpenChannel');
  expect((await push({ planIds: ['1'], channels: ['sms'] })).status).toBe(404);
  expect((await push({ planIds: [visit.id], channels: ['sms'] }, plans.contracts.manager)).status).toBe(403);
});

test('after a push by hand that no channel took, another channel is tried on the same day', async () => {
  const { id, home } = await plans.sold(yearly.id, { startDate: '2027-03-08' });
  await site.template({ pushChannel: 'wechat', templateName: '微信保养' });
  const by = async (...channels: string[]) => good(await push({ schemeIds: [id], channels })).data[0];
  // The customer has bound no WeChat.
  expect(await by('wechat')).toMatchObject({ result: 'out', reason: ['没有渠道能发', 'No channel serves'] });
  expect(await by('wechat')).toMatchObject({ result: 'out', reason: ['没有渠道能发', 'No channel serves'] });
  expect(await by('sms')).toMatchObject({ result: 'sent' });
  expect(await by('sms')).toMatchObject({ result: 'out', reason: ['这一次已推过', 'Reminded for this turn'] });
  expect(await site.visit(id)).toMatchObject({ state: 'pushed', count: 1 });
  const sent = await server.tables('select 1 from assmslog where customer_id = $1', [home.customerId]);
  expect(sent).toHaveLength(1);
});

test('the list of what is due has the last visit and the visits left of each contract', async () => {
  const { id } = await plans.sold(yearly.id, { startDate: '2026-11-12' });
  const list = async (query: Record<string, string>) =>
    good(await cs.get(`${at}/asschemepush/selectSchemeBaoyangList`, query)).data;
  const { records, total } = await list({ from: '2026-11-12', to: '2026-11-12', team: 'east' });
  expect(total).toBe(1);
  expect(records[0]).toMatchObject({ schemeId: id, visitsLeft: 4, lastVisit: null, planStatus: 'planned' });
  expect((await list({ from: '2026-11-12', to: '2026-11-12', overdue: 'true' })).total).toBe(1);
  expect((await list({ from: '2026-11-12', to: '2026-11-12', planStatus: 'done' })).total).toBe(0);
});

test('after a merge of customers the stricter setting stays', async () => {
  const [one, other] = [await plans.contracts.home(), await plans.contracts.home()];
  await site.setting({ setLevel: 'customer', customerId: one.customerId, dailyLimit: 3, reason: '夜班' });
  await site.setting({ setLevel: 'customer', customerId: other.customerId, enabled: false, dailyLimit: 2 });
  const again = await cs.post(`${at}/aspushset/submit`, {
    setLevel: 'customer',
    customerId: one.customerId,
    enabled: true,
  });
  expect(again.reason).toBe('row.once');
  const { job } = good(
    await plans.contracts.lead.post(`${at}/ascustomer/merge`, { fromId: one.customerId, intoId: other.customerId }),
  ).data;
  await vi.waitFor(
    async () => {
      const { state } = (await plans.contracts.lead.get('blade-core/job', { id: job })).data;
      expect(state).toBe('done');
    },
    { timeout: 30_000, interval: 200 },
  );
  await server.delivered();
  const rows = await server.tables(
    'select enabled, daily_limit as most, target_id::text as target from aspushset where customer_id = $1 and is_deleted = 0',
    [other.customerId],
  );
  expect(rows).toEqual([{ enabled: false, most: 2, target: other.customerId }]);
});

import Big from 'big.js';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { helperShare, shareIn } from '../crew/shares.rules.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const { dispatcher, admin, technicianId: jiang, otherId: ma } = site;
const crewOf = async (dispId: string): Promise<Record<string, string>[]> =>
  (await admin.get(`${at}/asdispatchformdetails/list`, { dispId, isCurrent: 'true' })).data.records;
const join = (dispId: string, more: Record<string, unknown>) =>
  dispatcher.post(`${at}/asdispatchformdetails/submit`, { dispId, technicianId: ma, crewRole: 'assist', ...more });

test('a helper without a share gets the company’s default, the lead the rest', async () => {
  const { dispId } = await site.sent(9, '协助先生');
  good(await join(dispId, {}));
  expect((await crewOf(dispId)).map((one) => [one.crewRole, one.shareRatio]).toSorted()).toEqual([
    ['assist', '0.4000'],
    ['lead', '0.6000'],
  ]);
  await server.tables("update dispatchlist set task_status = 'cancelled'");
  await server.tables('update asoccupancy set is_open = false');
});

test("the default share depends on the kind of order and never exceeds the lead's", async () => {
  expect(
    [shareIn('0.4, install 0.5', 'install'), shareIn('0.4, install 0.5', 'repair'), shareIn('', 'repair')].map(String),
  ).toEqual(['0.5', '0.4', '0.4']);
  expect([helperShare(new Big('0.4'), new Big('1')), helperShare(new Big('0.4'), new Big('0.6'))]).toEqual([
    '0.4000',
    '0.3000',
  ]);
});

test('a member joining an open visit is checked like a dispatched one: a soft conflict needs a reason', async () => {
  const busy = await site.sent(14, '先约的客户');
  await site.transfer(busy.dispId);
  const open = await site.sent(18, '缺人手的客户');
  const clash = await join(open.dispId, {});
  expect(clash).toMatchObject({ status: 409, reason: 'maintenance.timeConflict', data: { needForce: true } });
  expect(await crewOf(open.dispId)).toHaveLength(1);
  good(await join(open.dispId, { forceReason: '设备太重，须两人抬' }));
  expect(await site.visit(open.id)).toMatchObject({ forced: true });
  expect(
    await server.tables('select forced from asoccupancy where dispatch_list_id = $1 and is_open', [open.id]),
  ).toHaveLength(2);
});

test('hard conflicts forbid joining: leave, a missing certificate, a block by the customer', async () => {
  const open = await site.sent(12, '不要马师傅');
  await server.tables('update ascustomer set blocked_technician_ids = array[$1::bigint] where customer_name = $2', [
    ma,
    '不要马师傅',
  ]);
  const refused = await join(open.dispId, { forceReason: '没有别人' });
  expect(refused).toMatchObject({ status: 409, reason: 'maintenance.timeConflict', data: { needForce: false } });
  expect((await crewOf(open.dispId)).map((one) => one.technicianId)).toEqual([jiang]);
  // A replacement of a member is checked in the same way; a replacement of the lead needs a transfer.
  const [lead] = await crewOf(open.dispId);
  expect((await dispatcher.post(`${at}/asdispatchformdetails/submit`, { id: lead.id, technicianId: ma })).reason).toBe(
    'maintenance.leadStays',
  );
});

test('a planned visit is checked again when it is dispatched', async () => {
  const first = await site.sent(16, '占用时间的客户');
  good(
    await dispatcher.post('blade-maintain/dispatchList/submit', { id: first.id, action: 'backToPool', reason: '另排' }),
  );
  const window = { planStart: '2026-11-25 09:00:00', planEnd: '2026-11-25 10:00:00' };
  const planned = good(
    await dispatcher.post('blade-maintain/dispatchList/save', { dispId: first.dispId, technicianId: jiang, ...window }),
  ).data;
  const other = await site.sent(17, '后来居上的客户');
  good(await dispatcher.post('blade-maintain/dispatchList/submit', { id: other.id, ...window }));
  expect((await dispatcher.post('blade-maintain/dispatchList/submit', { id: planned.id, send: true })).reason).toBe(
    'maintenance.timeConflict',
  );
  good(
    await dispatcher.post('blade-maintain/dispatchList/submit', {
      id: planned.id,
      send: true,
      force: true,
      forceReason: '同一小区',
    }),
  );
});

test('活干完后改班组、改分配，分钱的人都收到通知；干活之前改不算 members that share the pay are notified of changes of crew or shares after the work, not before', async () => {
  const heard = async (who: typeof site.man) =>
    (good(await who.get(`${at}/asmessage/recent`)).data.messages as { title: string; content: string }[])
      .filter((one) => one.title.includes('班组已变更'))
      .map((one) => one.content);
  const of = await site.working(19, '完工后改班组');
  await server.tables('update asoccupancy set is_open = false where dispatch_list_id <> $1', [of.id]);
  good(await join(of.dispId, { forceReason: '帮手' }));
  expect([await heard(site.man), await heard(site.other)]).toEqual([[], []]);
  good(await site.completed(of, {}, { visitResult: 'needMoreWork' }));
  const helper = (await crewOf(of.dispId)).find((one) => one.crewRole === 'assist')!;
  good(
    await dispatcher.post(`${at}/asdispatchformdetails/submit`, {
      id: helper.id,
      shareRatio: '0.5',
      reason: '实际各半',
    }),
  );
  for (const who of [site.man, site.other])
    expect(await heard(who)).toEqual([expect.stringMatching(/蒋志强 50%.*马文斌 50%|马文斌 50%.*蒋志强 50%/)]);
});

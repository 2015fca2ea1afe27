import { textIn } from '#kernel/language/label.ts';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const { man, dispatcher, cs } = site;
const [lead, leader, manager] = [
  await server.as('as_cs_lead'),
  await server.as('as_leader'),
  await server.as('as_manager'),
];
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  cs.id,
  lead.id,
]);
server.app.ports.forget('000000');
const templates = {
  depart: '师傅${technician}已出发，约${eta}到，${no}',
  urge: '${name}您好，催促${no}已收到',
  answer: '您催的事${no}：${result}',
  redo: '${no}须再次上门',
};
for (const [smsScene, content] of Object.entries(templates))
  good(
    await cs.post(`${at}/assms/submit`, {
      templateCode: smsScene,
      templateName: smsScene,
      smsScene,
      content,
      isMarketing: false,
    }),
  );
const PATIENT = { timeout: 15_000 };
const texts = async (scene: string): Promise<string[]> =>
  (
    await server.tables<{ content: string }>('select content from assmslog where sms_scene = $1 order by id', [scene])
  ).map((row) => row.content);
const titlesOf = async (who: { id: string }, event: string): Promise<string[]> =>
  (
    await server.tables<{ title: string }>(
      'select title from asmessage where receiver_id = $1 and message_event = $2 order by id',
      [who.id, event],
    )
  ).map((row) => textIn(row.title, 'zh'));

test('a departure notifies the customer of the technician’s name and arrival time', async () => {
  const { id } = await site.sent(9, '等师傅的客户');
  good(await man.post(`${D}/accept`, { id }));
  good(await man.post(`${D}/depart`, { id }));
  await expect.poll(() => texts('depart'), PATIENT).toHaveLength(1);
  // The way is about 1.4 km in a straight line and 1.9 km by road, at 30 km/h.
  expect((await texts('depart'))[0]).toMatch(/^师傅蒋志强已出发，约\d\d:\d\d到，/);
  await server.tables("update dispatchlist set task_status = 'cancelled' where id = $1", [id]);
});

test('an urge is acknowledged, and its answer is sent', async () => {
  const { dispId } = await site.sent(11, '着急的客户');
  const { registrationFormId } = good(await dispatcher.get(`${at}/asdispatchform/detail`, { id: dispId })).data;
  const urge = good(
    await cs.post(`${at}/asurgevisit/submit`, {
      registrationFormId,
      source: 'phone',
      urgeLevel: 'ask',
      content: '什么时候来',
    }),
  ).data;
  await expect.poll(() => texts('urge'), PATIENT).toEqual([`着急的客户您好，催促${urge.urgeNo}已收到`]);
  good(await cs.post(`${at}/asurgevisit/submit`, { id: urge.id, handleResult: '下午三点到' }));
  await expect.poll(() => texts('answer'), PATIENT).toEqual([`您催的事${urge.urgeNo}：下午三点到`]);
});

test('a returned completion notifies the leader; one to be redone notifies the customer too', async () => {
  const of = await site.working(13, '返工的客户');
  const done = good(await site.completed(of)).data;
  good(await leader.post(`${D}/confirm`, { ids: of.id }));
  good(
    await lead.post(`${at}/ascompletionregistration/backConfirm`, {
      ids: done.id,
      result: 'refill',
      reason: '照片不清',
    }),
  );
  await expect.poll(() => titlesOf(leader, 'sentBack'), PATIENT).toEqual(['完工单退回重填:返工的客户']);
  good(await site.completed({ id: of.id, arriveTime: of.arriveTime }));
  good(
    await lead.post(`${at}/ascompletionregistration/backConfirm`, { ids: done.id, result: 'redo', reason: '没修好' }),
  );
  await expect.poll(() => texts('redo'), PATIENT).toHaveLength(1);
  expect(await titlesOf(leader, 'redo')).toEqual(['完工退回重办']);
});

test('a moved visit notifies its technician, appointed or not; a long leave goes to the manager', async () => {
  const { id } = await site.sent(15, '改期的客户');
  good(
    await dispatcher.post(`${D}/submit`, {
      id,
      planStart: '2026-11-25 09:00:00',
      planEnd: '2026-11-25 10:00:00',
      force: true,
      forceReason: '客户改期',
    }),
  );
  await expect.poll(() => titlesOf(man, 'visitMoved'), PATIENT).toEqual(['任务已改期']);
  const leave = (startTime: string, endTime: string) =>
    man.post(`${at}/asleaveform/submit`, {
      leaveType: 'personal',
      startTime,
      endTime,
      reason: '家中有事',
      technicianId: site.technicianId,
    });
  good(await leave('2026-12-01 08:30:00', '2026-12-02 17:30:00'));
  await expect.poll(() => titlesOf(leader, 'leaveToJudge'), PATIENT).toHaveLength(1);
  good(await leave('2026-12-07 08:30:00', '2026-12-12 17:30:00'));
  await expect.poll(() => titlesOf(manager, 'leaveToJudge'), PATIENT).toHaveLength(1);
  expect(await titlesOf(leader, 'leaveToJudge')).toHaveLength(1);
});

test('an address change during a dispatch reaches the order, its form and the technician', async () => {
  const { dispId } = await site.sent(17, '搬家的客户');
  const { registrationFormId } = good(await dispatcher.get(`${at}/asdispatchform/detail`, { id: dispId })).data;
  const [{ file }] = await server.tables<{ file: string }>(
    'select register_main_id::text as file from asregistrationform where id = $1',
    [registrationFormId],
  );
  const before = (await titlesOf(man, 'visitMoved')).length;
  good(await site.admin.post(`${at}/registerMain/submit`, { id: file, address: '新搬的小区8栋801室' }));
  await expect
    .poll(
      () =>
        server.tables(
          'select r.address as "order", f.address as form from asregistrationform r join asdispatchform f on f.registration_form_id = r.id where r.id = $1',
          [registrationFormId],
        ),
      PATIENT,
    )
    .toEqual([{ order: '新搬的小区8栋801室', form: '新搬的小区8栋801室' }]);
  await expect.poll(async () => (await titlesOf(man, 'visitMoved')).slice(before), PATIENT).toEqual(['地址已更改']);
});

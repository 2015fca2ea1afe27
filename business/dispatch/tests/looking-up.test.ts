import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const { man, admin, dispatcher, cs } = site;
const lead = await server.as('as_cs_lead');
const leader = await server.as('as_leader');
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  cs.id,
  lead.id,
]);
server.app.ports.forget('000000');
const upload = async (id: string) =>
  good(await man.post(`${D}/addAnnex`, { id, files: [{ fileUrl: await site.photo(), fileName: '铭牌.jpg' }] })).data[0]
    .id as string;
const drop = (who: typeof man, ids: string) => who.post('blade-maintain/dispatchListFile/remove', { ids });

test('a technician removes own documents until the completion is confirmed; afterwards nobody does', async () => {
  const of = await site.working(9, '附件先生');
  const [own, late, theirs] = [await upload(of.id), await upload(of.id), await upload(of.id)];
  await server.tables('update dispatchlistfile set create_user = $2 where id = $1', [theirs, dispatcher.id]);
  good(await drop(man, own));
  expect((await drop(man, theirs)).status).toBe(404);
  const done = good(await site.completed(of)).data;
  good(await leader.post(`${D}/confirm`, { ids: of.id }));
  good(await lead.post(`${at}/ascompletionregistration/backConfirm`, { ids: done.id, result: 'pass' }));
  for (const who of [man, admin]) expect((await drop(who, late)).reason).toBe('maintenance.documentStays');
});

test('photos are read-only after the piece of the completion is approved', async () => {
  const { id: classifyId } = good(
    await admin.post(`${at}/ascompletionannexclassify/submit`, {
      classifyCode: 'any',
      classifyName: '现场',
      receiptsTypes: ['repair'],
      mediaType: 'image',
      minCount: 0,
      maxCount: 9,
      sort: 1,
    }),
  ).data;
  const of = await site.working(11, '照片女士');
  good(await site.completed(of));
  const add = async () => man.post(`${D}/addImg`, { id: of.id, classifyId, files: [{ fileUrl: await site.photo() }] });
  await server.tables(
    "update ascompletionregistration set complete_status = 'confirmed', piece_status = 'pending' where dispatch_list_id = $1",
    [of.id],
  );
  good(await add());
  await server.tables("update ascompletionregistration set piece_status = 'approved' where dispatch_list_id = $1", [
    of.id,
  ]);
  expect((await add()).reason).toBe('maintenance.photosClosed');
});

test('a dispatch returns its newest valid completion, or all; photo classes are those of the current visit', async () => {
  const of = await site.working(13, '重办先生');
  const first = good(await site.completed(of)).data;
  good(await leader.post(`${D}/confirm`, { ids: of.id }));
  good(
    await lead.post(`${at}/ascompletionregistration/backConfirm`, { ids: first.id, result: 'redo', reason: '没修好' }),
  );
  const detail = async (more = {}) =>
    good(await admin.get(`${at}/ascompletionregistration/detail`, { dispId: of.dispId, ...more })).data;
  expect(await detail()).toEqual({});
  expect(await detail({ all: 'true' })).toMatchObject([{ id: first.id, completeStatus: 'redone', supplies: [] }]);
  const next = good(
    await dispatcher.post(`${D}/submit`, {
      dispId: of.dispId,
      technicianId: site.technicianId,
      planStart: '2026-11-24 09:00:00',
      planEnd: '2026-11-24 10:00:00',
      force: true,
      forceReason: '重办',
    }),
  ).data;
  for (const [step, more] of [
    ['accept', {}],
    ['arrive', { location: '121.5201,31.2101' }],
  ] as const)
    good(await man.post(`${D}/${step}`, { id: next.id, ...more }));
  await man.post(`${D}/addImg`, {
    id: of.id,
    classifyId: (await admin.get(`${at}/ascompletionannexclassify/list`)).data.records[0].id,
    files: [{ fileUrl: await site.photo() }],
  });
  expect(good(await admin.get(`${at}/ascompletionregistration/annexTypes`, { dispId: of.dispId })).data).toMatchObject([
    { name: '现场', count: 0 },
  ]);
  const second = good(
    await site.completed({ id: next.id, arriveTime: (await man.get(`${D}/detail`, { id: next.id })).data.arriveTime }),
  ).data;
  expect((await detail()).id).toBe(second.id);
  expect((await detail({ all: 'true' })).map((one: { id: string }) => one.id)).toEqual([second.id, first.id]);
});

test('an order shows its forms and visits; earlier ones include results, open ones are sorted by promise', async () => {
  const of = await site.working(15, '有历史的客户');
  good(await site.completed(of, {}, { maintenanceContent: '更换循环泵' }));
  const order = good(await admin.get(`${at}/asregistrationform/detail/${of.registrationFormId}`)).data;
  expect(order).toMatchObject({ dispatches: [{ id: of.dispId }], visits: [{ id: of.id, visitResult: 'done' }] });
  const [earlier] = good(
    await cs.get(`${at}/asregistrationform/registrationHistory`, { customerId: order.customerId }),
  ).data;
  expect(earlier).toMatchObject({
    id: order.id,
    result: { visitResult: 'done', technicianName: '蒋志强', resultContent: '更换循环泵', serviceMeasure: 'adjust' },
  });
  const [late, soon] = [await site.sent(17, '约得晚'), await site.sent(18, '约得早')];
  await server.tables(
    "update asregistrationform set promise_from = '2026-11-30 09:00', promise_to = '2026-11-30 11:00' where customer_name = '约得晚'",
  );
  await server.tables(
    "update asregistrationform set promise_from = '2026-11-29 09:00', promise_to = '2026-11-29 11:00', create_time = create_time - interval '9 days' where customer_name = '约得早'",
  );
  expect(late.id).not.toBe(soon.id);
  expect(
    good(await cs.get(`${at}/asregistrationform/selectByTop`, { size: 2 })).data.map(
      (one: { customerName: string }) => one.customerName,
    ),
  ).toEqual(['约得早', '约得晚']);
});

test("a recalled dispatch leaves no to-do; the accept time counts the technician's working hours", async () => {
  await server.tables(
    "update astechnician set work_days = '2', work_start = '10:00', work_end = '16:00' where id = $1",
    [site.technicianId],
  );
  const { id } = await site.sent(12, '周二才上班');
  // Today is Monday and the technician works only on Tuesdays, so the time to accept counts from Tuesday at 10:00.
  expect((await site.visit(id)).acceptDue).toBe('2026-11-24 10:30:00');
  const todos = async () =>
    (
      await server.tables<{ n: number }>(
        'select count(*)::int as n from asmessage where biz_id = $1 and is_todo and done_time is null',
        [id],
      )
    )[0].n;
  await expect.poll(todos, { timeout: 15_000 }).toBe(1);
  good(await dispatcher.post(`${D}/remove`, { ids: id }));
  await expect.poll(todos, { timeout: 15_000 }).toBe(0);
});

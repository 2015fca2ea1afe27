import { textIn } from '#kernel/language/label.ts';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const { man, admin } = site;
const orderOf = async (dispId: string) =>
  (
    await admin.get(
      `${at}/asregistrationform/detail/${(await admin.get(`${at}/asdispatchform/detail`, { id: dispId })).data.registrationFormId}`,
    )
  ).data;

/** Finish a visit as “nobody at home”, with all required evidence: a note, the number of calls, a photo of the door. */
async function closed(id: string, more: Record<string, unknown> = {}) {
  return man.post(`${D}/finish`, {
    id,
    visitResult: 'noAccess',
    resultNote: '敲门无人应答',
    callAttempts: 2,
    doorPhotos: [await site.photo()],
    ...more,
  });
}

test('a visit without access needs a note, a counted call and a photo; each missing one is named', async () => {
  const { id, dispId } = await site.sent(9, '不在家');
  good(await man.post(`${D}/accept`, { id }));
  expect((await closed(id, { resultNote: '' })).reason).toBe('maintenance.noAccessNote');
  for (const callAttempts of [undefined, 0])
    expect((await closed(id, { callAttempts })).reason).toBe('maintenance.noAccessCalls');
  expect((await closed(id, { doorPhotos: [] })).reason).toBe('maintenance.noAccessPhoto');
  expect(await server.tables('select 1 from dispatchlistfile where dispatch_list_id = $1', [id])).toEqual([]);
  good(await closed(id));
  expect(await site.visit(id)).toMatchObject({
    taskStatus: 'partial',
    visitResult: 'noAccess',
    callAttempts: 2,
    emptyRunFee: '0.00',
  });
  expect(
    (
      await server.tables<{ remark: string }>(
        "select remark from dispatchlistfile where dispatch_list_id = $1 and media_type = 'image'",
        [id],
      )
    ).map(({ remark }) => ({ remark: textIn(remark, 'zh') })),
  ).toEqual([{ remark: '客户不在' }]);
  expect(await orderOf(dispId)).toMatchObject({ registerStatus: 'waiting', noAccessCount: 1 });
});

test('the fee of an empty run is on the visit, unless somebody else pays', async () => {
  good(
    await admin.post('blade-system/param/submit', {
      paramName: '空跑费',
      paramKey: 'as.visit.emptyRunFee',
      paramValue: '50',
    }),
  );
  const own = await site.sent(11, '空跑付费');
  good(await man.post(`${D}/accept`, { id: own.id }));
  good(await closed(own.id));
  expect(await site.visit(own.id)).toMatchObject({ emptyRunFee: '50.00' });
  const ours = await site.sent(13, '公司承担');
  await server.tables(
    'update asregistrationform set cover_fees = \'{"labor":"company","material":"company","mileage":"company","other":"company"}\' where customer_name = \'公司承担\'',
  );
  good(await man.post(`${D}/accept`, { id: ours.id }));
  good(await closed(ours.id));
  expect(await site.visit(ours.id)).toMatchObject({ emptyRunFee: '0.00' });
});

test('an arrival without a position needs a reason, unless the address has no position', async () => {
  const { id, dispId } = await site.sent(15, '没有定位');
  good(await man.post(`${D}/accept`, { id }));
  expect((await man.post(`${D}/arrive`, { id })).reason).toBe('maintenance.arriveNowhere');
  good(await man.post(`${D}/arrive`, { id, reason: '地下室没有信号' }));
  await server.tables("update dispatchlist set task_status = 'cancelled' where id = $1", [id]);
  const plain = await site.sent(17, '没有坐标');
  await server.tables('update asregistrationform set location = null where customer_name = $1', ['没有坐标']);
  good(await man.post(`${D}/accept`, { id: plain.id }));
  good(await man.post(`${D}/arrive`, { id: plain.id }));
  expect(dispId).not.toBe(plain.dispId);
});

test('the distance needs an explanation until it is approved', async () => {
  const of = await site.working(18, '里程先生');
  const done = good(await site.completed(of)).data;
  const explain = (id: string) =>
    man.post(`${at}/ascompletionregistration/updateMileageExplain`, { id, mileageExplain: '绕行' });
  good(await explain(done.id));
  for (const state of ['confirmed', 'redone']) {
    await server.tables('update ascompletionregistration set complete_status = $2 where id = $1', [done.id, state]);
    expect((await explain(done.id)).reason, state).toBe('maintenance.completionChecked');
  }
});

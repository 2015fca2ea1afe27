import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const leader = await server.as('as_leader');
const { id: cash } = good(
  await site.admin.post(`${at}/paymentType/submit`, {
    typeCode: 'cash',
    typeName: '现金',
    payChannel: 'cash',
    needVoucher: false,
    needTransmit: true,
    sort: 1,
  }),
).data;
const charge = async (more: Record<string, unknown> = {}) => ({
  chargeType: 'highWork',
  amount: '80',
  reason: '外机在四楼外墙',
  photos: [await site.photo()],
  ...more,
});
const taken = (amount: string) => ({ collectType: 'highWork', paymentTypeId: cash, receivableAmount: amount, amount });

test('an extra charge needs a photo and the customer’s consent, and is part of the receivable amount', async () => {
  const of = await site.working(9, '加收先生');
  expect(
    (await site.completed(of, { charges: [await charge({ photos: [] })] }, { unpaidReason: 'later' })).msg,
  ).toContain('现场加收须有照片');
  // A customer who refuses to sign has not agreed to the charge, even with a photo as evidence.
  expect(
    (
      await site.completed(
        of,
        { charges: [await charge()] },
        { unpaidReason: 'later', signFile: null, signRefused: '不想签', refusedProof: await site.photo() },
      )
    ).msg,
  ).toContain('现场加收须客户签名');
  expect((await site.completed(of, { charges: [await charge({ amount: '0' })] })).reason).toBe(
    'maintenance.chargeNotPositive',
  );
  expect(
    (await site.completed(of, { charges: [await charge(), await charge(), await charge(), await charge()] })).reason,
  ).toBe('maintenance.tooManyCharges');
  expect((await site.completed(of, { charges: [await charge()], collects: [taken('81')] }, {})).reason).toMatch(
    /feeExceeded|moreThanFee/,
  );
  // An amount of other fees without charge lines is refused.
  const bare = await site.completed(of, { charges: [await charge()] }, { otherFee: '100.50', unpaidReason: 'later' });
  expect([bare.status, bare.reason]).toEqual([400, 'maintenance.otherFeeByLines']);
  expect(bare.msg).toContain('80.00元');
  const done = good(
    await site.completed(
      of,
      {
        charges: [await charge(), await charge({ chargeType: 'access', amount: '20.50', reason: '拆装橱柜' })],
        collects: [taken('100.50')],
      },
      { laborFee: '0' },
    ),
  ).data;
  expect(done).toMatchObject({ otherFee: '100.50', receivableAmount: '100.50', practicalAmount: '100.50' });
  expect((await site.admin.get(`${at}/asregistrationform/detail/${of.registrationFormId}`)).data).toMatchObject({
    receivableTotal: '100.50',
  });
  expect(
    good(await site.admin.get(`${at}/ascompletionregistration/look`, { visitId: of.id })).data.charges,
  ).toHaveLength(2);
  for (const { code, title, sql } of server.app.invariants.filter((one) => one.code.startsWith('M')))
    expect(
      await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
        '000000',
        '2026-11-23 12:00:00',
      ]),
      `${code} ${title[1]}`,
    ).toEqual([]);
});

test('a closed door is charged once, with the next completion of its order; only the leader waives it', async () => {
  good(
    await site.admin.post('blade-system/param/submit', {
      paramName: '空跑费',
      paramKey: 'as.visit.emptyRunFee',
      paramValue: '50',
    }),
  );
  const { id, dispId } = await site.sent(12, '空跑后完工');
  good(await site.man.post('blade-maintain/dispatchList/accept', { id }));
  good(
    await site.man.post('blade-maintain/dispatchList/finish', {
      id,
      visitResult: 'noAccess',
      resultNote: '敲门无人应答',
      callAttempts: 2,
      doorPhotos: [await site.photo()],
    }),
  );
  const next = good(
    await site.dispatcher.post('blade-maintain/dispatchList/submit', {
      dispId,
      technicianId: site.technicianId,
      planStart: '2026-11-24 09:00:00',
      planEnd: '2026-11-24 10:00:00',
      force: true,
      forceReason: '再去一次',
    }),
  ).data;
  good(await site.man.post('blade-maintain/dispatchList/accept', { id: next.id }));
  good(await site.man.post('blade-maintain/dispatchList/arrive', { id: next.id, location: '121.5201,31.2101' }));
  const of = good(await site.man.get('blade-maintain/dispatchList/detail', { id: next.id })).data;
  expect(of.closedDoors).toMatchObject([{ fee: '50.00' }]);
  const done = good(await site.completed(of, { draft: true, charges: [] })).data;
  expect(done).toMatchObject({ otherFee: '50.00', charges: [{ chargeType: 'emptyRun', amount: '50.00' }] });
  // The charge is retained although this save omits it; only a leader may remove it.
  const again = good(await site.completed(of, { draft: true, charges: [] })).data;
  expect(again).toMatchObject({ id: done.id, otherFee: '50.00' });
  expect((await site.man.post(`${at}/ascompletioncharge/remove`, { ids: done.charges[0].id })).reason).toBe(
    'maintenance.closedDoorStays',
  );
  expect(good(await site.man.get('blade-maintain/dispatchList/detail', { id: next.id })).data.closedDoors).toEqual([]);
  good(await leader.post(`${at}/ascompletioncharge/remove`, { ids: done.charges[0].id }));
});

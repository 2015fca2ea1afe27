import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { type Cover, payersOf } from '#business/intake/cover/cover.rules.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const lead = await server.as('as_cs,as_cs_lead', { who: 'lead' });
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  lead.id,
]);
server.app.ports.forget('000000');
const { id: wechat } = good(
  await site.admin.post(`${at}/paymentType/submit`, {
    typeCode: 'WX',
    typeName: '微信',
    payChannel: 'wechat',
    needVoucher: false,
    needTransmit: false,
    sort: 1,
  }),
).data;
const van = await site.fillVan(50);
good(
  await site.admin.post('blade-system/param/submit', {
    paramName: '里程单价',
    paramKey: 'as.mileage.feePrice',
    paramValue: '2',
  }),
);

const under = async (hour: number, weibao: Cover) => {
  const of = await site.working(hour, `${weibao}先生`);
  await server.tables('update asregistrationform set weibao = $2, cover_fees = $3 where id = $1', [
    of.registrationFormId,
    weibao,
    JSON.stringify(payersOf(weibao)),
  ]);
  return of;
};
const part = { ...van, qty: '1', unitPrice: '180', payer: 'customer', oldPartReturn: true, oldPartQty: '1' };
const charge = async () => ({
  chargeType: 'highWork',
  amount: '80',
  reason: '外机在四楼外墙',
  photos: [await site.photo()],
});
const later = { unpaidReason: 'later' };
const holds = async () => {
  for (const { code, title, sql } of server.app.invariants.filter((one) => one.code.startsWith('M')))
    expect(
      await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
        '000000',
        '2026-11-23 12:00:00',
      ]),
      `${code} ${title[1]}`,
    ).toEqual([]);
};

/**
 * Each kind of fee, with the input that charges it. Mileage is left out: if another party pays, it is computed as 0.
 */
const fees: Record<
  'labor' | 'material' | 'other',
  () => Promise<{ lines: Record<string, unknown>; header: Record<string, unknown> }>
> = {
  labor: async () => ({ lines: {}, header: { laborFee: '120' } }),
  material: async () => ({ lines: { supplies: [part] }, header: {} }),
  other: async () => ({ lines: { charges: [await charge()] }, header: {} }),
};

/** Each cover with each kind of fee, at different hours so that the visits do not overlap. */
const cases = (['warranty', 'partWarranty', 'plan', 'card', 'goodwill', 'paid'] as const).flatMap((cover, n) =>
  (['labor', 'material', 'other'] as const).map((fee, at) => [cover, fee, 8 + ((n * 3 + at) % 12)] as const),
);

test.each(cases)(
  '%s × %s：别人承担的费用不向客户收取，除非说明 a fee that another party pays is charged to the customer only with a reason',
  async (cover, fee, hour) => {
    const of = await under(hour, cover);
    const { lines, header } = await fees[fee]();
    const first = await site.completed(of, lines, { ...header, ...later });
    if (payersOf(cover)[fee] === 'customer') {
      good(first);
      return;
    }
    expect([first.status, (first.data.fields as { field: string }[] | undefined)?.[0]?.field], first.msg).toEqual([
      400,
      'coverExplain',
    ]);
    good(await site.completed(of, lines, { ...header, ...later, coverExplain: '客户要求加急，自愿承担' }));
    await holds();
  },
);

test('里程费跟着维保走 kilometres that another party pays are not charged to the customer', async () => {
  expect(good(await site.completed(await under(9, 'warranty'), {})).data).toMatchObject({ mileageFee: '0.00' });
  expect(good(await site.completed(await under(10, 'partWarranty'), {}, later)).data).toMatchObject({
    mileageFee: '6.00',
  });
});

test('改判之后，各项费用都跟着新的承担方；没有未收就没有未收原因 a change of cover changes every fee, and a reason exists only with an open amount', async () => {
  const of = await under(11, 'paid');
  const done = good(
    await site.completed(of, { supplies: [part], charges: [await charge()] }, { laborFee: '120', ...later }),
  ).data;
  expect(done).toMatchObject({
    laborFee: '120.00',
    materialFee: '180.00',
    mileageFee: '6.00',
    otherFee: '80.00',
    unpaidReason: 'later',
  });
  const cover = async (weibao: string) =>
    good(
      await lead.post(`${at}/ascompletionregistration/submit`, {
        id: done.id,
        action: 'cover',
        weibao,
        reason: '判定',
      }),
    ).data;
  await cover('goodwill');
  expect(good(await site.admin.get(`${at}/ascompletionregistration/detail`, { id: done.id })).data).toMatchObject({
    laborFee: '0.00',
    materialFee: '0.00',
    mileageFee: '0.00',
    otherFee: '0.00',
    receivableAmount: '0.00',
    unpaidReason: '',
    charges: [{ amount: '80.00', payer: 'company' }],
  });
  await holds();
  await cover('paid');
  expect(good(await site.admin.get(`${at}/ascompletionregistration/detail`, { id: done.id })).data).toMatchObject({
    materialFee: '180.00',
    otherFee: '80.00',
    charges: [{ payer: 'customer' }],
  });
  await holds();
  const paid = good(
    await site.completed(
      await under(12, 'paid'),
      {
        collects: [
          { collectType: 'labor', paymentTypeId: wechat, receivableAmount: '120', amount: '120' },
          { collectType: 'mileage', paymentTypeId: wechat, receivableAmount: '6', amount: '6' },
        ],
      },
      { laborFee: '120', ...later },
    ),
  ).data;
  expect(good(await site.admin.get(`${at}/ascompletionregistration/detail`, { id: paid.id })).data).toMatchObject({
    unpaidAmount: '0.00',
    unpaidReason: '',
  });
});

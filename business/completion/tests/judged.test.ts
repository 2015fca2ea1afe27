import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);

test('a customer who does not sign needs a photo or the signature of a witness, not only a reason', async () => {
  const of = await site.working(9, '不签字的客户');
  const unsigned = { signFile: null, signRefused: '客户说要等家人回来' };
  expect(await site.completed(of, {}, { signFile: null })).toMatchObject({
    reason: 'maintenance.completionIncomplete',
    msg: expect.stringContaining('请客户签名'),
  });
  expect(await site.completed(of, {}, unsigned)).toMatchObject({
    reason: 'maintenance.completionIncomplete',
    msg: expect.stringContaining('照片或见证人签名'),
  });
  const done = good(await site.completed(of, {}, { ...unsigned, refusedProof: await site.photo() })).data;
  expect(done).toMatchObject({ completeStatus: 'submitted', signRefused: '客户说要等家人回来' });
  expect(done.refusedProof).toBeTruthy();
});

const at = 'blade-maintenance/webApi';
const lead = await server.as('as_cs_lead');
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  lead.id,
]);
server.app.ports.forget('000000');
const { materialId: pump } = await site.fillVan(20);
await server.tables('update asbasematerial set warranty_months = 12 where id = $1', [pump]);
const part = (more: Record<string, unknown> = {}) => ({
  materialId: pump,
  qty: '1',
  unitPrice: '180',
  payer: 'customer',
  ...more,
});

test('wrong use, water or power suggest paid work; customer service decides, and the payer follows', async () => {
  const of = await site.working(10, '在保的客户');
  await server.tables(
    'update asregistrationform set weibao = \'warranty\', cover_fees = \'{"labor":"manufacturer","material":"manufacturer","mileage":"manufacturer","other":"customer"}\' where id = $1',
    [of.registrationFormId],
  );
  const done = good(
    await site.completed(of, { supplies: [part({ payer: 'manufacturer' })] }, { faultCause: 'water' }),
  ).data;
  expect(done).toMatchObject({ weibao: 'warranty', weibaoProposed: 'paid', receivableAmount: '0.00' });
  const look = good(await lead.get(`${at}/ascompletionregistration/look`, { visitId: of.id })).data;
  expect(look.reasons.find((one: { code: string }) => one.code === 'cover').detail[0]).toBe(
    '故障原因：水质，建议收费，现为整机质保',
  );
  expect(
    (
      await site.man.post(`${at}/ascompletionregistration/submit`, {
        id: done.id,
        action: 'cover',
        weibao: 'paid',
        reason: '水质超标',
      })
    ).status,
  ).toBe(403);
  good(
    await lead.post(`${at}/ascompletionregistration/submit`, {
      id: done.id,
      action: 'cover',
      weibao: 'paid',
      reason: '水质超标',
    }),
  );
  expect(good(await site.admin.get(`${at}/ascompletionregistration/detail`, { id: done.id })).data).toMatchObject({
    weibao: 'paid',
    weibaoProposed: '',
    materialFee: '180.00',
    receivableAmount: '180.00',
    supplies: [{ payer: 'customer' }],
  });
  expect((await site.admin.get(`${at}/asregistrationform/detail/${of.registrationFormId}`)).data).toMatchObject({
    weibao: 'paid',
    weibaoReason: '改判：水质超标',
    receivableTotal: '180.00',
  });
});

test('a part that fails within its own warranty is free, and the phone shows it beforehand; a year later it is not', async () => {
  const first = await site.working(12, '换泵的客户');
  const [{ customerId, equipmentId }] = await server.tables<{ customerId: string; equipmentId: string }>(
    'select r.customer_id::text as "customerId", e.equipment_id::text as "equipmentId" from asregistrationform r join asregistrationequipment e on e.registration_form_id = r.id where r.id = $1',
    [first.registrationFormId],
  );
  expect(good(await site.completed(first, { supplies: [part()] }, { unpaidReason: 'later' })).data).toMatchObject({
    materialFee: '180.00',
    supplies: [{ payer: 'customer', partWarrantyUntil: '' }],
  });
  const again = await site.working(14, '换泵的客户又来');
  await server.tables('update asregistrationform set customer_id = $2 where id = $1', [
    again.registrationFormId,
    customerId,
  ]);
  await server.tables('update asregistrationequipment set equipment_id = $2 where registration_form_id = $1', [
    again.registrationFormId,
    equipmentId,
  ]);
  expect((await site.man.get('blade-maintain/dispatchList/detail', { id: again.id })).data.partWarranties).toEqual({
    [pump]: '2027-11-23',
  });
  const free = good(await site.completed(again, { supplies: [part()] })).data;
  expect(free).toMatchObject({
    materialFee: '0.00',
    supplies: [{ payer: 'manufacturer', partWarrantyUntil: '2027-11-23' }],
  });
  // The back office may assign the part to another payer.
  good(
    await lead.post(`${at}/ascompletionregistration/updateSupplies`, {
      completionId: free.id,
      lines: [{ ...free.supplies[0], payer: 'customer' }],
    }),
  );
  expect((await site.admin.get(`${at}/ascompletionregistration/detail`, { id: free.id })).data).toMatchObject({
    materialFee: '180.00',
  });
  await server.tables("update ascompletionregistration set end_time = end_time - interval '13 months'");
  expect((await site.man.get('blade-maintain/dispatchList/detail', { id: again.id })).data.partWarranties).toEqual({});
});

test('a machine with its own check list follows the standard of the order; a standard alone may require a signature', async () => {
  const standard = async (more: Record<string, unknown>): Promise<string> => {
    const { id } = good(
      await site.admin.post(`${at}/asservicestandards/submit`, {
        moduleName: 'completion',
        content: '检查',
        checklist: [{ key: 'bar', label: '压力', type: 'number', min: 1, max: 2, required: true }],
        ...more,
      }),
    ).data;
    good(await site.admin.post(`${at}/asservicestandards/submit`, { id, action: 'publish', reason: '新标准生效' }));
    return id;
  };
  const own = await standard({ standardCode: 'PUMP-01', title: '混水中心', equipmentCategory: 'pump' });
  const of = await site.working(16, '两台机器');
  await server.tables('update asregistrationequipment set standard_id = $2 where registration_form_id = $1', [
    of.registrationFormId,
    own,
  ]);
  const [{ equipmentId }] = await server.tables<{ equipmentId: string }>(
    'select equipment_id::text as "equipmentId" from asregistrationequipment where registration_form_id = $1',
    [of.registrationFormId],
  );
  const machine = (value: string) => ({
    equipment: [
      {
        equipmentId,
        equipmentName: '混水中心',
        qty: '1',
        checklist: [{ key: value ? 'bar' : 'note', label: '压力', value: value || '未测' }],
      },
    ],
  });
  expect((await site.completed(of, machine(''))).msg).toContain('检查项未填:混水中心 压力');
  expect(good(await site.completed(of, machine('2.6'))).data).toMatchObject({ abnormalCount: 1 });
  // The type of order needs no signature, but the service standard does.
  await standard({
    standardCode: 'TS-01',
    title: '投诉处理',
    receiptsType: 'complaint',
    needSign: true,
    checklist: [],
  });
  const complaint = await site.working(18, '投诉的客户');
  await server.tables("update asregistrationform set receipts_type = 'complaint' where id = $1", [
    complaint.registrationFormId,
  ]);
  expect((await site.man.get('blade-maintain/dispatchList/detail', { id: complaint.id })).data.needsSignature).toBe(
    true,
  );
  expect((await site.completed(complaint, {}, { signFile: null })).msg).toContain('请客户签名');
});

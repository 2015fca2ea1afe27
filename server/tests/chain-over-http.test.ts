import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PieceWorld } from '#business/piecework/testing/piecework-world.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

// The whole chain by calls alone, from the phone call to the signed payslip and the closed month, and each amount
// traced back.
const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
await site.setUp();
const van = await site.fillVan(5);
await new PieceWorld(server).priced('PUMP', '100', {
  autoRule: [{ receiptsType: 'repair', equipmentCategory: 'pump', serviceMeasure: 'replacePart' }],
});
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const [leader, finance, auditor, hr, manager] = await Promise.all(
  ['as_leader', 'as_finance', 'as_piece_auditor', 'as_hr', 'as_manager'].map((role) => server.as(role)),
);
// One person has both roles of customer service: as clerk this person enters the data, as lead this person approves the
// completion.
const office = await server.as('as_cs,as_cs_lead', { who: 'lead' });
const now = (): string => new Date(server.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const ids = { order: '', visit: '', completion: '', collection: '', piece: '', sheet: '' };

async function photo(caller: TestCaller, shade: number): Promise<string> {
  const form = new FormData();
  form.append(
    'file',
    new Blob(
      [
        new Uint8Array(
          await sharp({ create: { width: 320, height: 240, channels: 3, background: { r: shade, g: 90, b: 120 } } })
            .jpeg()
            .toBuffer(),
        ),
      ],
      { type: 'image/jpeg' },
    ),
    `${shade}.jpg`,
  );
  return good(await caller.send('POST', 'blade-resource/oss/endpoint/put-file', { body: form })).data.link as string;
}

test('a call becomes a registration, a dispatch and a finished visit: parts, money, photos, check list, code or signature', async () => {
  const address = '上海市浦东新区锦绣路888弄12号501室';
  const customer = good(
    await office.post(`${at}/ascustomer/submit`, {
      customerName: '王桂芳',
      phone: '13812348866',
      addressDetail: address,
      customerServiceTeam: 'east',
      location: '121.52,31.21',
    }),
  ).data;
  const file = good(await office.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
  const machine = good(
    await office.post(`${at}/asequipment/submit`, {
      registerMainId: file.id,
      equipmentName: '混水中心',
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
    }),
  ).data;
  const form = good(
    await office.post(`${at}/asrepairform/submit`, {
      customerId: customer.id,
      equipmentId: machine.id,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '次卧地面凉，水泵有异响',
      then: 'accept',
    }),
  ).data;
  ids.order = form.registrationFormId;

  const dispatcher = await server.as('as_dispatcher');
  const [best] = good(
    await dispatcher.get(`${at}/asdispatchform/getUsers`, {
      registrationFormId: ids.order,
      date: '2026-11-23',
      free: 1,
    }),
  ).data;
  expect(best.reason.length).toBeGreaterThan(0);
  const disp = good(
    await dispatcher.post(`${at}/asdispatchform/save`, {
      header: { registrationFormId: ids.order, planStart: '2026-11-23 11:00:00', planEnd: '2026-11-23 12:00:00' },
      technicianId: site.technicianId,
      dispatch: true,
      force: true,
      forceReason: '顺路',
    }),
  ).data;
  ids.visit = disp.visitId;

  const { man } = site;
  good(await man.post(`${D}/accept`, { id: ids.visit }));
  good(await man.post(`${D}/appoint`, { id: ids.visit, from: '2026-11-23 11:00:00', to: '2026-11-23 13:00:00' }));
  good(await man.post(`${D}/depart`, { id: ids.visit }));
  server.clock.pass(10 * 60_000);
  good(await man.post(`${D}/arrive`, { id: ids.visit, location: '121.5201,31.2101' }));
  const classes = good(await man.get(`${D}/getAnnexType/${ids.visit}`)).data as { classifyId: string }[];
  for (const [nth, kind] of classes.entries())
    good(
      await man.post(`${D}/addImg`, {
        id: ids.visit,
        classifyId: kind.classifyId,
        files: [{ fileUrl: await photo(man, 40 + nth * 50), takenTime: now(), location: '121.5201,31.2101' }],
      }),
    );
  server.clock.pass(30 * 60_000);
  const { arriveTime, checklist } = good(await man.get(`${D}/detail`, { id: ids.visit })).data;
  const ways = good(await man.get(`${D}/ownDay`)).data.ways as { id: string }[];
  const done = good(
    await man.post(`${at}/ascompletionregistration/batchSave`, {
      draft: false,
      header: {
        dispatchListId: ids.visit,
        startTime: arriveTime,
        endTime: now(),
        visitResult: 'done',
        faultCategory: 'noHeat',
        faultCause: 'wear',
        serviceMeasure: 'replacePart',
        maintenanceContent: '更换循环泵，排气，水压 1.5 bar',
        laborFee: '120',
        mileageKm: '3',
        signFile: await photo(man, 240),
        signName: '王桂芳',
        checklist: (checklist as { key: string; label: string; type: string }[]).map(({ key, label, type }) => ({
          key,
          label,
          value: type === 'number' ? '1.5' : '是',
        })),
      },
      equipment: [{ equipmentId: machine.id, equipmentName: '混水中心', qty: '1', equipmentStatus: 'normal' }],
      supplies: [
        {
          materialId: van.materialId,
          warehouseId: van.warehouseId,
          qty: '1',
          unitPrice: '180',
          payer: 'customer',
          oldPartReturn: true,
          oldPartQty: '1',
        },
      ],
      collects: [
        { collectType: 'labor', paymentTypeId: ways[0].id, receivableAmount: '120', amount: '120' },
        { collectType: 'material', paymentTypeId: ways[0].id, receivableAmount: '180', amount: '180' },
      ],
    }),
  ).data;
  ids.completion = done.id;
  expect(done).toMatchObject({ completeStatus: 'submitted', receivableAmount: '300.00', practicalAmount: '300.00' });
});

/** Return the number of waiting rows in each pile of a person's first page. */
const waits = async (who: TestCaller): Promise<Record<string, number>> =>
  Object.fromEntries(
    (good(await who.get(`${at}/desk/work`)).data.piles as { name: string; count: number }[]).map((one) => [
      one.name,
      one.count,
    ]),
  );

test('the completion is confirmed and checked, its money approved, its piece passed', async () => {
  // Each person's first page lists the work until it is done.
  expect(await waits(leader)).toMatchObject({ visitsToConfirm: 1 });
  expect(await waits(office)).toMatchObject({ completionsToCheck: 1 });
  expect(await waits(finance)).toMatchObject({ cashToTakeOver: 2, moneyToApprove: 2 });
  good(await leader.post(`${D}/confirm`, { ids: ids.visit, pass: true }));
  good(await office.post(`${at}/ascompletionregistration/backConfirm`, { ids: ids.completion, result: 'pass' }));
  const rows = good(await finance.get(`${at}/ascollectdetaileds/list`, { completionId: ids.completion })).data
    .records as { id: string; amount: string }[];
  ids.collection = rows[0].id;
  for (const call of ['updateTransmit', 'updateApproval'])
    good(await finance.post(`${at}/ascollectdetaileds/${call}`, { ids: rows.map((row) => row.id).join(',') }));
  const [made] = good(await auditor.get(`${at}/aspiecework/list`, { completionId: ids.completion })).data.records;
  ids.piece = made.id;
  expect(made).toMatchObject({ pieceStatus: 'pending', pieceAmount: '100.00' });
  expect([await waits(leader), await waits(office), await waits(finance), await waits(auditor)]).toMatchObject([
    { visitsToConfirm: 0 },
    { completionsToCheck: 0 },
    { cashToTakeOver: 0, moneyToApprove: 0 },
    { piecesToAudit: 1 },
  ]);
  good(await auditor.post(`${at}/aspieceworkaudit/pieceWorkCheck`, { ids: ids.piece }));
});

test('the month is calculated, disputed, answered, signed, approved, paid and closed', async () => {
  const wages = `${at}/aspieceworkwages`;
  const month = { wagePeriod: '2026-11' };
  good(await hr.post(`${wages}/calculate`, month));
  good(await hr.post(`${wages}/send`, month));
  const sheets = good(await hr.get(`${at}/aswagesheet/list`, { ...month, size: 10 })).data.records as {
    id: string;
    technicianId: string;
  }[];
  ids.sheet = sheets.find((one) => one.technicianId === site.technicianId)!.id;
  const mine = good(await site.man.get(`${at}/aswagesheet/detail`, { id: ids.sheet })).data;
  const line = (mine.lines as { id: string; wageLineType: string; amount: string }[]).find(
    (one) => one.wageLineType === 'piece',
  )!;
  expect(line.amount).toBe('100.00');
  const dispute = good(
    await site.man.post(`${wages}/dispute`, {
      id: ids.sheet,
      wageLineId: line.id,
      disputeKind: 'qty',
      claimedValue: '2',
      note: '当天换了两台',
    }),
  ).data;
  expect((await site.man.post(`${wages}/sign`, { id: ids.sheet })).status).toBe(409);
  good(
    await hr.post(`${wages}/answer`, {
      id: dispute.id,
      accept: true,
      answer: '补记一台',
      lines: [{ amount: '100', reason: '补记一台' }],
    }),
  );
  good(await site.man.post(`${wages}/sign`, { id: ids.sheet }));
  good(await site.other.post(`${wages}/sign`, { id: sheets.find((one) => one.technicianId === site.otherId)!.id }));
  good(await manager.post(`${wages}/approve`, month));
  good(await hr.post(`${wages}/pay`, month));
  good(await hr.post(`${wages}/close`, { ...month, reason: '本月提前关账' }));
  const signed = good(await site.man.get(`${at}/aswagesheet/detail`, { id: ids.sheet })).data;
  expect(signed).toMatchObject({ wageStatus: 'paid' });
  expect(
    (signed.lines as { wageLineType: string; amount: string }[])
      .filter((one) => ['piece', 'adjust'].includes(one.wageLineType))
      .map((one) => one.amount),
  ).toEqual(['100.00', '100.00']);
});

test('every amount leads back: from the payslip line to the piece, its completion, its visit and the call', async () => {
  const { lines } = good(await site.man.get(`${at}/aswagesheet/detail`, { id: ids.sheet })).data;
  const line = (lines as { wageLineType: string; sourceId: string; sourceNo: string }[]).find(
    (one) => one.wageLineType === 'piece',
  )!;
  const share = good(await site.man.get(`${at}/aspieceworkcollect/detail`, { id: line.sourceId })).data;
  const piece = good(await site.man.get(`${at}/aspiecework/detail`, { id: share.pieceId })).data;
  expect(piece).toMatchObject({
    id: ids.piece,
    pieceNo: line.sourceNo,
    pieceStatus: 'settled',
    completionId: ids.completion,
  });
  const done = good(await site.man.get(`${at}/ascompletionregistration/detail`, { id: piece.completionId })).data;
  expect(done).toMatchObject({ dispatchListId: ids.visit, registrationFormId: ids.order, pieceStatus: 'settled' });
  // Another technician sees none of these rows.
  for (const [path, id] of [
    ['aswagesheet', ids.sheet],
    ['aspieceworkcollect', line.sourceId],
    ['aspiecework', ids.piece],
  ] as const)
    expect((await site.other.get(`${at}/${path}/detail`, { id })).status).toBe(404);
  for (const { code, title, sql } of server.app.invariants)
    expect(
      await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
        '000000',
        `${now()}+08`,
      ]),
      `${code} ${title[1]}`,
    ).toEqual([]);
});

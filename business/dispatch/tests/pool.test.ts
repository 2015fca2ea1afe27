import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { type Standing, formStateOf } from '../visit/visit-states.rules.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const { dispatcher, admin, man } = site;
const clock = (hour: number): string => `2026-11-26 ${String(hour).padStart(2, '0')}:00:00`;
const day = (hour: number) => ({ planStart: clock(hour), planEnd: clock(hour + 1) });
const stands = async (dispId: string): Promise<unknown[]> => {
  const form = (await admin.get(`${at}/asdispatchform/detail`, { id: dispId })).data;
  const order = (await admin.get(`${at}/asregistrationform/detail`, { id: form.registrationFormId })).data;
  return [form.dispatchStatus, form.holdReason, order.registerStatus, order.holdReason];
};
const pool = async (): Promise<string[]> =>
  (await dispatcher.get(`${at}/asdispatchform/waitingOrders`)).data.orders.map((one: { dispId: string }) => one.dispId);

test('an order held for parts waits for a technician again after the next one returns it', async () => {
  for (const [hour, name, back] of [
    [9, '待件后拒单', (id: string) => man.post(`${D}/refuse`, { id, refuseReason: 'full', reason: '排满' })],
    [
      11,
      '待件后超时',
      async (id: string) => {
        await server.tables("update dispatchlist set accept_due = '2026-11-22 09:00' where id = $1", [id]);
        await server.app.jobs.run('visit.acceptTimeout');
        return { body: { code: 200 } };
      },
    ],
    [13, '待件后退回', (id: string) => dispatcher.post(`${D}/submit`, { id, action: 'backToPool', reason: '改派' })],
    [
      15,
      '待件后整单退回',
      (id: string, dispId: string) => (
        void id,
        dispatcher.post(`${at}/asdispatchform/submit`, { id: dispId, action: 'backToPool', reason: '改派' })
      ),
    ],
  ] as const) {
    const of = await site.working(hour, name);
    good(await site.completed(of, {}, { visitResult: 'needParts' }));
    expect(await stands(of.dispId), name).toEqual(['onHold', 'parts', 'waiting', 'parts']);
    // An order on hold cannot be dispatched; it is released once the parts have arrived.
    expect(
      (await dispatcher.post(`${D}/submit`, { dispId: of.dispId, technicianId: site.technicianId, ...day(hour) }))
        .reason,
      name,
    ).toBe('maintenance.formOnHold');
    expect(
      (await dispatcher.post(`${at}/asdispatchform/save`, { header: { id: of.dispId }, dispatch: true })).reason,
      name,
    ).toBe('maintenance.formOnHold');
    good(await dispatcher.post(`${at}/asdispatchform/submit`, { id: of.dispId, remark: '配件明天到', draft: false }));
    good(await dispatcher.post(`${at}/asdispatchform/submit`, { id: of.dispId, action: 'release' }));
    good(await dispatcher.post(`${D}/submit`, { dispId: of.dispId, technicianId: site.technicianId, ...day(hour) }));
    const [next] = await server.tables<{ id: string }>(
      "select id::text as id from dispatchlist where disp_id = $1 and task_status = 'pendingAccept'",
      [of.dispId],
    );
    expect((await back(next.id, of.dispId)).body, name).toMatchObject({ code: 200 });
    expect(await stands(of.dispId), name).toEqual(['draft', '', 'waiting', '']);
    expect(await pool(), name).toContain(of.dispId);
  }
});

test('a visit after a hold for parts can be transferred like any other', async () => {
  const of = await site.working(16, '待件后转派');
  good(await site.completed(of, {}, { visitResult: 'needParts' }));
  good(await dispatcher.post(`${at}/asdispatchform/submit`, { id: of.dispId, action: 'release' }));
  good(await dispatcher.post(`${D}/submit`, { dispId: of.dispId, technicianId: site.technicianId, ...day(18) }));
  await site.transfer(of.dispId);
  expect(await stands(of.dispId)).toEqual(['dispatched', '', 'dispatched', '']);
  const visits = await server.tables<{ state: string; technician: string }>(
    'select task_status as state, technician_id::text as technician from dispatchlist where disp_id = $1 order by visit_seq, id',
    [of.dispId],
  );
  expect(visits.map((one) => [one.state, one.technician])).toEqual([
    ['partial', site.technicianId],
    ['transferred', site.technicianId],
    ['pendingAccept', site.otherId],
  ]);
});

test('the rule: a wait ends with the next dispatch', () => {
  const one = (more: Partial<Standing>): Standing => ({
    taskStatus: 'partial',
    visitResult: null,
    sentTime: '2026-11-23 08:00:00',
    redone: false,
    ...more,
  });
  const waited = one({ visitResult: 'needParts' });
  expect(formStateOf([waited], false)).toBe('onHold');
  for (const taskStatus of ['refused', 'recalled', 'cancelled', 'transferred'] as const) {
    expect(formStateOf([one({ taskStatus }), waited], false)).toBe('draft');
    // A visit that was never dispatched does not end the wait that the last result has caused.
    expect(formStateOf([one({ taskStatus, sentTime: null }), waited], false)).toBe('onHold');
    expect(formStateOf([one({ taskStatus }), waited], true)).toBe('onHold');
  }
});

test('a held order is not dispatched, with or without an end of the hold', async () => {
  for (const holdUntil of [null, '2026-12-24 09:00:00']) {
    const { dispId } = await site.sent(17, `挂起${holdUntil ? '到期' : '不定期'}`);
    const { registrationFormId } = (await admin.get(`${at}/asdispatchform/detail`, { id: dispId })).data;
    const copy = (await admin.get(`${at}/asregistrationform/detail`, { id: registrationFormId })).data;
    const fresh = good(
      await site.cs.post(`${at}/asregistrationform/submit`, {
        customerId: copy.customerId,
        registerMainId: copy.registerMainId,
        receiptsType: 'repair',
        repairType: 'floorHeat',
        faultCategory: 'noHeat',
        content: '地面凉',
      }),
    ).data;
    good(
      await dispatcher.post(`${at}/asregistrationform/submit`, {
        id: fresh.id,
        action: 'hold',
        holdReason: 'customer',
        holdUntil,
      }),
    );
    expect(
      (
        await dispatcher.post(`${at}/asdispatchform/save`, {
          header: { registrationFormId: fresh.id, ...day(9) },
          technicianId: site.technicianId,
          dispatch: true,
        })
      ).reason,
    ).toBe('maintenance.orderOnHold');
  }
});

test('one call registers and dispatches; without the right, or with a conflict, it stores nothing', async () => {
  const { registerMainId, customerId } = (await admin.get(`${at}/asregistrationform/list`)).data.records[0];
  const header = {
    customerId,
    registerMainId,
    receiptsType: 'repair',
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    content: '一次登记并派工',
  };
  const dispatch = {
    technicianId: site.technicianId,
    planStart: '2026-11-28 09:00:00',
    planEnd: '2026-11-28 10:00:00',
  };
  const made = () =>
    server.tables(
      "select d.dispatch_status as form, v.task_status as visit, r.register_status as state from asregistrationform r left join asdispatchform d on d.registration_form_id = r.id left join dispatchlist v on v.disp_id = d.id where r.content = '一次登记并派工'",
    );
  expect(await site.cs.post(`${at}/asregistrationform/addRegistrationForm`, { header, dispatch })).toMatchObject({
    status: 403,
    reason: 'maintenance.dispatchNotAllowed',
  });
  expect(
    (
      await dispatcher.post(`${at}/asregistrationform/addRegistrationForm`, {
        header,
        dispatch: { ...dispatch, technicianId: undefined },
      })
    ).reason,
  ).toBe('maintenance.dispatchIncomplete');
  expect(await made()).toEqual([]);
  const { data } = good(
    await dispatcher.post(`${at}/asregistrationform/addRegistrationForm`, {
      header,
      equipment: [{ equipmentName: '混水中心' }],
      dispatch,
    }),
  );
  expect(data).toMatchObject({
    registerStatus: 'dispatched',
    dispId: expect.stringMatching(/^\d+$/),
    visitId: expect.stringMatching(/^\d+$/),
  });
  expect(await made()).toEqual([{ form: 'dispatched', visit: 'pendingAccept', state: 'dispatched' }]);
  // The technician already has a visit at that hour, so the whole call is refused.
  expect((await dispatcher.post(`${at}/asregistrationform/addRegistrationForm`, { header, dispatch })).reason).toBe(
    'maintenance.timeConflict',
  );
  expect(await made()).toHaveLength(1);
});

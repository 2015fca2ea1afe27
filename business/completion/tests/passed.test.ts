import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
const D = 'blade-maintain/dispatchList';
const [lead, leader, manager] = [
  await server.as('as_cs_lead'),
  await server.as('as_leader'),
  await server.as('as_manager'),
];
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  site.cs.id,
  lead.id,
]);
server.app.ports.forget('000000');
const judge = (ids: string, result: string, who = lead) =>
  who.post(`${at}/ascompletionregistration/backConfirm`, { ids, result, reason: '复核' });
const machines = (customerId: string) =>
  server.tables<Record<string, string>>(
    'select serial_no as serial, equipment_status as state, install_position as position, install_date::text as installed, last_maintain_date::text as maintained, is_deleted as gone from asequipment where customer_id = $1 order by id',
    [customerId],
  );

/** A completion that was passed, of a home with one machine. */
async function passed(
  hour: number,
  name: string,
  lines: Record<string, unknown>,
  header: Record<string, unknown> = {},
  type = 'repair',
): Promise<{ id: string; customerId: string; registerMainId: string }> {
  const of = await site.working(hour, name);
  await server.tables('update asregistrationform set receipts_type = $2 where id = $1', [of.registrationFormId, type]);
  const [row] = await server.tables<{ customerId: string; registerMainId: string; equipmentId: string }>(
    'select r.customer_id::text as "customerId", r.register_main_id::text as "registerMainId", e.equipment_id::text as "equipmentId" from asregistrationform r join asregistrationequipment e on e.registration_form_id = r.id where r.id = $1',
    [of.registrationFormId],
  );
  await server.tables("update asequipment set serial_no = $2, install_position = '设备间' where id = $1", [
    row.equipmentId,
    `ALT-${hour}`,
  ]);
  const done = good(
    await site.completed(
      of,
      { equipment: [{ equipmentId: row.equipmentId, equipmentName: '混水中心', qty: '1', ...lines }] },
      header,
    ),
  ).data;
  good(await leader.post(`${D}/confirm`, { ids: of.id }));
  good(await judge(done.id, 'pass'));
  return { id: done.id, ...row };
}

test('a machine that was replaced keeps its row; the new one stands in its place, once, however often it is confirmed', async () => {
  const of = await passed(
    9,
    '换整机的客户',
    { replacedBySerial: 'NEU-9', equipmentStatus: 'normal' },
    { serviceMeasure: 'replaceUnit' },
  );
  const both = [
    { serial: 'ALT-9', state: 'replaced' },
    { serial: 'NEU-9', state: 'normal', position: '设备间', installed: '2026-11-23' },
  ];
  expect(await machines(of.customerId)).toMatchObject(both);
  good(await judge(of.id, 'reopen', manager));
  good(await judge(of.id, 'pass'));
  expect(await machines(of.customerId)).toMatchObject(both);
  // Reopened and corrected: it was repaired, not replaced.
  good(await judge(of.id, 'reopen', manager));
  const [line] = good(await site.admin.get(`${at}/ascompletionregistration/detail`, { id: of.id })).data.equipment;
  good(
    await lead.post(`${at}/ascompletionregistration/updateEquipment`, {
      completionId: of.id,
      lines: [{ ...line, replacedBySerial: null }],
    }),
  );
  good(await judge(of.id, 'pass'));
  expect(await machines(of.customerId)).toMatchObject([
    { serial: 'ALT-9', state: 'normal', gone: 0 },
    { serial: 'NEU-9', gone: 1 },
  ]);
});

test('a maintenance that was confirmed is known to the machine, the customer and his file; opened again, it is not', async () => {
  const of = await passed(12, '保养的客户', { equipmentStatus: 'normal' }, {}, 'maintain');
  expect(await machines(of.customerId)).toMatchObject([{ state: 'normal', maintained: '2026-11-23' }]);
  const known = async () => [
    (await site.admin.get(`${at}/ascustomer/detail`, { id: of.customerId })).data,
    (await site.admin.get(`${at}/registerMain/detail`, { id: of.registerMainId })).data,
  ];
  expect(await known()).toMatchObject([
    { serviceCount: 1, lastServiceTime: expect.stringMatching(/^2026-11-23/) },
    { lastServiceTime: expect.stringMatching(/^2026-11-23/) },
  ]);
  good(await judge(of.id, 'reopen', manager));
  expect(await known()).toMatchObject([{ serviceCount: 0, lastServiceTime: '' }, { lastServiceTime: '' }]);
});

test('the share of fixes that held is reckoned at night', async () => {
  await server.tables(
    "update ascompletionregistration set first_fix = (visit_result = 'done'), receipts_type = 'repair'",
  );
  await passed(15, '修了两次的客户', { equipmentStatus: 'normal' });
  await server.tables("update ascompletionregistration set first_fix = false where customer_name = '修了两次的客户'");
  await server.app.jobs.run('completion.firstFix');
  const [{ n, held }] = await server.tables<{ n: number; held: number }>(
    "select count(*)::int as n, count(*) filter (where first_fix)::int as held from ascompletionregistration where complete_status = 'confirmed'",
  );
  expect(n).toBeGreaterThan(held);
  expect(
    Number((await site.admin.get(`${at}/astechnician/detail`, { id: site.technicianId })).data.firstFixRate),
  ).toBeCloseTo(held / n, 3);
});

import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { saved } from '#kernel/testing/sample.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const server = await openTestServer(import.meta.url);
const site = await Worksite.of(server);
const at = 'blade-maintenance/webApi';
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

interface Machine {
  readonly id: string;
  readonly customerId: string;
  readonly registerMainId: string;
}

const machineOf = async (registrationFormId: string): Promise<Machine> =>
  (
    await server.tables<Machine>(
      'select q.id::text as id, q.customer_id::text as "customerId", q.register_main_id::text as "registerMainId" from asregistrationequipment e join asequipment q on q.id = e.equipment_id where e.registration_form_id = $1',
      [registrationFormId],
    )
  )[0];

const judge = (ids: string, result: string, who = lead) =>
  who.post(`${at}/ascompletionregistration/backConfirm`, { ids, result, reason: '复核' });

const report = (customerId: string, equipmentId: string) =>
  site.cs.post(`${at}/asrepairform/submit`, {
    customerId,
    equipmentId,
    repairType: 'floorHeat',
    faultCategory: 'noise',
    description: '有异响',
    separate: true,
  });

test('a machine remains with its customer while open papers name it', async () => {
  const of = await site.working(9, '原来的客户');
  const machine = await machineOf(of.registrationFormId);
  const other = await machineOf((await site.working(10, '另外的客户')).registrationFormId);
  const move = () =>
    site.cs.post(`${at}/asequipment/submit`, {
      id: machine.id,
      registerMainId: other.registerMainId,
      customerId: other.customerId,
    });
  const refused = await move();
  expect([refused.status, refused.reason], JSON.stringify(refused.body)).toEqual([409, 'maintenance.machineNamed']);
  await server.tables("update asregistrationform set register_status = 'confirmed' where id = $1", [
    of.registrationFormId,
  ]);
  await server.tables("update asrepairform set repair_status = 'finished' where registration_form_id = $1", [
    of.registrationFormId,
  ]);
  good(await move());
});

test('a replaced machine passes its device to its successor, and accepts no new report', async () => {
  const of = await site.working(13, '换整机的客户');
  const machine = await machineOf(of.registrationFormId);
  const { id: instanceId } = await saved(server, device);
  await server.tables('update asequipment set instance_id = $2, serial_no = $3 where id = $1', [
    machine.id,
    instanceId,
    'OLD',
  ]);
  const line = {
    equipmentId: machine.id,
    equipmentName: '混水中心',
    qty: '1',
    replacedBySerial: 'NEW',
    equipmentStatus: 'normal',
  };
  const done = good(await site.completed(of, { equipment: [line] }, { serviceMeasure: 'replaceUnit' })).data;
  good(await leader.post('blade-maintain/dispatchList/confirm', { ids: of.id }));
  good(await judge(done.id, 'pass'));
  const both = () =>
    server.tables<{ id: string; device: string | null; by: string | null; gone: number }>(
      'select id::text as id, instance_id::text as device, replaced_by_id::text as by, is_deleted as gone from asequipment where customer_id = $1 order by id',
      [machine.customerId],
    );
  const [old, fresh] = await both();
  expect([old.device, old.by, fresh.device]).toEqual([null, fresh.id, instanceId]);
  const refused = await report(machine.customerId, machine.id);
  expect([refused.status, refused.reason], JSON.stringify(refused.body)).toEqual([409, 'maintenance.machineReplaced']);
  expect(refused.data).toMatchObject({ instead: { field: 'equipmentId', id: fresh.id } });
  good(await report(machine.customerId, fresh.id));
  await server.tables('update asrepairform set is_deleted = 1 where equipment_id = $1', [fresh.id]);
  // After the correction the machine was repaired, not replaced: the device belongs to the old machine again.
  good(await judge(done.id, 'reopen', manager));
  const [stored] = good(await site.admin.get(`${at}/ascompletionregistration/detail`, { id: done.id })).data.equipment;
  const lines = [{ ...stored, replacedBySerial: null }];
  good(await lead.post(`${at}/ascompletionregistration/updateEquipment`, { completionId: done.id, lines }));
  good(await judge(done.id, 'pass'));
  expect(await both()).toMatchObject([
    { device: instanceId, by: null, gone: 0 },
    { device: null, gone: 1 },
  ]);
});

test('a removed machine accepts no new report', async () => {
  const machine = await machineOf((await site.working(15, '拆机的客户')).registrationFormId);
  await server.tables("update asequipment set equipment_status = 'removed' where id = $1", [machine.id]);
  expect((await report(machine.customerId, machine.id)).reason).toBe('maintenance.machineGone');
});

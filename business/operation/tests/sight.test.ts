import { expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { downloadSheet, sheetOf } from '#kernel/testing/sheets.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';

const server = await openTestServer(import.meta.url);
const site = await openHomes(server);
const { operator } = site;
const gateway = await site.model('gw_sight');
const homes = 'blade-operation/household-manage';

async function homeIn(team: string) {
  const estate = await saved(server, premises, { customerServiceTeam: team, districtCode: '310115' });
  const buyer = await saved(server, customer, { premisesId: estate.id, customerServiceTeam: team });
  const roomAddressId = await site.address({ premisesId: estate.id, projectName: undefined });
  const id = await site.household({ roomAddressId, customerId: buyer.id });
  const main = await site.device(gateway);
  await site.bind(id, main.mac);
  await site.member(id);
  return { id, buyer: buyer.id, roomAddressId, device: main.id };
}

const [east, west] = [await homeIn('east'), await homeIn('west')];
const loose = await site.device(gateway);

test('a leader sees only homes, devices, rooms and members of their own premises', async () => {
  const leader = await server.as('as_leader', { who: 'east', teams: ['east'] });
  const ids = async (path: string) =>
    (await leader.get(path, { size: 100 })).data.records.map((row: { id: string }) => row.id);
  expect(await ids(`${homes}/list`)).toEqual([east.id]);
  expect(await ids('iot/device-thing-instance/page')).toEqual([east.device]);
  expect(await ids('blade-operation/room-address/list')).toEqual([east.roomAddressId]);
  expect((await leader.get('blade-operation/client-main/list')).data.total).toBe(1);
  expect((await leader.get('blade-operation/room-manage/list', { roomAddressId: west.roomAddressId })).data.total).toBe(
    0,
  );
  for (const [path, query] of [
    [`${homes}/detail`, { id: west.id }],
    [`${homes}/deviceList`, { householdId: west.id }],
    [`iot/device-thing-instance/${west.device}`, {}],
    [`iot/device-thing-instance/${loose.id}`, {}],
  ] as const)
    expect((await leader.get(path, query)).status, path).toBe(404);
  expect((await leader.get('iot/device-thing-instance/status-distribution')).data.total).toBe(1);
  expect((await leader.get(`${homes}/mainMacDevice`)).data.total).toBe(1);
});

test('customer service sees the homes of the customers of its departments, and no device without a home', async () => {
  const desk = await server.as('as_cs');
  expect((await desk.get(`${homes}/list`)).data.total).toBe(0);
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [desk.id],
  );
  await server.tables('update ascustomer set create_dept = $2 where id = $1', [west.buyer, dept]);
  expect((await desk.get(`${homes}/list`)).data.records.map((row: { id: string }) => row.id)).toEqual([west.id]);
  expect((await desk.get('iot/device-thing-instance/page')).data.records.map((row: { id: string }) => row.id)).toEqual([
    west.device,
  ]);
  expect((await desk.get(`iot/device-thing-instance/${loose.id}`)).status).toBe(404);
  expect((await desk.post(`${homes}/macBindDev`, { householdId: west.id, mac: loose.mac })).status).toBe(403);
});

test('a technician sees only the homes of their own orders', async () => {
  const technician = await server.as('as_technician', { who: 'sight' });
  expect((await technician.get(`${homes}/list`)).data.total).toBe(0);
  await site.order(technician, east.buyer);
  expect((await technician.get(`${homes}/list`)).data.records.map((row: { id: string }) => row.id)).toEqual([east.id]);
  expect(
    (await technician.get('iot/device-thing-instance/page')).data.records.map((row: { id: string }) => row.id),
  ).toEqual([east.device]);
  expect((await technician.get(`${homes}/deviceList`, { householdId: west.id })).status).toBe(404);
});

test('another company sees nothing of it by any call, and its lists are empty', async () => {
  const other = await server.as('as_operator', { tenantId: '100001' });
  for (const path of [
    `${homes}/list`,
    `${homes}/mainMacDevice`,
    'iot/device-thing-instance/page',
    'blade-operation/client-main/list',
    'blade-operation/room-address/list',
  ])
    expect((await other.get(path)).data.total, path).toBe(0);
  expect((await other.get(`${homes}/deviceList`, { householdId: east.id })).status).toBe(404);
  expect((await other.get('iot/device-thing-instance/status-distribution')).data.total).toBe(0);
  // Return the cells of the workbook; its raw bytes are compressed.
  const macs = async (who: TestCaller): Promise<string> =>
    JSON.stringify(await sheetOf((await downloadSheet(who, 'blade-operation/device/export-device')).bytes));
  expect([(await macs(operator)).includes(loose.mac), (await macs(other)).includes(loose.mac)]).toEqual([true, false]);
  expect((await other.post('device/export-device')).status).toBe(200);
});

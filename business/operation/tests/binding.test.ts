import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';

const server = await openTestServer(import.meta.url);
const site = await openHomes(server);
const { operator } = site;
const gateway = await site.model('gw_bind');
const sub = await site.model('sub_bind', { nodeType: 'sub', category: 'thermostat' });
const home = 'blade-operation/household-manage';

test('a home becomes active with its owner and main device, and lists its sub-devices', async () => {
  const id = await site.household({ roomAddressId: await site.address() });
  expect(await site.homeOf(id)).toMatchObject({ status: 'pending', householdNo: expect.stringMatching(/^H\d+/) });
  const owner = await site.member(id, { clientRole: 'owner' });
  expect(
    (await operator.post('blade-operation/client-main/approve', { ids: owner, approveStatus: 'approved' })).status,
  ).toBe(200);
  expect((await site.homeOf(id)).status).toBe('pending');
  const [main, child] = [await site.device(gateway), await site.device(sub)];
  const bound = await site.bind(id, main.mac);
  expect(bound.data, bound.msg).toMatchObject({ id: main.id, householdId: id });
  const active = await site.homeOf(id);
  expect(active).toMatchObject({ status: 'active', mainMac: main.mac, mainMacType: 'central_gateway', deviceCount: 1 });
  expect(active.activateTime).toBe('2026-11-23 10:00:00');
  expect(await site.deviceRow(main.id)).toMatchObject({
    instanceStatus: 'active',
    householdId: id,
    ownedSince: '2026-11-23 10:00:00',
  });

  const rooms = (await operator.get('blade-operation/room-manage/selectList', { roomAddressId: active.roomAddressId }))
    .data;
  expect(rooms.map((room: { name: string }) => room.name)).toEqual([
    '客厅',
    '主卧',
    '次卧',
    '厨房',
    '卫生间',
    '设备间',
  ]);
  expect((await site.bind(id, child.mac, { roomId: rooms[0].id, name: '客厅温控器' })).status).toBe(200);
  const groups = (await operator.get(`${home}/deviceList`, { householdId: id })).data;
  expect(groups[0]).toMatchObject({ roomName: '客厅', devices: [{ deviceName: '客厅温控器', mac: child.mac }] });
  expect(groups.at(-1)).toMatchObject({ groupId: '', devices: [{ mac: main.mac }] });
  const elsewhere = (
    await operator.get('blade-operation/room-manage/selectList', { roomAddressId: await site.address() })
  ).data;
  expect((await site.bind(id, child.mac, { roomId: elsewhere[0].id })).reason).toBe('operation.roomElsewhere');
});

test('of twenty concurrent bindings of one device, exactly one succeeds', async () => {
  const target = await site.device(gateway);
  const homes: string[] = [];
  for (let at = 0; at < 20; at++) homes.push(await site.household({ roomAddressId: await site.address() }));
  const answers = await Promise.all(homes.map((id) => site.bind(id, target.mac)));
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  expect(new Set(answers.filter((one) => one.status !== 200).map((one) => one.reason))).toEqual(
    new Set(['operation.boundElsewhere']),
  );
  const rows = await server.tables('select household_id::text as id from iot_device where id = $1', [target.id]);
  expect(rows[0].id).toBe(homes[answers.findIndex((one) => one.status === 200)]);
});

test('a device of another home shows a masked owner, and moves only with the right and a reason', async () => {
  const [one, other] = [
    await site.household({ name: '王小明', phone: '13800001234', roomAddressId: await site.address() }),
    await site.household({ roomAddressId: await site.address() }),
  ];
  const target = await site.device(gateway);
  const child = await site.device(sub, { parentId: target.id });
  await site.bind(one, target.mac);
  await site.bind(one, child.mac);
  const engineer = await site.bind(other, target.mac, { reason: '换房' }, site.iot);
  expect([engineer.status, engineer.msg]).toEqual([409, '该设备已绑定其他家庭（王*, 138****1234）']);
  expect((await site.bind(other, target.mac)).status).toBe(409);
  const moved = await site.bind(other, target.mac, { reason: '搬到新家' });
  expect(moved.data, moved.msg).toMatchObject({ householdId: other });
  // The sub-devices of the gateway are unbound with it, and the old home has no main device.
  expect((await site.deviceRow(child.id)).householdId).toBe('');
  expect(await site.homeOf(one)).toMatchObject({ mainMac: '', deviceCount: 0 });
  expect(await site.homeOf(other)).toMatchObject({ mainMac: target.mac });
});

test('a device that only announced itself is registered when it is bound, and waits again when it is unbound', async () => {
  const id = await site.household({ roomAddressId: await site.address() });
  const mac = 'A4CF1300FFEE';
  expect((await site.bind(id, mac)).reason).toBe('operation.macUnknown');
  await server.tables(
    `insert into op_power_on_device (id, tenant_id, mac, serial_number, model_text, thing_model_id, bind_status, last_seen_time, create_time, update_time) values (next_id($1), '000000', $2, 'SN77', 'GW-1', $3, 'unbound', now(), now(), now())`,
    [server.clock.ms(), mac, gateway],
  );
  const seen = await operator.post(`${home}/seriaNumberByMac`, { mac: 'a4:cf:13:00:ff:ee' });
  expect(seen.data, seen.msg).toMatchObject({
    serialNumber: 'SN77',
    thingModelId: gateway,
    modelText: 'GW-1',
    bindStatus: 'unbound',
  });
  const bound = await site.bind(id, mac, { name: '网关' });
  expect(bound.status, bound.msg).toBe(200);
  const pool = async () => (await operator.get(`${home}/powerOnDeviceList`, { mac })).data.records[0];
  expect(await pool()).toMatchObject({ bindStatus: 'bound', householdId: id });
  const gone = await operator.post(`${home}/unbindDevice`, { ids: bound.data.id, reason: '拆除' });
  expect(gone.status, gone.msg).toBe(200);
  expect(await pool()).toMatchObject({ bindStatus: 'unbound', householdId: '' });
  expect((await operator.post(`${home}/deletePowerOnDevice`, { ids: (await pool()).id })).status).toBe(200);
  expect(await pool()).toBeUndefined();
  expect((await operator.post(`${home}/seriaNumberByMac`, { mac: 'A4CF13FFFFFF' })).status).toBe(404);
});

test('a move-out removes members, devices and cameras in one step; the next family starts clean', async () => {
  const roomAddressId = await site.address();
  const id = await site.household({ roomAddressId });
  const [owner, main] = [await site.member(id, { clientRole: 'owner' }), await site.device(gateway)];
  await operator.post('blade-operation/client-main/approve', { ids: owner, approveStatus: 'approved' });
  await site.bind(id, main.mac);
  const camera = await operator.post(`${home}/updateYingshi`, {
    householdId: id,
    ezvizPhone: '13900001111',
    authCode: 'ok-7',
  });
  expect(camera.data, camera.msg).toEqual({ householdId: id, ezvizStatus: 'authorized' });
  expect((await operator.post(`${home}/updateYingshi`, { householdId: id, authCode: 'no' })).reason).toBe(
    'operation.authCodeFailed',
  );
  expect((await operator.post(`${home}/delete`, { ids: id })).reason).toBe('operation.homeNotEmpty');
  // Another household may be created for the address, but not activated.
  const next = await site.household({ roomAddressId });
  expect((await operator.post(`${home}/activate`, { id: next })).reason).toBe('operation.addressOccupied');

  const out = await operator.post(`${home}/moveOut`, { id, reason: '卖房' });
  expect(out.data, out.msg).toMatchObject({ status: 'moved_out', mainMac: '', ezvizStatus: 'revoked' });
  expect((await operator.get('blade-operation/client-main/detail', { id: owner })).data.approveStatus).toBe('removed');
  expect(await site.deviceRow(main.id)).toMatchObject({ householdId: '', roomAddressId });
  const [account] = await server.tables(
    'select access_token, ezviz_status from op_ezviz_account where household_id = $1',
    [id],
  );
  expect(account).toEqual({ access_token: null, ezviz_status: 'revoked' });

  server.clock.set(server.clock.ms() + 600_000);
  expect((await operator.post(`${home}/activate`, { id: next })).status).toBe(200);
  expect((await site.bind(next, main.mac)).status).toBe(200);
  expect((await site.deviceRow(main.id)).ownedSince).toBe('2026-11-23 10:10:00');
  expect((await site.bind(id, main.mac)).reason).toBe('operation.homeClosed');
});

test('a home moves with its devices, and rooms of the same name take them', async () => {
  const [from, to, taken] = [await site.address(), await site.address(), await site.address()];
  const id = await site.household({ roomAddressId: from });
  await operator.post(`${home}/activate`, { id });
  await operator.post(`${home}/activate`, { id: await site.household({ roomAddressId: taken }) });
  const main = await site.device(gateway);
  const roomsOf = async (roomAddressId: string) =>
    (await operator.get('blade-operation/room-manage/selectList', { roomAddressId })).data as {
      id: string;
      name: string;
    }[];
  await site.bind(id, main.mac, { roomId: (await roomsOf(from)).find((room) => room.name === '厨房')!.id });
  expect((await operator.post(`${home}/updateRoomAddress`, { householdId: id, roomAddressId: taken })).reason).toBe(
    'operation.addressOccupied',
  );
  const moved = await operator.post(`${home}/updateRoomAddress`, { householdId: id, roomAddressId: to });
  expect(moved.data, moved.msg).toMatchObject({ roomAddressId: to });
  expect(await site.deviceRow(main.id)).toMatchObject({
    roomAddressId: to,
    roomId: (await roomsOf(to)).find((room) => room.name === '厨房')!.id,
  });
});

test('staff registers a device into a home, by hand and by its gateway', async () => {
  const id = await site.household({ roomAddressId: await site.address() });
  const main = await site.device(gateway);
  await site.bind(id, main.mac);
  for (const at of ['blade-operation/device/adminSaveDevice', 'device/adminSaveDevice']) {
    const mac = site.macOf(900_000 + at.length);
    const made = await site.iot.post(at, {
      mac,
      name: '手工',
      thingModelId: sub,
      householdId: id,
      parentMac: main.mac,
    });
    expect(made.data, made.msg).toMatchObject({ deviceKey: mac });
  }
  const subs = await operator.get(`${home}/mainMacSubDevice`, { mainMac: main.mac });
  expect(subs.data.total, subs.msg).toBe(2);
  expect(subs.data.records[0]).toMatchObject({ thingModelName: '型号sub_bind', householdName: '沈怡然' });
  expect((await operator.get(`${home}/mainMacDevice`, { householdId: id })).data.records).toMatchObject([
    { mac: main.mac },
  ]);
  const byHand = await site.iot.post(`${home}/saveDevice`, {
    householdId: id,
    mac: 'A4CF13ABCDEF',
    name: '温控',
    thingModelId: sub,
  });
  expect(byHand.data, byHand.msg).toMatchObject({ householdId: id });
  expect((await site.iot.post(`${home}/deleteDevice`, { ids: byHand.data.id })).status).toBe(200);
  expect((await site.iot.get(`iot/device-thing-instance/${byHand.data.id}`)).status).toBe(404);
  const counts = (await operator.get('iot/device-thing-instance/status-distribution', { householdId: id })).data;
  expect(counts).toMatchObject({ total: 3, online: 0, byArea: [{ areaCode: '310115', name: '浦东新区', total: 3 }] });
  expect(counts.byModel.map((one: { total: number }) => one.total)).toEqual([2, 1]);
});

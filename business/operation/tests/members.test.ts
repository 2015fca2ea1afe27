import { expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';

const server = await openTestServer(import.meta.url);
const site = await openHomes(server);
const { operator } = site;
const clients = 'blade-operation/client-main';
const opinions = 'blade-operation/client-opinion';
const home = async (more: Record<string, unknown> = {}) =>
  site.household({ roomAddressId: await site.address(), ...more });
const approve = (ids: string, approveStatus = 'approved') =>
  operator.post(`${clients}/approve`, { ids, approveStatus, remark: '核实' });

test('members are approved or refused, called back, and a home has one owner', async () => {
  const id = await home();
  const [owner, second] = [await site.member(id, { clientRole: 'owner' }), await site.member(id)];
  const twice = await operator.post(`${clients}/saveOrUpdate`, {
    householdId: id,
    account: 'second-owner',
    name: '二',
    phone: '13700000001',
    clientRole: 'owner',
  });
  expect(twice.reason).toBe('operation.ownerTwice');
  expect((await operator.post(`${clients}/setVisit`, { ids: owner, visitStatus: 'visited' })).reason).toBe(
    'operation.notApproved',
  );
  expect((await approve(`${owner},${second}`)).data.success).toHaveLength(2);
  const third = await site.member(id);
  expect((await approve(third, 'rejected')).data).toMatchObject({ approveStatus: 'rejected', approveRemark: '核实' });
  expect((await approve(third)).status).toBe(409);
  expect(
    (await operator.post(`${clients}/setVisit`, { ids: `${owner},${second}`, visitStatus: 'visited', remark: '满意' }))
      .status,
  ).toBe(200);
  const info = (await operator.get(`${clients}/clientInfo`, { id: owner })).data;
  expect(info).toMatchObject({ visitStatus: 'visited', visitRemark: '满意', approveUser: operator.id, devices: [] });
  expect((await operator.get(`${clients}/clientInfo`, { account: info.account })).data.id).toBe(owner);
  expect((await operator.post(`${clients}/removeClient`, { ids: owner })).reason).toBe('operation.ownerStays');
  expect((await operator.post(`${clients}/removeClient`, { ids: second })).data.approveStatus).toBe('removed');
});

test('a new password is shown once and stored as a hash', async () => {
  const who = await site.member(await home());
  const answer = await operator.post(`${clients}/resetPassword`, { ids: who }, 'one-press-of-this');
  const [{ password }] = answer.data;
  expect(password).toMatch(/^\w{10}$/);
  const [row] = await server.tables<{ password: string }>('select password from op_client where id = $1', [who]);
  expect(row.password).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify((await operator.get(`${clients}/detail`, { id: who })).body)).not.toContain('argon2');
  const stored = await server.tables("select 1 from anju_idempotency where answer::text like '%' || $1 || '%'", [
    password,
  ]);
  expect(stored).toEqual([]);
});

test('the first admin succeeds an owner that leaves; without one the family has moved out', async () => {
  const id = await home();
  const [owner, admin] = [
    await site.member(id, { clientRole: 'owner', account: 'boss' }),
    await site.member(id, { clientRole: 'admin', account: 'vice' }),
  ];
  await approve(`${owner},${admin}`);
  await operator.post('blade-operation/household-manage/activate', { id });
  const left = await operator.get('blade-operation/household-manage/unbind', { account: 'boss' });
  expect(left.data, left.msg).toMatchObject({ householdId: id, owner: 'vice', householdStatus: 'active' });
  expect(left.headers.get('cache-control')).toBe('no-store');
  expect((await operator.get(`${clients}/detail`, { id: admin })).data.clientRole).toBe('owner');
  const last = await operator.post('blade-operation/household-manage/unbind?account=vice');
  expect(last.data, last.msg).toMatchObject({ householdStatus: 'moved_out', owner: null });
  expect((await operator.post('blade-operation/household-manage/unbind?account=vice')).reason).toBe(
    'operation.accountUnknown',
  );
});

test('personal data of a removed account is cleared after the retention period', async () => {
  const who = await site.member(await home());
  expect((await operator.post(`${clients}/deleteClient?ids=${who}`)).status).toBe(200);
  const run = () => server.app.jobs.run('member.purgeMembers');
  await run();
  const phone = async () =>
    (await server.tables<{ phone: string }>('select phone from op_client where id = $1', [who]))[0].phone;
  expect(await phone()).toMatch(/^138/);
  await server.tables("update op_client set update_time = update_time - interval '31 days' where id = $1", [who]);
  await run();
  expect(await phone()).toBe('');
});

test('feedback is taken, answered by either call, and becomes a repair form once', async () => {
  const buyer = await saved(server, customer, { customerServiceTeam: 'east' });
  const id = await home({ customerId: buyer.id });
  expect((await operator.get('blade-maintenance/webApi/ascustomer/detail', { id: buyer.id })).data.householdId).toBe(
    id,
  );
  const who = await site.member(id);
  const submitted = await operator.post(`${opinions}/submit`, {
    clientId: who,
    content: '新风机噪音大',
    opinionType: 'bug',
  });
  expect(submitted.data, submitted.msg).toMatchObject({ status: 'pending', householdId: id });
  const form = await operator.post(`${opinions}/toRepair`, { id: submitted.data.id });
  expect(form.data, form.msg).toMatchObject({ repairNo: expect.stringMatching(/^BX/) });
  expect((await operator.post(`${opinions}/toRepair`, { id: submitted.data.id })).reason).toBe('operation.repairMade');
  expect((await operator.get(`${opinions}/detail`, { id: submitted.data.id })).data).toMatchObject({
    status: 'processing',
    repairFormId: form.data.repairFormId,
  });
  const replied = await operator.post(`${opinions}/submit`, { id: submitted.data.id, replyContent: '已安排上门' });
  expect(replied.data, replied.msg).toMatchObject({
    status: 'replied',
    replyContent: '已安排上门',
    replyUser: operator.id,
  });
  expect((await operator.post(`${opinions}/close`, { id: submitted.data.id })).data.status).toBe('closed');
  const alone = await operator.post(`${opinions}/submit`, {
    content: '建议',
    opinionType: 'suggest',
    householdId: await home(),
  });
  expect((await operator.post(`${opinions}/toRepair`, { id: alone.data.id })).reason).toBe('operation.noCustomer');
});

test('one dwelling is one address, however it is typed', async () => {
  const at = 'blade-operation/room-address';
  const made = await operator.post(`${at}/saveOrUpdate`, {
    areaCode: '310112',
    projectName: ' 春申府 ',
    building: '７',
    unit: '2',
    roomNo: '1801',
  });
  expect(made.data, made.msg).toMatchObject({ fullAddress: '春申府7栋2单元1801室', building: '7', enabled: true });
  const again = await operator.post(`${at}/saveOrUpdate`, {
    areaCode: '310112',
    projectName: '春申府',
    building: '7号楼',
    unit: '2单元',
    roomNo: '1801室',
  });
  expect([again.status, again.reason, again.msg]).toEqual([409, 'operation.addressExists', '地址已存在']);
  const choices = (await operator.get(`${at}/selectList`, { keyword: '春申府', areaCode: '310112' })).data;
  expect(choices).toEqual([{ id: made.data.id, fullAddress: '春申府7栋2单元1801室' }]);
  const id = await site.household({ roomAddressId: made.data.id });
  await operator.post('blade-operation/household-manage/activate', { id });
  expect((await operator.post(`${at}/whetherDisable`, { id: made.data.id, enabled: 0 })).reason).toBe(
    'operation.addressLivedIn',
  );
  expect(
    (await operator.post(`${at}/whetherDisable`, { id: made.data.id, enabled: 0, force: true })).data,
  ).toMatchObject({ enabled: false });
  expect((await operator.get(`${at}/selectList`, { keyword: '春申府', areaCode: '310112' })).data).toEqual([]);
  const other = await operator.post('blade-operation/household-manage/submit', {
    name: '二',
    phone: '13600000000',
    roomAddressId: made.data.id,
  });
  expect(other.reason).toBe('operation.addressDisabled');
});

test('cover is counted from the machines of the customer, never typed', async () => {
  const buyer = await saved(server, customer, {});
  const id = await home({ customerId: buyer.id, weibao: 'contract' });
  const list = async (weibao: string) =>
    (await operator.get('blade-operation/household-manage/list', { weibao, customerId: buyer.id })).data.total;
  expect((await site.homeOf(id)).weibao).toBe('none');
  const file = await saved(server, server.app.papers.get('serviceFile')!, {
    customerId: buyer.id,
    address: '春申路 1 号',
  });
  const machine = await saved(server, server.app.papers.get('equipment')!, {
    registerMainId: file.id,
    customerId: buyer.id,
    mac: undefined,
  });
  await server.tables("update asequipment set warranty_end_date = '2027-01-01' where id = $1", [machine.id]);
  expect((await site.homeOf(id)).weibao).toBe('in_warranty');
  expect([await list('in_warranty'), await list('expired')]).toEqual([1, 0]);
  await server.tables("update asequipment set warranty_end_date = '2026-01-01' where id = $1", [machine.id]);
  expect((await site.homeOf(id)).weibao).toBe('expired');
});

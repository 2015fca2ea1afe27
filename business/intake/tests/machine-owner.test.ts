import { expect, test } from 'vitest';
import { type Answer, openTestServer } from '#kernel/testing/test-server.ts';
import { saved } from '#kernel/testing/sample.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { invariants } from '../invariants.server.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const cs = await server.as('administrator');

interface Home {
  readonly customerId: string;
  readonly fileId: string;
  readonly machineId: string;
}

async function home(name: string): Promise<Home> {
  const owner = await saved(server, customer, { customerName: name });
  const file = await saved(server, serviceFile, { customerId: owner.id });
  const machine = await saved(server, equipment, { customerId: owner.id, registerMainId: file.id });
  return { customerId: owner.id, fileId: file.id, machineId: machine.id };
}
const [own, other] = [await home('本户'), await home('邻户')];

const order = (lines: object[], more: object = {}): Promise<Answer> =>
  cs.post(`${at}/asregistrationform/submit`, {
    customerId: own.customerId,
    registerMainId: own.fileId,
    receiptsType: 'repair',
    repairType: 'floorHeat',
    faultCategory: 'noise',
    content: '地暖有异响',
    ...more,
    equipment: lines,
  });
const line = ({ machineId }: Home, name: string) => ({ equipmentId: machineId, equipmentName: name });
const refused = { status: 400, reason: 'maintenance.equipmentOfOtherCustomer' };

/** Assert that all invariants of this room hold. */
async function holds(): Promise<void> {
  for (const one of invariants)
    expect(await server.tables(`select * from (${one.sql}) b`, ['000000']), one.title[1]).toEqual([]);
}

test('a work order has machines of its customer only: by its lines, by a single line, and after a change of customer', async () => {
  const first = await order([line(own, '甲')]);
  expect(first.status, first.msg).toBe(200);
  const { id } = first.data;
  const stored = async () => (await cs.get(`${at}/asregistrationform/detail`, { id })).data;
  expect(await order([line(own, '甲'), line(other, '乙')])).toMatchObject(refused);
  expect(await order([line(own, '甲'), line(other, '乙')], { weibao: 'warranty' })).toMatchObject(refused);
  const alone = { registrationFormId: id, ...line(other, '乙') };
  expect(await cs.post(`${at}/asregistrationequipment/submit`, alone)).toMatchObject(refused);
  const changed = async (more: object) => cs.post(`${at}/asregistrationform/submit`, { ...(await stored()), ...more });
  expect(await changed({ equipment: [line(other, '乙')] })).toMatchObject(refused);
  expect(await changed({ customerId: other.customerId, registerMainId: other.fileId })).toMatchObject(refused);
  await holds();
});

test('the customer of a service file with machines is fixed', async () => {
  const moved = await cs.post(`${at}/registerMain/submit`, {
    ...(await cs.get(`${at}/registerMain/detail`, { id: own.fileId })).data,
    customerId: other.customerId,
  });
  expect(moved).toMatchObject({ status: 409, reason: 'maintenance.fileHasMachines' });
  await holds();
});

test('of a concurrent report and move of one machine, one is refused', async () => {
  for (let round = 0; round < 6; round++) {
    const { customerId, machineId } = await home(`第${round}户`);
    const answers = await Promise.all([
      cs.post(`${at}/asequipment/submit`, {
        id: machineId,
        registerMainId: other.fileId,
        customerId: other.customerId,
      }),
      cs.post(`${at}/asrepairform/submit`, {
        customerId,
        equipmentId: machineId,
        repairType: 'floorHeat',
        faultCategory: 'noise',
        description: '有异响',
        separate: true,
      }),
    ]);
    expect(
      answers.filter(({ status }) => status === 200),
      JSON.stringify(answers.map(({ body }) => body)),
    ).toHaveLength(1);
    await holds();
  }
});

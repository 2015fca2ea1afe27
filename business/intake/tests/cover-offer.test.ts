import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { type CoverOffer, coverOffer } from '../cover/cover-offer.server.ts';
import { payersOf } from '../cover/cover.rules.ts';

const server = await openTestServer(import.meta.url);
const cs = await server.as('as_cs');
const at = 'blade-maintenance/webApi';
let count = 0;

interface Home {
  customerId: string;
  fileId: string;
  equipmentId: string;
  address: string;
  phone: string;
}

/** Create a customer with one home and one machine under warranty. */
async function home(caller: TestCaller = cs, installDate = '2025-11-01'): Promise<Home> {
  count += 1;
  const phone = `1391234${String(1000 + count)}`;
  const address = `上海市浦东新区锦绣路${count}弄${count}号`;
  const customer = await caller.post(`${at}/ascustomer/submit`, {
    customerName: `客户${count}`,
    phone,
    addressDetail: address,
    customerServiceTeam: 'east',
  });
  expect(customer.body).toMatchObject({ code: 200 });
  const file = await caller.post(`${at}/registerMain/submit`, { customerId: customer.data.id, address });
  expect(file.body).toMatchObject({ code: 200 });
  const machine = await caller.post(`${at}/asequipment/submit`, {
    registerMainId: file.data.id,
    equipmentName: '混水中心',
    equipmentCategory: 'pump',
    systemType: 'floorHeat',
    installDate,
  });
  expect(machine.body).toMatchObject({ code: 200 });
  return { customerId: customer.data.id, fileId: file.data.id, equipmentId: machine.data.id, address, phone };
}

const report = (of: Home, more: Record<string, unknown> = {}) =>
  cs.post(`${at}/asrepairform/submit`, {
    customerId: of.customerId,
    equipmentId: of.equipmentId,
    repairType: 'floorHeat',
    faultCategory: 'noHeat',
    description: '次卧地面凉',
    ...more,
  });

test('rooms may offer a cover where the rules say “paid”; the first offer in order of sort wins, everywhere', async () => {
  const [covered, lapsed] = [await home(), await home(cs, '2020-01-01')];
  const offered: string[] = [];
  const offers = (name: string, sort: number, cover: 'plan' | 'card' | null): CoverOffer => ({
    name,
    sort,
    async offer(_reading, { equipmentId, customerId, registerMainId }) {
      offered.push(name);
      if (!cover || equipmentId !== lapsed.equipmentId) return null;
      expect([customerId, registerMainId]).toEqual([lapsed.customerId, lapsed.fileId]);
      return { cover, reason: [`${name}年度保养`, `${name} of the year`], fees: payersOf('plan'), schemeId: '7' };
    },
  });
  const decided = { weibao: 'plan', reason: '方案年度保养' };
  await server.contributing(
    coverOffer,
    [offers('卡', 30, 'card'), offers('空', 10, null), offers('方案', 20, 'plan')],
    async () => {
      const { equipmentId, customerId } = lapsed;
      const typed = { customerId, equipmentId, repairType: 'floorHeat', faultCategory: 'noHeat' };
      expect((await cs.post(`${at}/desk/preview`, typed)).data.cover).toMatchObject(decided);
      expect((await report(lapsed)).data).toMatchObject({ weibao: 'plan', weibaoReason: decided.reason });
      const order = await cs.post(`${at}/asregistrationform/submit`, {
        customerId,
        registerMainId: lapsed.fileId,
        receiptsType: 'repair',
        repairType: 'floorHeat',
        faultCategory: 'noHeat',
        content: '次卧地面凉',
        equipment: [{ equipmentId, equipmentName: '混水中心', qty: '1' }],
      });
      expect(order.data, order.msg).toMatchObject({ weibao: 'plan', weibaoReason: decided.reason });
      expect(new Set(offered)).toEqual(new Set(['空', '方案']));
      // A cover that the rules decide, here a warranty, takes precedence over any offer.
      expect((await report(covered)).data).toMatchObject({ weibao: 'warranty' });
    },
  );
});

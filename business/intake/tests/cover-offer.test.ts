import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { type CoverOffer, coverOffer } from '../cover/cover-offer.server.ts';
import { payersOf } from '../cover/cover.rules.ts';
import { IntakeSite, INTAKE as at } from '../testing/intake-site.ts';

const server = await openTestServer(import.meta.url);
const cs = await server.as('as_cs');
const site = new IntakeSite(cs);

test('rooms may offer a cover where the rules say “paid”; the first offer in order of sort wins, everywhere', async () => {
  const [covered, lapsed] = [await site.home(), await site.home(cs, '2020-01-01')];
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
      expect((await site.report(lapsed)).data).toMatchObject({ weibao: 'plan', weibaoReason: decided.reason });
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
      expect((await site.report(covered)).data).toMatchObject({ weibao: 'warranty' });
    },
  );
});

import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import { addDays } from '#kernel/language/days.ts';
import type { Reading } from '#kernel/server';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { oldPartTerms } from '../apply/old-parts.server.ts';
import { OWED } from '../returns/owed-parts.server.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { NOTHING, SHOWN, type StoreTile, countTile, listAt } from './store-tiles.server.ts';

interface Owed {
  readonly storeId: string;
  readonly who: string;
  readonly qty: string;
  readonly overdue: string;
}

/** Return the old parts that vans owe, with those above the number of days. Most overdue ones first. */
export const owedByVan = (reading: Reading, days: number): Promise<Owed[]> =>
  reading.sql.query<Owed>(
    `select w.id::text as "storeId", p.real_name as who, sum(o.qty - o.accepted)::text as qty, coalesce(sum(o.qty - o.accepted) filter (where o.submit_time < $2::date), 0)::text as overdue
    from (${OWED}) o join ${warehouseFacts} w on w.tenant_id = $1 and w.id = o.warehouse_id and w.warehouse_type = 'person'
    join ${technicianFacts} p on p.tenant_id = $1 and p.id = w.technician_id
    where o.qty > o.accepted group by w.id, p.real_name order by coalesce(sum(o.qty - o.accepted) filter (where o.submit_time < $2::date), 0) desc, sum(o.qty - o.accepted) desc, w.id`,
    [reading.tenantId, addDays(reading.today(), -days)],
  );

/** Filters of the stock list for old parts in vans. */
export const oldPartsAt = {
  warehouseType: 'person',
  materialStatus: 'used,defective',
  returnOld: 'true',
  hideZero: 'true',
};

const oldParts: StoreTile = {
  name: 'oldParts',
  sort: 50,
  buttons: [buttonOf(materialShipment, 'sendOutTransmit')],
  async read(reading) {
    const { days, limit } = await oldPartTerms(reading);
    const all = await owedByVan(reading, days);
    const overdue = all.reduce((sum, one) => sum + Number(one.overdue), 0);
    const stopped = all.filter((one) => Number(one.overdue) >= limit).length;
    const { path } = menuOf(stock);
    return {
      name: 'oldParts',
      label: ['旧件没还', 'Old parts owed'],
      paper: stock.name,
      count: all.reduce((sum, one) => sum + Number(one.qty), 0),
      fact: overdue ? [`超 ${days} 天 ${overdue} 件`, `${overdue} for more than ${days} days`] : NOTHING,
      worry: stopped > 0,
      all: listAt(path, oldPartsAt),
      foot: stopped ? [`${stopped} 人已停领`, `${stopped} may not request`] : NOTHING,
      since: '',
      rows: all.slice(0, SHOWN).map((one) => ({
        id: one.storeId,
        when: '',
        late: false,
        who: one.who,
        words: [`${quantityText(one.qty)} 件`, `${quantityText(one.qty)} pieces`],
        mark:
          Number(one.overdue) >= limit
            ? {
                tone: 'red',
                words: [`超期 ${quantityText(one.overdue)}，停领料`, `${quantityText(one.overdue)} overdue, stopped`],
              }
            : Number(one.overdue) > 0
              ? { tone: 'amber', words: [`超期 ${quantityText(one.overdue)}`, `${quantityText(one.overdue)} overdue`] }
              : null,
        act: {
          label: ['看旧件', 'Look'],
          verb: '',
          to: listAt(path, { ...oldPartsAt, warehouseId: one.storeId }),
        },
      })),
    };
  },
};

const low: StoreTile = {
  name: 'low',
  sort: 80,
  buttons: [buttonOf(stockAdjustment, 'add')],
  async read(reading) {
    const filters = { alertState: 'low', hideZero: 'true', warehouseType: 'main,area' };
    return countTile(
      {
        name: 'low',
        label: ['低于安全库存', 'Below safety stock'],
        paper: stock.name,
        all: listAt(menuOf(stock).path, filters),
        worry: true,
      },
      await reading.visible(stock, { query: filters }).count(),
    );
  },
};

const adjustments: StoreTile = {
  name: 'adjustments',
  sort: 90,
  buttons: [buttonOf(stockAdjustment, 'add')],
  async read(reading) {
    const filters = { adjustStatus: 'draft' };
    return countTile(
      {
        name: 'adjustments',
        label: ['库存调整待批', 'Adjustments to approve'],
        paper: stockAdjustment.name,
        all: listAt(menuOf(stockAdjustment).path, filters),
        worry: false,
      },
      await reading.visible(stockAdjustment, { query: filters }).count(),
    );
  },
};

const dead: StoreTile = {
  name: 'dead',
  sort: 100,
  buttons: [buttonOf(stockAdjustment, 'add')],
  async read(reading) {
    const filters = { alertState: 'dead', hideZero: 'true' };
    return countTile(
      {
        name: 'dead',
        label: ['呆滞', 'Dead stock'],
        paper: stock.name,
        all: listAt(menuOf(stock).path, filters),
        worry: false,
      },
      await reading.visible(stock, { query: filters }).count(),
    );
  },
};

/** Tiles of stock. */
export const stockTiles: readonly StoreTile[] = [oldParts, low, adjustments, dead];

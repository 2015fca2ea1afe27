import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { oldPartTerms } from '../apply/old-parts.server.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { oldPartsAt, owedByVan } from '../board/stock-tiles.server.ts';
import { listAt } from '../board/store-tiles.server.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { tool } from '../tools/tool.paper.ts';
import { needFacts } from './placed-rows.server.ts';

const SHOWN = 3;

/** Old parts that technicians owe, by van. */
const oldParts: WaitingPile = {
  name: 'oldPartsOwed',
  sort: 149,
  buttons: [buttonOf(materialReturn, 'sendOutExamine')],
  async read(reading) {
    const { days } = await oldPartTerms(reading);
    const all = await owedByVan(reading, days);
    const isEnglish = reading.language === 'en';
    const address = listAt(menuOf(stock).path, oldPartsAt);
    return {
      name: 'oldPartsOwed',
      label: ['旧件没还', 'Old parts owed'],
      paper: stock.name,
      verb: '',
      all: address,
      row: `${address}&warehouseId=`,
      when: 'due',
      worry: all.some((one) => Number(one.overdue) > 0),
      over: null,
      count: all.reduce((sum, one) => sum + Number(one.qty), 0),
      rows: all.slice(0, SHOWN).map(({ storeId, who, qty, overdue }) => {
        const [n, late] = [quantityText(qty), quantityText(overdue)];
        const words = isEnglish ? `${n} pieces, ${late} overdue` : `${n} 件，超期 ${late}`;
        return { id: storeId, who, words, when: '', late: false, can: false };
      }),
    };
  },
};

/** Piles beside the documents of the store: promises that it cannot meet, old parts, calibrations. */
export const storePiles: readonly WaitingPile[] = [
  listedPile({
    name: 'promisedShort',
    sort: 143,
    label: ['答应了还缺', 'Promised, not in stock'],
    paper: materialApply,
    by: 'publish',
    buttons: [buttonOf(materialShipment, 'sendOutTransmit')],
    query: { lacksStock: 'true', documentStatus: 'published,partShipped', ascs: 'needDate' },
    all: `${menuOf(materialApply).path}?lacksStock=true&documentStatus=published,partShipped`,
    when: 'due',
    who: 'technicianId',
    words: 'applyNo',
    moment: 'needDate',
    worry: true,
    placed: {
      kind: ['还缺', 'Still missing'],
      places: { store: { section: 'today', rank: 2, most: 6 } },
      facts: needFacts([]),
    },
  }),
  oldParts,
  listedPile({
    name: 'toolsToCalibrate',
    sort: 162,
    label: ['工具待校准', 'Tools to calibrate'],
    paper: tool,
    by: 'calibrated',
    query: { calibrationDue: 'true', ascs: 'calibrateDue' },
    all: `${menuOf(tool).path}?view=calibration`,
    when: 'due',
    who: 'toolName',
    words: 'toolCode',
    moment: 'calibrateDue',
  }),
];

import type { Label } from '#kernel/language/label.ts';
import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import { sapAdapter } from '#business/materials/sap/sap-of-company.server.ts';
import { sapFlow } from '../sap/sap-flow.paper.ts';
import { lastTime, listed, nextAct, tileText } from './tile-rows.server.ts';
import { NOTHING, type StoreTile, listAt, waited } from './store-tiles.server.ts';

const words = (text: string): Label => [text, text];
const triesOf = (n: string): Label => [`${n} 次`, n === '1' ? '1 try' : `${n} tries`];

/** Rows that SAP refused, or that could not be sent. Absent in a company without SAP. */
export const sapTile: StoreTile = {
  name: 'sapFailed',
  sort: 62,
  buttons: [buttonOf(sapFlow, 'retry')],
  async read(reading) {
    const filters = { sapStatus: 'failed' };
    const { rows, total } = await listed(reading, sapFlow, filters, 'createTime');
    if (!total && !(await sapAdapter(reading))) return null;
    return {
      name: 'sapFailed',
      label: ['SAP失败', 'SAP failures'],
      paper: sapFlow.name,
      count: total,
      fact: rows.length ? waited(reading, tileText(rows[0], 'createTime')) : NOTHING,
      worry: total > 0,
      all: listAt(menuOf(sapFlow).path, filters),
      foot: NOTHING,
      since: total ? '' : await lastTime(reading, sapFlow, 'sendTime'),
      rows: rows.map((row) => ({
        id: row.id,
        when: tileText(row, 'createTime'),
        late: false,
        who: tileText(row, 'itemName'),
        words: words(tileText(row, 'errorMessage') || tileText(row, 'billNo')),
        mark: { tone: 'red', words: triesOf(tileText(row, 'retryCount') || '0') },
        act: nextAct(sapFlow, row, ['retry']),
      })),
    };
  },
};

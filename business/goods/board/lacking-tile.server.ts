import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { documentStatus } from '../dictionaries.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { type OpenRelay, type RelayVan, openRelaysFor, vansFor } from '../shipment/relay/relay-vans.server.ts';
import { type Need, needsOf } from './lacking.server.ts';
import { RELAY, type TileRow } from './store-board.calls.ts';
import { NOTHING, type StoreTile, atCounter, listAt } from './store-tiles.server.ts';
import { listed, recordAt, tileText } from './tile-rows.server.ts';

/** Where a request could get what it lacks: a relay that exists, or a van that has it. */
interface Relays {
  readonly open: OpenRelay | undefined;
  readonly van: RelayVan | undefined;
}

/** Name where the missing item of a request is. */
function whereMark(need: Need | undefined, { open, van }: Relays): NonNullable<TileRow['mark']> {
  if (open) {
    const [zh, en] = documentStatus.items[open.documentStatus as keyof typeof documentStatus.items];
    return { tone: 'violet', words: [`转交${zh}`, `Relay: ${en}`] };
  }
  if (van) return { tone: 'blue', words: [`${van.vanOf}车上有`, `van of ${van.vanOf}`] };
  return need?.elsewhere
    ? { tone: 'blue', words: [`${need.elsewhere}有`, `at ${need.elsewhere}`] }
    : { tone: 'red', words: ['别处也没有', 'nowhere else'] };
}

/** The step of a request that lacks goods: the relay that exists, a new one, or the request itself. */
function stepOfLack(id: string, { open, van }: Relays): TileRow['act'] {
  if (open) return { label: ['看转交', 'Relay'], verb: '', to: recordAt(materialShipment, open.id) };
  return van
    ? { label: ['转交', 'Relay it'], verb: RELAY, to: '' }
    : { label: ['看单', 'Open'], verb: '', to: recordAt(materialApply, id) };
}

/** Name the first missing item of a request, and where it is. */
function lackWords(need: Need | undefined, relays: Relays): Pick<TileRow, 'words' | 'mark'> {
  const first = `${need?.item ?? ''} ×${quantityText(need?.qty ?? '0')}`;
  const more = (need?.lacking ?? 1) - 1;
  return {
    words: more > 0 ? [`${first} 等 ${more + 1} 种`, `${first} and ${more} more`] : [first, first],
    mark: whereMark(need, relays),
  };
}

/** Return the relays of requests, and the vans that could relay, for people who may write shipments. */
async function relaysOf(reading: Reading, ids: readonly string[]): Promise<(id: string) => Relays> {
  if (!reading.may(buttonOf(materialShipment, 'add'))) return () => ({ open: undefined, van: undefined });
  const open = await openRelaysFor(reading, ids);
  const vans = await vansFor(reading, ids);
  return (id) => ({ open: open.find((one) => one.applyId === id), van: vans.get(id) });
}

/** Released requests whose store lacks something: where it is, and one step. */
export const lackingTile: StoreTile = {
  name: 'short',
  sort: 40,
  buttons: [buttonOf(materialShipment, 'sendOutTransmit')],
  async read(reading, counter) {
    const filters = { lacksStock: 'true', ...atCounter(counter) };
    const { rows, total } = await listed(reading, materialApply, filters, 'needDate');
    const ids = rows.map((row) => row.id);
    const needs = await needsOf(reading, ids);
    const relays = await relaysOf(reading, ids);
    const today = reading.today();
    const due = rows.filter((row) => tileText(row, 'needDate') <= today).length;
    return {
      name: 'short',
      label: ['答应了还缺', 'Promised, not in stock'],
      paper: materialApply.name,
      count: total,
      fact: due ? [`${due} 张今天就要`, `${due} needed today`] : NOTHING,
      worry: due > 0,
      all: listAt(menuOf(materialApply).path, filters),
      foot: NOTHING,
      since: '',
      rows: rows.map((row) => ({
        id: row.id,
        when: tileText(row, 'needDate'),
        late: tileText(row, 'needDate') < today,
        who: tileText(row, 'technicianId'),
        ...lackWords(needs.get(row.id), relays(row.id)),
        act: stepOfLack(row.id, relays(row.id)),
      })),
    };
  },
};

import { addDays } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { documentStatus } from '../dictionaries.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { type Need, needsOf } from './lacking.server.ts';
import { lackingTile } from './lacking-tile.server.ts';
import type { BoardTile, TileRow } from './store-board.calls.ts';
import { type OwnCounter, NOTHING, type StoreTile, atCounter, listAt, waited } from './store-tiles.server.ts';
import { type Listed, lastTime, linesWords, listed, recordAt, nextAct, tileText } from './tile-rows.server.ts';

const stocked = (need: Need | undefined): NonNullable<TileRow['mark']> =>
  need?.lacking
    ? { tone: 'red', words: [`缺 ${need.lacking} 行`, `${need.lacking} missing`] }
    : { tone: 'green', words: ['货齐', 'In stock'] };

/** Return the tile of requests in one state, each with whether its store has everything. */
async function applyTile(
  reading: Reading,
  counter: OwnCounter,
  {
    name,
    label,
    state,
    verbs,
    left,
    came,
  }: { name: string; label: Label; state: string; verbs: readonly string[]; left: string; came: string },
): Promise<BoardTile> {
  const filters = { documentStatus: state, ...atCounter(counter) };
  const { rows, total } = await listed(reading, materialApply, filters, 'needDate');
  const needs = await needsOf(
    reading,
    rows.map((row) => row.id),
  );
  const oldest = total
    ? ((await reading.visible(materialApply).page({ ...filters, ascs: came, size: '1' }))
        .records[0] as unknown as Listed)
    : undefined;
  const missing = [...needs.values()].filter((one) => one.lacking).length;
  return {
    name,
    label,
    paper: materialApply.name,
    count: total,
    fact: oldest ? waited(reading, tileText(oldest, came)) : NOTHING,
    worry: rows.some((row) => tileText(row, 'needDate') < reading.today()),
    all: listAt(menuOf(materialApply).path, filters),
    foot: missing ? [`${missing} 张缺货`, `${missing} lack stock`] : NOTHING,
    since: total ? '' : await lastTime(reading, materialApply, left),
    rows: rows.map((row) => ({
      id: row.id,
      when: tileText(row, 'needDate'),
      late: tileText(row, 'needDate') < reading.today(),
      who: tileText(row, 'technicianId'),
      words: [
        `${needs.get(row.id)?.lines ?? 0} 行 · ${tileText(row, 'applyType')}`,
        `${linesWords(needs.get(row.id)?.lines ?? 0)} · ${tileText(row, 'applyType')}`,
      ],
      mark: stocked(needs.get(row.id)),
      act: nextAct(materialApply, row, verbs),
    })),
  };
}

const examine: StoreTile = {
  name: 'examine',
  sort: 10,
  buttons: [buttonOf(materialApply, 'examine')],
  read: (reading, counter) =>
    applyTile(reading, counter, {
      name: 'examine',
      label: ['待审核', 'To examine'],
      state: 'submitted',
      verbs: ['examine'],
      left: 'examineTime',
      came: 'createTime',
    }),
};

const release: StoreTile = {
  name: 'release',
  sort: 70,
  buttons: [buttonOf(materialApply, 'publish')],
  read: (reading, counter) =>
    applyTile(reading, counter, {
      name: 'release',
      label: ['待下发', 'To release'],
      state: 'approved',
      verbs: ['publish'],
      left: 'publishTime',
      came: 'examineTime',
    }),
};

const PREPARED = 'draft,returned,submitted,approved';

/** Return the number of lines of shipments, and what was received of them. */
async function linesOf(
  reading: Reading,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, { lines: number; shipped: string; received: string }>> {
  const rows = shipmentIds.length
    ? await reading.sql.query<{ id: string; lines: number; shipped: string; received: string }>(
        `select material_shipments_id::text as id, count(*)::int as lines, sum(ship_qty)::text as shipped, sum(coalesce(received_qty, 0))::text as received
    from asmaterialshipmentsdetails where tenant_id = $1 and material_shipments_id = any($2::bigint[]) and is_deleted = 0 group by 1`,
        [reading.tenantId, shipmentIds],
      )
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** The step of a shipment that waits: at an approved one it is the scan page. */
const stepOfShipment = (row: Listed): TileRow['act'] =>
  row.documentStatus === 'approved' && row._can?.includes('sendOutTransmit')
    ? { label: ['移交', 'Hand over'], verb: '', to: `/maintenance/asmaterialshipments/scan?id=${row.id}` }
    : nextAct(materialShipment, row, ['submit', 'sendOutApproval']);

const handOver: StoreTile = {
  name: 'handOver',
  sort: 20,
  buttons: [buttonOf(materialShipment, 'sendOutTransmit'), buttonOf(materialShipment, 'sendOutApproval')],
  async read(reading, counter) {
    const filters = { documentStatus: PREPARED, ...atCounter(counter) };
    const { rows, total } = await listed(reading, materialShipment, filters, 'documentStatus,createTime');
    const lines = await linesOf(
      reading,
      rows.map((row) => row.id),
    );
    const ready = total
      ? await reading.visible(materialShipment, { query: { ...filters, documentStatus: 'approved' } }).count()
      : 0;
    return {
      name: 'handOver',
      label: ['待拣待交', 'To pick and hand over'],
      paper: materialShipment.name,
      count: total,
      fact: total ? [`${ready} 张可交`, `${ready} ready`] : NOTHING,
      worry: rows.some((row) => row.orderCancelled === true),
      all: listAt(menuOf(materialShipment).path, filters),
      foot: NOTHING,
      since: total ? '' : await lastTime(reading, materialShipment, 'transmitTime'),
      rows: rows.map((row) => {
        const state = documentStatus.items[row.documentStatus as keyof typeof documentStatus.items];
        const n = lines.get(row.id)?.lines ?? 0;
        return {
          id: row.id,
          when: tileText(row, 'createTime'),
          late: false,
          who: tileText(row, 'technicianId'),
          words: [`${n} 行 · ${tileText(row, 'shipmentNo')}`, `${linesWords(n)} · ${tileText(row, 'shipmentNo')}`],
          mark:
            row.orderCancelled === true
              ? { tone: 'red', words: ['订单已取消', 'Order cancelled'] }
              : { tone: state[2], words: row.documentStatus === 'approved' ? ['可交', 'Ready'] : [state[0], state[1]] },
          act: stepOfShipment(row),
        };
      }),
    };
  },
};

/** Days after which the receipt is confirmed by the clock. */
const RECEIPT_DAYS = 7;

const transit: StoreTile = {
  name: 'transit',
  sort: 30,
  buttons: [buttonOf(materialShipment, 'sendOutTransmit')],
  async read(reading, counter) {
    const filters = { documentStatus: 'transmitted', receiveTime_null: '1', ...atCounter(counter) };
    const { rows, total } = await listed(reading, materialShipment, filters, 'transmitTime');
    const lines = await linesOf(
      reading,
      rows.map((row) => row.id),
    );
    const soon = addDays(reading.today(), 1 - RECEIPT_DAYS);
    return {
      name: 'transit',
      label: ['在途', 'In transit'],
      paper: materialShipment.name,
      count: total,
      fact: rows.length ? waited(reading, tileText(rows[0], 'transmitTime')) : NOTHING,
      worry: rows.some((row) => tileText(row, 'transmitTime').slice(0, 10) <= soon),
      all: listAt(menuOf(materialShipment).path, filters),
      foot: total ? [`移交满 ${RECEIPT_DAYS} 天自动签收`, `received by the clock after ${RECEIPT_DAYS} days`] : NOTHING,
      since: total ? '' : await lastTime(reading, materialShipment, 'receiveTime'),
      rows: rows.map((row) => {
        const of = lines.get(row.id);
        const [received, shipped] = [quantityText(of?.received ?? '0'), quantityText(of?.shipped ?? '0')];
        const isSoon = tileText(row, 'transmitTime').slice(0, 10) <= soon;
        return {
          id: row.id,
          when: tileText(row, 'transmitTime'),
          late: isSoon,
          who: tileText(row, 'technicianId'),
          words: [
            `${tileText(row, 'shipWay')} · 收 ${received} / ${shipped}`,
            `${tileText(row, 'shipWay')} · ${received} of ${shipped}`,
          ],
          mark: isSoon ? { tone: 'amber', words: ['快自动签收', 'Soon by the clock'] } : null,
          act: { label: ['看单', 'Open'], verb: '', to: recordAt(materialShipment, row.id) },
        };
      }),
    };
  },
};

/** Tiles of requests and shipments. */
export const paperTiles: readonly StoreTile[] = [examine, handOver, transit, lackingTile, release];

import { stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { type Move, QTY, assertPosted } from '#business/materials/stores/posting.rules.ts';
import { postStock } from '#business/materials/stores/posting.service.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { appliesOf, recountApplies } from '../apply/open-lines.server.ts';
import { refuse } from '../refusals.ts';
import { dropShipment } from '../sap/write-flows.server.ts';
import { isUnderWay } from './hand-over.server.ts';
import { assertSerialsFree } from './serials.server.ts';
import { lockReservations, reserveFor } from './judge-shipment.server.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import { type Shipment, allLinesOf, moving } from './shipment-lines.server.ts';

interface Out {
  id: string;
  line: string;
  materialId: string;
  status: NonNullable<Move['materialStatus']>;
  serial: string | null;
  from: string;
  to: string;
  qty: string;
}

/** Return the moves that answer the last hand-over, piece by piece. */
async function backMoves(context: Context, of: Shipment): Promise<Move[]> {
  const nth = of.transmitCount ?? 1;
  const out = await context.sql.query<Out>(
    `select id::text as id, bill_line_id::text as line, material_id::text as "materialId", material_status as status, serial_no as serial, from_warehouse_id::text as "from", to_warehouse_id::text as "to", qty::text as qty
    from ${stockMoveFacts} where tenant_id = $1 and bill_type = 'shipment' and bill_id = $2 and split_part(step_key, ':', 4) = $3 and is_deleted = 0 order by id`,
    [context.tenantId, of.id, String(nth)],
  );
  return out.map((one, at) => ({
    step: `shipment:${one.line}:undo:${nth}:${at + 1}`,
    lineId: one.line,
    materialId: one.materialId,
    materialStatus: one.status,
    serialNo: one.serial,
    fromWarehouseId: one.to,
    toWarehouseId: one.from,
    qty: one.qty,
    reverseOfId: one.id,
  }));
}

/** Refuse to undo a hand-over that others relied on. */
async function assertUndoable(context: Context, of: Shipment, applyIds: readonly string[]): Promise<void> {
  if (!['notNeeded', 'none'].includes(of.sapStatus ?? 'notNeeded')) throw refuse.revertPushed();
  const lines = await allLinesOf(context, of.id);
  if (isUnderWay(of.shipWay) && lines.some((line) => stepsOf(line.receivedQty, QTY) > 0n))
    throw refuse.revertReceived();
  for (const id of applyIds) {
    const apply = await context.get(materialApply, id);
    if (apply.documentStatus === 'closed') throw refuse.revertClosed({ no: apply.applyNo });
  }
}

/** Undo a hand-over: the goods are back in the store, and reserved for the shipment again. */
export async function revert(context: Context, of: Shipment): Promise<Partial<Shipment>> {
  const applyIds = await appliesOf(context, [of.id]);
  await assertUndoable(context, of, applyIds);
  await recountApplies(context, applyIds, 'revert', { without: of.id });
  await dropShipment(context, of);
  const lines = await allLinesOf(context, of.id);
  await lockReservations(context, lines);
  assertPosted(
    await context.call(postStock, {
      bill: { type: 'reverse', id: of.id, no: of.shipmentNo },
      moves: await backMoves(context, of),
    }),
  );
  await context.changeAll(
    materialShipmentLine,
    new Map(lines.map((line) => [line.id, { receivedQty: '0.000', receivedSerials: null }])),
  );
  await reserveFor(context, of, moving(lines));
  await assertSerialsFree(context, of, moving(lines));
  return {
    transmitUser: null,
    transmitTime: null,
    receiveTime: null,
    autoReceived: false,
    ...(of.sapStatus === 'none' && { sapStatus: 'notNeeded' }),
  };
}

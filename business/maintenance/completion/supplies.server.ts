import Big from 'big.js';
import { postStock, storeOf } from '#business/materials/stores/posting.service.ts';
import type { Move } from '#business/materials/stores/posting.service.ts';
import { material } from '#business/materials/items/material.paper.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour } from '#kernel/server/behaviour.ts';
import type { Context } from '#kernel/server/context.ts';
import { refuse } from '../refusals.ts';
import { completionSupply } from './completion-supply.paper.ts';
import { completion } from './completion/completion.paper.ts';
import { amountOf } from './money.rules.ts';

type Supply = Row<typeof completionSupply>;
type Completion = Row<typeof completion>;

/** A line as the ledger must know it: one that was taken away wants nothing any more. */
interface Line { id: string; materialId: string; warehouseId: string; qty: string; postedQty: string; oldQty: string; postedOldQty: string }

/** All lines of a completion, those taken away after a submission too: what was posted for them goes back. */
async function linesOf(context: Context, completionId: string): Promise<Line[]> {
  return context.sql.query<Line>(`select id::text as id, material_id::text as "materialId", warehouse_id::text as "warehouseId", case when is_deleted = 0 then qty else 0 end::text as qty, coalesce(posted_qty, 0)::text as "postedQty",
      case when is_deleted = 0 and old_part_return then coalesce(old_part_qty, 0) else 0 end::text as "oldQty", coalesce(posted_old_qty, 0)::text as "postedOldQty"
    from ascompletionsupplies where tenant_id = $1 and completion_id = $2 and (is_deleted = 0 or coalesce(posted_qty, 0) <> 0 or coalesce(posted_old_qty, 0) <> 0) order by id`, [context.tenantId, completionId]);
}

function moveFor(line: Line, step: string, delta: Big, from: string, to: string, materialStatus?: 'used'): Move[] {
  if (delta.eq(0)) return [];
  const forward = delta.gt(0);
  return [{ step, lineId: line.id, materialId: line.materialId, ...(materialStatus && { materialStatus }), fromWarehouseId: forward ? from : to, toWarehouseId: forward ? to : from, qty: delta.abs().toFixed(3) }];
}

/**
 * Posts what this submission uses beyond what was posted before: parts from the technician's store to the customer, old parts from the
 * customer into that store. The first submission posts all, later ones the difference per line.
 */
export async function postSupplies(context: Context, of: Completion, nth: number): Promise<void> {
  const lines = await linesOf(context, of.id);
  if (lines.length === 0) return;
  const customer = await context.call(storeOf, { virtual: 'customer' });
  const used = lines.flatMap((line) => moveFor(line, `consume:${line.id}:use:${nth}`, new Big(line.qty).minus(line.postedQty), line.warehouseId, customer));
  const old = lines.flatMap((line) => moveFor(line, `oldPart:${line.id}:take:${nth}`, new Big(line.oldQty).minus(line.postedOldQty), customer, line.warehouseId, 'used'));
  const bill = { id: of.id, no: of.completionNo };
  if (used.length) await context.call(postStock, { bill: { ...bill, type: 'consume' }, moves: used });
  if (old.length) await context.call(postStock, { bill: { ...bill, type: 'oldPart' }, moves: old });
  await context.sql.query(`update ascompletionsupplies set posted_qty = case when is_deleted = 0 then qty else 0 end, posted_old_qty = case when is_deleted = 0 and old_part_return then coalesce(old_part_qty, 0) else 0 end
    where tenant_id = $1 and completion_id = $2`, [context.tenantId, of.id]);
}

export default behaviour<typeof completionSupply>(completionSupply, {
  async saving(_context, { before, values }) {
    // A line that was posted is taken away and written anew: its part and store are in the ledger.
    if (before?.postedQty && Number(before.postedQty) > 0 && (values.materialId || values.warehouseId)) throw refuse.supplyPosted();
    const after = { ...before, ...values } as Supply;
    const item = values.materialId ? await _context.get(material, values.materialId) : null;
    return { amount: amountOf(after.qty, after.unitPrice), ...(item && { itemName: item.itemName }) };
  },
});

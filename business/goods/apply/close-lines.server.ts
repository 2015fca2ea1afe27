import type { Context } from '#kernel/server';
import type { LocalizedText } from '#kernel/language/label.ts';
import { refuse } from '../refusals.ts';
import { materialShipmentLine } from '../shipment/material-shipment-line.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import type { Shipment } from '../shipment/shipment-lines.server.ts';
import type { Apply } from './examine.server.ts';

const OPEN: readonly unknown[] = ['draft', 'returned', 'submitted', 'approved'];

/**
 * Lock the shipments of a request, and return those that have not left the store. Their states are read under the lock:
 * a draft may have been submitted since it was found.
 */
async function lockOpenShipments(context: Context, applyId: string): Promise<Shipment[]> {
  const found = await context.sql.query<{ id: string }>(
    `select distinct h.id::text as id from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id
    join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id
    where e.tenant_id = $1 and d.materials_apply_id = $2 and e.is_deleted = 0 and h.is_deleted = 0 and h.document_status = any($3)`,
    [context.tenantId, applyId, OPEN],
  );
  const ids = found.map((row) => row.id);
  const locked = ids.length ? await context.lockRows(materialShipment, ids) : [];
  return locked.filter((one) => OPEN.includes(one.documentStatus));
}

const isUnderWay = ({ documentStatus }: Shipment): boolean =>
  documentStatus === 'submitted' || documentStatus === 'approved';

/** Take the lines of a request out of locked drafts; a draft without any other line is removed. */
async function leaveDrafts(
  context: Context,
  applyId: string,
  drafts: readonly Shipment[],
  why: LocalizedText,
): Promise<void> {
  for (const { id } of drafts) {
    const lines = await context.find(materialShipmentLine, { materialShipmentsId: id }, { limit: 500 });
    const [mine] = await context.sql.query<{ ids: string[] }>(
      `select coalesce(array_agg(e.id::text), '{}') as ids from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id
      where e.tenant_id = $1 and e.material_shipments_id = $2 and d.materials_apply_id = $3 and e.is_deleted = 0`,
      [context.tenantId, id, applyId],
    );
    await context.removeAll(materialShipmentLine, mine.ids);
    await context.note(materialShipment, id, 'lines', why);
    if (lines.length === mine.ids.length) await context.remove(materialShipment, id);
  }
}

/** Write the open quantity of each line as closed. Quantities on shipments that are under way stay open. */
async function closeOpen(context: Context, applyId: string): Promise<boolean> {
  const rows = await context.sql.query<{ left: boolean }>(
    `update asmaterialapplydetails d set closed_qty = coalesce(d.closed_qty, 0) + k.rest, line_status = case when k.held > 0 then d.line_status else 'closed' end, version = d.version + 1, update_user = $3, update_time = $4::timestamptz
    from (select x.id, x.open - least(x.open, x.held) as rest, least(x.open, x.held) as held from (
      select d.id, coalesce(d.approved_qty, 0) - coalesce(d.shipped_qty, 0) - coalesce(d.closed_qty, 0) as open, coalesce((select sum(e.ship_qty) from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id
        where e.tenant_id = d.tenant_id and e.apply_detail_id = d.id and e.is_deleted = 0 and h.is_deleted = 0 and h.document_status in ('submitted', 'approved')), 0) as held
      from asmaterialapplydetails d where d.tenant_id = $1 and d.materials_apply_id = $2 and d.is_deleted = 0) x where x.open > 0) k
    where d.tenant_id = $1 and d.id = k.id returning k.held > 0 as left`,
    [context.tenantId, applyId, context.person.id, context.now()],
  );
  return !rows.some((row) => row.left);
}

/** Close what is open of a request. Shipments under way refuse it by their numbers; drafts lose its lines. */
export async function closeLines(context: Context, row: Apply, reason: string): Promise<void> {
  const shipments = await lockOpenShipments(context, row.id);
  const under = shipments.filter(isUnderWay);
  if (under.length) throw refuse.linesInShipment({ nos: under.map((one) => one.shipmentNo).join('、') });
  await leaveDrafts(context, row.id, shipments, reason);
  await closeOpen(context, row.id);
}

/**
 * Close what is open of a request whose order ended. Shipments under way keep their lines. Return whether nothing is
 * left open.
 */
export async function closeForOrder(context: Context, row: Apply, why: LocalizedText): Promise<boolean> {
  const shipments = await lockOpenShipments(context, row.id);
  const drafts = shipments.filter((one) => !isUnderWay(one));
  await leaveDrafts(context, row.id, drafts, why);
  return closeOpen(context, row.id);
}

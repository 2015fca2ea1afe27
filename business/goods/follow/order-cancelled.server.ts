import type { Label } from '#kernel/language/label.ts';
import type { Context, Follower } from '#kernel/server';
import type { OrderEvents } from '#business/intake/registration/followers/order-followers.server.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { closeForOrder } from '../apply/close-lines.server.ts';
import type { Apply } from '../apply/examine.server.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { proposeReturn } from './proposed-returns.server.ts';

const WHY: Label = ['订单已取消', 'The work order is cancelled'];

interface Touched {
  readonly id: string;
  readonly no: string;
  readonly state: string;
  readonly technicianId: string;
}

/** Return the shipments of a request that are approved or handed over. */
const shipmentsOf = (context: Context, applyId: string): Promise<Touched[]> =>
  context.sql.query<Touched>(
    `select distinct h.id::text as id, h.shipment_no as no, h.document_status as state, h.technician_id::text as "technicianId" from asmaterialshipmentsdetails e
    join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id
    where e.tenant_id = $1 and d.materials_apply_id = $2 and e.is_deleted = 0 and h.is_deleted = 0 and h.document_status in ('submitted', 'approved', 'transmitted') order by 1`,
    [context.tenantId, applyId],
  );

/** Ask the store about goods that wait, and the technician to bring back those that are handed over. */
async function ask(context: Context, of: Touched): Promise<void> {
  const isOut = of.state === 'transmitted';
  await context.call(notifyStaff, {
    event: 'materialHandedOver',
    to: isOut ? { technicians: [of.technicianId] } : { roles: ['as_store'] },
    title: [`订单已取消:${of.no}`, `Work order cancelled: ${of.no}`],
    content: isOut
      ? ['物料已移交，请退回仓库', 'The goods are handed over: bring them back to the warehouse']
      : ['发料单尚未移交，请决定是否发出', 'The shipment is not handed over: decide whether it leaves'],
    bizType: 'shipment',
    bizId: of.id,
    bizNo: of.no,
    todo: true,
    again: 'orderCancelled',
  });
}

/** End a request of a cancelled order: open lines close, drafts lose them, the rest asks its people. */
async function endApply(context: Context, row: Apply): Promise<void> {
  const state = row.documentStatus ?? '';
  if (['draft', 'returned', 'submitted'].includes(state)) {
    await context.act(materialApply, row.id, 'cancel');
    return;
  }
  if (state === 'approved') {
    await context.move(materialApply, row.id, 'cancelled', 'orderCancelled');
    return;
  }
  // Somebody closed the request while the cancellation waited for it.
  if (!['published', 'partShipped', 'shipped'].includes(state)) return;
  const touched = await shipmentsOf(context, row.id);
  const isClosed = await closeForOrder(context, row, WHY);
  if (isClosed && state !== 'shipped') await context.move(materialApply, row.id, 'closed', 'orderCancelled');
  for (const one of touched) {
    await ask(context, one);
    if (one.state === 'transmitted') await proposeReturn(context, one.id, row.id);
  }
}

/** Requests follow the end of their order. */
export const orderCancelled: Follower<OrderEvents> = {
  name: 'goods',
  sort: 50,
  on: {
    async moved(context, { before, row }) {
      if (row.registerStatus !== 'cancelled' || before.registerStatus === 'cancelled') return;
      const found = await context.find(
        materialApply,
        {
          registrationFormId: row.id,
          documentStatus: ['draft', 'returned', 'submitted', 'approved', 'published', 'partShipped', 'shipped'],
        },
        { limit: 100 },
      );
      const ids = found.map((one) => one.id);
      for (const one of ids.length ? await context.lockRows(materialApply, ids) : []) await endApply(context, one);
    },
  },
};

import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { partsStateOf } from '#business/dispatch/candidates/parts-ready.server.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { wantedPartsOf } from './short-parts.server.ts';

/** Parameter of companies that draft requests for dispatched orders. */
export const DRAFTS = 'as.material.draftOnDispatch';

interface MissingLine {
  readonly materialId: string;
  readonly applyQty: string;
}

/** Return the parts that an order lacks and nobody has requested. */
async function missingOf(context: Context, id: string, technicianId: string): Promise<MissingLine[]> {
  const parts = await wantedPartsOf(context, [{ id, technicianId }]);
  return parts.flatMap(({ materialId, short, requested }) => {
    const open = stepsOf(short, QTY) - stepsOf(requested, QTY);
    return open > 0n ? [{ materialId, applyQty: decimalOf(open, QTY) }] : [];
  });
}

/** Return the store for a request: the nearest with the parts, else that of the technician's department, else a main one. */
async function storeFor(context: Context, id: string, technicianId: string): Promise<string | null> {
  const state = (await partsStateOf(context, [{ id, technicianId }])).get(id);
  if (state?.storeId) return state.storeId;
  const { deptId } = await context.get(technician, technicianId);
  const [store] = await context.sql.query<{ id: string }>(
    `select id::text as id from ${warehouseFacts} where tenant_id = $1 and warehouse_type in ('main', 'area') and status = 1 and is_deleted = 0
    order by (dept_id is not distinct from $2) desc, warehouse_type desc, id limit 1`,
    [context.tenantId, deptId],
  );
  return store?.id ?? null;
}

/**
 * Draft a request for the parts that a dispatched visit lacks, where the company wants that. The dispatch form is locked,
 * so that two events of one visit draft once: parts of a draft count as requested.
 */
export async function draftForVisit(context: Context, visitId: string): Promise<void> {
  if ((await context.parameter(DRAFTS)) !== 'true') return;
  const { dispId, planStart } = await context.get(visit, visitId);
  const [form] = await context.lockRows(dispatchForm, [dispId]);
  const technicianId = form?.currentTechnicianId;
  if (!technicianId) return;
  const lines = await missingOf(context, form.registrationFormId, technicianId);
  const fromWarehouseId = lines.length ? await storeFor(context, form.registrationFormId, technicianId) : null;
  if (!fromWarehouseId) return;
  await context.submit(materialApply, {
    draft: true,
    applyType: 'job',
    technicianId,
    fromWarehouseId,
    dispId,
    needDate: planStart.slice(0, 10),
    urgency: 'normal',
    lines,
  });
}

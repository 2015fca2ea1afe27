import { stepsOf } from '#kernel/language/exact.ts';
import { behaviour, implement, type Context } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import { toolApply } from './tool-apply.paper.ts';
import { isSinglePiece } from './tool-counts.server.ts';
import { addToolPhoto } from './tool-line.calls.ts';
import { toolLine } from './tool-line.paper.ts';
import type { ToolLine } from './tool-lines.server.ts';
import { addPhoto } from './photos/tool-photo.server.ts';
import { tool } from './tool.paper.ts';

/** SQL of `residualValue` for one piece of the tool of a line. */
const RESIDUAL = `coalesce((select round(greatest(coalesce(o.purchase_price, 0) - coalesce(o.monthly_depreciation, 0)
    * greatest(coalesce(extract(year from age($today, o.purchase_date)) * 12 + extract(month from age($today, o.purchase_date)), 0), 0), 0), 2)
  from astool o where o.tenant_id = t.tenant_id and o.id = t.tool_id), 0)`;

export default behaviour<typeof toolLine>(toolLine, {
  async saving(context: Context, { before, values }): Promise<Partial<ToolLine>> {
    if (before && values.toolId === undefined && values.applyQty === undefined) return {};
    const line = { ...before, ...values } as ToolLine;
    const of = await context.get(tool, line.toolId);
    const qty = stepsOf(line.applyQty, QTY);
    if (qty <= 0n || (isSinglePiece(of) && qty !== 10n ** BigInt(QTY)))
      throw refuse.toolQuantity({ tool: of.toolName });
    return { toolName: of.toolName, serialNo: of.serialNo };
  },
  computed: {
    dueQty: 'coalesce(t.out_qty, 0) - coalesce(t.lost_qty, 0) - coalesce(t.damage_qty, 0)',
    residualValue: RESIDUAL,
  },
  calls: [implement(addToolPhoto, { write: addPhoto })],
  filters: {
    technicianId: {
      reads: toolApply.fields.technicianId,
      sql: `exists (select 1 from astoolapply a where a.tenant_id = t.tenant_id and a.id = t.tool_apply_id and a.technician_id::text = any(string_to_array($, ',')))`,
    },
  },
});

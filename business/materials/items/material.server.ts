import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { material } from './material.paper.ts';
import { sapItemCalls } from './sap-items.server.ts';

type Item = Row<typeof material>;

/** Refuse to change unit or tracking of an item that has stock movements. */
async function assertKept(context: Context, before: Item, values: Partial<Item>): Promise<void> {
  const changed = (['unit', 'trackMode'] as const).some(
    (name) => values[name] !== undefined && values[name] !== before[name],
  );
  if (!changed) return;
  const moved = await context.sql.query(
    'select 1 from asstockledger where tenant_id = $1 and material_id = $2 and is_deleted = 0 limit 1',
    [context.tenantId, before.id],
  );
  if (moved.length) throw refuse.itemInStock();
}

/** Did code, name or group change? Balances have copies of them, for searching, which must follow. */
const mirrored = (row: Item, before: Item): boolean =>
  row.itemCode !== before.itemCode || row.itemName !== before.itemName || row.itmsGrpNam !== before.itmsGrpNam;

export default behaviour<typeof material>(material, {
  apart: true,
  async saving(context, { before, values }) {
    if (before) await assertKept(context, before, values);
  },
  async saved(context, { before, row }) {
    if (!before || !mirrored(row, before)) return;
    await context.sql.query(
      'update asstock set item_code = $3, item_name = $4, itms_grp_nam = $5 where tenant_id = $1 and material_id = $2',
      [context.tenantId, row.id, row.itemCode, row.itemName, row.itmsGrpNam],
    );
  },
  calls: sapItemCalls,
});

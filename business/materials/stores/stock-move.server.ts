import { behaviour } from '#kernel/server';
import { stockMove } from './stock-move.paper.ts';
import { stock } from './stock.paper.ts';

/** Adds a filter by warehouse to the ledger, which matches movements from it and to it. */
export default behaviour<typeof stockMove>(stockMove, {
  filters: {
    warehouseId: {
      reads: stock.fields.warehouseId,
      sql: "array[t.from_warehouse_id, t.to_warehouse_id]::text[] && string_to_array($, ',')",
    },
  },
});

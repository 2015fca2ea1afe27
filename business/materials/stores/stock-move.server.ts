import { behaviour } from '#kernel/server/behaviour.ts';
import { stockMove } from './stock-move.paper.ts';

/** The ledger can be read from one place's side, whichever way things went. */
export default behaviour<typeof stockMove>(stockMove, {
  filters: { warehouseId: '(t.from_warehouse_id::text = $ or t.to_warehouse_id::text = $)' },
});

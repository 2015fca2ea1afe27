import { figure } from '#business/system/quality/figures/figure.server.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { raw, sql } from '#kernel/server';
import { warehouseFacts } from '../stores/facts/warehouse-facts.relation.ts';
import { stock } from '../stores/stock.paper.ts';

/** The value of the own stores at the end of a day. */
export const stockValue = figure({
  name: 'stock',
  label: ['库存', 'Stock'],
  unit: 'money',
  good: 0,
  least: 0.02,
  sort: 90,
  shown: ['tile'],
  of: stock,
  only: sql`exists (select 1 from ${warehouseFacts} w where w.tenant_id = t.tenant_id and w.id = t.warehouse_id and w.warehouse_type not in ('customer', 'supplier', 'adjust'))`,
  num: { sql: raw('round(t.on_hand * coalesce(t.avg_cost, 0), 2)') },
  state: { now: {} },
  reads: ['amount'],
  needs: [buttonOf(stock, 'cost')],
});

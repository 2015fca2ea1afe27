import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { figure } from '#business/system/quality/figures/figure.server.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { sql } from '#kernel/server';
import { completionFacts } from './completion-facts.relation.ts';

/** Cost of used parts, minus returns and reversals. */
export const partsCost = figure({
  name: 'parts',
  label: ['用料成本', 'Cost of parts'],
  unit: 'money',
  good: 0,
  least: 0.02,
  sort: 71,
  shown: [],
  by: ['team', 'system'],
  sql: ({ tenantId, from, to }) =>
    sql`select t.post_date as day, r.customer_service_team as team, 0::bigint as technician_id, r.repair_type as repair_type,
      case when t.reverse_of_id is not null or t.bill_type = 'repel' then -1 else 1 end * t.qty * coalesce(t.unit_cost, 0) as num, 0 as den
    from ${stockMoveFacts} t left join ${completionFacts} c on c.tenant_id = t.tenant_id and c.id = t.bill_id
      left join ${registrationFacts} r on r.tenant_id = t.tenant_id and r.id = c.registration_form_id
    where t.tenant_id = ${tenantId} and t.is_deleted = 0 and t.bill_type in ('consume', 'repel') and t.post_date between ${from}::date and ${to}::date`,
  needs: [buttonOf(stock, 'cost')],
});

import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { figure } from '#business/system/quality/figures/figure.server.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { raw, sql } from '#kernel/server';

/** Days within which a further contract of the home counts as a renewal. */
const WITHIN = 60;

const FOLLOWED = `exists (select from ${schemeFacts} n where n.tenant_id = s.tenant_id and n.register_main_id = s.register_main_id and n.id <> s.id and n.is_deleted = 0
  and n.scheme_status <> 'draft' and n.start_date > s.start_date and n.start_date <= s.end_date + ${WITHIN})`;

/**
 * Share of ended contracts that were followed by another one of the home within sixty days. A contract counts on the
 * last of these days, so that the share never changes later.
 */
export const renewal = figure({
  name: 'renewal',
  label: ['续约率', 'Renewal'],
  unit: 'percent',
  good: 1,
  least: 0.5,
  sort: 122,
  shown: ['tile', 'trend'],
  by: ['team'],
  den: 'count',
  sql: ({ tenantId, from, to }) =>
    sql`select s.end_date + ${WITHIN}::int as day, coalesce(c.customer_service_team, '') as team, 0::bigint as technician_id, ''::text as repair_type,
      count(*) filter (where ${raw(FOLLOWED)}) as num, count(*) as den
    from ${schemeFacts} s left join ${customerFacts} c on c.tenant_id = s.tenant_id and c.id = s.customer_id
    where s.tenant_id = ${tenantId} and s.is_deleted = 0 and s.scheme_status in ('expired', 'finished', 'terminated') and s.end_date + ${WITHIN}::int between ${from}::date and ${to}::date group by 1, 2`,
  needs: [buttonOf(scheme, 'view')],
});

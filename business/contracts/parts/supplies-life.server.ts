import { addDays } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { consumableFacts } from '#business/materials/items/consumable-facts.relation.ts';
import type { schemeSupplies } from './scheme-supplies.paper.ts';

/** A consumable that was installed on a day. */
type Installed = Pick<Row<typeof schemeSupplies>, 'schemeId' | 'suppliesId' | 'lifeDays'> & {
  readonly installDate: string;
};

/** Hardness of the water (mg/L) above which consumables live as long as their factor says. */
const HARD = 200;

/** Return the day on which each consumable is due: its life, shortened where the water of its home is hard. */
export async function dueDays(context: Context, lines: readonly Installed[]): Promise<string[]> {
  const factors = await context.sql.query<{ factor: string }>(
    `select (case when p.water_hardness > ${HARD} then coalesce(k.hardness_factor, 1) else 1 end)::text as factor
     from unnest($2::bigint[], $3::bigint[]) with ordinality as l(scheme_id, supplies_id, n)
     left join asscheme s on s.tenant_id = $1 and s.id = l.scheme_id
     left join ${serviceFileFacts} f on f.tenant_id = $1 and f.id = s.register_main_id
     left join ${premisesFacts} p on p.tenant_id = $1 and p.id = f.premises_id
     left join ${consumableFacts} k on k.tenant_id = $1 and k.id = l.supplies_id order by l.n`,
    [context.tenantId, lines.map((one) => one.schemeId), lines.map((one) => one.suppliesId)],
  );
  return lines.map(({ installDate, lifeDays }, at) =>
    addDays(installDate, Math.max(1, Math.round(lifeDays * Number(factors[at].factor)))),
  );
}

import type { Context } from '#kernel/server';
import { schemeSuppliesFacts } from '#business/contracts/parts/scheme-supplies-facts.relation.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { consumableFacts } from '#business/materials/items/consumable-facts.relation.ts';
import { type DueSubject, OF_CUSTOMER } from './targets.server.ts';
import { type MeasuredSupplies, measuredUses } from './usage.server.ts';
import { type WatchedSupplies, suppliesDueOf } from './usage.rules.ts';

/** SQL: a consumable `p` of a contract `s` that is served, at its machine `e`, if it has one. */
export const LIVE_SUPPLIES = `${schemeSuppliesFacts} p join ${schemeFacts} s on s.tenant_id = p.tenant_id and s.id = p.scheme_id and s.is_deleted = 0 and s.scheme_status in ('active', 'suspended')
  left join ${equipmentFacts} e on e.tenant_id = p.tenant_id and e.id = p.equipment_id
  join ${consumableFacts} a on a.tenant_id = p.tenant_id and a.id = p.supplies_id`;

/** SQL: conditions of a consumable that is watched. */
export const WATCHED =
  "p.is_deleted = 0 and p.due_date is not null and (p.equipment_id is null or e.is_deleted = 0 and e.equipment_status not in ('replaced', 'removed'))";

/** SQL: its day is near, or less than a tenth of its life in days is left. `$2` is today. */
export const NEAR_BY_DAY =
  '(p.due_date <= $2::date + a.warn_days or p.due_date <= $2::date + floor(p.life_days * 0.1)::int)';

/** SQL: a device may measure its use. */
export const MEASURED = '(p.life_usage > 0 and a.usage_unit is not null and e.instance_id is not null)';

/** A consumable that may be due, with the customer of its contract. */
interface Candidate extends Omit<DueSubject, 'due' | 'targetId'>, WatchedSupplies, MeasuredSupplies {
  readonly schemeId: string;
  readonly isMeasured: boolean;
}

/** A consumable whose customer is to be warned. */
export interface DueSupplies extends DueSubject {
  readonly schemeId: string;
}

/** Consumables of one step, the last id that was read, and the measured use of each. */
export interface SuppliesStep {
  readonly last: string | null;
  readonly due: readonly DueSupplies[];
  readonly used: ReadonlyMap<string, number>;
  /** Contracts of both. */ readonly schemeIds: readonly string[];
}

/** Return the consumables without a warning after one that are due, by their day or by their use. */
export async function dueSupplies(
  context: Context,
  { after, first }: { readonly after: string; readonly first: number },
): Promise<SuppliesStep> {
  const today = context.today();
  const rows = await context.sql.query<Candidate>(
    `select p.id::text as id, p.scheme_id::text as "schemeId", p.equipment_id::text as "equipmentId", coalesce(p.supplies_name, '') as name, to_char(p.due_date, 'YYYY-MM-DD') as "dueDate", p.life_days as "lifeDays", a.warn_days as "warnDays",
       to_char(coalesce(p.install_date, p.create_time::date), 'YYYY-MM-DD') as "installDate", p.life_usage::text as "lifeUsage", a.usage_unit as "usageUnit", e.instance_id::text as "deviceId", coalesce(${MEASURED}, false) as "isMeasured", ${OF_CUSTOMER}
     from ${LIVE_SUPPLIES} join ${customerFacts} c on c.tenant_id = p.tenant_id and c.id = s.customer_id and c.is_deleted = 0
     left join ${serviceFileFacts} f on f.tenant_id = p.tenant_id and f.id = s.register_main_id
     where p.tenant_id = $1 and p.id > $3::bigint and p.warn_status = 'normal' and ${WATCHED} and (${NEAR_BY_DAY} or ${MEASURED}) order by p.id limit $4`,
    [context.tenantId, today, after, first],
  );
  const uses = await measuredUses(
    context,
    rows.filter((one) => one.isMeasured),
  );
  const due = rows.flatMap(({ id, ...one }) => {
    const day = suppliesDueOf(one, uses.get(id) ?? null, today);
    return day ? [{ ...one, targetId: id, due: day }] : [];
  });
  const named = new Set([...uses.keys(), ...due.map((one) => one.targetId)]);
  return {
    due,
    schemeIds: [...new Set(rows.filter((one) => named.has(one.id)).map((one) => one.schemeId))],
    last: rows.length === first ? (rows.at(-1)?.id ?? null) : null,
    used: new Map([...uses].map(([id, { used }]) => [id, used])),
  };
}

import { type Context, type Fragment, raw, sql } from '#kernel/server';
import { schemeEquipmentFacts } from '#business/contracts/parts/scheme-equipment-facts.relation.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { schemeRecordFacts } from '#business/contracts/scheme/scheme-record-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';

/** Types of reminders whose subject is a machine. */
export type MachineType = 'warranty' | 'surrender';

/** Days after which a lapsed cover is no reason for a reminder. */
const LAPSED_DAYS = 365;
const IS_THERE = "e.is_deleted = 0 and e.equipment_status not in ('replaced', 'removed')";

/**
 * SQL: the day on which a contract ended. It is the end of its term, or the day of its last change of state, where it
 * ended before.
 */
const ENDED_ON = `least(s.end_date, coalesce((select max(h.change_time)::date from ${schemeRecordFacts} h where h.tenant_id = s.tenant_id and h.scheme_id = s.id and h.change_type = 'status'), s.end_date))`;

/** SQL: the last day on which a machine was covered by its warranty, or by a contract that is over. */
const COVERED_UNTIL = `greatest(e.warranty_end_date, (select max(${ENDED_ON}) from ${schemeEquipmentFacts} l join ${schemeFacts} s on s.tenant_id = l.tenant_id and s.id = l.scheme_id and s.is_deleted = 0
  where l.tenant_id = e.tenant_id and l.equipment_id = e.id and l.is_deleted = 0 and s.scheme_status in ('expired', 'finished', 'terminated')))`;

const HAS_CONTRACT = `exists (select from ${schemeFacts} s where s.tenant_id = e.tenant_id and s.register_main_id = e.register_main_id and s.is_deleted = 0 and s.scheme_status in ('active', 'suspended'))`;

/** Days before the end of a warranty on which its reminder is made. */
const warrantyDays = async (context: Context): Promise<number> =>
  Number(await context.parameter('as.warranty.expiringDays')) || 60;

/**
 * SQL of the machines of which a customer is reminded, with columns `id` and `due`. `warranty`: it ends soon.
 * `surrender`: the cover lapsed within a year, and no contract of the home is active.
 */
export async function remindedMachines(context: Context, type: MachineType): Promise<Fragment> {
  const { tenantId } = context;
  const today = context.today();
  if (type === 'warranty')
    return sql`select e.id, e.warranty_end_date as due from ${equipmentFacts} e
      where e.tenant_id = ${tenantId} and ${raw(IS_THERE)} and e.warranty_end_date between ${today}::date and ${today}::date + ${await warrantyDays(context)}::int`;
  return sql`select c.id, c.due from (select e.id, ${raw(COVERED_UNTIL)} as due from ${equipmentFacts} e
      where e.tenant_id = ${tenantId} and ${raw(IS_THERE)} and not ${raw(HAS_CONTRACT)}) c
    where c.due < ${today}::date and c.due >= ${today}::date - ${LAPSED_DAYS}::int`;
}

/** A new reminder, before it is stored. */
export interface DueSubject {
  readonly targetId: string;
  readonly due: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly phone: string | null;
  readonly premisesId: string | null;
  readonly team: string | null;
  readonly equipmentId: string | null;
  readonly name: string;
}

/** SQL: columns of the customer of a new reminder; `f` is the file of the home, `c` the customer. */
export const OF_CUSTOMER = `c.id::text as "customerId", coalesce(c.customer_name, '') as "customerName", c.phone, coalesce(f.premises_id, c.premises_id)::text as "premisesId", c.customer_service_team as team`;

/** Return the next machines after one that have no reminder of this type and day, or a closed one. */
export async function dueMachines(
  context: Context,
  type: MachineType,
  { after, first }: { readonly after: string; readonly first: number },
): Promise<DueSubject[]> {
  return context.sql.query<DueSubject>(
    sql`select e.id::text as "targetId", e.id::text as "equipmentId", to_char(d.due, 'YYYY-MM-DD') as due, concat_ws(' ', e.equipment_name, e.model) as name, ${raw(OF_CUSTOMER)}
      from (${await remindedMachines(context, type)}) d join ${equipmentFacts} e on e.tenant_id = ${context.tenantId} and e.id = d.id
      join ${customerFacts} c on c.tenant_id = e.tenant_id and c.id = e.customer_id and c.is_deleted = 0
      left join ${serviceFileFacts} f on f.tenant_id = e.tenant_id and f.id = e.register_main_id
      left join asremind r on r.tenant_id = e.tenant_id and r.remind_key = ${type} || '#' || e.id || '#' || to_char(d.due, 'YYYY-MM-DD') and r.is_deleted = 0
      where d.id > ${after}::bigint and (r.id is null or r.remind_status = 'closed') order by d.id limit ${first}`,
  );
}

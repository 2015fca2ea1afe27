import { type Context, raw, sql } from '#kernel/server';
import { endWarning } from '#business/contracts/parts/supplies-followers.server.ts';
import { schemeSuppliesFacts } from '#business/contracts/parts/scheme-supplies-facts.relation.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { reminder } from './reminder.paper.ts';
import { LIVE_SUPPLIES, MEASURED, NEAR_BY_DAY, WATCHED } from './supplies-due.server.ts';
import { remindedMachines } from './targets.server.ts';

const AT_ONCE = 200;
/** SQL: a reminder that is not over. */
export const OPEN_REMINDERS = "('waiting', 'in', 'pushed', 'out')";

/** Return the open reminders of machines that no longer have this reason, such as a renewed warranty. */
async function endedMachines(context: Context, type: 'warranty' | 'surrender'): Promise<string[]> {
  const ended = await context.sql.query<{ id: string }>(
    sql`select r.id::text as id from asremind r left join (${await remindedMachines(context, type)}) d on d.id = r.equipment_id and d.due = r.due_date
      where r.tenant_id = ${context.tenantId} and r.is_deleted = 0 and r.remind_type = ${type} and r.remind_status in ${raw(OPEN_REMINDERS)} and d.id is null order by r.id limit ${AT_ONCE}`,
  );
  return ended.map(({ id }) => id);
}

/** Close the next reminders of machines whose reason is gone. Return whether more may follow. */
async function endMachines(context: Context, type: 'warranty' | 'surrender'): Promise<boolean> {
  const ids = await endedMachines(context, type);
  if (ids.length) await context.moveAll(reminder, ids, 'closed', 'renewed');
  return ids.length === AT_ONCE;
}

/** Close the next reminders of consumables that are no longer warned of, watched or near. */
async function endSupplies(context: Context): Promise<boolean> {
  const ended = await context.sql.query<{ id: string; schemeId: string | null; suppliesId: string }>(
    `select r.id::text as id, r.scheme_supplies_id::text as "suppliesId", y.scheme_id::text as "schemeId" from asremind r
     left join ${schemeSuppliesFacts} y on y.tenant_id = r.tenant_id and y.id = r.scheme_supplies_id
     where r.tenant_id = $1 and r.is_deleted = 0 and r.remind_type = 'supplies' and r.remind_status in ${OPEN_REMINDERS}
       and not exists (select from ${LIVE_SUPPLIES} where p.tenant_id = r.tenant_id and p.id = r.scheme_supplies_id and ${WATCHED} and p.warn_status = 'warned' and (${NEAR_BY_DAY} or ${MEASURED}))
     order by r.id limit $3`,
    [context.tenantId, context.today(), AT_ONCE],
  );
  if (ended.length === 0) return false;
  await context.lockRows(scheme, [...new Set(ended.flatMap((one) => one.schemeId ?? []))]);
  await context.moveAll(
    reminder,
    ended.map(({ id }) => id),
    'closed',
    'renewed',
  );
  for (const { suppliesId } of ended) await endWarning(context, suppliesId, 'normal', null);
  return ended.length === AT_ONCE;
}

/** Close the next reminders whose reason is gone. Return whether more may follow. */
export async function endReminders(context: Context): Promise<boolean> {
  const machines = [await endMachines(context, 'warranty'), await endMachines(context, 'surrender')];
  return machines.includes(true) || endSupplies(context);
}

interface Moved {
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly phone: string | null;
  readonly premisesId: string | null;
  readonly team: never;
}

/** Let open reminders name the present customer of their machine, with the present phone and team. `only`: of one alone. */
export async function followCustomers(
  context: Context,
  only: { readonly customerId?: string; readonly registerMainId?: string } = {},
): Promise<boolean> {
  const moved = await context.sql.query<Moved>(
    `select id, "customerId", "customerName", phone, "premisesId", team from (select r.id::text as id, c.id::text as "customerId", c.customer_name as "customerName", c.phone, coalesce(f.premises_id, c.premises_id)::text as "premisesId", c.customer_service_team as team, c.id as customer, f.id as file,
       (r.customer_id, r.customer_name, r.phone, r.premises_id, r.customer_service_team) is distinct from (c.id, c.customer_name, c.phone, coalesce(f.premises_id, c.premises_id), c.customer_service_team) as differs
     from asremind r left join ${equipmentFacts} e on e.tenant_id = r.tenant_id and e.id = r.equipment_id
     left join ${schemeSuppliesFacts} p on p.tenant_id = r.tenant_id and p.id = r.scheme_supplies_id left join ${schemeFacts} s on s.tenant_id = p.tenant_id and s.id = p.scheme_id
     join ${customerFacts} c on c.tenant_id = r.tenant_id and c.id = coalesce(s.customer_id, e.customer_id) and c.is_deleted = 0
     left join ${serviceFileFacts} f on f.tenant_id = r.tenant_id and f.id = coalesce(s.register_main_id, e.register_main_id)
     where r.tenant_id = $1 and r.is_deleted = 0 and r.remind_status in ${OPEN_REMINDERS}) one where differs and ($2::bigint is null or customer = $2) and ($3::bigint is null or file = $3) order by id limit $4`,
    [context.tenantId, only.customerId, only.registerMainId, AT_ONCE],
  );
  if (moved.length === 0) return false;
  await context.changeAll(
    reminder,
    new Map(
      moved.map(({ id, team, customerId, customerName, phone, premisesId }) => [
        id,
        { customerId, customerName, phone, premisesId, customerServiceTeam: team },
      ]),
    ),
  );
  return moved.length === AT_ONCE;
}

import type { App, Context, TimedSteps } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { CUSTOMER_CHANGED } from '#business/customers/customer/customer-events.server.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { followCustomers } from '../remind/end-reminders.server.ts';
import { planOccurrence } from './plan-occurrence.paper.ts';
import type { Occurrence } from './register.server.ts';

/** Visits of one step. */
const AT_ONCE = 200;
/** Event of a customer or home with more visits than one transaction changes. */
const VISITS_BEHIND = 'planOccurrence.behind';

/** The customer or the home whose visits and reminders are compared. */
export interface HomeScope {
  readonly customerId?: string;
  readonly registerMainId?: string;
}

type Contact = Pick<Occurrence, 'customerName' | 'phone' | 'premisesId' | 'customerServiceTeam'>;

/**
 * SQL: open visits with the present name and team of their customer, premises of their home and phone of their contract.
 * Visits that are over keep what was true at their time.
 */
const COMPARED = `select t.id, t.scheme_id, t.customer_id, t.register_main_id, c.customer_name, s.contact_phone, f.premises_id, c.customer_service_team,
    (t.customer_name, t.phone, t.premises_id, t.customer_service_team) is distinct from (c.customer_name, s.contact_phone, f.premises_id, c.customer_service_team) as differs
  from asmaintain t join ${schemeFacts} s on s.tenant_id = t.tenant_id and s.id = t.scheme_id join ${customerFacts} c on c.tenant_id = t.tenant_id and c.id = t.customer_id
  left join ${serviceFileFacts} f on f.tenant_id = t.tenant_id and f.id = t.register_main_id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.plan_status in ('planned', 'pushed', 'booked', 'dispatched')`;

/**
 * Let the next open visits after one show their present customer and home. Return the last id, or null after the last
 * step.
 */
async function visitsAfter(
  context: Context,
  after: string,
  { schemeId, customerId, registerMainId }: HomeScope & { readonly schemeId?: string },
): Promise<string | null> {
  const due = await context.sql.query<{ id: string; schemeId: string }>(
    `select id::text as id, scheme_id::text as "schemeId" from (${COMPARED}) t where differs and ($2::bigint is null or scheme_id = $2) and ($3::bigint is null or customer_id = $3)
       and ($4::bigint is null or register_main_id = $4) and id > $5::bigint order by t.id limit $6`,
    [context.tenantId, schemeId, customerId, registerMainId, after, AT_ONCE],
  );
  if (due.length === 0) return null;
  // Read again under the lock of the contracts: a change that came meanwhile is not undone.
  await context.lockRows(scheme, [...new Set(due.map((one) => one.schemeId))]);
  const rows = await context.sql.query<Contact & { readonly id: string }>(
    `select id::text as id, customer_name as "customerName", contact_phone as phone, premises_id::text as "premisesId", customer_service_team as "customerServiceTeam" from (${COMPARED}) t
     where differs and t.id = any($2::bigint[]) order by t.id`,
    [context.tenantId, due.map(({ id }) => id)],
  );
  await context.changeAll(planOccurrence, new Map(rows.map(({ id, ...contact }) => [id, contact])));
  return due.length === AT_ONCE ? (due.at(-1)?.id ?? null) : null;
}

/** Let the open visits of a contract show its contact. */
export async function visitsFollow(context: Context, schemeId: string): Promise<void> {
  for (let after: string | null = '0'; after !== null;) after = await visitsAfter(context, after, { schemeId });
}

/** Let the next visits of a customer or home follow it, and then its reminders. */
async function followHome(context: Context, scope: HomeScope, after = '0'): Promise<void> {
  const last = await visitsAfter(context, after, scope);
  if (last) await context.emit(VISITS_BEHIND, { scope, after: last });
  else while (await followCustomers(context, scope));
}

/** Let open visits and reminders follow changes of customers, of their homes, and merges. */
export function listenForHomes(app: App): void {
  app.outbox.subscribe(CUSTOMER_CHANGED, (context, { data }) => followHome(context, { customerId: String(data.id) }));
  app.outbox.subscribe('customer.merged', (context, { data }) =>
    followHome(context, { customerId: String(data.into) }),
  );
  app.outbox.subscribe('serviceFile.moved', (context, { data }) =>
    followHome(context, { registerMainId: String(data.id) }),
  );
  app.outbox.subscribe(VISITS_BEHIND, (context, { data }) =>
    followHome(context, data.scope as HomeScope, String(data.after)),
  );
}

/** Nightly: mend the visits that a missed event or an earlier release left behind. */
export async function followHomes({ step }: TimedSteps): Promise<void> {
  let after: string | null = '0';
  while (after !== null) {
    const from: string = after;
    after = await step((context) => visitsAfter(context, from, {}));
  }
}

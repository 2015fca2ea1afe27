import type { App, Context } from '#kernel/server';
import { CUSTOMER_CHANGED } from '../customer/customer-events.server.ts';
import { customerFacts } from '../customer/customer-facts.relation.ts';
import { serviceFile } from './service-file.paper.ts';

/** Event of a customer with more files than one transaction changes. */
const FILES_BEHIND = 'serviceFile.behind';

/** Files of one transaction: few, so that other transactions do not wait long. */
const AT_ONCE = 50;

/** Copy name and phone of a customer to the next of its files that have others. */
async function filesFollowCustomer(context: Context, customerId: string): Promise<void> {
  const behind = await context.sql.query<{ id: string; customerName: string; phone: string | null }>(
    `select f.id::text as id, c.customer_name as "customerName", c.phone from registermain f join ${customerFacts} c on c.tenant_id = f.tenant_id and c.id = f.customer_id
     where f.tenant_id = $1 and f.customer_id = $2 and f.is_deleted = 0 and (f.customer_name, f.phone) is distinct from (c.customer_name, c.phone) order by f.id limit $3`,
    [context.tenantId, customerId, AT_ONCE],
  );
  for (const { id, customerName, phone } of behind) await context.change(serviceFile, id, { customerName, phone });
  if (behind.length === AT_ONCE) await context.emit(FILES_BEHIND, { id: customerId });
}

/** Let service files show the present name and phone of their customer. */
export function listenForCustomers(app: App): void {
  for (const event of [CUSTOMER_CHANGED, FILES_BEHIND])
    app.outbox.subscribe(event, (context, { data }) => filesFollowCustomer(context, String(data.id)));
}

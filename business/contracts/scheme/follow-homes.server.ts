import type { App, Context, Follower } from '#kernel/server';
import { CUSTOMER_CHANGED } from '#business/customers/customer/customer-events.server.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import type { FileEvents } from '#business/customers/service-file/file-followers.server.ts';
import type { Scheme } from './counters.server.ts';
import { recordChange } from './records.server.ts';
import { scheme } from './scheme.paper.ts';

/** Contracts of one home that are not over. */
const MAX_OF_HOME = 500;
/** Contracts of one transaction. */
const AT_ONCE = 100;
const OPEN: Scheme['schemeStatus'][] = ['draft', 'active', 'suspended'];

/** Event of a customer with more contracts than one transaction changes. */
const CONTRACTS_BEHIND = 'scheme.behind';

/** Fields of a contract, each with the field of the service file that it was copied from. */
const COPIES = [
  ['contactName', 'customerName'],
  ['contactPhone', 'phone'],
  ['address', 'address'],
] as const;

/** A contract keeps a contact of its own. Values that it copied from its home follow the home, until it is over. */
export const contractsOfHomes: Follower<FileEvents> = {
  name: 'contracts',
  sort: 10,
  on: {
    async changed(context, { before, row }) {
      const found = await context.find(scheme, { registerMainId: row.id, schemeStatus: OPEN }, { limit: MAX_OF_HOME });
      const rows = await context.lockRows(
        scheme,
        found.map(({ id }) => id),
      );
      for (const of of rows.filter((one) => OPEN.includes(one.schemeStatus))) {
        const copies = COPIES.filter(
          ([own, from]) => row[from] && row[from] !== before[from] && of[own] === before[from],
        );
        if (copies.length === 0) continue;
        const names = copies.map(([own]) => own);
        await recordChange(context, of.id, {
          type: 'contact',
          summary: ['联系信息随服务档案更新', 'The contact follows the service file'],
          before: { fields: names },
          after: { fields: names },
        });
        await context.change(scheme, of.id, Object.fromEntries(copies.map(([own, from]) => [own, row[from]])));
      }
    },
  },
};

/** Copy the present name of a customer to the next of its open contracts that have another. */
async function contractsFollowCustomer(context: Context, customerId: string): Promise<void> {
  const behind = await context.sql.query<{ id: string; customerName: string }>(
    `select s.id::text as id, c.customer_name as "customerName" from asscheme s join ${customerFacts} c on c.tenant_id = s.tenant_id and c.id = s.customer_id
     where s.tenant_id = $1 and s.customer_id = $2 and s.is_deleted = 0 and s.scheme_status = any($3::text[]) and s.customer_name is distinct from c.customer_name order by s.id limit $4`,
    [context.tenantId, customerId, OPEN, AT_ONCE],
  );
  for (const { id, customerName } of behind) await context.change(scheme, id, { customerName });
  if (behind.length === AT_ONCE) await context.emit(CONTRACTS_BEHIND, { id: customerId });
}

/** Let open contracts show the present name of their customer, after a merge too. */
export function listenForNames(app: App): void {
  for (const event of [CUSTOMER_CHANGED, CONTRACTS_BEHIND])
    app.outbox.subscribe(event, (context, { data }) => contractsFollowCustomer(context, String(data.id)));
  app.outbox.subscribe('customer.merged', (context, { data }) => contractsFollowCustomer(context, String(data.into)));
}

import type { CallAnswer, ListFilters } from '#kernel/language/calls/call.ts';
import { type Reading, raw, sql } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { piece } from '../piece.paper.ts';
import type { customerOfVip, receivablesTotal } from './audit.calls.ts';
import { collectionFacts } from '#business/billing/collection/collection-facts.relation.ts';
import { paymentTypeFacts } from '#business/masterdata/payment-type-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';

type Sum = CallAnswer<typeof receivablesTotal>;
type Part = Sum['byCollectType'][number];

/**
 * Sum the receivable or received amounts of a filtered list of pieces, and of their collections by fee and payment
 * method.
 */
export async function readSumOf(
  reading: Reading,
  filters: ListFilters,
  side: 'receivable' | 'practical',
): Promise<Sum> {
  const visible = await reading.visible(piece, { query: filters }).sql();
  const [{ total }] = await reading.sql.query<{ total: string }>(
    sql`select coalesce(sum(t.${raw(side)}_amount), 0)::text as total from aspiecework t where ${visible}`,
  );
  const column = side === 'receivable' ? 'c.receivable_amount' : 'c.amount';
  const parts = (key: string, name: string, join: string): Promise<Part[]> =>
    reading.sql.query<Part>(
      sql`select ${raw(key)} as key, ${raw(name)} as name, sum(${raw(column)})::text as amount from ${collectionFacts} c ${raw(join)}
    where c.is_deleted = 0 and c.tenant_id = ${reading.tenantId} and c.completion_id in (select t.completion_id from aspiecework t where ${visible}) group by 1, 2 order by 1`,
    );
  return {
    total,
    byCollectType: await parts('c.collect_type', 'null::text', ''),
    byPaymentType: await parts(
      'c.payment_type_id::text',
      'p.type_name',
      `left join ${paymentTypeFacts} p on p.id = c.payment_type_id and p.tenant_id = c.tenant_id`,
    ),
  };
}

/**
 * Return the customer whose VIP id (`guidInfo`) a piece has, with the customer level. Cards and balances are empty: the
 * product does not store them yet.
 */
export async function vipOf(reading: Reading, guidInfo: string): Promise<CallAnswer<typeof customerOfVip>> {
  const [found] = guidInfo
    ? await reading.sql.query<{ id: string }>(
        `select c.id::text as id from aspiecework p join ${completionFacts} d on d.id = p.completion_id and d.tenant_id = p.tenant_id join ${customerFacts} c on c.id = d.customer_id and c.tenant_id = p.tenant_id
    where p.tenant_id = $1 and p.guid_info = $2 and p.is_deleted = 0 and c.is_deleted = 0 order by p.id desc limit 1`,
        [reading.tenantId, guidInfo],
      )
    : [];
  const [seen] = found ? await reading.visible(customer, { query: { id: found.id } }).words({ first: 1 }) : [];
  return {
    guidInfo,
    customerId: seen?.id ?? '',
    customerName: seen?.customerName ?? '',
    customerLevel: seen?.customerLevel ?? '',
    customerLevelName: seen?._names?.customerLevel ?? '',
    cards: [],
    balances: [],
    privileges: [],
  };
}

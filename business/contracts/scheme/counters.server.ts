import type { Contribution } from '#kernel/language/rooms/contribution.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { collectionFacts } from '#business/billing/collection/collection-facts.relation.ts';
import { less, sumOfAmounts } from '#business/shared/money.rules.ts';
import { refuse } from '../refusals.ts';
import { scheme } from './scheme.paper.ts';
import { schemePlanned, schemeSpent } from './scheme-followers.server.ts';

export type Scheme = Row<typeof scheme>;

const joined = (reading: Reading, place: Contribution<{ readonly sql: string }>, columns: string): string =>
  reading
    .contributions(place)
    .map(({ sql }) => ` union all select ${columns} from (${sql}) more`)
    .join('');

/** Return SQL of the used and reserved visits of each contract, counted from their rows. */
export const usesSql = (reading: Reading): string =>
  `select scheme_id, sum(used)::int as used, sum(locked)::int as locked from (
     select u.scheme_id, case when u.consume_status = 'consumed' then u.consume_times else 0 end as used, case when u.consume_status = 'locked' then u.consume_times else 0 end as locked
     from asregistrationscheme u where u.tenant_id = $1 and u.is_deleted = 0 and u.consume_status in ('locked', 'consumed')
     ${joined(reading, schemeSpent, 'scheme_id, times, 0')}) uses group by scheme_id`;

interface Counted {
  readonly id: string;
  readonly used: number;
  readonly locked: number;
  readonly left: number;
}

/** Count the visits of contracts. The caller locked them, so no row of them changes meanwhile. */
const counted = (context: Context, ids: readonly string[]): Promise<Counted[]> =>
  context.sql.query<Counted>(
    `select s.id::text as id, coalesce(s.opening_used, 0) + coalesce(x.used, 0) as used, coalesce(x.locked, 0) as locked,
       s.times_total - coalesce(s.opening_used, 0) - coalesce(x.used, 0) - coalesce(x.locked, 0) as left
     from asscheme s left join (select * from (${usesSql(context)}) x0 where x0.scheme_id = any($2::bigint[])) x on x.scheme_id = s.id
     where s.tenant_id = $1 and s.id = any($2::bigint[]) order by s.id`,
    [context.tenantId, ids],
  );

/** Is a visit of the contract still planned? */
async function isPlanned(context: Context, id: string): Promise<boolean> {
  for (const { sql } of context.contributions(schemePlanned)) {
    const found = await context.sql.query(`select 1 from (${sql}) planned where scheme_id = $2 limit 1`, [
      context.tenantId,
      id,
    ]);
    if (found.length) return true;
  }
  return false;
}

/**
 * Recount the visits of contracts from their rows, refuse more than one has, and store the counts. A contract ends with
 * its last visit, and goes on if that visit is opened again.
 */
export async function recountVisits(context: Context, ids: readonly string[]): Promise<void> {
  const schemes = new Map((await context.lockRows(scheme, [...new Set(ids)])).map((one) => [one.id, one]));
  const counts = await counted(context, [...schemes.keys()]);
  const changed = counts.filter(({ id, used, locked }) => {
    const of = mustGet(schemes, id);
    return of.timesUsed !== used || of.timesLocked !== locked;
  });
  for (const { id, left } of counts) if (left < 0) throw refuse.noVisitsLeft({ no: mustGet(schemes, id).schemeNo });
  if (changed.length)
    await context.touch(
      scheme,
      changed.map(({ id, used, locked }) => ({ id, timesUsed: used, timesLocked: locked })),
    );
  for (const { id, left, locked } of counts) {
    const { schemeStatus } = mustGet(schemes, id);
    const isSpent = left === 0 && locked === 0;
    if (isSpent && schemeStatus === 'active' && !(await isPlanned(context, id)))
      await context.move(scheme, id, 'finished', 'lastVisit');
    if (!isSpent && schemeStatus === 'finished') await context.move(scheme, id, 'active', 'reopen');
  }
}

/** Return the payment state of a price, of which an amount was received and some refunded. */
export function payStateOf(price: string, received: string, returned: string): NonNullable<Scheme['payStatus']> {
  if (Number(price) === 0) return 'free';
  if (Number(received) === 0) return Number(returned) > 0 ? 'refunded' : 'unpaid';
  return Number(less(price, received)) > 0 ? 'part' : 'paid';
}

/** Return what the collections of a contract ask for in sum, without one of them; null: it has no other one. */
export async function collectionsOf(
  context: Context,
  schemeId: string,
  but: string | null = null,
): Promise<string | null> {
  const [{ sum }] = await context.sql.query<{ sum: string | null }>(
    `select sum(c.receivable_amount)::text as sum from ${collectionFacts} c where c.tenant_id = $1 and c.scheme_id = $2 and c.is_deleted = 0 and c.id is distinct from $3`,
    [context.tenantId, schemeId, but],
  );
  return sum;
}

/** Recount the received money of a contract from its approved collections, and store it with the payment state. */
export async function recountMoney(context: Context, id: string): Promise<void> {
  const [of] = await context.lockRows(scheme, [id]);
  if (!of) return;
  const [sum] = await context.sql.query<{ net: string; back: string }>(
    `select coalesce(sum(c.amount), 0)::text as net, coalesce(-sum(c.amount) filter (where c.amount < 0), 0)::text as back
     from ${collectionFacts} c where c.tenant_id = $1 and c.scheme_id = $2 and c.is_deleted = 0 and c.approval_status = 'approved'`,
    [context.tenantId, id],
  );
  const paidAmount = sumOfAmounts([of.openingPaid, sum.net]);
  const payStatus = payStateOf(of.price, paidAmount, sum.back);
  if (of.paidAmount !== paidAmount || of.payStatus !== payStatus)
    await context.change(scheme, id, { paidAmount, payStatus });
}

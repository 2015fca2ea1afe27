import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';
import { collectionFacts } from '#business/billing/collection/collection-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { schemeSpent } from './scheme/scheme-followers.server.ts';

interface Assembled {
  readonly contributions: ReadonlyMap<string, readonly unknown[]>;
}

/** Invariants of service contracts, their visits and money. */
export const invariants = ({ contributions }: Assembled): readonly Invariant[] => {
  const spent = (contributions.get(schemeSpent.name) ?? []) as readonly { readonly sql: string }[];
  const further = spent.map(({ sql }) => ` union all select scheme_id, times, 0 from (${sql}) more`).join('');
  return [
    brokenRows('scheme', {
      code: 'P2',
      title: [
        '方案已用、占用次数等于登记方案之和，且不超过总次数',
        'Used and reserved visits are the sums of their rows, within the total',
      ],
      sql: `
      select s.id::text as id, s.scheme_no as no, format('used %s, reserved %s of %s; rows: %s, %s', s.times_used, s.times_locked, s.times_total, coalesce(x.used, 0), coalesce(x.locked, 0)) as detail
      from asscheme s left join (select scheme_id, sum(used) as used, sum(locked) as locked from (
        select u.scheme_id, case u.consume_status when 'consumed' then u.consume_times else 0 end as used, case u.consume_status when 'locked' then u.consume_times else 0 end as locked
        from asregistrationscheme u where u.tenant_id = $1 and u.is_deleted = 0${further}) uses group by scheme_id) x on x.scheme_id = s.id
      where s.tenant_id = $1 and s.is_deleted = 0
        and (coalesce(s.times_used, 0) <> coalesce(s.opening_used, 0) + coalesce(x.used, 0) or coalesce(s.times_locked, 0) <> coalesce(x.locked, 0)
          or coalesce(s.times_used, 0) + coalesce(s.times_locked, 0) > s.times_total)
      union all
      select u.id::text, r.registration_no, format('%s while the order is %s', u.consume_status, r.register_status) from asregistrationscheme u
      join ${registrationFacts} r on r.tenant_id = u.tenant_id and r.id = u.registration_form_id
      where u.tenant_id = $1 and u.is_deleted = 0 and (u.consume_status = 'locked' and r.register_status in ('cancelled', 'confirmed', 'closed') or u.consume_status = 'consumed' and r.register_status not in ('confirmed', 'closed'))`,
    }),
    brokenRows('scheme', {
      code: 'M7S',
      title: [
        '方案已收等于已审核收款，应收不超过成交价',
        'The received money of a contract is that of its approved collections, and no more than its price is asked',
      ],
      sql: `
      select s.id::text as id, s.scheme_no as no, format('received %s, approved %s, asked %s of %s', s.paid_amount, x.paid, x.asked, s.price) as detail
      from asscheme s cross join lateral (select coalesce(sum(c.amount) filter (where c.approval_status = 'approved'), 0) as paid, coalesce(sum(c.receivable_amount), 0) as asked
        from ${collectionFacts} c where c.tenant_id = s.tenant_id and c.scheme_id = s.id and c.is_deleted = 0) x
      where s.tenant_id = $1 and s.is_deleted = 0
        and (coalesce(s.paid_amount, 0) <> coalesce(s.opening_paid, 0) + x.paid or x.asked + coalesce(s.opening_paid, 0) > s.price)`,
    }),
  ];
};

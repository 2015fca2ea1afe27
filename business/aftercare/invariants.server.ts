import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';

/** Invariants of consents. */
export const invariants: readonly Invariant[] = [
  brokenRows('consent', {
    code: 'C1',
    title: [
      '费用确认：合计 = 各项之和；答复有时间和方式',
      'The total of a consent is the sum of its fees; an answer has its time and way',
    ],
    sql: `
    select c.id::text as id, c.words as no, format('total %s, fees %s, %s', c.total_amount, x.fees, c.consent_status) as detail
    from asconsent c cross join lateral (select coalesce(c.labor_fee, 0) + coalesce(c.material_fee, 0) + coalesce(c.mileage_fee, 0) + coalesce(c.other_fee, 0) - coalesce(c.discount_amount, 0) as fees) x
    where c.tenant_id = $1 and c.is_deleted = 0 and (c.total_amount <> x.fees or (c.consent_status in ('agreed', 'refused') and (c.answer_time is null or c.consent_way is null)))`,
  }),
];

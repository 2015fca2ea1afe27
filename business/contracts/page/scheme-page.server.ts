import { asText } from '#kernel/language/values.ts';
import type { Label } from '#kernel/language/label.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { implement, type OwnCall, type Reading, row as refuseRow } from '#kernel/server';
import { collectionFacts } from '#business/billing/collection/collection-facts.relation.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { completionChargeFacts } from '#business/completion/charges/completion-charge-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { completionSupplyFacts } from '#business/completion/supplies/completion-supply-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { paymentTypeFacts } from '#business/masterdata/payment-type-facts.relation.ts';
import { less, sumOfAmounts } from '#business/shared/money.rules.ts';
import { baseScheme } from '../catalogue/base-scheme.paper.ts';
import { schemeEquipment } from '../parts/scheme-equipment.paper.ts';
import { schemeSupplies } from '../parts/scheme-supplies.paper.ts';
import { schemeRecord } from '../scheme/scheme-record.paper.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { readSchemePage, type SchemePage } from './scheme-page.calls.ts';

/** Return the orders that reserve or use visits of a contract, the first use first. */
const usesOfScheme = (reading: Reading, id: string): Promise<SchemePage['uses'][number][]> =>
  reading.sql.query(
    `select u.id::text as id, u.registration_form_id::text as "orderId", r.registration_no as "orderNo", u.consume_status as state, u.consume_times as times
     from asregistrationscheme u join ${registrationFacts} r on r.tenant_id = u.tenant_id and r.id = u.registration_form_id
     where u.tenant_id = $1 and u.scheme_id = $2 and u.is_deleted = 0 and u.consume_status in ('locked', 'consumed')
     order by u.consume_status = 'locked', u.id limit 400`,
    [reading.tenantId, id],
  );

/** Return the collections of a contract, the first one first; none for people who may not see collections. */
async function receiptsOf(reading: Reading, id: string): Promise<SchemePage['receipts'][number][]> {
  if (!reading.may(buttonOf(collection, 'view'))) return [];
  return reading.sql.query(
    `select c.id::text as id, c.collect_no as no, coalesce(p.type_name, '') as way, c.amount::text as amount, c.approval_status = 'approved' as "isApproved", to_char(c.collect_time, 'YYYY-MM-DD') as at
     from ${collectionFacts} c left join ${paymentTypeFacts} p on p.tenant_id = c.tenant_id and p.id = c.payment_type_id
     where c.tenant_id = $1 and c.scheme_id = $2 and c.is_deleted = 0 order by c.collect_time, c.id limit 200`,
    [reading.tenantId, id],
  );
}

/** Return the spans for which a contract was suspended, from its changes of state. */
async function suspensionsOf(reading: Reading, id: string): Promise<SchemePage['suspensions'][number][]> {
  const moves = await reading.sql.query<{ day: string; state: string }>(
    `select to_char(c.change_time, 'YYYY-MM-DD') as day, c.after_value ->> 'schemeStatus' as state from asschemeupdaterecord c
     where c.tenant_id = $1 and c.scheme_id = $2 and c.is_deleted = 0 and c.change_type = 'status' order by c.id limit 1000`,
    [reading.tenantId, id],
  );
  return moves.flatMap(({ day, state }, at) =>
    state === 'suspended' ? [{ from: day, to: moves[at + 1]?.day ?? '' }] : [],
  );
}

const FEES: readonly (readonly [key: string, label: Label])[] = [
  ['labor', ['人工费', 'Labour']],
  ['mileage', ['里程费', 'Mileage']],
  ['material', ['材料费', 'Material']],
  ['other', ['其他费', 'Other']],
];

/** Return the fees of confirmed completions that a contract paid instead of the customer, by kind. */
async function waivedOf(reading: Reading, id: string): Promise<SchemePage['waived'][number][]> {
  const rows = await reading.sql.query<{ fee: string; amount: string }>(
    `with done as (select d.id, d.cover_fees, d.labor_fee, d.mileage_fee from ${completionFacts} d
       join asregistrationscheme u on u.tenant_id = d.tenant_id and u.registration_form_id = d.registration_form_id and u.scheme_id = $2 and u.is_deleted = 0 and u.consume_status = 'consumed'
       where d.tenant_id = $1 and d.is_deleted = 0 and d.complete_status = 'confirmed')
     select 'labor' as fee, coalesce(sum(labor_fee), 0)::numeric(14,2)::text as amount from done where cover_fees ->> 'labor' = 'plan'
     union all select 'mileage', coalesce(sum(mileage_fee), 0)::numeric(14,2)::text from done where cover_fees ->> 'mileage' = 'plan'
     union all select 'material', coalesce(sum(s.amount), 0)::numeric(14,2)::text from ${completionSupplyFacts} s join done on done.id = s.completion_id where s.tenant_id = $1 and s.is_deleted = 0 and s.payer = 'plan'
     union all select 'other', coalesce(sum(k.amount), 0)::numeric(14,2)::text from ${completionChargeFacts} k join done on done.id = k.completion_id where k.tenant_id = $1 and k.is_deleted = 0 and k.payer = 'plan'`,
    [reading.tenantId, id],
  );
  const by = new Map(rows.map((one) => [one.fee, one.amount]));
  return FEES.map(([key, fee]) => ({ fee, amount: by.get(key) ?? '0.00' })).filter((one) => Number(one.amount) > 0);
}

type Shown = SchemePage['scheme'];

/** Return what a draft still needs before its activation. */
function lacksOf(of: Shown, machines: number, today: string): Label[] {
  if (of.schemeStatus !== 'draft') return [];
  const open = less(of.price, asText(of.paidAmount) || '0');
  return [
    ...(machines === 0 ? [['缺设备：至少一台', 'A machine: at least one'] as const] : []),
    ...(Number(open) > 0 ? [[`还差 ${open} 元已审核的收款`, `CNY ${open} of approved collections`] as const] : []),
    ...(asText(of.endDate) < today ? [['服务期已过，请改日期', 'The term is over: change its days'] as const] : []),
  ];
}

async function pageOf(reading: Reading, id: string): Promise<SchemePage> {
  const [whole] = await reading.visible(scheme, { match: { id } }).rows({ first: 1 });
  if (!whole) throw refuseRow.missing({ title: scheme.title });
  const [listed] = (await reading.visible(scheme).page({ id, size: '1' })).records;
  const of = { ...whole, ...listed };
  const template = await reading.get(baseScheme, of.baseSchemeId);
  const [equipment, supplies, changes] = await Promise.all([
    reading.visible(schemeEquipment).page({ schemeId: id, size: '500' }),
    reading.visible(schemeSupplies).page({ schemeId: id, size: '500', ascs: 'dueDate' }),
    reading.visible(schemeRecord).page({ schemeId: id, size: '50' }),
  ]);
  const waived = await waivedOf(reading, id);
  return {
    scheme: of,
    today: reading.today(),
    template: { no: template.baseSchemeNo, revision: template.revisionNo ?? 1, windowDays: template.windowDays },
    suspensions: await suspensionsOf(reading, id),
    uses: await usesOfScheme(reading, id),
    receipts: await receiptsOf(reading, id),
    waived,
    waivedSum: sumOfAmounts(waived.map((one) => one.amount)),
    equipment: equipment.records,
    supplies: supplies.records,
    changes: changes.records,
    lacks: lacksOf(of, equipment.records.length, reading.today()),
  };
}

/** The call that the page of a contract reads. */
export const pageCalls: readonly OwnCall[] = [
  implement(readSchemePage, { read: ({ id }, reading) => pageOf(reading, id) }),
];

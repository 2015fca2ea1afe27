import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';
import { completionSupplyFacts } from '#business/completion/supplies/completion-supply-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { acceptedOf } from './owed-parts.server.ts';

/** Invariants of returns. */
export const returnInvariants: readonly Invariant[] = [
  brokenRows('completionSupply', {
    code: 'S10',
    title: [
      '未返还旧件 = 应返还用料 − 已实收旧件 ≥ 0',
      'Old parts owed are the used parts less the accepted old parts, and never below zero',
    ],
    sql: `
    select s.id::text as id, s.item_name as no, format('used %s, old parts accepted %s', case when s.is_deleted = 0 then s.qty else 0 end, a.qty) as detail
    from ${completionSupplyFacts} s cross join lateral (select ${acceptedOf('s')} as qty) a where s.tenant_id = $1 and a.qty > case when s.is_deleted = 0 then s.qty else 0 end
    union all
    select h.id::text, h.return_no, format('%s: accepted %s of %s, moved %s', d.item_name, d.accept_qty, d.return_qty, m.qty) from asreturnedmaterialsdetails d
    join asreturnedmaterials h on h.tenant_id = d.tenant_id and h.id = d.return_id and h.is_deleted = 0
    cross join lateral (select coalesce(sum(l.qty), 0) as qty from ${stockMoveFacts} l where l.tenant_id = d.tenant_id and l.bill_type = 'returnBack' and l.bill_id = h.id and l.bill_line_id = d.id and l.is_deleted = 0) m
    where d.tenant_id = $1 and d.is_deleted = 0 and (d.accept_qty > d.return_qty or m.qty <> case when h.document_status in ('transmitted', 'closed') then coalesce(d.accept_qty, 0) else 0 end)`,
  }),
];

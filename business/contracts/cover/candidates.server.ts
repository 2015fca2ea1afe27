import type { Reading } from '#kernel/server';
import { kindsOf } from './scheme-cover.rules.ts';

/** Facts of an order by which contracts are searched. */
export interface CoverSearch {
  readonly receiptsType: string;
  readonly repairType: string | null;
  readonly customerId: string | null;
  readonly registerMainId: string | null;
  /** The machines that the order names. */
  readonly equipmentIds: readonly string[];
}

/** A contract that covers an order. */
export interface CoveringScheme {
  readonly id: string;
  readonly no: string;
  readonly name: string;
  readonly scope: readonly string[] | null;
  readonly left: number;
}

/**
 * Return the contracts of a home that cover an order; without a home, those of the customer. They are active today and
 * have visits left. The type of work is covered, and the machine or its system. The most specific is first, then the
 * earliest end, then the lowest number. `spent`: return those without visits left instead.
 */
export async function schemesFor(
  reading: Reading,
  facts: CoverSearch,
  { spent = false } = {},
): Promise<CoveringScheme[]> {
  if (!facts.customerId) return [];
  return reading.sql.query<CoveringScheme>(
    `select x.id::text as id, x.no, x.name, x.scope, x.left from (
       select s.id, s.scheme_no as no, s.scheme_name as name, s.cover_scope as scope, s.end_date,
         s.times_total - coalesce(s.times_used, 0) - coalesce(s.times_locked, 0) as left,
         case when exists (select 1 from asschemeequipment e where e.tenant_id = s.tenant_id and e.scheme_id = s.id and e.is_deleted = 0 and e.equipment_id = any($5::bigint[])) then 3
           when s.fangan_type = any($6::text[]) then 2 when s.fangan_type = 'whole' then 1 else 0 end as rank
       from asscheme s
       where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status = 'active' and s.customer_id = $2
         and ($3::bigint is null or s.register_main_id = $3) and $4 = any(s.cover_types) and $7::date between s.start_date and s.end_date) x
     where x.rank > 0 and ${spent ? 'x.left <= 0' : 'x.left > 0'} order by x.rank desc, x.end_date, x.no limit 20`,
    [
      reading.tenantId,
      facts.customerId,
      facts.registerMainId,
      facts.receiptsType,
      facts.equipmentIds,
      kindsOf(facts.repairType),
      reading.today(),
    ],
  );
}

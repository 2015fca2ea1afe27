import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { type OwnCall, type Reading, implement, raw, sql } from '#kernel/server';
import { must, mustFind } from '#kernel/language/must.ts';
import { collection } from '../collection/collection.paper.ts';
import { type CashInHand, type StatePart, type Totals, moneyTotals } from './finance.calls.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

interface Cell {
  readonly cut: keyof Totals['tracks'] | 'technician' | 'all';
  readonly key: string | null;
  readonly count: number;
  readonly amount: string;
  readonly invoiced: string;
  readonly refunded: string;
  readonly since: string;
}

/**
 * Sum the same rows by each track, by holder of cash, and in total, in one statement. It sees one moment, so the sums
 * are consistent during other writes.
 */
async function totals(reading: Reading, { from, to, technicianId }: CallInputOf<typeof moneyTotals>): Promise<Totals> {
  const visible = await reading
    .visible(collection, {
      query: {
        ...(from && { collectTime_dategt: from }),
        ...(to && { collectTime_datelt: to }),
        ...(technicianId && { technicianId }),
      },
    })
    .sql();
  const cells = await reading.sql.query<Cell>(
    sql`
    select case when grouping(r.transmit_status) = 0 then 'transmitStatus' when grouping(r.invoice_status) = 0 then 'invoiceStatus' when grouping(r.approval_status) = 0 then 'approvalStatus' when grouping(r.holder) = 0 then 'technician' else 'all' end as cut,
      coalesce(r.transmit_status, r.invoice_status, r.approval_status, r.holder::text) as key, count(*)::int as count, coalesce(sum(r.amount), 0)::numeric(14,2)::text as amount, coalesce(sum(r.invoice_amount), 0)::numeric(14,2)::text as invoiced,
      coalesce(-sum(r.amount) filter (where r.amount < 0), 0)::numeric(14,2)::text as refunded, coalesce(to_char(min(r.collect_time), 'YYYY-MM-DD HH24:MI:SS'), '') as since
    from (select t.transmit_status, t.invoice_status, t.approval_status, case when t.transmit_status = 'none' then t.technician_id end as holder, t.amount, t.invoice_amount, t.collect_time from ${raw(collection.table)} t where ${visible}) r
    group by grouping sets ((), (r.transmit_status), (r.invoice_status), (r.approval_status), (r.holder))`,
  );
  const partsOf = (cut: Cell['cut']): StatePart[] =>
    cells
      .filter((cell) => cell.cut === cut && cell.key)
      .map(({ key, count, amount, invoiced }) => ({ key: key!, count, amount, invoiced }));
  const held = cells.filter((cell) => cell.cut === 'technician' && cell.key);
  const names = new Map(
    (held.length
      ? await reading.sql.query<{ id: string; name: string }>(
          `select id::text as id, real_name as name from ${technicianFacts} where tenant_id = $1 and id = any($2::bigint[])`,
          [reading.tenantId, held.map((cell) => cell.key)],
        )
      : []
    ).map((row) => [row.id, row.name]),
  );
  const all = mustFind(cells, (cell) => cell.cut === 'all');
  return {
    count: all.count,
    amount: all.amount,
    refunded: all.refunded,
    tracks: {
      transmitStatus: partsOf('transmitStatus'),
      invoiceStatus: partsOf('invoiceStatus'),
      approvalStatus: partsOf('approvalStatus'),
    },
    inHand: held
      .map((cell): CashInHand => ({
        technicianId: must(cell.key, 'key'),
        name: names.get(must(cell.key, 'key')) ?? '',
        count: cell.count,
        amount: cell.amount,
        since: cell.since,
      }))
      .toSorted((one, other) => Number(other.amount) - Number(one.amount)),
  };
}

export const financeCalls: readonly OwnCall[] = [
  implement(moneyTotals, { read: (asked, reading) => totals(reading, asked) }),
];

import { answering } from '#kernel/server';
import { weekPay } from '#business/dispatch/candidates/week-pay.service.ts';
import { occupancyFacts } from '#business/dispatch/occupancy/occupancy-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';

interface Money {
  technicianId: string;
  pay: string;
}

/**
 * The pay of a planned visit is estimated from pieces finished in this many days before the week. At most
 * `USUAL_PIECES` of them are read.
 */
const USUAL_DAYS = 60;
const USUAL_PIECES = 1000;

/** Return the pay of finished visits, and an estimate from recent pieces for each planned one. */
export const weekPayAnswer = answering(weekPay, async (reading, { technicianIds, monday }) => {
  const planned = await reading.sql.query<Money>(
    `with usual as (select coalesce(sum(l.amount) / nullif(count(distinct p.completion_id), 0), 0) as pay
      from (select id, completion_id from aspiecework where tenant_id = $1 and is_deleted = 0 and piece_status <> 'cancelled' and finish_date >= $3::date - ${USUAL_DAYS} and finish_date < $3::date order by finish_date desc, id desc limit ${USUAL_PIECES}) p
        join aspieceworkcollect l on l.piece_id = p.id and l.tenant_id = $1 and l.is_deleted = 0)
    select o.technician_id::text as "technicianId", (count(*) * max(usual.pay))::text as pay from ${occupancyFacts} o join ${visitFacts} v on v.id = o.dispatch_list_id cross join usual
    where o.tenant_id = $1 and o.technician_id = any($2::bigint[]) and o.is_open and o.is_deleted = 0 and v.is_deleted = 0 and o.occupy_from >= ($3::date)::timestamptz and o.occupy_from < ($3::date + 7)::timestamptz group by 1`,
    [reading.tenantId, technicianIds, monday],
  );
  const rows = await reading.sql.query<Money>(
    `select l.technician_id::text as "technicianId", sum(l.amount)::text as pay from aspieceworkcollect l join aspiecework p on p.id = l.piece_id
    where l.tenant_id = $1 and l.technician_id = any($2::bigint[]) and l.is_deleted = 0 and p.is_deleted = 0 and p.piece_status <> 'cancelled' and p.finish_date >= $3 and p.finish_date < $3::date + 7 group by 1`,
    [reading.tenantId, technicianIds, monday],
  );
  const pay = new Map<string, number>();
  for (const row of [...rows, ...planned])
    pay.set(row.technicianId, (pay.get(row.technicianId) ?? 0) + Number(row.pay));
  return pay;
});

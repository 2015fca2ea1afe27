import { type Reading, raw, sql } from '#kernel/server';
import { roadsOf } from '#business/dispatch/occupancy/conflicts.server.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { ownStores } from '../../scan/scan.server.ts';
import { materialShipment } from '../../shipment/material-shipment.paper.ts';
import { inTimeLead } from '../pick-up.rules.ts';
import { atCounter } from '../store-tiles.server.ts';

/** A shipment that was due at the counter. */
export interface DueHandOver {
  /** Day of the first visit for which it is needed. */ readonly day: string;
  readonly no: string;
  /** Handed over within a quarter of an hour after the pick-up hour. */ readonly good: boolean;
  /** Not handed over yet. */ readonly open: boolean;
}

/** Return the shipments of the caller's counters for visits since a day whose time to be handed over has passed. */
export async function dueHandOvers(reading: Reading, since: string): Promise<DueHandOver[]> {
  const query = atCounter({ stores: await ownStores(reading) });
  const visible = await reading.visible(materialShipment, { query }).sql();
  const { bufferMinutes } = await roadsOf(reading);
  const before = raw(`interval '${inTimeLead(bufferMinutes)} minutes'`);
  return reading.sql.query<DueHandOver>(
    sql`select to_char(k.at, 'YYYY-MM-DD') as day, t.shipment_no as no, coalesce(t.transmit_time <= k.at - ${before}, false) as good, t.transmit_time is null as open from asmaterialshipments t cross join lateral (
        select min(v.plan_start) as at from asmaterialshipmentsdetails d join asmaterialapplydetails l on l.tenant_id = d.tenant_id and l.id = d.apply_detail_id
        join asmaterialapply a on a.tenant_id = l.tenant_id and a.id = l.materials_apply_id
        join ${visitFacts} v on v.tenant_id = a.tenant_id and v.disp_id = a.disp_id and v.task_status <> 'cancelled' and v.is_deleted = 0
        where d.tenant_id = t.tenant_id and d.material_shipments_id = t.id and d.is_deleted = 0) k
      where ${visible} and t.document_status in ('approved', 'transmitted', 'closed') and k.at - ${before} <= ${reading.now()}::timestamptz and k.at >= ${since}::timestamptz`,
  );
}

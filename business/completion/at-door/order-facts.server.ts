import { type Reading, extension, implement, row as refuseRow } from '#kernel/server';
import { type OrderFacts, orderFacts } from '#business/dispatch/board/board.calls.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { urgeFacts } from '#business/intake/urge/urge-facts.relation.ts';
import { actionLogFacts } from '#business/masterdata/records/action-log-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';

/** Return the suggested parts of an order, each with the technicians whose van holds enough of it. */
async function partsOf(reading: Reading, orderId: string): Promise<OrderFacts['parts']> {
  const rows = await reading.sql.query<{
    name: string;
    qty: string;
    holders: OrderFacts['parts'][number]['holders'] | null;
  }>(
    `select m.item_name as name, trim_scale(h.qty)::text as qty,
      (select jsonb_agg(jsonb_build_object('technicianId', v.technician_id::text, 'name', v.real_name, 'qty', trim_scale(v.free)::text) order by v.free desc)
        from (select w.technician_id, e.real_name, sum(s.on_hand - s.reserved) as free from ${stockFacts} s join ${warehouseFacts} w on w.id = s.warehouse_id and w.warehouse_type = 'person' join ${technicianFacts} e on e.id = w.technician_id
          where s.tenant_id = $1 and s.material_id = m.id and s.material_status = 'good' and s.is_deleted = 0 group by 1, 2 having sum(s.on_hand - s.reserved) >= coalesce(h.qty, 1)) v) as holders
    from ${dispatchFormFacts} f cross join jsonb_to_recordset(coalesce(f.material_hint, '[]'::jsonb)) as h ("materialId" bigint, qty numeric) join ${materialFacts} m on m.id = h."materialId" and m.tenant_id = $1
    where f.tenant_id = $1 and f.registration_form_id = $2 and f.is_deleted = 0 and f.dispatch_status <> 'cancelled'`,
    [reading.tenantId, orderId],
  );
  return rows.map((row) => ({ ...row, holders: row.holders ?? [] }));
}

/**
 * Return details of an order: masked number, latest urges and notes, parts, and the last visit to this customer for the
 * same system.
 */
async function orderFactsOf(reading: Reading, id: string): Promise<OrderFacts> {
  const [order] = await reading.visible(registration, { match: { id } }).rows({ first: 1 });
  if (!order) throw refuseRow.missing({ title: registration.title });
  const urges = await reading.sql.query<OrderFacts['urges'][number]>(
    `select left(create_time::text, 16) as time, content, urge_status as state from ${urgeFacts}
    where tenant_id = $1 and is_deleted = 0 and (registration_form_id = $2 or repair_form_id = $3) order by create_time desc limit 5`,
    [reading.tenantId, order.id, order.repairFormId],
  );
  const notes = await reading.sql.query<OrderFacts['notes'][number]>(
    `select left(operate_time::text, 16) as time, operator_name as who, remark as words from ${actionLogFacts}
    where tenant_id = $1 and biz_id = any($2::bigint[] || array(select id from ${visitFacts} where tenant_id = $1 and registration_form_id = $3 and is_deleted = 0 order by id desc limit 5)) and nullif(remark, '') is not null order by operate_time desc limit 5`,
    [reading.tenantId, [order.id, order.repairFormId, order.dispId].filter(Boolean), order.id],
  );
  const [last] = await reading.sql.query<NonNullable<OrderFacts['last']>>(
    `select left(v.finish_time::text, 10) as time, v.technician_id::text as "technicianId", e.real_name as name, coalesce(left(d.maintenance_content, 30), v.result_note, '') as words
    from ${visitFacts} v join ${registrationFacts} r on r.id = v.registration_form_id join ${technicianFacts} e on e.id = v.technician_id left join ascompletionregistration d on d.id = v.completion_id
    where v.tenant_id = $1 and r.customer_id = $2 and r.repair_type = $3 and v.finish_time is not null and v.is_deleted = 0 order by v.finish_time desc limit 1`,
    [reading.tenantId, order.customerId, order.repairType],
  );
  return {
    phone: order.phone ?? '',
    weibaoReason: order.weibaoReason || null,
    urges: urges.map((one) => reading.visible(urge).present(one)),
    notes,
    parts: await partsOf(reading, order.id),
    last: last
      ? { ...last, words: reading.visible(completion).present({ maintenanceContent: last.words }).maintenanceContent }
      : null,
  };
}

/** Adds a call to the dispatch form, by which the board reads details of an order. */
export const factsOfOrders = extension<typeof dispatchForm>(dispatchForm, {
  calls: [
    implement(orderFacts, { read: ({ registrationFormId }, reading) => orderFactsOf(reading, registrationFormId) }),
  ],
});

import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { stockBillType } from '#business/materials/dictionaries.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { sendsUsed } from '../consumption.server.ts';
import { askSap } from './ask-sap.server.ts';
import { needSap } from './differences.server.ts';
import { movesByCode, personWhs } from '../sap-codes.server.ts';
import type { evidenceCall } from '../sap-flow.calls.ts';

const MOVES = 200;

/** Used parts have no row of their own: those of a night are summed up. */
const NIGHTLY = { no: '', state: 'nightly', docNum: '', tries: 0 };

const labelOf = ([zh, en]: readonly [zh: string, en: string, ...unknown[]]): Label => [zh, en];

interface OwnMove {
  readonly no: string;
  readonly billNo: string;
  readonly billType: keyof typeof stockBillType.items;
  readonly day: string;
  readonly at: string;
  readonly who: string;
  readonly qty: string;
  readonly flow: {
    readonly no: string;
    readonly state: string;
    readonly docNum: string;
    readonly tries: number;
  } | null;
}

/** Return our movements of an item in a SAP warehouse after a day, the newest first, each with its row for SAP. */
const ownMoves = async (reading: Reading, code: string, itemCode: string, since: string | null): Promise<OwnMove[]> =>
  reading.sql.query<OwnMove>(
    `select coalesce(l.move_no, '') as no, coalesce(l.bill_no, '') as "billNo", l.bill_type as "billType", l.post_date::text as day, to_char(l.move_time, 'YYYY-MM-DD HH24:MI:SS') as at, coalesce(p.real_name, '') as who, k.qty::text as qty,
      case when f.id is not null then json_build_object('no', f.flow_no, 'state', f.sap_status, 'docNum', coalesce(f.sap_doc_num, ''), 'tries', coalesce(f.retry_count, 0)) end as flow
    from ${stockMoveFacts} l
    join ${materialFacts} i on i.tenant_id = l.tenant_id and i.id = l.material_id and i.item_code = $3
    join ${warehouseFacts} o on o.tenant_id = l.tenant_id and o.id = l.from_warehouse_id join ${warehouseFacts} n on n.tenant_id = l.tenant_id and n.id = l.to_warehouse_id
    cross join lateral ${movesByCode('$4::text')} as k(code, qty, other)
    left join assapwarehouseflow f on f.tenant_id = l.tenant_id and f.bill_id = l.bill_id and f.bill_line_id = l.bill_line_id and f.bill_type = l.bill_type and f.is_deleted = 0
    left join asmaterialshipments s on s.tenant_id = l.tenant_id and s.id = l.bill_id and l.bill_type = 'shipment' left join asreturnedmaterials r on r.tenant_id = l.tenant_id and r.id = l.bill_id and l.bill_type = 'returnBack'
    left join ${technicianFacts} p on p.tenant_id = l.tenant_id and p.id = coalesce(s.technician_id, r.technician_id)
    where l.tenant_id = $1 and k.code = $2 and l.is_deleted = 0 and 'good' in (l.material_status, l.to_material_status) and l.post_date > coalesce($5::date, '-infinity'::date) and k.code is distinct from k.other order by l.id desc limit ${MOVES}`,
    [reading.tenantId, code, itemCode, await personWhs(reading), since],
  );

/** Return the movements of both sides since the last equal night. */
export async function evidence(
  { whsCode, itemCode }: CallInputOf<typeof evidenceCall>,
  reading: Reading,
): Promise<CallAnswer<typeof evidenceCall>> {
  const sap = await needSap(reading);
  const code = whsCode.toUpperCase();
  const [equal] = await reading.sql.query<{ day: string; qty: string | null }>(
    'select equal_day::text as day, equal_qty::text as qty from assapequal where tenant_id = $1 and whs_code = $2 and item_code = $3',
    [reading.tenantId, code, itemCode],
  );
  const since = equal?.day ?? null;
  const ours = await ownMoves(reading, code, itemCode, since);
  const isNightly = await sendsUsed(reading);
  const theirs = await askSap(reading, () => sap.movements(code, itemCode, since ?? '1970-01-01'));
  return {
    since,
    equalQty: equal?.qty ?? null,
    ours: ours.map(({ billType, flow, ...move }) => ({
      ...move,
      kind: labelOf(stockBillType.items[billType]),
      flow: billType === 'consume' && isNightly ? NIGHTLY : flow,
    })),
    sap: (theirs.answer ?? []).filter((one) => since === null || one.day > since),
    answers: theirs.answer !== null,
  };
}

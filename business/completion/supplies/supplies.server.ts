import { must } from '#kernel/language/must.ts';
import Big from 'big.js';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { type Move, assertPosted } from '#business/materials/stores/posting.rules.ts';
import { material } from '#business/materials/items/material.paper.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { payersOf } from '#business/intake/cover/cover.rules.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { completionSupply } from './completion-supply.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import { amountOf } from '../money.rules.ts';
import { contractPayer } from './contract-payer.service.ts';
import { partWarranties } from './part-warranty.server.ts';
import { type SupplyLineState, differenceOf, isCounted } from './supply-difference.rules.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { crewMemberFacts } from '#business/dispatch/crew/crew-member-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';

type Supply = Row<typeof completionSupply>;
type Completion = Row<typeof completion>;

/** A line with its wanted and posted quantities. A removed line has the wanted quantity 0. */
interface Line {
  id: string;
  materialId: string;
  warehouseId: string;
  itemName: string;
  isSerial: boolean;
  qty: string;
  postedQty: string;
  oldQty: string;
  postedOldQty: string;
  serials: string | null;
  postedSerials: string | null;
  oldSerials: string | null;
  postedOldSerials: string | null;
}

/**
 * Return the lines of a completion, including removed ones that were posted, because their posting must be reversed.
 */
async function linesOf(context: Context, completionId: string): Promise<Line[]> {
  return context.sql.query<Line>(
    `select s.id::text as id, s.material_id::text as "materialId", s.warehouse_id::text as "warehouseId", m.item_name as "itemName", m.track_mode = 'serial' as "isSerial",
      case when s.is_deleted = 0 then s.qty else 0 end::text as qty, coalesce(s.posted_qty, 0)::text as "postedQty", case when s.is_deleted = 0 then s.serial_nos end as serials, s.posted_serials as "postedSerials",
      case when s.is_deleted = 0 and s.old_part_return then coalesce(s.old_part_qty, 0) else 0 end::text as "oldQty", coalesce(s.posted_old_qty, 0)::text as "postedOldQty", case when s.is_deleted = 0 and s.old_part_return then s.old_serial_nos end as "oldSerials", s.posted_old_serials as "postedOldSerials"
    from ascompletionsupplies s join ${materialFacts} m on m.tenant_id = s.tenant_id and m.id = s.material_id
    where s.tenant_id = $1 and s.completion_id = $2 and (s.is_deleted = 0 or coalesce(s.posted_qty, 0) <> 0 or coalesce(s.posted_old_qty, 0) <> 0) order by s.id`,
    [context.tenantId, completionId],
  );
}

/** Refuse a line of a material with serial numbers unless there is one number for each piece. */
function assertNamed(lines: readonly Line[]): void {
  for (const line of lines.filter((one) => one.isSerial)) {
    if (!isCounted(line.qty, serialsIn(line.serials)))
      throw refuse.serialsUneven(
        { item: line.itemName, n: new Big(line.qty).toString() },
        { fields: [{ field: 'serialNos', words: ['序列号个数须与数量一致', 'One serial number per piece'] }] },
      );
    if (!isCounted(line.oldQty, serialsIn(line.oldSerials)))
      throw refuse.oldSerialsUneven(
        { item: line.itemName, n: new Big(line.oldQty).toString() },
        {
          fields: [
            { field: 'oldSerialNos', words: ['旧件序列号个数须与旧件数量一致', 'One serial number per old piece'] },
          ],
        },
      );
  }
}

interface Way {
  readonly step: string;
  readonly from: string;
  readonly to: string;
  readonly customer: string;
  /** Condition of the part in the technician's van. */
  readonly status: 'good' | 'used';
}

/**
 * Return the stock movements of a line. `status` applies to the side of the van; parts at the customer keep the
 * condition they have there.
 */
const moves = (line: Line, wanted: SupplyLineState, { step, from, to, customer, status }: Way): Move[] =>
  differenceOf(wanted).map(({ qty, serialNo, back }) => ({
    step: serialNo ? `${step}:${serialNo}` : step,
    lineId: line.id,
    materialId: line.materialId,
    ...((back ? to : from) === customer ? { toStatus: status } : { materialStatus: status }),
    serialNo,
    qty,
    fromWarehouseId: back ? to : from,
    toWarehouseId: back ? from : to,
  }));

/**
 * Post the parts of a completion to stock, as the difference to what was posted before. Used parts go from the van to
 * the customer, old parts back. Materials with serial numbers are posted piece by piece.
 */
export async function postSupplies(context: Context, of: Completion, nth: number): Promise<void> {
  const lines = await linesOf(context, of.id);
  if (lines.length === 0) return;
  assertNamed(lines);
  const customer = await context.call(storeOfPerson, { virtual: 'customer' });
  const used = lines.flatMap((line) =>
    moves(line, line, {
      step: `consume:${line.id}:use:${nth}`,
      from: line.warehouseId,
      to: customer,
      customer,
      status: 'good',
    }),
  );
  const old = lines.flatMap((line) =>
    moves(
      line,
      {
        isSerial: line.isSerial,
        qty: line.oldQty,
        postedQty: line.postedOldQty,
        serials: line.oldSerials,
        postedSerials: line.postedOldSerials,
      },
      { step: `oldPart:${line.id}:take:${nth}`, from: customer, to: line.warehouseId, customer, status: 'used' },
    ),
  );
  const bill = { id: of.id, no: of.completionNo };
  if (used.length)
    assertPosted(await context.call(postStock, { bill: { ...bill, type: 'consume' }, moves: used, before: old }));
  if (old.length) assertPosted(await context.call(postStock, { bill: { ...bill, type: 'oldPart' }, moves: old }));
  await context.sql.query(
    `update ascompletionsupplies set posted_qty = case when is_deleted = 0 then qty else 0 end, posted_serials = case when is_deleted = 0 then serial_nos end,
      posted_old_qty = case when is_deleted = 0 and old_part_return then coalesce(old_part_qty, 0) else 0 end, posted_old_serials = case when is_deleted = 0 and old_part_return then old_serial_nos end
    where tenant_id = $1 and completion_id = $2`,
    [context.tenantId, of.id],
  );
}

/**
 * Return the store of a used part: the named van, refused unless its technician was in the crew, else the van of the
 * lead. Source: after-sales design §6.4.
 */
async function storeFor(
  context: Context,
  completionId: string,
  warehouseId: string | null | undefined,
): Promise<string> {
  const of = await context.get(completion, completionId);
  if (!warehouseId) return context.call(storeOfPerson, { technicianId: must(of.technicianId, 'technicianId') });
  const [store] = await context.sql.query<{ name: string; fits: boolean }>(
    `select w.warehouse_name as name, w.warehouse_type = 'person' and (w.technician_id = $3 or exists (
      select 1 from ${crewMemberFacts} c join ${visitFacts} v on v.tenant_id = c.tenant_id and v.disp_id = c.disp_id where v.tenant_id = $1 and v.id = $4 and c.technician_id = w.technician_id and c.is_deleted = 0 and (c.is_current or c.leave_time > v.sent_time))) as fits
    from ${warehouseFacts} w where w.tenant_id = $1 and w.id = $2`,
    [context.tenantId, warehouseId, of.technicianId, of.dispatchListId],
  );
  if (!store?.fits)
    throw refuse.storeNotOfCrew(
      { name: store?.name ?? '' },
      {
        fields: [{ field: 'warehouseId', words: ['只能用上门人员的个人库', 'Only the van of somebody who was there'] }],
      },
    );
  return warehouseId;
}

/**
 * Return the end of the part warranty of a line, and its payer if a contract lists the part. If the customer would pay,
 * return the payer under the part warranty. The back office may change the payer later.
 */
async function ownWarranty(context: Context, line: Supply): Promise<Partial<Supply>> {
  const of = await context.get(completion, line.completionId);
  const order = await orderOf(context, of);
  const listed = await context.ask(contractPayer, {
    registrationFormId: order.id,
    materialId: line.materialId,
    schemeSuppliesId: line.schemeSuppliesId,
  });
  const payer = listed ?? line.payer;
  const until =
    (await partWarranties(context, order, of.dispatchListId, line.equipmentId)).get(line.materialId) ?? null;
  return {
    partWarrantyUntil: until,
    ...(listed && { payer }),
    ...(until && payer === 'customer' && { payer: payersOf('partWarranty').material }),
  };
}

/** Return the computed values of a line: amount, name, store, and end and payer of its part warranty. */
async function derived(context: Context, before: Supply | null, values: Partial<Supply>): Promise<Partial<Supply>> {
  const after = { ...before, ...values } as Supply;
  const warehouseId =
    before && !values.warehouseId
      ? before.warehouseId
      : await storeFor(context, after.completionId, values.warehouseId);
  const item = values.materialId ? await context.get(material, values.materialId) : null;
  const warranty = before && !values.materialId && !values.equipmentId ? {} : await ownWarranty(context, after);
  return {
    amount: amountOf(after.qty, after.unitPrice),
    warehouseId,
    ...warranty,
    ...(item && { itemName: item.itemName }),
  };
}

export default behaviour<typeof completionSupply>(completionSupply, {
  async saving(context, { before, values }) {
    // Part and store of a posted line cannot change, because stock movements refer to them. The line is removed and
    // entered again.
    if (before?.postedQty && Number(before.postedQty) > 0 && (values.materialId || values.warehouseId))
      throw refuse.supplyPosted();
    return derived(context, before, values);
  },
});

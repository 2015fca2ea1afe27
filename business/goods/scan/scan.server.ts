import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Shown } from '#kernel/language/calls/shape.ts';
import type { Row } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { codeText } from '#kernel/fields/text/code-text.ts';
import { type Reading, sql } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialShipmentLine } from '../shipment/material-shipment-line.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { readCode } from './rules/codes.rules.ts';
import { holderOf, itemByCode } from './things.server.ts';
import type { ScanLine, ScanSheet, ScannedThing, counterPapers, scanSheet, scannedCode } from './scan.calls.ts';

const MAX_PAPERS = 50;
const MAX_LINES = 500;
const MAX_SERIALS = 2000;

/** Return the stores that the caller keeps; a keeper of none works at every counter. */
export const ownStores = async (reading: Reading): Promise<readonly string[]> =>
  (await reading.find(warehouse, { keeperId: reading.person.id, status: 1 }, { first: 100 })).map((one) => one.id);

/** Return which shipments a code means: by its number, that of a request, or a badge. */
async function meantBy(code: string, reading: Reading): Promise<Readonly<Record<string, unknown>> | null> {
  const read = readCode(code);
  if (read.is === 'badge') {
    const [of] = await reading.find(technician, { technicianNo: read.technicianNo }, { first: 1 });
    return of ? { technicianId: of.id, documentStatus: 'approved' } : null;
  }
  const no = codeText(code);
  const [apply] = await reading.visible(materialApply, { match: { applyNo: no } }).rows({ first: 1 });
  return apply ? { apply: apply.id } : { shipmentNo: no };
}

const ofApply = (tenantId: string, applyId: string) =>
  sql`t.id in (select e.material_shipments_id from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id
    where e.tenant_id = ${tenantId} and d.materials_apply_id = ${applyId}::bigint and e.is_deleted = 0) and t.document_status = 'approved'`;

/** Return the shipments that a code opens; without a code those that wait at the counters of the caller. */
export async function papersAtCounter(
  { code }: CallInputOf<typeof counterPapers>,
  reading: Reading,
): Promise<CallAnswer<typeof counterPapers>> {
  const most = { first: MAX_PAPERS };
  if (!code?.trim()) {
    const own = await ownStores(reading);
    const match = { documentStatus: 'approved', ...(own.length && { fromWarehouseId: own }) };
    return reading.visible(materialShipment, { match }).words(most);
  }
  const meant = await meantBy(code, reading);
  if (!meant) return [];
  const { apply, ...match } = meant;
  const scope = apply ? { also: ofApply(reading.tenantId, String(apply)) } : { match };
  return reading.visible(materialShipment, scope).words(most);
}

interface Shelf {
  readonly materialId: string;
  readonly materialStatus: string;
  readonly bin: string | null;
  readonly onHand: string;
  readonly reserved: string;
}

const shelfKey = (one: { readonly materialId: string; readonly materialStatus: string | null }): string =>
  `${one.materialId} ${one.materialStatus}`;

/** Return the balances of a store for lines: quantity, reservation, and the place with most of it. */
async function shelvesOf(
  reading: Reading,
  storeId: string,
  materialIds: readonly string[],
): Promise<ReadonlyMap<string, Shelf>> {
  const rows = await reading.sql.query<Shelf>(
    `select s.material_id::text as "materialId", s.material_status as "materialStatus", sum(s.on_hand)::text as "onHand", sum(s.reserved)::text as reserved,
      (array_agg(s.bin_code order by s.on_hand desc, s.bin_code) filter (where s.bin_code <> '' and s.on_hand > 0))[1] as bin
    from ${stockFacts} s where s.tenant_id = $1 and s.warehouse_id = $2 and s.material_id = any($3::bigint[]) and s.is_deleted = 0 group by 1, 2`,
    [reading.tenantId, storeId, materialIds],
  );
  return new Map(rows.map((row) => [shelfKey(row), row]));
}

/** Return the place of each line in a store; empty where its material has none. */
export async function placesAt(
  reading: Reading,
  storeId: string,
  lines: readonly { readonly id: string; readonly materialId: string; readonly materialStatus?: string | null }[],
): Promise<{ id: string; bin: string }[]> {
  const shelves = await shelvesOf(reading, storeId, [...new Set(lines.map((line) => line.materialId))]);
  return lines.map((line) => ({
    id: line.id,
    bin:
      shelves.get(shelfKey({ materialId: line.materialId, materialStatus: line.materialStatus ?? 'good' }))?.bin ?? '',
  }));
}

/** Return the serial numbers of materials in a store, with the other shipment under way that has them. */
const serialsAt = (
  reading: Reading,
  of: Pick<Row<typeof materialShipment>, 'id' | 'fromWarehouseId'>,
  materialIds: readonly string[],
): Promise<ScanSheet['serials']> =>
  reading.sql.query<ScanSheet['serials'][number]>(
    `select s.material_id::text as "materialId", s.serial_no as "serialNo", coalesce(s.bin_code, '') as bin,
      (select h.shipment_no from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.is_deleted = 0
        where e.tenant_id = s.tenant_id and e.material_id = s.material_id and e.is_deleted = 0 and h.id <> $3 and h.document_status in ('submitted', 'approved') and s.serial_no = any(regexp_split_to_array(upper(e.serial_nos), '[\\s,，、;；]+')) limit 1) as promised
    from ${stockFacts} s where s.tenant_id = $1 and s.warehouse_id = $2 and s.material_id = any($4::bigint[]) and s.serial_no <> '' and s.on_hand > 0 and s.is_deleted = 0
    order by s.serial_no limit ${MAX_SERIALS}`,
    [reading.tenantId, of.fromWarehouseId, of.id, materialIds],
  );

/** Return the day by which the request of each line needs it; empty for direct shipments. */
async function needsOf(reading: Reading, shipmentId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await reading.sql.query<{ id: string; day: string }>(
    `select e.id::text as id, to_char(a.need_date, 'YYYY-MM-DD') as day from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id
    join asmaterialapply a on a.tenant_id = d.tenant_id and a.id = d.materials_apply_id where e.tenant_id = $1 and e.material_shipments_id = $2 and e.is_deleted = 0`,
    [reading.tenantId, shipmentId],
  );
  return new Map(rows.map((row) => [row.id, row.day]));
}

const appliesBehind = (reading: Reading, shipmentId: string): Promise<ScanSheet['applyIds']> =>
  reading.sql.query<ScanSheet['applyIds'][number]>(
    `select distinct a.id::text as id, a.apply_no as no from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id
    join asmaterialapply a on a.tenant_id = d.tenant_id and a.id = d.materials_apply_id where e.tenant_id = $1 and e.material_shipments_id = $2 and e.is_deleted = 0 order by no`,
    [reading.tenantId, shipmentId],
  );

/** Order lines as the way through the store goes: by place, then by material. */
const byPlace = (one: ScanLine, other: ScanLine): number =>
  (one.bin || '\uffff').localeCompare(other.bin || '\uffff', 'en', { numeric: true }) ||
  one.itemCode.localeCompare(other.itemCode) ||
  (BigInt(one.id) < BigInt(other.id) ? -1 : 1);

/** Facts about the material of a line in its store. */
interface LineFacts {
  readonly item: Row<typeof material> | undefined;
  readonly shelf: Shelf | undefined;
  readonly need: string;
  readonly isWaiting: boolean;
}

const CODES = ['barcode', 'packBarcode', 'packQty'] as const;

/** Return a material without the codes that are hidden from the reader. */
function withShownCodes(reading: Reading, item: Row<typeof material>): Row<typeof material> {
  const { fields } = visibleTo(reading.person, material);
  return { ...item, ...Object.fromEntries(CODES.filter((name) => !(name in fields)).map((name) => [name, null])) };
}

/** Return the codes of a material; empty texts for those that it lacks. */
const codesOf = (item: Row<typeof material> | undefined): Pick<ScanLine, (typeof CODES)[number]> => ({
  barcode: item?.barcode ?? '',
  packBarcode: item?.packBarcode ?? '',
  packQty: item?.packQty ?? '',
});

/** Return the balance of a line: what this line and what others have reserved of it. */
function balanceOf(shelf: Shelf | undefined, own: number): Pick<ScanLine, 'bin' | 'onHand' | 'own' | 'others'> {
  const others = Math.max(0, Number(shelf?.reserved ?? 0) - own);
  return { bin: shelf?.bin ?? '', onHand: shelf?.onHand ?? '0', own: String(own), others: String(others) };
}

function scanLineOf(line: Shown<typeof materialShipmentLine>, { item, shelf, need, isWaiting }: LineFacts): ScanLine {
  const isSerial = item?.trackMode === 'serial';
  return {
    id: line.id,
    materialId: line.materialId,
    itemCode: line.itemCode ?? '',
    itemName: line.itemName ?? '',
    unit: String(line._names?.unit ?? ''),
    ...codesOf(item),
    isSerial,
    toShip: String(line.shipQty),
    needDate: need,
    ...balanceOf(shelf, isWaiting && !isSerial ? Number(line.shipQty) : 0),
  };
}

/** Return a shipment with all that the scan page needs to judge codes on its own. */
export async function sheetToScan(
  { id }: CallInputOf<typeof scanSheet>,
  reading: Reading,
): Promise<CallAnswer<typeof scanSheet>> {
  await reading.visible(materialShipment).all([id]);
  const [shipment] = await reading.visible(materialShipment, { match: { id } }).words({ first: 1 });
  const lines = (
    await reading
      .visible(materialShipmentLine, { query: { materialShipmentsId: id }, partOf: shipment })
      .words({ limit: MAX_LINES })
  ).filter((line) => Number(line.shipQty) > 0);
  const ids = [...new Set(lines.map((line) => line.materialId))];
  const found = await reading.find(material, { id: ids }, { limit: MAX_LINES });
  const items = new Map(found.map((one) => [one.id, withShownCodes(reading, one)]));
  const shelves = await shelvesOf(reading, shipment.fromWarehouseId, ids);
  const needs = await needsOf(reading, id);
  const isWaiting = shipment.documentStatus === 'approved';
  const lineOf = (line: (typeof lines)[number]): ScanLine =>
    scanLineOf(line, {
      item: items.get(line.materialId),
      shelf: shelves.get(shelfKey(line)),
      need: needs.get(line.id) ?? '',
      isWaiting,
    });
  const serial = ids.filter((one) => items.get(one)?.trackMode === 'serial');
  return {
    shipment,
    technicianNo: (await reading.get(technician, shipment.technicianId)).technicianNo,
    applyIds: await appliesBehind(reading, id),
    lines: lines.map(lineOf).toSorted(byPlace),
    serials: serial.length ? await serialsAt(reading, shipment, serial) : [],
  };
}

/** Return what a code is that no line of a shipment has: a material with its place here, or a serial number. */
export async function thingOf(
  { id, code }: CallInputOf<typeof scannedCode>,
  reading: Reading,
): Promise<CallAnswer<typeof scannedCode>> {
  const [of] = await reading.visible(materialShipment).all([id]);
  const sought = codeText(code);
  const holding = await holderOf(reading, of.fromWarehouseId, sought);
  const item = holding ? await reading.get(material, holding.materialId) : await itemByCode(reading, sought);
  if (!item) return [];
  const bin = holding
    ? holding.bin
    : [...(await shelvesOf(reading, of.fromWarehouseId, [item.id])).values()].find((one) => one.bin)?.bin;
  const thing: ScannedThing = {
    itemCode: item.itemCode,
    itemName: item.itemName,
    bin: bin ?? '',
    serialNo: holding ? sought : '',
    holder: holding && !holding.isHere ? holding.store : '',
  };
  return [thing];
}

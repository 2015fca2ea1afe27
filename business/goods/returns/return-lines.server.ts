import { stepsOf } from '#kernel/language/exact.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { reserveKey } from '#business/materials/stores/reservation.server.ts';
import { releaseStock, reserveStock } from '#business/materials/stores/reserve.service.ts';
import { refuse } from '../refusals.ts';
import { ONE } from '../shipment/shipment-lines.server.ts';
import type { ReturnLine } from './material-return-line.server.ts';
import { materialReturnLine } from './material-return-line.paper.ts';
import type { materialReturn } from './material-return.paper.ts';
import { type StockCondition, bookedIn } from './return-places.rules.ts';

export type Return = Row<typeof materialReturn>;

/** A line of a return, with the tracking of its material. */
export interface ReturningLine extends ReturnLine {
  readonly isSerial: boolean;
  readonly name: string;
}

/** Return the lines of a return in the order of their ids. */
export async function linesOfReturn(context: Context, returnId: string): Promise<ReturningLine[]> {
  const lines = await context.find(materialReturnLine, { returnId }, { limit: 500 });
  const serial = await context.sql.query<{ id: string }>(
    `select id::text as id from ${materialFacts} where tenant_id = $1 and id = any($2::bigint[]) and track_mode = 'serial'`,
    [context.tenantId, lines.map((line) => line.materialId)],
  );
  const ids = new Set(serial.map((row) => row.id));
  return lines
    .map((line) => ({ ...line, isSerial: ids.has(line.materialId), name: line.itemName ?? '' }))
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Return the van that a return empties. */
export const vanOf = (of: Return): string => must(of.fromWarehouseId, 'fromWarehouseId');

/** Refuse serial numbers that do not fit the quantity of their line. */
export function assertSerialCount(line: ReturningLine, qty: string, serials: readonly string[]): void {
  const steps = stepsOf(qty, QTY);
  if (steps % ONE !== 0n) throw refuse.wholePieces({ item: line.name });
  if (steps !== BigInt(serials.length) * ONE)
    throw refuse.serialsNeeded(
      { item: line.name, n: quantityText(qty) },
      { fields: [{ field: 'serialNos', words: ['每件一个序列号', 'One serial number per piece'] }] },
    );
}

interface Piece {
  readonly line: ReturningLine;
  readonly serial: string;
}

/** Refuse serial numbers that are not in the van, that are named twice, or that another return under way has. */
export async function assertSerialsInVan(
  context: Context,
  of: Return,
  lines: readonly ReturningLine[],
): Promise<ReadonlyMap<string, StockCondition>> {
  const pieces = lines
    .filter((line) => line.isSerial)
    .flatMap((line) => serialsIn(line.serialNos).map((serial): Piece => ({ line, serial })));
  const keyOf = ({ line, serial }: Piece): string => `serial ${line.materialId} ${serial}`;
  const keys = pieces.map(keyOf).toSorted();
  const twice = pieces.find((one, at) => pieces.findIndex((other) => keyOf(other) === keyOf(one)) < at);
  if (twice) throw refuse.serialTwice({ item: twice.line.name, serial: twice.serial });
  if (!pieces.length) return new Map();
  await context.lock(...keys);
  const rows = await context.sql.query<{ at: number; status: StockCondition | null; no: string | null }>(
    `select k.at::int as at, (select s.material_status from ${stockFacts} s where s.tenant_id = $1 and s.warehouse_id = $2 and s.material_id = k.m and s.serial_no = k.n and s.on_hand > 0 and s.is_deleted = 0 limit 1) as status,
      (select h.return_no from asreturnedmaterialsdetails e join asreturnedmaterials h on h.tenant_id = e.tenant_id and h.id = e.return_id and h.is_deleted = 0
        where e.tenant_id = $1 and e.material_id = k.m and e.is_deleted = 0 and h.id <> $3 and h.document_status in ('submitted', 'approved') and k.n = any(regexp_split_to_array(upper(coalesce(e.accept_serials, e.serial_nos)), '[\\s,，、;；]+')) limit 1) as no
    from unnest($4::bigint[], $5::text[]) with ordinality as k(m, n, at)`,
    [context.tenantId, vanOf(of), of.id, pieces.map((one) => one.line.materialId), pieces.map((one) => one.serial)],
  );
  const found = new Map<string, StockCondition>();
  for (const { at, status, no } of rows) {
    const { line, serial } = pieces[at - 1];
    if (!status) throw refuse.serialNotInVan({ item: line.name, serial });
    if (no) throw refuse.serialOnReturn({ item: line.name, serial, no });
    found.set(`${line.id} ${serial}`, status);
  }
  return found;
}

/** Return what is free in a van, by material and condition. */
async function freeIn(
  context: Context,
  warehouseId: string,
  materialIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<StockCondition, bigint>>> {
  const rows = await context.sql.query<{ m: string; status: StockCondition; qty: string }>(
    `select s.material_id::text as m, s.material_status as status, sum(s.on_hand - s.reserved)::text as qty from ${stockFacts} s
    where s.tenant_id = $1 and s.warehouse_id = $2 and s.material_id = any($3::bigint[]) and s.is_deleted = 0 group by 1, 2`,
    [context.tenantId, warehouseId, materialIds],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.m)].map(([m, all]) => [
      m,
      new Map(all.map((one) => [one.status, stepsOf(one.qty, QTY)])),
    ]),
  );
}

/** Return the condition in the books of the van, for each line that is counted by quantity. */
export async function bookedConditions(
  context: Context,
  of: Return,
  lines: readonly ReturningLine[],
): Promise<ReadonlyMap<string, StockCondition>> {
  const counted = lines.filter((line) => !line.isSerial);
  const free = await freeIn(
    context,
    vanOf(of),
    counted.map((line) => line.materialId),
  );
  return new Map(
    counted.map((line) => [
      line.id,
      bookedIn(line.materialStatus, free.get(line.materialId) ?? new Map(), stepsOf(line.returnQty, QTY)),
    ]),
  );
}

/** Lock the reservations of lines: they come before serial numbers and stock in the order of locks. */
export const lockReturnReservations = (context: Context, lines: readonly { readonly id: string }[]): Promise<void> =>
  context.lock(...lines.map((line) => reserveKey('returnBack', line.id)).toSorted());

/** Reserve quantities of lines in the van. Serial numbers are promised by the return itself. */
export async function reserveInVan(
  context: Context,
  of: Return,
  lines: readonly ReturningLine[],
  qtyOf: (line: ReturningLine) => string | null,
): Promise<void> {
  const wanted = lines
    .filter((line) => !line.isSerial && stepsOf(qtyOf(line), QTY) > 0n)
    .map((line) => ({
      billType: 'returnBack' as const,
      lineId: line.id,
      warehouseId: vanOf(of),
      materialId: line.materialId,
      materialStatus: line.stockStatus ?? line.materialStatus,
      qty: qtyOf(line) ?? '0',
    }));
  if (wanted.length) await context.call(reserveStock, wanted);
}

/** Release what is still reserved for lines of returns. */
export const releaseInVan = (context: Context, lines: readonly { readonly id: string }[]): Promise<void> =>
  context.call(releaseStock, { billType: 'returnBack', lineIds: lines.map((line) => line.id) }) as Promise<void>;

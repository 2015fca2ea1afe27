import { stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { refuse } from '../refusals.ts';
import { type MovingLine, ONE, type Shipment } from './shipment-lines.server.ts';

/** Return the serial numbers of a line in their order. */
export const serialsOf = (line: Pick<MovingLine, 'serialNos'>): string[] => serialsIn(line.serialNos).toSorted();

/** Refuse lines of serial materials whose numbers do not fit the quantity. */
export function assertCounted(lines: readonly MovingLine[]): void {
  for (const line of lines.filter((one) => one.isSerial)) {
    const qty = stepsOf(line.shipQty, QTY);
    if (qty % ONE !== 0n) throw refuse.wholePieces({ item: line.name });
    if (qty !== BigInt(serialsOf(line).length) * ONE)
      throw refuse.serialsNeeded(
        { item: line.name, n: quantityText(line.shipQty) },
        { fields: [{ field: 'serialNos', words: ['每件一个序列号', 'One serial number per piece'] }] },
      );
  }
}

interface Place {
  readonly line: MovingLine;
  readonly serial: string;
}

const placesOf = (lines: readonly MovingLine[]): Place[] =>
  lines
    .filter((line) => line.isSerial)
    .flatMap((line) => serialsOf(line).map((serial) => ({ line, serial })))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const keyOf = ({ line, serial }: Place): string => `serial ${line.materialId} ${serial}`;

/**
 * Refuse serial numbers that are not in the store of the shipment, or that another shipment under way has. The numbers
 * stay locked until the commit.
 */
export async function assertSerialsFree(context: Context, of: Shipment, lines: readonly MovingLine[]): Promise<void> {
  const places = placesOf(lines);
  if (!places.length) return;
  await context.lock(...new Set(places.map(keyOf)));
  const rows = await context.sql.query<{ at: number; here: boolean; no: string | null }>(
    `select k.at::int as at, exists (select 1 from ${stockFacts} s where s.tenant_id = $1 and s.warehouse_id = $2 and s.material_id = k.m and s.material_status = k.s and s.serial_no = k.n and s.on_hand > 0 and s.is_deleted = 0) as here,
      (select h.shipment_no from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.is_deleted = 0
        where e.tenant_id = $1 and e.material_id = k.m and e.is_deleted = 0 and h.id <> $3 and h.document_status in ('submitted', 'approved') and k.n = any(regexp_split_to_array(upper(e.serial_nos), '[\\s,，、;；]+')) limit 1) as no
    from unnest($4::bigint[], $5::text[], $6::text[]) with ordinality as k(m, s, n, at)`,
    [
      context.tenantId,
      of.fromWarehouseId,
      of.id,
      places.map(({ line }) => line.materialId),
      places.map(({ line }) => line.materialStatus),
      places.map(({ serial }) => serial),
    ],
  );
  for (const { at, here, no } of rows) {
    const { line, serial } = places[at - 1];
    if (!here) throw refuse.serialNotThere({ item: line.name, serial });
    if (no) throw refuse.serialPromised({ item: line.name, serial, no });
  }
}

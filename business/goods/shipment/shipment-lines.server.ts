import { stepsOf } from '#kernel/language/exact.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import type { ShipmentLine } from './material-shipment-line.server.ts';
import type { materialShipment } from './material-shipment.paper.ts';

export type Shipment = Row<typeof materialShipment>;

/** A line of a shipment that moves. */
export interface MovingLine extends ShipmentLine {
  readonly isSerial: boolean;
  readonly name: string;
}

export const ONE = 10n ** BigInt(QTY);

/** Return the lines of a shipment, with the tracking of their materials. */
export async function allLinesOf(context: Context, shipmentId: string): Promise<MovingLine[]> {
  const lines = await context.find(materialShipmentLine, { materialShipmentsId: shipmentId }, { limit: 500 });
  const serial = await context.sql.query<{ id: string }>(
    `select id::text as id from ${materialFacts} where tenant_id = $1 and id = any($2::bigint[]) and track_mode = 'serial'`,
    [context.tenantId, lines.map((line) => line.materialId)],
  );
  const ids = new Set(serial.map((row) => row.id));
  return lines
    .map((line) => ({ ...line, isSerial: ids.has(line.materialId), name: line.itemName ?? '' }))
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Return the lines with a quantity. */
export const moving = (lines: readonly MovingLine[]): MovingLine[] =>
  lines.filter((line) => stepsOf(line.shipQty, QTY) > 0n);

import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import type { Shipment } from '../shipment/shipment-lines.server.ts';
import { sapFlow } from './sap-flow.paper.ts';

/** Queue the rows of a shipment for SAP. Its header follows them as they are sent. */
export async function pushShipment(context: Context, of: Shipment): Promise<void> {
  const rows = await context.find(
    sapFlow,
    { billType: 'shipment', billId: of.id, sapStatus: ['none', 'failed'] },
    { limit: 500 },
  );
  if (!rows.length) throw refuse.nothingToPush({ no: of.shipmentNo });
  await context.moveAll(
    sapFlow,
    rows.map((row) => row.id),
    'queued',
    'push',
    { nextRetryTime: context.now(), retryCount: 0, sendTime: null, errorMessage: null },
  );
  context.comesDue(sapFlow.table);
}

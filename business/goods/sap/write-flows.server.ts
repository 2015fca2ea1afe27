import { stepsOf } from '#kernel/language/exact.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { Return, ReturningLine } from '../returns/return-lines.server.ts';
import { returnPlaceOf } from '../returns/return-places.rules.ts';
import type { MovingLine, Shipment } from '../shipment/shipment-lines.server.ts';
import { sapWay } from './sap-codes.server.ts';
import { sapFlow } from './sap-flow.paper.ts';

type Flow = Row<typeof sapFlow>;

/** A movement of a line that SAP gets. */
interface Sending {
  readonly lineId: string;
  readonly key: string;
  readonly itemCode: string | null;
  readonly itemName: string | null;
  readonly qty: string;
}

interface Bill {
  readonly billType: 'shipment' | 'returnBack';
  readonly billId: string;
  readonly billNo: string;
  readonly fromWhsCode: string;
  readonly toWhsCode: string;
}

const SENT: readonly (keyof Flow & string)[] = ['sapObject', 'itemCode', 'fromWhsCode', 'toWhsCode', 'qty', 'postDate'];

/** Write the rows of a document. `none` rows wait for a person, `queued` ones are due at once. */
async function writeFlows(
  context: Context,
  { billType, billId, billNo, fromWhsCode, toWhsCode }: Bill,
  lines: readonly Sending[],
  sapStatus: 'none' | 'queued',
): Promise<void> {
  const rows = lines.map(({ lineId, key, itemCode, itemName, qty }): Partial<Flow> => {
    const of = { sapObject: 'OWTR' as const, itemCode, fromWhsCode, toWhsCode, qty, postDate: context.today() };
    const requestBody = { key, billNo, ...Object.fromEntries(SENT.map((name) => [name, of[name as keyof typeof of]])) };
    return {
      ...of,
      itemName,
      billType,
      billId,
      billNo,
      sapStatus,
      requestBody,
      direction: 'out',
      billLineId: lineId,
      laneCode: fromWhsCode,
      idempotencyKey: key,
      retryCount: 0,
      nextRetryTime: sapStatus === 'queued' ? context.now() : null,
    };
  });
  await context.createAll(sapFlow, rows);
  if (sapStatus === 'queued') context.comesDue(sapFlow.table);
}

/** Write the rows of a shipment that is handed over, and return its SAP state. They wait until somebody pushes them. */
export async function noteShipment(
  context: Context,
  of: Shipment,
  lines: readonly MovingLine[],
  nth: number,
): Promise<Pick<Shipment, 'sapStatus'> | object> {
  const way = await sapWay(context, of.fromWarehouseId, must(of.toWarehouseId, 'toWarehouseId'));
  if (!way) return {};
  const sent = lines.map((line) => ({
    lineId: line.id,
    key: `shipment:${line.id}:${nth}`,
    itemCode: line.itemCode,
    itemName: line.itemName,
    qty: line.shipQty,
  }));
  await writeFlows(context, { billType: 'shipment', billId: of.id, billNo: of.shipmentNo, ...way }, sent, 'none');
  return { sapStatus: 'none' };
}

/** Remove the rows of a shipment whose hand-over is undone: nobody has pushed them. */
export async function dropShipment(context: Context, of: Shipment): Promise<void> {
  const rows = await context.find(sapFlow, { billType: 'shipment', billId: of.id, sapStatus: 'none' }, { limit: 500 });
  await context.removeAll(
    sapFlow,
    rows.map((row) => row.id),
  );
}

/** Queue the rows of a return: good pieces that go back to the shelves of its store. */
export async function queueReturn(
  context: Context,
  of: Return,
  lines: readonly ReturningLine[],
  storeId: string,
): Promise<Pick<Return, 'sapStatus'> | object> {
  const good = lines.filter((line) => {
    const checked = line.checkedStatus ?? line.materialStatus;
    return checked === 'good' && returnPlaceOf(of.returnType, checked) === 'store' && stepsOf(line.acceptQty, QTY) > 0n;
  });
  const way = good.length ? await sapWay(context, must(of.fromWarehouseId, 'fromWarehouseId'), storeId) : null;
  if (!way) return {};
  const sent = good.map((line) => ({
    lineId: line.id,
    key: `returnBack:${line.id}:1`,
    itemCode: line.itemCode,
    itemName: line.itemName,
    qty: line.acceptQty ?? '0',
  }));
  await writeFlows(context, { billType: 'returnBack', billId: of.id, billNo: of.returnNo, ...way }, sent, 'queued');
  return { sapStatus: 'queued' };
}

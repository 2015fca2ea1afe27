import { stepsOf } from '#kernel/language/exact.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type LocalizedText, storedText } from '#kernel/language/label.ts';
import { type Context, http, row as refuseRow } from '#kernel/server';
import { material } from '#business/materials/items/material.paper.ts';
import { type Move, QTY, assertPosted, quantityText } from '#business/materials/stores/posting.rules.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { refuse } from '../refusals.ts';
import { ONE } from '../shipment/shipment-lines.server.ts';
import type { Flow } from './document-state.server.ts';
import { INBOUND, type InboundWay } from './inbound.rules.ts';
import type { submitFlow } from './sap-flow.calls.ts';
import { sapFlow } from './sap-flow.paper.ts';

type Item = { readonly id: string; readonly itemName: string; readonly trackMode: string | null };

/** The movement of a row of SAP, or the reason against it. */
type Planned = Unknown | { readonly way: InboundWay; readonly item: Item; readonly from: string; readonly to: string };

/** Return the only store of a code; null where none or several have it. */
async function storeOf(context: Context, code: string | null): Promise<string | null> {
  if (!code) return null;
  const found = await context.find(warehouse, { sapWhsCode: code, status: 1 }, { first: 2 });
  return found.length === 1 ? found[0].id : null;
}

/** Return the store at an end of the way; null where it is unknown. */
const endOf = (context: Context, row: Flow, end: InboundWay['from']): Promise<string | null> =>
  end === 'from' || end === 'to'
    ? storeOf(context, end === 'from' ? row.fromWhsCode : row.toWhsCode)
    : context.call(storeOfPerson, { virtual: end });

interface Unknown {
  readonly why: LocalizedText;
}

const unknown = (zh: string, en: string): Unknown => ({ why: [zh, en] });

/** Return what is wrong with the quantity of a row, or with its serial numbers. */
function quantityFault(row: Flow, item: Item): Unknown | null {
  const qty = stepsOf(row.qty, QTY);
  if (qty <= 0n) return unknown('数量必须大于 0', 'The quantity must be above 0');
  if (item.trackMode !== 'serial' || qty === BigInt(serialsIn(row.serialNos).length) * ONE) return null;
  const n = quantityText(row.qty ?? '0');
  return unknown(`${item.itemName}按序列号管理：需要${n}个序列号`, `${item.itemName} needs ${n} serial numbers`);
}

/** Return the way and the item of a row. */
async function known(context: Context, row: Flow): Promise<Unknown | { way: InboundWay; item: Item }> {
  const way = row.sapObject ? INBOUND[row.sapObject] : undefined;
  if (!way) return unknown(`不接收的SAP单据：${row.sapObject}`, `SAP object not taken over: ${row.sapObject}`);
  const [item] = row.itemCode ? await context.find(material, { itemCode: row.itemCode }, { first: 1 }) : [];
  if (!item) return unknown(`没有物料 ${row.itemCode}`, `Unknown material ${row.itemCode}`);
  return quantityFault(row, item) ?? { way, item };
}

/** Plan the movement of a row: its object, its item and its stores are checked in this order. */
async function planned(context: Context, row: Flow): Promise<Planned> {
  const what = await known(context, row);
  if ('why' in what) return what;
  const [from, to] = [await endOf(context, row, what.way.from), await endOf(context, row, what.way.to)];
  if (from && to && from !== to) return { ...what, from, to };
  const codes = [row.fromWhsCode, row.toWhsCode].filter(Boolean).join(' ');
  return unknown(`仓库代码 ${codes} 未对应唯一仓库`, `The codes ${codes} name no single warehouse`);
}

/** Post what a row of SAP moves. */
async function post(
  context: Context,
  row: Flow,
  { way, item, from, to }: Extract<Planned, { way: unknown }>,
): Promise<void> {
  const move: Move = {
    step: `sap:${row.id}:in`,
    lineId: row.id,
    materialId: item.id,
    fromWarehouseId: from,
    toWarehouseId: to,
    qty: row.qty ?? '0',
  };
  const moves =
    item.trackMode === 'serial'
      ? serialsIn(row.serialNos).map((serialNo, at) => ({
          ...move,
          step: `${move.step}:${at + 1}`,
          serialNo,
          qty: '1',
        }))
      : [move];
  assertPosted(
    await context.call(postStock, {
      bill: { type: way.billType, id: row.id, no: row.flowNo },
      moves,
      postDate: row.postDate ?? context.today(),
    }),
  );
}

/** Post a row that SAP sent and that failed before. Return the reason where it fails again. */
export async function postInbound(context: Context, row: Flow): Promise<LocalizedText | null> {
  const plan = await planned(context, row);
  if ('why' in plan) return plan.why;
  await post(context, row, plan);
  return null;
}

/** Refuse everybody but the account of SAP. */
function assertSap(context: Context): void {
  if (context.may('assapwarehouseflow_inbound')) return;
  throw context.may('assapwarehouseflow_view') ? refuseRow.readOnly() : http.forbidden();
}

type Sent = CallInputOf<typeof submitFlow>;

/** Return the values of a row that SAP sends. Refuse one without key, object, item or quantity. */
function valuesOf(context: Context, sent: Sent): Partial<Flow> {
  const { idempotencyKey, sapObject, itemCode, qty } = sent;
  if (!idempotencyKey || !sapObject || !itemCode || !qty) throw refuse.sapRowIncomplete();
  return {
    ...sent,
    idempotencyKey: `in:${idempotencyKey}`,
    itemCode: itemCode.trim(),
    fromWhsCode: sent.fromWhsCode?.trim().toUpperCase().slice(0, 8) || null,
    toWhsCode: sent.toWhsCode?.trim().toUpperCase().slice(0, 8) || null,
    sapDocNum: sent.sapDocNum?.slice(0, 32) ?? null,
    postDate: sent.postDate ?? context.today(),
    direction: 'in',
    requestBody: { ...sent },
    retryCount: 0,
  };
}

/** Write a document of SAP, and post what it moves. The same key is one row; what cannot be posted is stored as failed. */
export async function takeFromSap(sent: Sent, context: Context): Promise<CallAnswer<typeof submitFlow>> {
  assertSap(context);
  const values = valuesOf(context, sent);
  await context.lock(`sap in ${values.idempotencyKey}`);
  const [stored] = await context.find(sapFlow, { idempotencyKey: values.idempotencyKey }, { first: 1 });
  const row = stored ?? (await written(context, values));
  const [answer] = await context.visible(sapFlow, { match: { id: row.id } }).words({ first: 1 });
  return answer ?? ({ ...row } as CallAnswer<typeof submitFlow>);
}

async function written(context: Context, values: Partial<Flow>): Promise<Flow> {
  const plan = await planned(context, { ...values } as Flow);
  const isPosted = !('why' in plan);
  const [row] = await context.createAll(sapFlow, [
    {
      ...values,
      sapStatus: isPosted ? 'pushed' : 'failed',
      itemName: isPosted ? plan.item.itemName : null,
      billType: isPosted ? plan.way.billType : null,
      errorMessage: isPosted ? null : storedText(plan.why, 500),
    },
  ]);
  if (isPosted) await post(context, row, plan);
  else await context.emit('sapFlow.failed', { id: row.id });
  return row;
}

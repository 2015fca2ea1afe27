import { newKey } from '#kernel/web/http/headers.ts';
import { queueStep } from '#kernel/web/http/offline/outbox.ts';
import type { ReceivedLine } from '../shipment/shipment-lifecycle.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import {
  DRAFT_STEP,
  RECEIVE_STEP,
  REQUEST_STEP,
  type RequestedLine,
  SUBMIT_STEP,
  goodsSteps,
} from './goods-steps.rules.ts';
import type { ComingGoods, OwnRequest } from './own-goods.calls.ts';

/** Queue the receipt of a shipment: quantities that have arrived in all, so that a repeat changes nothing. */
export const queueReceipt = (of: ComingGoods, lines: readonly ReceivedLine[]): Promise<unknown> =>
  queueStep({
    matter: `shipment/${of.id}`,
    name: RECEIVE_STEP,
    path: `${materialShipment.path}/receive`,
    body: { id: of.id, lines, at: '' },
    facts: { label: goodsSteps[RECEIVE_STEP], customer: of.shipmentNo },
  });

/** A request as its sheet writes it. */
export interface NewRequest {
  readonly technicianId: string;
  readonly fromWarehouseId: string;
  readonly needDate: string;
  readonly remark: string;
  readonly lines: readonly RequestedLine[];
  /** The order that the request is for; null for the van. */
  readonly order: {
    readonly dispId: string;
    readonly registrationFormId: string;
    readonly customerName: string;
  } | null;
}

/** Queue a new request, as a draft or submitted. */
export function queueRequest(
  { lines, order, remark, ...header }: NewRequest,
  { isDraft }: { readonly isDraft: boolean },
): Promise<unknown> {
  const name = isDraft ? DRAFT_STEP : REQUEST_STEP;
  return queueStep({
    matter: `request/${order?.registrationFormId ?? 'van'}/${newKey()}`,
    name,
    path: `${materialApply.path}/${isDraft ? 'save' : 'submit'}`,
    body: {
      ...header,
      applyType: order ? 'job' : 'stockUp',
      ...(order && { dispId: order.dispId }),
      ...(remark && { remark }),
      urgency: 'normal',
      lines: lines.map(({ materialId, qty }) => ({ materialId, applyQty: String(qty) })),
      ...(!isDraft && { at: '' }),
    },
    facts: {
      label: goodsSteps[name],
      lines,
      customer: order?.customerName,
      registrationFormId: order?.registrationFormId,
      note: lines.map(({ itemName, qty }) => `${itemName} ×${qty}`).join('、'),
    },
  });
}

/** Queue the submission of a draft, or of a request that was sent back. */
export const queueSubmission = (of: OwnRequest): Promise<unknown> =>
  queueStep({
    matter: `request/${of.id}`,
    name: SUBMIT_STEP,
    path: `${materialApply.path}/submit`,
    body: { id: of.id, action: 'submit', at: '' },
    facts: { label: goodsSteps[SUBMIT_STEP], customer: of.applyNo },
  });
